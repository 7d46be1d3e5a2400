"""What schemathesis needs to be told of the API: lines of JSON, and patterns whose classes of Unicode it cannot generate from."""

import json

import schemathesis

GENERATED = {
    r"^[^\p{Cc}\p{Cs}]*[\p{L}\p{N}][^\p{Cc}\p{Cs}]*$": r"^[ -~]*[A-Za-z0-9][ -~]*$",
    r"^[^\0\p{Cs}]*$": r"^[ -\ud7ff]*$",
}


@schemathesis.serializer("application/x-ndjson", "application/jsonl")
def one_line(ctx, value):
    return value if isinstance(value, bytes) else f"{json.dumps(value)}\n".encode()


@schemathesis.deserializer("application/x-ndjson")
def first_line(ctx, response):
    return json.loads(response.content.split(b"\n", 1)[0])


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    """Narrows the patterns of what is sent; the service is still held to its own."""
    replace(raw_schema)


def replace(node):
    if isinstance(node, list):
        for each in node:
            replace(each)
    elif isinstance(node, dict):
        if node.get("pattern") in GENERATED:
            node["pattern"] = GENERATED[node["pattern"]]
        for each in node.values():
            replace(each)

"""The concepts of a clinical note with the context of each, in one call.

Python 3.9 or newer, nothing but its standard library; copy it. As a program:

    SERVICE_URL=http://127.0.0.1:8080 API_KEY=... python3 extract.py note.txt
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from typing import Any

ATTEMPTS = 5
RETRIED = (429, 502, 503)
# More than the service takes for its longest note.
TIMEOUT_SECONDS = 60


class ExtractError(Exception):
    """What the service refused, or could not do in five attempts; docs/errors.md has the codes."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code


def extract(
    text: str,
    *,
    url: str,
    key: str,
    language: str = "auto",
    note_date: str | None = None,
    only: dict[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Answers the spans of a note; text[span["start"]:span["end"]] == span["span"].

    only chooses spans: {"assertion": ["affirmed"], "subject": ["patient"]}.
    Raises ExtractError, and urllib.error.URLError where nothing answers at url.
    """
    body: dict[str, Any] = {"text": text, "language": language, "offsets": "codepoint"}
    if note_date is not None:
        body["note_date"] = note_date
    if only is not None:
        body["only"] = only
    request = urllib.request.Request(
        f"{url}/v1/extract",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)["spans"]
        except urllib.error.HTTPError as failure:
            if attempt == ATTEMPTS or failure.code not in RETRIED:
                raise error_of(failure) from None
            time.sleep(max(seconds_of(failure.headers.get("Retry-After")), 2 ** (attempt - 2)))
    raise AssertionError("the last attempt returns or raises")


def seconds_of(retry_after: str | None) -> float:
    return float(retry_after) if retry_after is not None and retry_after.isdigit() else 0.0


def error_of(failure: urllib.error.HTTPError) -> ExtractError:
    try:
        error = json.load(failure)["error"]
        return ExtractError(failure.code, error["code"], error["message"])
    except (ValueError, KeyError, TypeError):
        # A proxy in between may answer something else than this service.
        return ExtractError(failure.code, "UNKNOWN", str(failure.reason))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8", newline="") as note:
        spans = extract(
            note.read(),
            url=os.environ.get("SERVICE_URL", "http://127.0.0.1:8080"),
            key=os.environ["API_KEY"],
        )
    json.dump(spans, sys.stdout, ensure_ascii=False, indent=2)
    print()

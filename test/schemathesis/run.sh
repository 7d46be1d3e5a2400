#!/usr/bin/env bash
# Sends whatever schemathesis makes of docs/openapi.json to a service of its own, for some seconds (default 600), all phases and checks:
#   pip install schemathesis && test/schemathesis/run.sh [SECONDS] [SCHEMATHESIS]
# Exits with 0 when every answer is as documented. Written for schemathesis 4.32.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
schemathesis=${2:-schemathesis}
work=$(mktemp -d)
export DATA_DIR=$work/data PORT=${PORT:-18099} DRAIN_MS=0 LOG_LEVEL=error
node build.mjs
node dist/server/main.js >"$work/log" 2>&1 &
service=$!
trap 'kill "$service" 2>/dev/null; wait "$service" 2>/dev/null || true; rm -rf "$work"' EXIT
until curl -sf "http://127.0.0.1:$PORT/readyz" >/dev/null; do
  kill -0 "$service" || { cat "$work/log"; exit 1; }
  sleep 1
done
key=$(node dist/server/cli/keys.js create --name schemathesis --rpm 1000000 --scopes concepts,contexts,review 2>/dev/null | tail -1)
cd "$work"
export SCHEMATHESIS_HOOKS=$OLDPWD/test/schemathesis/hooks.py
"$schemathesis" --config-file "$OLDPWD/test/schemathesis/schemathesis.toml" run "$OLDPWD/docs/openapi.json" --url "http://127.0.0.1:$PORT" \
  --header "Authorization: Bearer $key" --checks all --continue-on-failure --max-time "$seconds" --suppress-health-check all

#!/bin/bash
# Times Cotan against its peers: bench/run.sh BUILD [--quick] [--only GROUP...] [--threads N...]. The
# table is printed, and written to BUILD/bench.md and BUILD/bench.json.
set -euo pipefail
build=${1:-build}
shift || true
exec /usr/bin/python3 "$(dirname "$0")/compare.py" --build "$build" --output "$build/bench" "$@"

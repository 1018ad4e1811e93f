#!/bin/bash
# Times Cotan against its peers: bench/run.sh BUILD [--quick] [--only GROUP...] [--threads N...]. The
# table is printed, and written to BUILD/bench.md and BUILD/bench.json. Then compile time against the
# size of programs, and memory of training steps.
set -euo pipefail
build=${1:-build}
here=$(dirname "$0")
shift || true
/usr/bin/python3 "$here/compare.py" --build "$build" --output "$build/bench" "$@"
/usr/bin/python3 "$here/growth.py" "$build/bin/cotan"
PYTHONPATH="$build/python" /usr/bin/python3 "$here/memory.py"

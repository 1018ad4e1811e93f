#!/bin/bash
# Times the parts on generated programs; bench/run.sh BUILD. Times are of one run on this machine:
# compare them with each other, not with another day's.
set -euo pipefail
build=${1:-build}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seconds() { # the wall time of a command
  local start end
  start=$(date +%s.%N)
  "$@" > /dev/null
  end=$(date +%s.%N)
  awk "BEGIN { print $end - $start }"
}

printf '%10s %18s %26s %18s\n' ops 'parse and print' 'with first derivative' 'run it'
for ops in 1000 10000 100000; do
  /usr/bin/python3 "$here/straight_line.py" $ops > "$work/program.mlir"
  parse=$(seconds "$build/bin/cotan" opt "$work/program.mlir" -o "$work/printed.mlir")
  grad=$(seconds "$build/bin/cotan" grad "$work/program.mlir" --wrt 0 -o "$work/gradient.mlir")
  run=$(seconds "$build/bin/cotan" run "$work/gradient.mlir" --input 0.5 --input 0.9)
  printf '%10d %16.2f s %24.2f s %16.2f s\n' $ops "$parse" "$grad" "$run"
done

/usr/bin/python3 "$here/compile_time.py" "$build/bin/cotan"

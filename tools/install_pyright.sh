#!/bin/bash
# install_pyright.sh BUILD: puts the type checker pyright, which Debian lacks, into BUILD/npm, if npm
# is there and reaches its registry. Where not, the test that needs it says that it is skipped.
set -uo pipefail
readonly version=1.1.414

command=$1/npm/node_modules/.bin/pyright
[[ -x $command && $("$command" --version 2>/dev/null) == *"$version"* ]] && exit 0
mkdir -p "$1/npm"
timeout 120 npm install --silent --no-fund --no-audit --prefix "$1/npm" "pyright@$version" >/dev/null 2>&1 ||
  echo "pyright $version could not be installed by npm: its test is skipped" >&2

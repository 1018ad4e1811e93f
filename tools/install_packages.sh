#!/bin/bash
# install_packages.sh PACKAGE...: installs the Debian packages that are missing, as root or by sudo;
# where neither is possible it prints the command to run and fails.
set -euo pipefail

missing=()
for package in "$@"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

install="apt-get install -y --no-install-recommends ${missing[*]}"
become=()
if [[ $(id -u) != 0 ]]; then
  if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && [[ ! -t 0 ]]; }; then
    echo "These packages are missing and this user may not install them. Run as root:" >&2
    echo "  apt-get update && $install" >&2
    exit 1
  fi
  become=(sudo)
fi
echo "Installing: ${missing[*]}"
"${become[@]}" apt-get update -q
"${become[@]}" env DEBIAN_FRONTEND=noninteractive $install

#!/usr/bin/python3
"""C++ is formatted as .clang-format says: `make format` does it."""

import re
import subprocess

import tree

FORMATTER = "clang-format-22"


def rule():
    sources = [path.as_posix() for path in tree.files(suffixes={".h", ".cpp"})]
    said = subprocess.run([FORMATTER, "--dry-run", *sources], cwd=tree.ROOT, capture_output=True,
                          text=True, check=True).stderr
    places = re.findall(r"^(\S+:\d+):\d+: warning:", said, re.MULTILINE)
    return tree.report((f"{place}: is formatted otherwise; run `make format`" for place in places),
                       len(sources))


if __name__ == "__main__":
    tree.run(rule)

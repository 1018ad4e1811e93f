#!/usr/bin/python3
"""reference.py FILE COMMAND...: whether FILE is what the command prints now."""

import difflib
import pathlib
import subprocess
import sys

page, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
now = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
written = page.read_text(encoding="utf-8") if page.exists() else ""
difference = list(difflib.unified_diff(written.splitlines(), now.splitlines(), str(page), "now",
                                       lineterm=""))
if difference:
    print("\n".join(difference[:40]))
    print(f"{page} is not current: run `make docs` and commit it")
    sys.exit(1)
print(f"{page} is current")

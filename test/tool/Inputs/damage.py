#!/usr/bin/python3
"""Damages each file of a folder in a way of its own: other bytes, cut off, empty."""

import pathlib
import sys

DAMAGES = (lambda content: content[:100] + b"?" + content[101:],
           lambda content: content[:len(content) // 2],
           lambda content: b"")

entries = sorted(pathlib.Path(sys.argv[1]).iterdir())
assert entries, "the folder is empty"
for i, entry in enumerate(entries):
    entry.write_bytes(DAMAGES[i % len(DAMAGES)](entry.read_bytes()))

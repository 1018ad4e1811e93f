"""The text to learn from: what every Debian machine with Python has."""

import glob
import os
import sys

import numpy as np


def texts():
    """The common licenses, and the chapters of the Python reference that `help` shows."""
    from pydoc_data.topics import topics

    for path in sorted({os.path.realpath(f) for f in glob.glob("/usr/share/common-licenses/*")}):
        with open(path, encoding="utf-8", errors="replace") as file:
            yield file.read()
    yield from (topics[name] for name in sorted(topics))


def is_prose(paragraph):
    """Not a table, a ruler or a list of symbols."""
    return sum(c.isalpha() or c == " " for c in paragraph) > 0.8 * len(paragraph)


def shingles(line, length=6):
    """Every so many words in a row."""
    words = line.lower().split()
    return {tuple(words[i : i + length]) for i in range(max(1, len(words) - length + 1))}


def paragraphs():
    """One line each. Licenses and chapters repeat one another, but what is held out must be new: a paragraph
    counts once, as does one of which most is known from others."""
    seen = set()
    for text in texts():
        for paragraph in text.split("\n\n"):
            line = " ".join(paragraph.split())
            parts = shingles(line)
            if line and is_prose(line) and len(parts & seen) < 0.3 * len(parts):
                yield line
            seen |= parts


def read():
    """Bytes to train on and bytes held out, every tenth run of ten paragraphs."""
    parts = {True: [], False: []}
    for i, paragraph in enumerate(paragraphs()):
        parts[i // 10 % 10 == 9].append(paragraph)
    train, held_out = ("\n\n".join(parts[which]).encode() for which in (False, True))
    if len(train) < 100_000:
        sys.exit("error: /usr/share/common-licenses and Python's help hold too little text to train on")
    return tuple(np.frombuffer(text, np.uint8).astype(np.int64) for text in (train, held_out))

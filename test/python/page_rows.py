"""The rows of the guide's tables for those who come from elsewhere: what code is in them, and what it gives."""

import pathlib
import re

import numpy as np

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs/guide"


class Cell(list):
    """The code of a cell, which knows what of it has been read."""

    def __init__(self, codes):
        super().__init__(codes)
        self.read = set()

    def __getitem__(self, place):
        self.read.add(place)
        return super().__getitem__(place)

    def __iter__(self):
        return (self[place] for place in range(len(self)))


def rows(page):
    """By the first code of each row of the page's first table: its code there and here, and the text of the right cell."""
    table = (GUIDE / page).read_text(encoding="utf-8").split("| --- | --- |\n")[1].split("\n\n")[0]
    found = {}
    for line in table.splitlines():
        left, right = line.strip("| ").split(" | ")
        there, here = (re.findall("`([^`]+)`", cell) for cell in (left, right))
        found[there[0]] = there, here, right
    return found


def value(code, names, result=None):
    """Of an expression; of statements, what `result` is then."""
    try:
        compiled = compile(code, "<row>", "eval")
    except SyntaxError:
        exec(code, names)
        return names.get(result)
    return eval(compiled, names)


def near(found, wanted, tolerance=1e-5):
    found, wanted = np.asarray(found), np.asarray(wanted)
    assert found.shape == wanted.shape, f"{found.shape} is not {wanted.shape}"
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)

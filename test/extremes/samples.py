"""What ops of one operand, an f64, mean by their samples."""

import pathlib
import re

import numpy as np
import scipy

OPS = pathlib.Path(__file__).resolve().parents[2] / "src/cotan/ops"
SAMPLE = re.compile(r"""^func\.func\ @\w+\(%x:\ tensor<[^%]*f64>[^%]*\)\ ->[^%]*?check\.numpy\ =\ "([^"]*)"[^%]*?
                        ^\ \ %y\ =\ ([\w.]+)\ %x\ :.*\n\ \ return\ %y\ """, re.MULTILINE | re.VERBOSE)


def meaning(expression):
    def apply(x):
        names = {"np": np, "sp": scipy.special, "scipy": scipy}
        try:
            return eval(expression, {**names, "x": x})  # our own test files
        except TypeError:  # SciPy has no wider type
            return eval(expression, {**names, "x": x.astype(np.float64)})
    return apply


def meanings():
    """By the op."""
    found = {}
    for path in sorted(OPS.glob("*/*.mlir")):
        for expression, op in SAMPLE.findall(path.read_text(encoding="utf-8")):
            found.setdefault(op, meaning(expression))
    return found

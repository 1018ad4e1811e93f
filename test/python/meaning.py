"""What a function means: what it returns and prints, as it is and compiled. Bit for bit, or an error that says where."""

import contextlib
import importlib.util
import io
import itertools
import re

import numpy as np

import cotan as ct

_count = itertools.count()


def load(folder, text):
    """The module of this text, in a file of the folder."""
    path = folder / f"program{next(_count)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Outcome:
    """What came of a call."""

    def __init__(self, function, arguments):
        self.error, self.leaves, self.structure = None, [], None
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                self.leaves, self.structure = ct.tree.flatten(function(*arguments))
        except Exception as problem:  # noqa: BLE001
            self.error = problem
        self.said = said.getvalue()

    def __repr__(self):
        return f"{self.error!r}" if self.error else f"{self.leaves} of {self.structure}, said {self.said!r}"

    def is_refusal(self, name):
        """Whether it is an error of ours that begins with a line of the program."""
        ours = isinstance(self.error, (ct.TypeError, ct.Error, UnboundLocalError))
        return ours and re.match(rf"\S*{name}:\d+: \S", str(self.error)) is not None

    def same(self, other):
        """Whether both are values, equal in every bit; a number of Python counts as the tensor it becomes."""
        if self.error or other.error or self.said != other.said or self.structure != other.structure:
            return False
        return all(_same(x, y) for x, y in zip(self.leaves, other.leaves, strict=True))


def _same(x, y):
    if not isinstance(x, ct.Tensor) and not isinstance(y, ct.Tensor):
        return type(x) is type(y) and (x is y or x == y)
    x, y = (z if isinstance(z, ct.Tensor) else _as_other(z, w) for z, w in ((x, y), (y, x)))
    return x.dtype == y.dtype and x.shape == y.shape and _bits(x) == _bits(y)


def _bits(x):
    """All but the sign of a zero, which machine code gives up where it leaves out x + 0."""
    return x.numpy().tobytes() if x.dtype == bool else (x.numpy() + x.dtype.type(0)).tobytes()


def _as_other(number, tensor):
    """A number of Python as a tensor of the kind the other is."""
    held = np.asarray(number)
    return ct.asarray(held.astype(tensor.dtype) if held.dtype.kind == tensor.dtype.kind else held)

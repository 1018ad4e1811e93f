"""Equations with matrices that are known by what they do to a vector.

>>> import cotan as ct
>>> x, info = ct.sparse.linalg.cg(lambda x: 2 * x - 0.5 * ct.roll(x, 1) - 0.5 * ct.roll(x, -1), ct.array([1.0, 0.0, 0.0, 0.0]))
>>> x.round(3), int(info)
(Tensor([0.583, 0.167, 0.083, 0.167], dtype=float32), 0)
"""

# The words "as" say that this is the package's own, to those who read the type hints.
from . import linalg as linalg


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]

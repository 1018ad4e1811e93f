"""Functions that make tensors of numbers and sizes."""

import numpy as np

from .rows import (CUBE, FIRST, FLOATS, INDEX, INTS, MASK, NUMBER, NUMBERS, SHORTS, SINGLE, VECTOR, WHOLE, X,
                   call, each, table)

FUNCTIONS, of = table()
SINGLES = "results are float32, too short for finite differences"


def SAID(*args):
    """The element type that is one of the arguments, else float32."""
    return next((np.dtype(x) for x in args if isinstance(x, (str, type))), np.dtype(np.float32))


def COUNTED(*args):
    """Of whole numbers int64."""
    if isinstance(args[-1], str):
        return np.dtype(args[-1])
    return np.dtype(np.float32 if any(isinstance(x, float) for x in args) else np.int64)


of("array", np.array, call([[1, 2], [3, 4]]), call([1.5, 2], "float64"), call(SHORTS),
   dtype=lambda x, *d: np.dtype(d[0]) if d else np.asarray(x).dtype)
of("asarray", np.asarray, call([[1, 2], [3, 4]]), call(SHORTS), call(SHORTS, "float32"),
   dtype=lambda x, *d: np.dtype(d[0]) if d else np.asarray(x).dtype)
for name, like in (("zeros", np.zeros), ("ones", np.ones), ("empty", np.zeros)):
    of(name, like, call((2, 3)), call(4, "int16"), call((), bool), call((0, 2)), dtype=SAID)
of("full", np.full, call((2, 3), 7), call((2,), np.float64(2.5)), call((2, 4), X[:2]), call((3,), 1, "uint8"),
   dtype=lambda shape, value, *d: np.dtype(d[0]) if d else np.asarray(value).dtype)
for name, like in (("zeros_like", np.zeros_like), ("ones_like", np.ones_like), ("empty_like", np.zeros_like)):
    of(name, like, call(X), call(INTS), call(MASK), call(X, "int32"),
       dtype=lambda x, *d: np.dtype(d[0]) if d else x.dtype)
of("full_like", np.full_like, call(X, 3), call(INTS, 2.0), call(X, VECTOR[:4]), dtype=lambda x, *_: x.dtype)
of("arange", np.arange, call(5), call(2, 11, 3), call(1, 0, -0.25), call(0.5), call(3, 1), call(2, 7, 2, "float64"),
   dtype=COUNTED)
of("linspace", np.linspace, call(0, 1, 5), call(2.0, -3.0, 7), call(np.float32(1), np.float32(2)), call(0, 1, 1),
   call(0, 1, 5, endpoint=False),
   call(np.float64(1), 2, 7), call(VECTOR, VECTOR[::-1], 4), call(1.0, VECTOR, 3, False), call(0, 1, 0),
   call(0, 1, 1, endpoint=False),
   dtype=lambda x, y, *_: FLOATS(x, y))
of("logspace", np.logspace, call(0, 3, 4), call(np.float32(0), np.float32(2.5), 6), call(0, 2, 4, endpoint=False),
   call(1, 5, 5, base=2.0), call(VECTOR, 2.0, 3), call(X, VECTOR[:4], 5, axis=-1), call(np.float32([0, 1]), 2, 4, axis=1), call(X, 1.5, 3, False, 2.0, axis=1),
   dtype=SINGLE, tolerance=8, grad=SINGLES)
of("geomspace", np.geomspace, call(1, 1000, 4), call(np.float32(2), np.float32(9), 5),
   call(-1.0, -8.0, 4, endpoint=False), call(np.float32([1, 2]), 9.0, 4), call(np.exp(X), np.float32(3), 5, axis=-1), call(np.exp(X), np.exp(X[0]), 4, False, axis=1), dtype=SINGLE,
   tolerance=8, grad=SINGLES)
of("eye", np.eye, call(3), call(2, 4, 1), call(3, k=-1), call(2, dtype="int32"), dtype=SAID)
of("identity", np.identity, call(3), call(2, "int16"), dtype=SAID)
of("tri", np.tri, call(3), call(2, 4, 1), call(3, 3, -1, "int32"), dtype=SAID)
of("tril", np.tril, call(X), call(INTS, 1), call(CUBE, k=-1), call(MASK), dtype=FIRST)
of("triu", np.triu, call(X), call(INTS, 1), call(CUBE, k=-1), call(MASK), dtype=FIRST)
of("tril_indices", np.tril_indices, call(3), call(3, 1, 2), call(2, -1, 4), call(0), dtype=each(INDEX, INDEX))
of("triu_indices", np.triu_indices, call(3), call(3, 1, 2), call(2, -1, 4), call(0), dtype=each(INDEX, INDEX))
of("diag", np.diag, call(VECTOR), call(VECTOR, 2), call(VECTOR, -1), call(X), call(X, 1), call(INTS, -5),
   call(X[0, :0]), dtype=FIRST)
of("diagflat", np.diagflat, call(X), call(INTS[:1], 1), dtype=FIRST)
of("diagonal", np.diagonal, call(X), call(CUBE), call(CUBE, 1, 1, 2), call(CUBE, -1, axis1=-1, axis2=0),
   call(INTS, 7), dtype=FIRST)
of("vander", np.vander, call(VECTOR), call(VECTOR, 3), call(WHOLE[0], N=4, increasing=True), call(VECTOR, 0),
   call(VECTOR[:0]), dtype=FIRST, tolerance=4)
of("polyval", np.polyval, call(VECTOR, X), call(WHOLE[0], INTS), call(VECTOR[:1], X), call(VECTOR, 2.0),
   call(VECTOR[:0], X), call(VECTOR, NUMBER), dtype=NUMBERS,
   tolerance=8)
of("indices", np.indices, call((2, 3)), call((4,)), call((2, 3), sparse=True), dtype=lambda *_: np.dtype(np.int64))
of("meshgrid", np.meshgrid, call(VECTOR, X[0]), call(VECTOR, WHOLE[0], indexing="ij"),
   call(X[0], VECTOR, np.float32([1, 2])),
   call(VECTOR, X[0], sparse=True), call(VECTOR), call(NUMBER, VECTOR),
   dtype=lambda *xs: [x.dtype for x in xs if isinstance(x, (np.ndarray, np.generic))])

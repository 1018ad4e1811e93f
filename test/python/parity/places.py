"""Indices of elements, what is put there, and bits of bytes."""

import numpy as np

from .rows import (BYTES, CUBE, FIRST, INDEX, INTS, MASK, NOTHING, NUMBER, SHORTS, TRUTH, VECTOR, WHOLE, X, Y, call, each, table)

FUNCTIONS, of = table()
KNOWN = "whether indices are in range must be known"
AT = np.array([[0, 11], [-2, 5]])
FAR = np.array([3, -20, 40, -1, 11])
SQUARE, TALL, BOX = X[:, :3].copy(), np.zeros((7, 3), np.float32), np.ones((3, 3, 3), np.float32)


def copied(function):
    """What NumPy's function, which changes its argument, makes of a copy."""
    def reference(x, *args, inplace=False, **keywords):
        x = np.array(x)
        function(x, *args, **keywords)
        return x

    return reference


def unraveled(indices, shape):
    count = int(np.prod(shape))
    if indices.dtype == np.uint64:
        indices = np.minimum(indices, np.uint64(2**63 - 1)).astype(np.int64)
    return np.unravel_index(np.clip(indices, -count, count - 1) % count, shape)


def put(x, indices, values, mode=None):
    """JAX's default leaves out what is out of range."""
    x, values = np.array(x), np.resize(values, np.size(indices))
    if mode is None:
        isIn = (np.ravel(indices) >= -x.size) & (np.ravel(indices) < x.size)
        indices, values = np.ravel(indices)[isIn], values[isIn]
    if indices.size:
        np.put(x, indices, values, mode or "raise")
    return x


def packed(x, axis=None, bitorder="big"):
    return np.packbits(x != 0, axis, bitorder)


def unpacked(x, axis=None, count=None, bitorder="big"):
    return np.unpackbits(x, axis, count, bitorder)


BYTE = lambda *_: np.dtype(np.uint8)
of("unravel_index", unraveled, call(AT, (3, 4)), call(np.int64(5), (2, 3)), call(FAR, (2, 3, 2)), call(SHORTS, (12,)),
   call(NOTHING.astype(int), (2, 2)), call(np.uint8([3, 1]), (4, 1)), call(np.uint64([2**63 + 5, 2]), (4, 2)), dtype=INDEX)
of("ravel_multi_index", np.ravel_multi_index, call([WHOLE[0] % 3, WHOLE[1] % 4], (3, 4), jit=KNOWN),
   call([WHOLE[0] % 3, WHOLE[1] % 4], (3, 4), order="F", jit=KNOWN), call([INTS[0], SHORTS[1]], (3, 4), mode="wrap"),
   call([INTS, SHORTS, WHOLE[0]], (3, 4, 5), mode="clip"), call([INTS, 1, WHOLE[0]], (3, 4, 5), mode="wrap", order="F"),
   call([np.int64(1), np.int64(2)], (2, 3), jit=KNOWN), call([INTS], (5,), mode="clip"), dtype=INDEX)
of("diag_indices", np.diag_indices, call(3), call(2, 3), call(0), call(4, 1), dtype=INDEX)
of("diag_indices_from", np.diag_indices_from, call(SQUARE), call(BOX), dtype=INDEX)
for name in "tril", "triu":
    of(name + "_indices_from", getattr(np, name + "_indices_from"), call(X), call(X, 1), call(INTS, k=-1), call(TALL), call(NOTHING),
       dtype=each(INDEX, INDEX))
of("fill_diagonal", copied(np.fill_diagonal), call(X, 2.5), call(SQUARE, VECTOR[:3]), call(TALL, VECTOR, True), call(TALL, 3.0),
   call(TALL, VECTOR[:2], wrap=True), call(BOX, X), call(INTS, np.int64(7)), call(X, Y), call(INTS, 2.75), call(NOTHING, 1.0),
   call(X[:1], VECTOR), call(X[:, :1], VECTOR), dtype=FIRST)
of("place", copied(np.place), call(X, MASK, VECTOR), call(INTS, INTS > 0, np.array([7, 8])), call(X, MASK, 2.0), call(CUBE, CUBE > 0, Y),
   call(X, MASK, WHOLE), call(NOTHING, NOTHING > 0, VECTOR), call(NUMBER, np.bool_(True), VECTOR), dtype=FIRST)
of("put", put, call(X, AT, VECTOR), call(INTS, AT, 5), call(X, FAR, VECTOR), call(X, FAR, VECTOR, mode="clip", grad="one place twice"),
   call(INTS, FAR, WHOLE, mode="wrap"), call(X, AT, VECTOR, mode="raise", jit=KNOWN), call(X, AT, VECTOR[:2]), call(X, AT[:, :0], VECTOR),
   call(CUBE, np.int64(3), NUMBER), call(INTS, 4, 2.9), dtype=FIRST)
of("packbits", packed, call(MASK), call(MASK, 1), call(INTS, 0), call(CUBE > 0, -1, "little"), call(MASK[0]), call(WHOLE[:0]),
   call(np.arange(70) % 3, bitorder="little"), call(np.bool_(True)), dtype=BYTE)
of("unpackbits", unpacked, call(BYTES), call(BYTES, 1), call(BYTES * 25, 0, bitorder="little"), call(BYTES[0], count=20),
   call(BYTES[0], count=-5), call(BYTES, 1, 40, "little"), call(BYTES[:0]), call(np.uint8(130)), dtype=BYTE)
of("array_equiv", np.array_equiv, call(X, X), call(X, X[0]), call(np.ones((2, 3)), np.ones(3)), call(X, VECTOR), call(INTS, INTS + 1),
   call(NOTHING, X[:1, :3]), call(NUMBER, NUMBER), call(np.float32([np.nan]), np.float32([np.nan])), dtype=TRUTH)

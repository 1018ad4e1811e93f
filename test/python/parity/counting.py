"""Counts, averages and how samples vary together."""

import numpy as np

from .rows import (CUBE, DOUBLES, FIRST_FLOATS, FLOATS, INTS, NOTHING, NUMBER, POSITIVE, VECTOR, WHOLE, X, Y,
                   call, each, table)

FUNCTIONS, of = table()
NUMBERS = np.array([0, 2, 2, 5, 1])
UNKNOWN = "how many results there are is known only when it runs"
EDGES = np.float32([-1.5, -0.25, 0.3, 1.0, 3.0])
STEPS = "it has steps"


def bincount(x, weights=None, minlength=0, length=None):
    result = np.bincount(x, weights, max(minlength, length or 0))
    return result[:length]


def histogram_bin_edges(x, bins=10, range=None, weights=None):
    return np.histogram_bin_edges(x, bins, range)


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    if weights is not None and isinstance(axis, tuple) and np.shape(weights) != a.shape:  # as NumPy 2
        weights = np.expand_dims(np.transpose(weights, np.argsort(axis)), [i for i in range(a.ndim) if i not in axis]) + 0 * a
    if returned:
        return np.average(a, axis, weights, True, keepdims=keepdims)
    return np.average(a, axis, weights, keepdims=keepdims)


of("bincount", bincount, call(NUMBERS, jit=UNKNOWN), call(NUMBERS, VECTOR, jit=UNKNOWN), call(NUMBERS, length=4),
   call(NUMBERS, VECTOR, length=9),
   call(NUMBERS, minlength=9, jit=UNKNOWN), call(NUMBERS[:0], minlength=2, jit=UNKNOWN),
   dtype=lambda x, *w: next((y.dtype for y in w if isinstance(y, np.ndarray)), np.dtype(np.int64)))
of("histogram_bin_edges", histogram_bin_edges, call(X, 4), call(VECTOR, 3, (-2.0, 2.0)), call(NOTHING, 2),
   call(np.float32([3, 3])), call(X, 4, weights=Y), call(X, EDGES, None, Y),
   dtype=FIRST_FLOATS)
of("histogram", np.histogram, call(NOTHING, 2), call(NUMBER, 2, grad=STEPS), call(X, 4, grad=STEPS), call(X, EDGES,
   grad=STEPS, vmap="the ends stay in order"), call(np.float32([0, 1, 4, 4]), 2, grad=STEPS),
   call(VECTOR, 3, (-1.0, 1.0), grad=STEPS), call(X, 3, weights=Y, grad=STEPS), call(X, 5, density=True, grad=STEPS),
   dtype=each(FIRST_FLOATS, FIRST_FLOATS), tolerance=4)
PLANE = dict(grad=STEPS)
of("histogram2d", np.histogram2d, call(VECTOR, VECTOR[::-1].copy(), **PLANE), call(X[0], Y[0], 3, **PLANE), call(X[0], Y[0], [2, 3], **PLANE),
   call(X[0], Y[0], EDGES, **PLANE), call(X[0], Y[0], [EDGES, 2], **PLANE), call(X[0], Y[0], 2, [[-1.0, 1.0], [-2.0, 3.0]], **PLANE),
   call(X[0], Y[0], 3, weights=X[1], **PLANE), call(X[0], Y[0], [3, 2], density=True, **PLANE), call(np.float32([0, 1, 1]), np.float32([0, 4, 4]), 2),
   call(INTS[0], WHOLE[0], 2, weights=X[1], **PLANE), vmap="the ends stay in order",
   dtype=lambda x, y, *_: FLOATS(x, y), tolerance=8)
of("average", average, call(NUMBER), call(NUMBER, weights=np.float32(2)), call(X), call(X, 0), call(X, 1, X[0] ** 2),
   call(X, weights=POSITIVE), call(CUBE, (0, 2), np.abs(CUBE) + 1, keepdims=True),
   call(INTS, 0, WHOLE[:, 0]), call(X, 1, POSITIVE[0], True), call(CUBE, (0, 2), np.abs(CUBE[:, 0])), call(CUBE, (2, 0), np.abs(CUBE[:, 1].T), keepdims=True),
   call(CUBE, (1, 0), np.abs(CUBE[..., 1].T), True), call(X, (1,), POSITIVE[0]),
   dtype=lambda x, *w: FLOATS(*[y for y in (x, *w) if isinstance(y, np.ndarray)]),
   tolerance=4)
of("cov", np.cov, call(X), call(X, Y), call(VECTOR), call(X, rowvar=False), call(X, bias=True), call(X, ddof=2),
   call(INTS),
   call(X, fweights=WHOLE[0]), call(X, aweights=POSITIVE[0]), call(X, fweights=WHOLE[0], aweights=POSITIVE[0]),
   dtype=FIRST_FLOATS, tolerance=8)
of("corrcoef", np.corrcoef, call(X), call(X, Y), call(VECTOR), call(X, rowvar=False), call(DOUBLES),
   dtype=FIRST_FLOATS,
   tolerance=8, grad="it is cut off at 1")

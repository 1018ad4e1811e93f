"""Polynomials as vectors of coefficients, and windows."""

import numpy as np

from .rows import (DOUBLES, FIRST, FIRST_FLOATS, FLOATS, INTS, NUMBER, NUMBERS, SHORTS, SINGLE, VECTOR, WHOLE, X,
                   call, table)

FUNCTIONS, of = table()
KNOWN = "how many zeros there are must be known"
SIGNAL = np.array([0, 0, 3, 0, 1, 0])
GRID = np.pad([[1, 0, 2], [0, 0, 3]], ((1, 2), (0, 1)))
PLACES = np.float32([-2, -1, -0.5, 0, 1, 1.5, 3])
VALUES = np.float32([[1, 2, 0.5, -1, 0, 3, 2], [0, 1, 1, 2, -1, 0, 1]]).T
WEIGHTS = np.float32([1, 2, 0.5, 1, 3, 1, 1])

for name in ("bartlett", "blackman", "hamming", "hanning"):
    of(name, getattr(np, name), call(7), call(8), call(2), call(1), call(0), call(-3), call(1000), dtype=SINGLE)


def divided(u, v, trim_leading_zeros=False):
    """NumPy's, and without trimming with the zeros that it leaves away."""
    quotient, rest = np.polydiv(u, v)
    if not trim_leading_zeros:
        rest = np.concatenate([np.zeros(np.size(u) - len(rest)), rest])
    return quotient, rest


def multiplied(x, y, trim_leading_zeros=False):
    return np.polymul(x, y) if trim_leading_zeros else np.convolve(np.atleast_1d(x), np.atleast_1d(y))


def fitted(x, y, deg, rcond=None, full=False, w=None, cov=False):
    try:
        found = np.polyfit(x, y, deg, rcond, full, w, cov)
    except np.linalg.LinAlgError as problem:  # of points that other tests make equal
        raise ValueError(problem) from problem
    return [np.asarray(part) for part in found] if full else found


of("polyadd", np.polyadd, call(VECTOR, X[0]), call(X[0], VECTOR), call(SHORTS[0], INTS[1]), call(VECTOR, 2.0), call(NUMBER, VECTOR),
   call(VECTOR[:0], X[0]), dtype=NUMBERS)
of("polysub", np.polysub, call(VECTOR, X[0]), call(X[0], VECTOR), call(SHORTS[0], INTS[1]), call(2.0, VECTOR), call(NUMBER, VECTOR),
   call(VECTOR[:0], X[0]), dtype=NUMBERS)
of("polymul", multiplied, call(VECTOR, X[0]), call(WHOLE[0], WHOLE[1]), call(VECTOR, NUMBER), call(VECTOR, 3.0),
   call(SIGNAL, SIGNAL[1:], trim_leading_zeros=True, jit=KNOWN), call(SIGNAL[:2], SIGNAL, trim_leading_zeros=True, jit=KNOWN),
   dtype=lambda x, y, *_: NUMBERS(x, y), tolerance=2)
of("polydiv", divided, call(VECTOR, X[0, :3]), call(X[0], VECTOR), call(WHOLE[0], WHOLE[1, :2]), call(VECTOR, NUMBER),
   call(VECTOR, WHOLE[0, :1]), call(VECTOR, VECTOR[::-1].copy()), call(DOUBLES[0], DOUBLES[1, :2]),
   call(np.float64([1, 3, 3, 1]), np.float64([1, 1]), trim_leading_zeros=True, jit=KNOWN),
   call(np.float64([2, 3, 1, 1]), np.float64([1, 1]), trim_leading_zeros=True, jit=KNOWN),
   dtype=lambda u, v, *_: FLOATS(u, v), tolerance=64)
of("polyder", lambda p, m=1: np.polyder(np.atleast_1d(p), m), call(VECTOR), call(VECTOR, 2), call(WHOLE[0]), call(WHOLE[0], 3), call(VECTOR, 0), call(VECTOR, 5),
   call(VECTOR, 70), call(VECTOR[:0]), call(NUMBER), call(DOUBLES.ravel(), 7), dtype=FIRST)
of("polyint", np.polyint, call(VECTOR), call(VECTOR, 3), call(WHOLE[0], 2), call(VECTOR, 2, X[0, :2]), call(VECTOR, 3, 2.0),
   call(VECTOR, 1, NUMBER), call(VECTOR[:0], 2), call(DOUBLES.ravel(), 5), dtype=FIRST_FLOATS)
def trim_zeros(x, trim="fb", axis=None):
    """As NumPy 2."""
    axes = range(x.ndim) if axis is None else np.atleast_1d(axis) % x.ndim
    for i in axes:
        places = np.flatnonzero(np.any(x != 0, tuple(j for j in range(x.ndim) if j != i)))
        first, last = (places[0], places[-1] + 1) if len(places) else (0, 0)
        first, last = first if "f" in trim.lower() else 0, last if "b" in trim.lower() or not len(places) else x.shape[i]
        x = np.take(x, range(first, last), i)
    return x


of("trim_zeros", trim_zeros, *(call(SIGNAL, *how) for how in ((), ("f",), ("b",), ("BF",))), call(VECTOR), call(SIGNAL[:2]),
   call(SIGNAL[:0]), call(GRID), call(GRID, "f"), call(GRID, "b", 1), call(GRID, "fb", (0, -1)), call(0 * GRID), call(GRID, axis=0), jit=KNOWN, dtype=FIRST)
of("poly", lambda x: np.poly(np.atleast_1d(x)), call(VECTOR), call(WHOLE[0]), call(NUMBER), call(VECTOR[:0]), call(X[:, :3]), call(INTS[:, :3]),
   call(DOUBLES[:2, :2]), dtype=FIRST_FLOATS, tolerance=64)
of("polyfit", fitted, call(PLACES, VALUES[:, 0], 2), call(PLACES, VALUES, 3), call(PLACES, VALUES[:, 0], 0), call(WHOLE[0], INTS[0], 1),
   call(PLACES, VALUES[:, 1], 2, w=WEIGHTS), call(PLACES, VALUES, 1, w=WEIGHTS), call(PLACES, VALUES[:, 1], 2, cov=True),
   call(PLACES, VALUES, 1, cov=True), call(PLACES, VALUES[:, 1], 2, w=WEIGHTS, cov="unscaled"),
   call(PLACES, VALUES, 2, 1e-5, True), call(PLACES, VALUES[:, 0], 2, full=True),
   dtype=lambda x, y, deg, *options: [np.dtype(np.float32)] * 2 + [np.dtype(np.int64)] + [np.dtype(np.float32)] * 2, tolerance=200)

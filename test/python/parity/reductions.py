"""Reductions and running reductions."""

import cotan as ct
import numpy as np
import scipy.special

from .rows import (BYTES, CUBE, DOUBLES, FIRST, FIRST_FLOATS, GAPS, HALVES, INDEX, INTS, MASK, NOTHING,
                   NUMBER, SHORTS, SPECIAL, SUMMED, TRUTH, VECTOR, X, call, table)

FUNCTIONS, of = table()
ALL_GAPS = np.full((2, 3), np.nan, np.float32)
ROW = np.array([True, False, True, True])
EMPTY_ROWS = MASK & np.array([[True], [False], [True]])
DOUBLE, SHORT, TRUE = np.dtype("float64"), np.dtype("int16"), np.dtype("bool")

# Calls with the options a reduction has.
WITH_WHERE = (call(X, where=MASK), call(X, 1, where=EMPTY_ROWS, keepdims=True), call(CUBE, (0, 2), where=ROW),
              call(INTS, 0, where=EMPTY_ROWS))
MEAN_WHERE = (*WITH_WHERE[:1], call(X, 1, where=EMPTY_ROWS, grad="a mean of nothing"), *WITH_WHERE[2:])
SOME_WHERE = (call(X, where=MASK), call(CUBE, (0, 2), where=ROW, keepdims=True), call(INTS, 0, where=INTS > -5))
WITH_INITIAL = (call(X, 1, initial=0.25), call(INTS, 0, initial=3), call(X, 1, where=EMPTY_ROWS, initial=-0.25),
                call(NOTHING, initial=2.0), call(NOTHING, 0, initial=2.0, keepdims=True))
WITH_DTYPE = (call(X, 1, dtype=DOUBLE), call(INTS, dtype=DOUBLE), call(SHORTS, 0, dtype=DOUBLE, keepdims=True))


def asked(rule):
    """The element type that is asked for, else that of the rule."""
    return lambda *args: next((x for x in args if isinstance(x, np.dtype)), None) or rule(*args)



def reduction(name, reference, *more, dtype, **options):
    of(name, reference, call(X), call(X, 0), call(X, axis=-1, keepdims=True), call(CUBE, axis=(0, 2)),
       call(DOUBLES, axis=1), call(INTS, 1),
       call(SHORTS), call(BYTES, 0), call(NUMBER), *more, dtype=dtype, **options)


reduction("sum", np.sum, call(NOTHING), call(NOTHING, 0), call(MASK), call(SPECIAL, 1), call(HALVES),
          *WITH_WHERE, *WITH_INITIAL, *WITH_DTYPE, call(INTS, dtype=SHORT), call(INTS, 1, dtype=TRUE),
          dtype=asked(SUMMED))
reduction("prod", np.prod, call(NOTHING, 0), call(np.float32([[0, 2, 3], [0, 0, 1]]), 1), call(SPECIAL, 1), *WITH_WHERE, *WITH_INITIAL, *WITH_DTYPE, dtype=asked(SUMMED))
for name in "max", "min":
    reduction(name, getattr(np, name), call(SPECIAL, 1), call(MASK, 0), call(NOTHING, 1), *WITH_INITIAL,
              call(MASK, 1, initial=False, where=ROW), call(BYTES, 0, initial=4), dtype=FIRST)
reduction("mean", np.mean, call(MASK), call(SPECIAL, 1), call(HALVES, 0), call(NOTHING, 0), *MEAN_WHERE, *WITH_DTYPE,
          call(INTS + 20, dtype=SHORT), dtype=asked(FIRST_FLOATS))
reduction("var", np.var, call(X, 1, ddof=1), call(MASK), *SOME_WHERE, *WITH_DTYPE, call(X, ddof=2, where=MASK),
          dtype=asked(FIRST_FLOATS))
of("std", np.std, call(X), call(X, 0), call(CUBE, (0, 2), keepdims=True), call(DOUBLES, axis=1, ddof=1),
   call(INTS, 1), *SOME_WHERE, *WITH_DTYPE, dtype=asked(FIRST_FLOATS))
def logmeanexp(x, axis=None, where=None, keepdims=False):
    count = np.sum(np.broadcast_to(True if where is None else where, np.shape(x)), axis, keepdims=keepdims)
    x = x if where is None else np.where(where, x, -np.inf)
    return scipy.special.logsumexp(np.float64(x), axis, keepdims=keepdims) - np.log(count)


of("nn.logmeanexp", logmeanexp, call(X), call(X, 0), call(CUBE, axis=(0, 2), keepdims=True), call(INTS, 1), call(NUMBER), call(1000 * X, 1),
   call(X, where=MASK), call(X, 1, where=ROW, keepdims=True), call(HALVES, 0), call(X, 1, EMPTY_ROWS, grad="a mean of nothing"),
   dtype=FIRST_FLOATS, tolerance=4)
of("logsumexp", scipy.special.logsumexp, call(X), call(X, 0), call(CUBE, axis=(0, 2), keepdims=True),
   call(1000 * X, 1), call(INTS, 0),
   dtype=FIRST_FLOATS)
for name in "any", "all":
    of(name, getattr(np, name), call(MASK), call(MASK, 0), call(INTS, axis=-1, keepdims=True),
       call(CUBE, axis=(0, 1)), call(SPECIAL, 1),
       *WITH_WHERE, call(NOTHING), dtype=TRUTH)
of("count_nonzero", np.count_nonzero, call(MASK), call(INTS, 0), call(SPECIAL, axis=1, keepdims=True), call(NOTHING),
   dtype=INDEX)
reduction("ptp", np.ptp, call(NOTHING, 1), dtype=FIRST)
for name in "argmax", "argmin":
    of(name, getattr(np, name), call(X), call(X, 0), call(CUBE, axis=-1, keepdims=True), call(INTS, 1),
       call(SPECIAL, 1), call(BYTES),
       dtype=INDEX)

reduction("nansum", np.nansum, call(NOTHING, 0), call(GAPS), call(GAPS, 1), call(SPECIAL, 1),
          *WITH_WHERE, *WITH_INITIAL, *WITH_DTYPE, call(GAPS, 1, where=ROW), dtype=asked(SUMMED))
reduction("nanprod", np.nanprod, call(GAPS, 1), call(ALL_GAPS), call(GAPS, 0, where=ROW, initial=2.0),
          dtype=SUMMED)
reduction("nanmax", np.nanmax, call(NOTHING, 1), call(GAPS, 0), call(SPECIAL, 1), call(ALL_GAPS, 1),
          *WITH_INITIAL, call(ALL_GAPS, 0, initial=-1.0), dtype=FIRST)
reduction("nanmin", np.nanmin, call(GAPS, 0), call(SPECIAL, 1), call(ALL_GAPS, 1), *WITH_INITIAL, dtype=FIRST)
reduction("nanmean", np.nanmean, call(NOTHING, 0), call(GAPS, 0), call(ALL_GAPS, 1), *MEAN_WHERE, *WITH_DTYPE,
          call(GAPS, 1, where=ROW), dtype=asked(FIRST_FLOATS))
of("nanvar", np.nanvar, call(NOTHING, 0), call(NUMBER), call(GAPS, 1), call(GAPS, axis=1, ddof=2),
   call(X, 0, keepdims=True), call(INTS), call(ALL_GAPS), *MEAN_WHERE, *WITH_DTYPE,
   call(GAPS, 0, where=ROW), dtype=asked(FIRST_FLOATS))
of("nanstd", np.nanstd, call(GAPS, 1), call(X, 0), call(DOUBLES, axis=1, ddof=1, keepdims=True), call(INTS),
   *SOME_WHERE, dtype=FIRST_FLOATS)
for name in "nanargmax", "nanargmin":
    of(name, getattr(np, name), call(GAPS), call(X, 0), call(INTS, 1),
       call(np.array([[np.nan, 1.0], [np.inf, np.nan]]), 1, vmap="NumPy takes NaN for infinity"), dtype=INDEX)

of("cumsum", np.cumsum, call(X, 1), call(X), call(INTS, 0), call(SHORTS, 0), call(MASK, 1), call(SPECIAL, 1),
   call(NOTHING, 0), dtype=SUMMED)
of("cumprod", np.cumprod, call(X, 1), call(X), call(INTS, 0), call(np.float32([[0, 2, 3], [1, 0, 0]]), 1),
   dtype=SUMMED, tolerance=4)
of("cummax", lambda x, axis=0: np.maximum.accumulate(x, axis), call(X), call(X, 1), call(INTS, axis=-1), call(MASK, 1),
   call(SPECIAL, 1), dtype=FIRST)
of("cummin", lambda x, axis=0: np.minimum.accumulate(x, axis), call(X), call(X, 1), call(INTS, axis=-1), call(MASK, 1),
   call(SPECIAL, 1), dtype=FIRST)
of("nancumsum", np.nancumsum, call(GAPS, 1), call(GAPS), call(INTS, 0), dtype=SUMMED)
of("nancumprod", np.nancumprod, call(GAPS, 1), call(GAPS), call(INTS, 0), dtype=SUMMED, tolerance=4)


def cumulative(accumulate, first):
    def reference(x, axis=0, include_initial=False):
        result = accumulate(x, axis)
        shape = [1 if i == axis % x.ndim else size for i, size in enumerate(x.shape)]
        return np.concatenate([np.full(shape, first), result], axis) if include_initial else result

    return reference


for name, accumulate, first in (("cumulative_sum", np.cumsum, 0), ("cumulative_prod", np.cumprod, 1)):
    of(name, cumulative(accumulate, first), call(VECTOR), call(X, axis=1), call(X, axis=-1, include_initial=True),
       call(INTS, axis=0),
       dtype=SUMMED, tolerance=4)


def scanned(fn, x, reverse=False, axis=0):
    x = np.flip(x, axis) if reverse else x
    y = np.cumsum(x, axis) if fn.__name__ == "add" else np.cumprod(x, axis)
    return np.flip(y, axis) if reverse else y


of("associative_scan", scanned, call(ct.add, VECTOR), call(ct.multiply, X, axis=1),
   call(ct.add, CUBE, reverse=True, axis=-1),
   call(ct.multiply, CUBE, axis=1), call(ct.add, INTS[:1]), dtype=lambda fn, *args: args[0].dtype, tolerance=4)

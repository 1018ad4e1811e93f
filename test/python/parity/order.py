"""Functions that sort, rank, interpolate and take differences."""

import numpy as np

from .rows import (BYTES, CUBE, DOUBLES, FIRST, FIRST_FLOATS, FLOATS, GAPS, HALVES, INDEX, INTS, MASK,
                   NOTHING, NUMBER, POSITIVE, SPECIAL, VECTOR, WHOLE, X, Y, call, each, table)

FUNCTIONS, of = table()
SORTED = np.sort(VECTOR)
STEPS = "it has steps"


def sort(x, axis=-1, descending=False):
    return -np.sort(-x, axis) if descending else np.sort(x, axis)


def argsort(x, axis=-1, descending=False, dtype=None):
    return np.argsort(-x if descending else x, axis, kind="stable")


def top_k(x, k, axis=-1, mode="largest"):
    order = np.argsort(-x if mode == "largest" else x, axis, kind="stable")
    places = np.take(order, range(k), axis)
    return np.take_along_axis(x, places, axis), places


def weighted(a, q, weights, axis=None, keepdims=False, leaves_out=False, whole=1):
    """NumPy 2's inverted_cdf with weights, of one element after the other."""
    axes = list(range(a.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    if weights.shape != a.shape:
        weights = np.expand_dims(np.transpose(weights, np.argsort(axes)), [i for i in range(a.ndim) if i not in axes])
    count = int(np.prod([a.shape[i] for i in axes]))
    rows = [np.moveaxis(x, axes, range(-len(axes), 0)).reshape(-1, count) for x in np.broadcast_arrays(a, weights)]
    found = np.stack([_weighted_row(x, w, np.asarray(q, np.float64) / whole, leaves_out) for x, w in zip(*rows)], -1)
    kept = [1 if i in axes else n for i, n in enumerate(a.shape) if keepdims or i not in axes]
    return found.reshape(np.shape(q) + tuple(kept))


def _weighted_row(x, w, q, leaves_out):
    if leaves_out:
        x, w = x[~np.isnan(x)], w[~np.isnan(x)]
    if np.isnan(x).any() or w.sum() == 0:
        return np.full(np.shape(q), np.nan)
    x, w = x[w > 0], w[w > 0].astype(np.float64)
    order = np.argsort(x)
    sums = np.cumsum(w[order])
    return x[order][np.minimum(np.searchsorted(sums / sums[-1], q), len(x) - 1)]


def quantile(reference, whole, leaves_out):
    """The same function, which NumPy 1 has without weights."""
    def of(a, q, axis=None, method="linear", keepdims=False, weights=None):
        if weights is not None:
            return weighted(a, q, weights, axis, keepdims, leaves_out, whole)
        return reference(a, q, axis=axis, method=method, keepdims=keepdims)
    return of


def interp(x, xp, fp, left=None, right=None, period=None):
    numbers = (None if isinstance(beside, str) else beside for beside in (left, right))
    found = np.interp(x, xp, fp, *numbers, period=period)
    for beside, side, i, j in ((left, x < xp[0], 0, 1), (right, x > xp[-1], -2, -1)):
        if isinstance(beside, str):
            found = np.where(side, fp[i] + (x - xp[i]) * ((fp[j] - fp[i]) / (xp[j] - xp[i])), found)
    return found


of("sort", sort, call(X), call(X, 0), call(X, None), call(INTS, axis=1, descending=True), call(GAPS), call(SPECIAL),
   call(BYTES, 0), dtype=FIRST)
of("argsort", argsort, call(X), call(INTS, 0), call(X, None), call(X, axis=1, descending=True), call(GAPS),
   call(X, dtype="int16"), call(INTS, 0, dtype="uint8"), dtype=lambda x, *how: np.dtype(next((d for d in how if isinstance(d, str)), np.int64)))
of("top_k", top_k, call(X, 2), call(INTS, 4), call(X, 3, 0), call(X, 2, mode="smallest"), call(INTS, 3, 0, mode="smallest"), call(BYTES, 2, mode="smallest"),
   call(MASK, 3, mode="smallest"), call(GAPS, 2, mode="smallest"), dtype=each(FIRST, INDEX))
of("partition", lambda x, k, axis=-1: np.sort(x, axis), call(X, 2), call(INTS, 0, axis=0), dtype=FIRST)
of("argpartition", lambda x, k, axis=-1: np.argsort(x, axis, kind="stable"), call(X, 2), call(INTS, 0, axis=0),
   dtype=INDEX)
of("lexsort", np.lexsort, call([X[0], WHOLE[0] % 2]), call([INTS, WHOLE % 2], 0), call((VECTOR,)), dtype=INDEX)
of("searchsorted", np.searchsorted, call(SORTED, X), call(SORTED, X, "right"), call(np.array([1, 2, 2, 5]), INTS),
   call(np.array([1, 2, 2, 5]), INTS, side="right"), call(np.float32([1, np.inf, np.nan, np.nan]), SPECIAL),
   call(np.float32([1, np.inf, np.nan, np.nan]), SPECIAL, "right"), call(VECTOR[:0], X), call(SORTED, NUMBER),
   call(SORTED, NOTHING), call(VECTOR, X, sorter=np.argsort(VECTOR), vmap="the sorter stays"),
   dtype=INDEX)
of("digitize", np.digitize, call(NUMBER, SORTED), call(NOTHING, SORTED), call(X, SORTED), call(X, SORTED[::-1]),
   call(INTS, np.array([-2, 0, 3]), right=True), call(INTS, np.array([3, 0]), True),
   dtype=INDEX)
of("interp", interp, call(NUMBER, SORTED, VECTOR), call(NOTHING, SORTED, VECTOR), call(X, SORTED, VECTOR),
   call(2.5 * X, SORTED, VECTOR, -9.0, 9.0), call(DOUBLES, np.arange(4.0), X[0]),
   call(WHOLE, np.array([0, 4, 9]), np.array([5, 0, 1])), call(X, SORTED[:1], VECTOR[:1]),
   call(5 * X, SORTED, VECTOR, period=3.0, grad=STEPS), call(2.5 * X, SORTED, VECTOR, "extrapolate", 9.0),
   call(2.5 * X, SORTED, VECTOR, -9.0, "extrapolate"), call(2.5 * X, SORTED, VECTOR, left="extrapolate", right="extrapolate"),
   dtype=FLOATS, tolerance=8)
of("diff", np.diff, call(NOTHING), call(X), call(X, 2, 0), call(INTS), call(BYTES, axis=0), call(MASK),
   call(X, prepend=0.0, append=Y), call(X[:, :0]),
   call(CUBE, 3, 1), call(X, 0), dtype=FIRST)
of("ediff1d", np.ediff1d, call(X), call(VECTOR, to_end=2.0), call(INTS, np.array([7, 8]), 9), call(VECTOR[:1]),
   dtype=FIRST)
of("gradient", np.gradient, call(VECTOR), call(X), call(X, 2.0), call(X, 0.5, np.arange(4, dtype=np.float32) ** 2),
   call(CUBE, axis=-1), call(CUBE, 2.0, np.float32(0.5), axis=(0, 2)), call(VECTOR, SORTED), call(INTS, axis=0),
   call(VECTOR[:2]), call(VECTOR, edge_order=2), call(X, 2.0, 0.5, edge_order=2), call(CUBE, axis=-1, edge_order=2), call(VECTOR, SORTED, edge_order=2),
   call(X, 0.5, np.arange(4, dtype=np.float32) ** 2, edge_order=2), call(INTS, axis=0, edge_order=2), call(VECTOR[:3], edge_order=2), call(VECTOR, edge_order=1),
   dtype=FIRST_FLOATS, tolerance=16)
of("trapezoid", np.trapz, call(NOTHING), call(NOTHING, axis=0), call(X), call(X, dx=0.5, axis=0), call(X, X[0]),
   call(X, Y), call(INTS, axis=0), call(CUBE, CUBE, axis=1),
   dtype=FIRST_FLOATS, tolerance=4)


LINES = ("interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased")
OBSERVATIONS = ("averaged_inverted_cdf", "closest_observation")


def ranked(name, reference, q, **options):
    leaves_out = name.startswith("nan")
    weights = dict(method="inverted_cdf", grad=STEPS)
    of(name, quantile(reference, q, leaves_out), call(NUMBER, 0.3 * q), call(X, 0.3 * q), call(X, np.float32([0.0, 0.25 * q, q]), 0,
       grad="q is at an end"), call(X, np.float32([0.1 * q, 0.9 * q]), 0),
       call(CUBE, 0.7 * q, axis=(0, 2), keepdims=True),
       call(X, np.float64(0.1 * q), axis=1), call(INTS, 0.5 * q, 1), call(VECTOR, 0.3 * q, method="lower"),
       call(VECTOR, 0.3 * q, method="higher"),
       call(VECTOR, 0.3 * q, method="midpoint"), call(VECTOR, 0.3 * q, method="nearest"), call(GAPS, 0.5 * q, 1),
       call(HALVES, 0.3 * q),
       call(X, 0.3 * q, method="inverted_cdf", grad=STEPS), call(X, np.float32([0.0, 0.25 * q, q]), 0, **weights), call(GAPS, 0.5 * q, 1, **weights),
       call(np.arange(10.0), 0.3 * q, **weights), call(X, 0.4 * q, weights=POSITIVE, **weights), call(X, np.float32([0.0, 0.5 * q, q]), 1, weights=POSITIVE[0], **weights),
       call(X, 0.4 * q, 0, weights=WHOLE, keepdims=True, **weights), call(CUBE, 0.6 * q, (2, 0), weights=np.abs(CUBE[:, 0].T), **weights),
       call(GAPS, 0.5 * q, 1, weights=POSITIVE, **weights), call(X, 0.0, weights=np.float32(WHOLE % 2), **weights), call(INTS, 0.5 * q, 1, weights=WHOLE, **weights),
       call(np.arange(10.0), 0.3 * q, weights=np.ones(10), **weights),
       *(call(x, np.float32([0.1 * q, 0.65 * q]), 1, method=method) for x in (X, INTS, GAPS) for method in LINES),
       *(call(x, np.float32([0.1 * q, 0.65 * q]), 1, method=method, grad=STEPS) for x in (X, INTS, GAPS) for method in OBSERVATIONS),
       *(call(np.arange(5.0), np.array([0.0, 0.4 * q, q]), method=method, grad="q is at an end") for method in LINES + OBSERVATIONS), dtype=lambda x, q, *_: FLOATS(x, q), tolerance=4, **options)


ranked("quantile", np.quantile, 1)
FUNCTIONS["quantile"].calls += (call(X, np.float32([[0.1, 0.4], [0.3, 0.6]]), 1),)  # np.nanquantile mixes up the axes
ranked("nanquantile", np.nanquantile, 1)
ranked("percentile", np.percentile, 100)
ranked("nanpercentile", np.nanpercentile, 100)
of("median", np.median, call(NOTHING, 0), call(NUMBER), call(X), call(X, 0), call(CUBE, (0, 2), keepdims=True),
   call(INTS, 1), call(GAPS, 1), call(np.float32([np.inf] * 3)),
   call(VECTOR), dtype=FIRST_FLOATS)
of("nanmedian", np.nanmedian, call(NOTHING, 0), call(NUMBER), call(X), call(GAPS, 1), call(GAPS),
   call(np.float32([[np.nan, np.nan], [1, np.nan]]), 1), dtype=FIRST_FLOATS)

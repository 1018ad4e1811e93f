"""Functions that choose, pick and put elements."""

import numpy as np

from .rows import (BYTES, CUBE, FIRST, HALVES, INDEX, INTS, MASK, NOTHING, NUMBER, PROMOTED, SHORTS, VECTOR, WHOLE, X, Y,
                   call, table)

FUNCTIONS, of = table()
PLACES = np.array([[0, 2], [3, 1], [-1, 0]])
BEYOND = np.array([[0, 9], [-1, 3], [-9, 1], [4, -3]])
NAN = "what is read out of range is NaN"
UNKNOWN = "how many results there are is known only when it runs"


def where_type(condition, x, y):
    return PROMOTED(x, y)


def put(x, indices, values, axis, mode=None):
    x = x.copy()
    size = x.size if axis is None else x.shape[axis]
    if mode in ("wrap", "clip"):
        indices = indices % size if mode == "wrap" else np.clip(indices, 0, size - 1)
    np.put_along_axis(x, indices, values, axis)
    return x


def filled(function):
    """With `size` and `fill_value`, as JAX's functions have them."""
    def reference(*args, size=None, fill_value=0, **keywords):
        found = function(*args, **keywords)
        if size is None:
            return found
        found = found[:size]
        rest = np.full((size - len(found), *found.shape[1:]), fill_value, found.dtype)
        return np.concatenate([found, rest])

    return reference


def take(x, indices, axis=None, mode=None, fill_value=None):
    if mode in ("wrap", "clip", "raise"):
        return np.take(x, indices, axis, mode=mode)
    if mode == fill_value:  # nothing is said
        return np.take(x, indices, axis, mode="clip" if np.min(indices) >= 0 else "raise")
    size = x.size if axis is None else x.shape[axis]
    is_there = (indices >= -size) & (indices < size)
    found = np.take(x, np.where(is_there, indices, 0), axis)
    if axis is not None:
        is_there = is_there.reshape(is_there.shape + (1,) * (x.ndim - 1 - axis))
    return np.where(is_there, found, usual_fill(x.dtype) if fill_value is None else fill_value).astype(x.dtype)


def usual_fill(dtype):
    """What JAX reads out of range."""
    return np.nan if dtype.kind in "fc" else np.iinfo(dtype).max if dtype.kind == "u" else np.iinfo(dtype).min


def take_along(x, indices, axis=-1, mode=None, fill_value=None, wrap_negative_indices=None):
    size = x.size if axis is None else x.shape[axis]
    if wrap_negative_indices is False and mode not in ("wrap", "clip"):
        indices = np.where(indices < 0, size, indices)
    is_there = (indices >= -size) & (indices < size)
    if mode == "raise":
        return np.take_along_axis(x, indices, axis)
    if mode in ("wrap", "clip"):
        below = indices + size * ((indices < 0) & (wrap_negative_indices is not False))
        return np.take_along_axis(x, indices % size if mode == "wrap" else np.clip(below, 0, size - 1), axis)
    fill = 0 if mode in (None, "one_hot") and fill_value is None else usual_fill(x.dtype) if fill_value is None else fill_value
    return np.where(is_there, np.take_along_axis(x, np.where(is_there, indices, 0), axis), fill).astype(x.dtype)


of("where", np.where, call(MASK, X, Y), call(MASK, X, 0.0), call(MASK[:, :1], INTS, SHORTS), call(INTS, X[0], INTS),
   dtype=where_type)
of("select", np.select, call([MASK[:, :1], MASK], [X[0], np.float64(2)], -1.0), call([MASK, INTS > 0], [X, Y]),
   call([MASK], [X], 2.0), call([INTS > 3, INTS > 0], [INTS, 2 * INTS], -1),
   dtype=lambda conditions, choices, *_: PROMOTED(*choices))
of("choose", np.choose, call(WHOLE % 3, [X, Y, X * 2], mode="wrap"), call(INTS, [X, Y], mode="wrap"),
   call(INTS, [X, Y], mode="clip"),
   call(WHOLE[0] % 2, [INTS, SHORTS], jit="it may refuse an index"), call(np.int64(1), [X, Y], mode="clip"),
   dtype=lambda a, choices, *_: PROMOTED(*choices))
of("take", take, call(X, np.array([0, 2]), 0), call(X, np.array([[0, 1], [3, -1]]), 1),
   call(CUBE, np.array([5, 0]), axis=None),
   call(X, np.array([9, 0]), 0), call(INTS, 2, axis=1), call(X, BEYOND, 0, mode="wrap"), call(X, BEYOND, axis=1, mode="clip"),
   call(X, BEYOND, 1, mode="fill", grad=NAN), call(SHORTS, BEYOND, 0, mode="fill"), call(CUBE, BEYOND, 1, fill_value=7.0),
   call(INTS, BEYOND * 9, mode="drop"), call(X, np.array([0, -1]), 1, mode="raise", jit="it may refuse an index"), dtype=FIRST)
of("take_along_axis", take_along, call(X, PLACES, 1), call(INTS, np.array([[0, 1, 2, 0]]), 0),
   call(X, BEYOND.reshape(-1), None), call(X, BEYOND[:3], 1), call(X, BEYOND[:3], 1, "fill", grad=NAN), call(INTS, BEYOND[:3], 1, None, -7),
   call(X, BEYOND[:3], -1, mode="clip"), call(X, BEYOND[:3], mode="wrap"), call(X, PLACES, 1, "raise", jit="it may refuse an index"),
   call(X, BEYOND[:3], 1, "one_hot"), *[call(X, BEYOND[:3], 1, mode, wrap_negative_indices=wraps, grad=NAN if mode == "fill" else True)
                                        for mode in (None, "fill", "clip", "wrap", "one_hot") for wraps in (False, True)],
   call(X, BEYOND.reshape(-1), None, wrap_negative_indices=False), call(X, np.int8([[3, -1]] * 3), 1, wrap_negative_indices=False), dtype=FIRST)
of("put_along_axis", put, call(NOTHING, np.zeros((0, 1), int), 5.0, 1), call(X, PLACES, Y[:, :2], 1),
   call(X, PLACES, 5.0, 1), call(INTS, np.array([[0, 1, 2, 0]]), 7, 0),
   call(X, np.array([[5], [-9], [1]]), 5.0, 1, mode="clip"), call(X, np.array([[5], [-9], [1]]), 5.0, 1, mode="wrap"),
   call(X, np.array([11, -1]), Y[0, :2], None), dtype=FIRST)
def distinct(x, index=False, inverse=False, counts=False, axis=None, equal_nan=True, size=None, fill_value=None):
    """np.unique, with JAX's size and fill_value, and places in the shape of x as in NumPy 2."""
    values, *places = np.unique(x, True, True, True, axis, equal_nan=equal_nan)
    along = axis or 0
    if size is not None:
        count = min(size, values.shape[along])
        values, starts, often = np.take(values, range(count), along), places[0][:count], places[2][:count]
        rest = np.take(values, [0] * (size - count), along)
        values = np.concatenate([values, rest if fill_value is None else np.full_like(rest, fill_value)], along)
        places = [np.r_[starts, [places[0][0]] * (size - count)], places[1], np.r_[often, [0] * (size - count)]]
    places[1] = places[1].reshape(x.shape if axis is None else -1)
    found = [values, *(p.astype(np.int64) for p, wanted in zip(places, (index, inverse, counts)) if wanted)]
    return found if len(found) > 1 else found[0]


FEW = np.float32([[2, 1, np.nan, 2], [1, np.nan, 3, -0.0]])
ROWS = np.array([[1, 2, 0], [0, 5, 1], [1, 2, 0], [1, 1, 9], [0, 5, 1]])
of("unique", distinct, call(SHORTS, jit=UNKNOWN), call(FEW, True, True, True, jit=UNKNOWN),
   call(FEW, False, False, True, equal_nan=False, jit=UNKNOWN), call(MASK, jit=UNKNOWN), call(NOTHING, True, True, jit=UNKNOWN),
   call(ROWS, axis=0, jit=UNKNOWN), call(ROWS, True, True, True, 0, jit=UNKNOWN), call(ROWS, axis=1, jit=UNKNOWN),
   call(X, jit=UNKNOWN),
   call(INTS, True, True, True, size=20), call(INTS, size=20, fill_value=-50), call(INTS, size=3), call(X, size=12),
   call(ROWS, True, False, True, axis=0, size=4), call(ROWS, axis=-2, size=5, fill_value=7),
   dtype=lambda x, *flags: [x.dtype] + [np.dtype(np.int64)] * sum(flag is True for flag in flags[:3]))
for name, flags in (("all", (True, True, True)), ("counts", (False, False, True)), ("inverse", (False, True)), ("values", ())):
    # NaNs differ from each other, as the array API standard has it.
    of("unique_" + name, lambda x, flags=flags, **sized: distinct(x, *flags, equal_nan=False, **sized),
       *(call(x, jit=UNKNOWN) for x in (SHORTS, FEW, MASK, NOTHING, NUMBER, X)), call(INTS, size=20), call(INTS, size=20, fill_value=-50),
       call(X, size=12), dtype=lambda x, *_, flags=flags: [x.dtype] + [np.dtype(np.int64)] * sum(flags))


def set_function(name):
    """NumPy's, and with JAX's size the elements up to it, padded by the smallest, but those of setdiff1d by 0."""
    function = getattr(np, name)

    def reference(x, y, *args, size=None, fill_value=None, **keywords):
        found = function(x, y, *args, **keywords)
        several = isinstance(found, tuple)
        found = list(found) if several else [found]
        if size is not None:
            pads = [(found[0][0] if name != "setdiff1d" and len(found[0]) else 0) if fill_value is None else fill_value, np.size(x), np.size(y)]
            found = [np.concatenate([f[:size], np.full(max(size - len(f), 0), pad, f.dtype)]) for f, pad in zip(found, pads)]
        return tuple(found) if several else found[0]

    return reference


LEFT, RIGHT = np.array([3, 1, 2, 3, 9]), np.array([[2, 5, 3], [3, 7, 7]])
HOLES = np.float32([np.nan, 1, 2, np.nan]), np.float32([2, np.nan, 0])
SETS = [call(LEFT, RIGHT, jit=UNKNOWN), call(*HOLES, jit=UNKNOWN), call(MASK, LEFT, jit=UNKNOWN), call(LEFT, SHORTS, jit=UNKNOWN),
        call(NOTHING, X, jit=UNKNOWN), call(X, NOTHING, jit=UNKNOWN), call(X, Y, jit=UNKNOWN), call(NUMBER, X, jit=UNKNOWN),
        call(LEFT, RIGHT, size=9), call(LEFT, RIGHT, size=1), call(LEFT, RIGHT, size=8, fill_value=-4), call(X, NOTHING, size=14)]
of("union1d", set_function("union1d"), *SETS, dtype=PROMOTED)
of("intersect1d", set_function("intersect1d"), *SETS, call(LEFT, RIGHT, False, True, jit=UNKNOWN),
   call(LEFT, RIGHT, return_indices=True, size=4), call(X, NOTHING, return_indices=True, size=2),
   dtype=lambda x, y, *flags: [PROMOTED(x, y), np.dtype(np.int64), np.dtype(np.int64)])
of("setdiff1d", set_function("setdiff1d"), *SETS, call(LEFT, RIGHT, True, jit=UNKNOWN), dtype=lambda x, *_: x.dtype)
of("setxor1d", set_function("setxor1d"), *SETS, dtype=PROMOTED)
of("nonzero", lambda x, **options: tuple(filled(np.argwhere)(x, **options).T), call(MASK, jit=UNKNOWN),
   call(INTS, jit=UNKNOWN),
   call(NOTHING, jit=UNKNOWN), call(MASK, size=9), call(MASK, size=20, fill_value=2), call(NOTHING, size=1),
   call(MASK, size=20, fill_value=(-1, 9)),
   dtype=INDEX)
of("flatnonzero", filled(np.flatnonzero), call(NUMBER, size=1), call(INTS, jit=UNKNOWN),
   call(MASK, size=20, fill_value=-1), call(MASK, size=2), call(NOTHING, size=2),
   dtype=INDEX)
of("argwhere", filled(np.argwhere), call(INTS, jit=UNKNOWN), call(MASK, size=20, fill_value=-1), call(MASK, size=2),
   call(CUBE > 0, size=30, fill_value=(7, 8, 9)),
   call(NOTHING, size=2),
   call(CUBE > 0, size=24), call(NUMBER, size=1), dtype=INDEX)
of("compress", filled(np.compress), call(np.array([True, False, True]), X, 0, jit=UNKNOWN),
   call(MASK[0], VECTOR[:4], size=6, fill_value=5),
   call(MASK[:, 0], X, axis=0, size=3), call(np.array([True, True]), INTS, axis=0, size=1),
   call(np.array([True, False, True, False, False]), X, 0, jit=UNKNOWN), call(np.array([True, False, True, False, False]), X, 0, size=2),
   dtype=lambda condition, x, *_: x.dtype)
of("extract", filled(np.extract), call(MASK, X, jit=UNKNOWN), call(MASK, X, size=15), call(MASK, INTS, size=2),
   dtype=lambda condition, x, *_: x.dtype)
of("isin", np.isin, call(NOTHING, X), call(NUMBER, X), call(INTS, SHORTS), call(X, X[0]),
   call(INTS, np.array([], np.int64)), call(INTS, SHORTS[0], invert=True),
   call(np.float32([np.nan, 1]), np.float32([np.nan, 1])), dtype=lambda *_: np.dtype(bool))


def block(x, starts, sizes):
    places = [int(np.clip(s, 0, n - size)) for s, n, size in zip(starts, x.shape, sizes)]
    return tuple(slice(p, p + size) for p, size in zip(places, sizes))


def updated(x, update, starts):
    x = x.copy()
    x[block(x, starts, update.shape)] = update
    return x


of("dynamic_slice", lambda x, starts, sizes: x[block(x, starts, sizes)], call(X, [np.int64(1), np.int64(2)], (2, 2)),
   call(INTS, [2, 3], (2, 2)), call(VECTOR, [np.int64(-3)], (2,)), dtype=FIRST)
of("dynamic_update_slice", updated, call(X, Y[:2, :2], [np.int64(1), np.int64(9)]), call(INTS, SHORTS[:1], [1, 0]),
   dtype=FIRST)


def of_segments(change, start):
    def reference(data, segment_ids, num_segments=None, mode=None):
        data = np.asarray(data)
        if num_segments is None:
            num_segments = segment_ids.max(initial=-1) + 1
        result = np.full((num_segments, *data.shape[1:]), start(data.dtype), data.dtype)
        for i, row in zip(segment_ids, data):
            i = {"clip": min(max(i, 0), num_segments - 1), "wrap": i % num_segments}.get(mode, i)
            if 0 <= i < num_segments:
                result[i] = change(result[i], row)
        return result

    return reference


def extreme(sign):
    def start(dtype):
        if dtype.kind == "f":
            return sign * np.inf
        return sign > 0 if dtype.kind == "b" else (np.iinfo(dtype).max if sign > 0 else np.iinfo(dtype).min)

    return start


SEGMENTS, BEYOND_THEM = np.array([2, 0, 2]), np.array([-1, 4, 1])
INFINITE = "an empty segment is infinite, where differences are not"
for name, reference, grad in (("sum", of_segments(np.add, lambda dtype: 0), None), ("prod", of_segments(np.multiply, lambda dtype: 1), None),
                              ("max", of_segments(np.maximum, extreme(-1)), INFINITE), ("min", of_segments(np.minimum, extreme(1)), INFINITE)):
    of(f"ops.segment_{name}", reference, call(X, SEGMENTS, jit=UNKNOWN, vmap=UNKNOWN, grad=grad), call(X, SEGMENTS, 3, grad=grad),
       call(X, np.array([1, 0, 1]), 2), call(CUBE, np.array([1, 0]), 2), call(VECTOR, np.array([2, 1, 2, 2, 0]), 3),
       call(INTS, SEGMENTS, num_segments=5), call(X, BEYOND_THEM, 3, grad=grad), call(INTS, BEYOND_THEM, 3, mode="clip"),
       call(X, BEYOND_THEM, 3, mode="wrap", grad=grad), call(BYTES, SEGMENTS.astype(np.int8), 4),
       call(HALVES, np.array([1, 0, 1]), 2), call(X[:0], SEGMENTS[:0], 2, grad=grad), call(X, SEGMENTS, 0),
       call(MASK, SEGMENTS, 3), dtype=FIRST)

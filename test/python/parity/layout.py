"""Functions that rearrange, join and cut."""

import numpy as np

from .rows import (CUBE, DOUBLES, FIRST, HALVES, INTS, MASK, NOTHING, NUMBER, PROMOTED, SHORTS, VECTOR, X, Y,
                   call, table)

FUNCTIONS, of = table()


def FIRST_PART(parts, *_):
    return PROMOTED(*parts)


of("reshape", np.reshape, call(X, (2, 6)), call(INTS, (-1, 2)), call(NUMBER, (1, 1)), call(NOTHING, (3, 0)),
   dtype=FIRST)
of("ravel", np.ravel, call(CUBE), call(MASK), call(NUMBER), dtype=FIRST)
of("transpose", np.transpose, call(CUBE), call(CUBE, (1, 2, 0)), call(INTS), call(VECTOR), dtype=FIRST)
of("matrix_transpose", lambda x: np.swapaxes(x, -1, -2), call(X), call(CUBE), dtype=FIRST)
of("swapaxes", np.swapaxes, call(CUBE, 0, -1), call(INTS, 0, 1), dtype=FIRST)
of("moveaxis", np.moveaxis, call(CUBE, 0, -1), call(CUBE, (0, 1), (2, 0)), dtype=FIRST)
of("rollaxis", np.rollaxis, call(CUBE, 2), call(CUBE, 0, 3), call(CUBE, 1, -1), dtype=FIRST)
of("expand_dims", np.expand_dims, call(X, 0), call(X, (0, -1)), call(NUMBER, 0), dtype=FIRST)
of("squeeze", np.squeeze, call(X[:, None]), call(X[None, :, None], 2), call(X[:1, :1]), dtype=FIRST)
of("broadcast_to", np.broadcast_to, call(X, (2, 3, 4)), call(NUMBER, (2,)), call(X[:, :1], (3, 5)), dtype=FIRST)
of("broadcast_arrays", np.broadcast_arrays, call(X, X[0]), call(X[:, :1], NUMBER, SHORTS),
   dtype=lambda *xs: [x.dtype for x in xs])
of("astype", lambda x, dtype: x.astype(dtype), call(X, "int32"), call(INTS, "float32"), call(X, "float16"),
   call(MASK, "int8"),
   call(DOUBLES, "float32"), dtype=lambda x, dtype: np.dtype(dtype),
   grad="results are too short for finite differences")
for name in "atleast_1d", "atleast_2d", "atleast_3d":
    of(name, getattr(np, name), call(NUMBER), call(VECTOR), call(X), call(CUBE), dtype=FIRST)
for name in "hstack", "vstack", "dstack", "column_stack":
    of(name, getattr(np, name), call([X, Y]), call([VECTOR, VECTOR]), call((INTS, SHORTS)), call([X, DOUBLES]),
       dtype=FIRST_PART)
of("concatenate", np.concatenate, call([X, Y]), call([X, Y], 1), call([CUBE, CUBE], axis=-1),
   call([INTS, SHORTS, X]), call([NOTHING, CUBE[0, :, :3]]),
   dtype=FIRST_PART)
of("stack", np.stack, call([X, Y]), call([X, Y], -1), call([NUMBER, NUMBER]), call([INTS, HALVES], 1),
   dtype=FIRST_PART)
of("split", np.split, call(X, 3), call(X, 2, 1), call(CUBE, [1, 3], -1), call(INTS, [2]), call(VECTOR, [3, 1]), call(VECTOR, [-2, 1]), dtype=FIRST)
of("array_split", np.array_split, call(NOTHING, 2), call(VECTOR, 3), call(X, 3, 1), call(X, [1], axis=-1),
   call(VECTOR, 7), dtype=FIRST)
of("hsplit", np.hsplit, call(X, 2), call(VECTOR, [2]), call(CUBE, [1]), dtype=FIRST)
of("vsplit", np.vsplit, call(X, 3), call(CUBE, [1]), dtype=FIRST)
of("dsplit", np.dsplit, call(CUBE, 2), dtype=FIRST)
of("unstack", lambda x, axis=0: list(np.moveaxis(x, axis, 0)), call(X), call(CUBE, 1), call(INTS, axis=-1),
   dtype=FIRST)
of("flip", np.flip, call(NOTHING), call(NUMBER), call(X), call(X, 1), call(CUBE, (0, 2)), dtype=FIRST)
of("fliplr", np.fliplr, call(X), call(CUBE), dtype=FIRST)
of("flipud", np.flipud, call(X), call(VECTOR), dtype=FIRST)
of("rot90", np.rot90, call(X), call(X, 2), call(X, -1), call(CUBE, 1, (1, 2)), call(CUBE, 3, axes=(2, 0)),
   call(X, 4), dtype=FIRST)
of("roll", np.roll, call(X, 1), call(X, -5, 1), call(CUBE, 2, axis=0), call(CUBE, (1, -2), (0, 2)),
   call(X, 1, (0, 1)), call(X, (1, 3)), call(NOTHING, 1, 0), dtype=FIRST)
PADS = [call(X, [(1, 2), (3, 0)]), call(VECTOR, 4), call(INTS, ((2, 1),))]


def repeat(x, repeats, axis=None, total_repeat_length=None):
    """np.repeat, with JAX's number of results."""
    x, axis = (np.ravel(x), 0) if axis is None else (x, axis)
    size = x.shape[axis]
    places = np.repeat(np.arange(size), repeats)
    if total_repeat_length is not None:
        places = np.append(places, [size - 1] * total_repeat_length)[:total_repeat_length].astype(int)
    return np.take(x, places, axis)


def mirrored(x, widths, mode):
    """np.pad; older versions of NumPy mirror wrongly what is mirrored several times."""
    widths = np.broadcast_to(widths, (x.ndim, 2))
    for axis, (before, behind) in enumerate(widths):
        n = x.shape[axis]
        row = {"reflect": [*range(n), *range(n - 2, 0, -1)], "symmetric": [*range(n), *range(n - 1, -1, -1)],
               "wrap": [*range(n)]}[mode]
        x = np.take(x, [row[i % len(row)] for i in range(-before, n + behind)], axis)
    return x


def padded(x, widths, mode="constant", **options):
    by_places = mode in ("reflect", "symmetric", "wrap") and not options
    return mirrored(x, widths, mode) if by_places else np.pad(x, widths, mode, **options)


of("pad", padded, *PADS, call(VECTOR, [(1, 1)], constant_values=7.0), call(INTS, [(0, 0), (0, 1)], constant_values=3),
   call(X, 2, constant_values=((1.0, 2.0), (3.0, 4.0))), call(X, (1, 2), constant_values=(-1.0, 5.0)),
   call(NUMBER, 2),
   *(call(*row.args, mode) for row in PADS for mode in ("edge", "reflect", "symmetric", "wrap", "mean", "maximum",
                                                        "minimum", "median", "linear_ramp")),
   call(X, 9, "reflect"), call(X, 9, "symmetric"), call(X, 9, "wrap"), call(X[:1], 2, "reflect"),
   *(call(x, width, mode, reflect_type="odd") for mode in ("reflect", "symmetric")
     for x, width in ((X, (2, 1)), (X, 9), (X[:1], 2), (INTS, 3), (VECTOR, (0, 4)))),
   call(X, [(1, 2), (2, 1)], "linear_ramp", end_values=((1.0, 2.0), (3.0, 4.0))),
   call(INTS, 3, "linear_ramp", end_values=7),
   call(MASK, 2, "mean"), call(MASK, 1, "median"), call(MASK, 1, "linear_ramp"),
   call(X, 1, "mean", stat_length=2), call(INTS, 1, "maximum", stat_length=((1, 2), (3, 1))), dtype=FIRST)
of("tile", np.tile, call(X, (2, 1, 3)), call(VECTOR, 2), call(CUBE, (2,)), dtype=FIRST)
of("repeat", repeat, call(X, 2, 1), call(X, 3), call(INTS, 0, 0), call(X, 2, 1, total_repeat_length=5), call(X, np.array([2, 0, 3]), 0, total_repeat_length=4),
   call(X, np.array([2, 0, 1]), 0, total_repeat_length=7), call(INTS, 1, total_repeat_length=20), call(X, 2, 0, total_repeat_length=0), dtype=FIRST)
of("resize", np.resize, call(X, (2, 3)), call(X, (5, 4)), call(INTS, 3), call(NOTHING, (2, 2)), dtype=FIRST)
of("append", np.append, call(NUMBER, NUMBER), call(NOTHING, X), call(X, Y), call(X, Y, 0),
   call(INTS, SHORTS, axis=1), call(VECTOR, 2.0), dtype=PROMOTED)
of("insert", np.insert, call(VECTOR[:0], 0, 5.0), call(X, 1, Y[0], 0), call(X, [0, 3], Y[:, :2], axis=1),
   call(VECTOR, 2, 9.0), call(VECTOR, [4, 0, 0], np.float32([1, 2, 3])),
   call(INTS, -1, 7, 1), call(X, slice(0, 2), Y[:2], 0), call(X, 1, Y[:, :2].T, 1), dtype=FIRST)
of("delete", np.delete, call(X, 1, 0), call(X, [0, -1], axis=1), call(VECTOR, slice(1, None, 2)), call(INTS, 5),
   call(X, [True, False, True], 0),
   call(X, []), dtype=FIRST)
of("apply_along_axis", np.apply_along_axis, call(lambda v: v[::-1] * 2, 1, CUBE), call(lambda v: v.sum(), 0, X),
   call(lambda v: v[:, None] * v, 1, CUBE), dtype=lambda f, axis, x: x.dtype)
of("apply_over_axes", np.apply_over_axes, call(lambda x, axis: x.sum(axis), CUBE, (0, 2)), call(lambda x, axis: x * x, X, 1),
   dtype=lambda f, x, axes: x.dtype)
of("piecewise", np.piecewise, call(X, [X < -0.5, X > 0.5], [lambda x: x * x, 3.0, lambda x: -x]), call(CUBE, [CUBE > 0], [lambda x: x * x * x]),
   call(INTS, [INTS > 0], [lambda x: x + 1, 7]), call(NOTHING, [NOTHING > 0], [1.0]), call(NUMBER, [True, False], [lambda x: 2 * x, 5.0]),
   dtype=FIRST)
of("copy", np.copy, call(X), call(INTS), call(NUMBER), call(NOTHING), dtype=FIRST)
of("map", lambda f, xs: np.stack([f(x) for x in xs]), call(lambda x: x * x, X), call(lambda x: x.sum(), CUBE),
   dtype=lambda f, x: x.dtype)

"""Images: windows, pooling and resampling by loops over their elements."""

import itertools

import numpy as np

from .rows import (CUBE, DOUBLES, FIRST, FIRST_FLOATS, FLOATS, INDEX, INTS, MASK, NUMBERS, PROMOTED, VECTOR, X, call,
                   each, table)

FUNCTIONS, of = table()
RANDOM = np.random.default_rng(11)
IMAGE = RANDOM.permutation(2 * 5 * 6 * 3).reshape(2, 5, 6, 3).astype(np.float32) / 32  # no two are equal
LINE, SOLID = IMAGE[0], IMAGE[0, :3, :4, :, None]
GRID = RANDOM.uniform(-1.4, 1.4, size=(2, 3, 2, 2)).astype(np.float32)
THETA = RANDOM.normal(size=(2, 2, 3)).astype(np.float32)
SAMPLES = RANDOM.uniform(size=(2, 3, 2)).astype(np.float32)


def numbers(given, axes, otherwise=1):
    """One for each axis."""
    given = otherwise if given is None else given
    return (given,) * axes if isinstance(given, int) else tuple(given) * (axes if len(given) == 1 else 1)


def pads(padding, sizes, windows, strides):
    """How many lie before and behind."""
    if not isinstance(padding, str):
        return padding
    if padding == "VALID":
        return [(0, 0)] * len(sizes)
    missing = [max((-(-n // s) - 1) * s + k - n, 0) for n, k, s in zip(sizes, windows, strides)]
    return [(m // 2, m - m // 2) if padding == "SAME" else (m - m // 2, m // 2) for m in missing]


class Windows:
    """Where each window lies along each axis."""

    def __init__(self, sizes, window, strides, padding, dilation=1):
        self.sizes, axes = sizes, len(window)
        strides, dilation = numbers(strides, axes), numbers(dilation, axes)
        spans = [(k - 1) * d + 1 for k, d in zip(window, dilation)]
        around = pads(padding, sizes, spans, strides)
        self.places = [(n + sum(p) - k) // s + 1 for n, p, k, s in zip(sizes, around, spans, strides)]
        self.elements = [[[i * s + j * d - p[0] for j in range(k)] for i in range(m)]
                         for m, s, d, k, p in zip(self.places, strides, dilation, window, around)]

    def __iter__(self):
        """The place of each window, and its elements: tuples of indices, None in the padding."""
        for place in np.ndindex(*self.places):
            elements = itertools.product(*(self.elements[axis][i] for axis, i in enumerate(place)))
            yield place, [e if all(0 <= i < n for i, n in zip(e, self.sizes)) else None for e in elements]


def spatial(x, axes):
    """The spatial axes first, and their sizes."""
    y = np.moveaxis(x, range(-1 - axes, -1), range(axes))
    return y, y.shape[:axes]


def back(y, axes):
    return np.moveaxis(y, range(axes), range(-1 - axes, -1))


def unfold(x, window_shape, strides=None, padding="VALID", dilation=None):
    y, sizes = spatial(x, len(window_shape))
    zero = np.zeros_like(y[(0,) * len(sizes)])
    rows = [np.stack([zero if e is None else y[e] for e in elements], -1)
            for _, elements in Windows(sizes, window_shape, strides, padding, dilation)]
    return np.stack([row.reshape(*row.shape[:-2], -1) for row in rows], -2)


def fold(x, output_size, window_shape, strides=None, padding="VALID", dilation=None):
    count = int(np.prod(window_shape))
    y = np.zeros((*output_size, *x.shape[:-2], x.shape[-1] // count), x.dtype)
    for row, (_, elements) in enumerate(Windows(output_size, window_shape, strides, padding, dilation)):
        for i, e in enumerate(elements):
            if e is not None:
                y[e] += x[..., row, i::count]
    return back(y, len(output_size))


def pixel_shuffle(x, upscale_factor):
    r, (*batch, h, w, c) = upscale_factor, x.shape
    y = np.zeros((*batch, h * r, w * r, c // r ** 2), x.dtype)
    for i, j in np.ndindex(r, r):
        y[..., i::r, j::r, :] = x[..., i * r + j::r * r]
    return y


def pixel_unshuffle(x, downscale_factor):
    r, (*batch, h, w, c) = downscale_factor, x.shape
    y = np.zeros((*batch, h // r, w // r, c * r ** 2), x.dtype)
    for i, j in np.ndindex(r, r):
        y[..., i * r + j::r * r] = x[..., i::r, j::r, :]
    return y


def channel_shuffle(x, groups):
    inside = x.shape[-1] // groups
    return np.stack([x[..., g * inside + i] for i in range(inside) for g in range(groups)], -1)


def parts(size, count):
    return [range(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def cells(sizes, counts):
    """The place of each part, and its elements."""
    along = [parts(n, m) for n, m in zip(sizes, counts)]
    return [(place, list(itertools.product(*(along[axis][i] for axis, i in enumerate(place)))))
            for place in np.ndindex(*counts)]


def for_all(x, size):
    return numbers(size, max(x.ndim - 2, 1)) if isinstance(size, int) else tuple(size)


def adaptive_avg_pool(x, output_size):
    output_size = for_all(x, output_size)
    y, sizes = spatial(x, len(output_size))
    z = np.zeros((*output_size, *y.shape[len(sizes):]))
    for place, elements in cells(sizes, output_size):
        z[place] = np.mean([y[e] for e in elements], 0)
    return back(z, len(sizes))


def largest(y, sizes, windows):
    """Of (place, elements) the largest elements and their indices."""
    windows = [(place, [e for e in elements if e is not None]) for place, elements in windows]
    shape = np.max([place for place, _ in windows], 0) + 1
    values = np.zeros((*shape, *y.shape[len(sizes):]), y.dtype)
    indices = np.zeros(values.shape, np.int64)
    for place, elements in windows:
        lines = np.stack([y[e] for e in elements])
        at = lines.argmax(0)
        values[place] = np.take_along_axis(lines, at[None], 0)[0]
        indices[place] = np.array([np.ravel_multi_index(e, sizes) for e in elements])[at]
    return back(values, len(sizes)), back(indices, len(sizes))


def adaptive_max_pool(x, output_size):
    output_size = for_all(x, output_size)
    y, sizes = spatial(x, len(output_size))
    return largest(y, sizes, cells(sizes, output_size))


def max_pool(x, window_shape, strides=None, padding="VALID"):
    y, sizes = spatial(x, len(window_shape))
    return largest(y, sizes, Windows(sizes, window_shape, strides, padding))


def lp_pool(x, norm_type, window_shape, strides=None, padding="VALID"):
    rows = np.abs(unfold(x, window_shape, strides, padding)) ** norm_type
    rows = rows.reshape(*rows.shape[:-1], x.shape[-1], -1).sum(-1) ** (1 / norm_type)
    axes = len(window_shape)
    places = Windows(spatial(x, axes)[1], window_shape, strides, padding).places
    return rows.reshape(*x.shape[:-1 - axes], *places, x.shape[-1])


def fractional(x, window_shape, output_size, samples):
    """Of each image and channel on its own."""
    axes = len(window_shape)
    batch, sizes, channels = x.shape[:-1 - axes], x.shape[-1 - axes:-1], x.shape[-1]
    values = np.zeros((*batch, *output_size, channels), x.dtype)
    indices = np.zeros(values.shape, np.int64)
    for *at, c in np.ndindex(*batch, channels):
        begins = []
        for m, w, n, u in zip(sizes, window_shape, output_size, samples[(*at, c)]):
            a = (m - w) / max(n - 1, 1)
            begins.append([int((i + u) * a) - int(u * a) for i in range(n - 1)] + [m - w])
        lines = [[range(begin, begin + w) for begin in along] for along, w in zip(begins, window_shape)]
        windows = [(place, list(itertools.product(*(lines[axis][i] for axis, i in enumerate(place)))))
                   for place in np.ndindex(*output_size)]
        where = (*at, ..., slice(c, c + 1))
        values[where], indices[where] = largest(x[where], sizes, windows)
    return values, indices


def max_unpool(x, indices, output_size):
    output_size = numbers(output_size, 1) if isinstance(output_size, int) else output_size
    axes = len(output_size)
    y, at = spatial(x, axes)[0], spatial(indices, axes)[0]
    z = np.zeros((int(np.prod(output_size)), *y.shape[axes:]), x.dtype)
    for place in np.ndindex(*y.shape):
        z[(at[place], *place[axes:])] = y[place]
    return back(z.reshape(*output_size, *z.shape[1:]), axes)


def cubic(d, a):
    d = abs(d)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else 0


def weights(size, count, scale, mode, align_corners, antialias):
    """The matrix that makes an axis of `count` elements of one of `size`."""
    matrix = np.zeros((count, size))
    step = (size - 1) / max(count - 1, 1) if align_corners else 1 / scale if scale else size / count
    for i in range(count):
        if mode == "area":
            matrix[i, parts(size, count)[i]] = 1 / len(parts(size, count)[i])
        elif mode.startswith("nearest"):
            matrix[i, min(int((i + 0.5 * (mode == "nearest-exact")) * step), size - 1)] = 1
        elif antialias:
            reach, center = max(step, 1), (i + 0.5) * step
            support = reach * (2 if mode == "cubic" else 1)
            for j in range(max(int(center - support + 0.5), 0), min(int(center + support + 0.5), size)):
                d = (j - center + 0.5) / reach
                matrix[i, j] = cubic(d, -0.5) if mode == "cubic" else max(1 - abs(d), 0)
            matrix[i] /= matrix[i].sum()
        else:
            s = i * step if align_corners else (i + 0.5) * step - 0.5
            s = s if mode == "cubic" else min(max(s, 0), size - 1)
            for j in range(int(np.floor(s)) - 1, int(np.floor(s)) + 3):
                weight = cubic(s - j, -0.75) if mode == "cubic" else max(1 - abs(s - j), 0)
                matrix[i, min(max(j, 0), size - 1)] += weight
    return matrix


def interpolate(x, size=None, scale_factor=None, mode="nearest", align_corners=False, antialias=False):
    axes = max(x.ndim - 2, 1) if size is None or isinstance(size, int) else len(size)
    mode = {"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    for i, axis in enumerate(range(x.ndim - 1 - axes, x.ndim - 1)):
        n = x.shape[axis]
        count = int(np.floor(n * scale_factor)) if size is None else numbers(size, axes)[i]
        matrix = weights(n, count, scale_factor, mode, align_corners, antialias)
        x = np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis)
    return x


def affine_grid(theta, size, align_corners=False):
    n = len(size)
    grid = np.zeros((*theta.shape[:-2], *size, n))
    for place in np.ndindex(*size):
        at = [(2 * i + 1) / m - 1 for i, m in zip(place, size)]
        if align_corners:
            at = [2 * i / (m - 1) - 1 if m > 1 else 0 for i, m in zip(place, size)]
        grid[(..., *place, slice(None))] = theta @ np.array([*at[::-1], 1])
    return grid


def mirrored(s, low, high):
    """Reflected at low and high as often as it takes."""
    if high <= low:
        return 0.0
    while not low <= s <= high:
        s = 2 * low - s if s < low else 2 * high - s
    return s


def grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=False):
    n = grid.shape[-1]
    first = x.ndim - 1 - n
    sizes = x.shape[first:-1]
    y = np.zeros((*grid.shape[:-1], x.shape[-1]))
    edge = 0 if align_corners else -0.5

    def moved(s, size):
        s = mirrored(s, edge, size - 1 - edge) if padding_mode == "reflection" else s
        return s if padding_mode == "zeros" else min(max(s, 0), size - 1)

    for place in np.ndindex(*grid.shape[:-1]):
        taps = []
        for size, g in zip(sizes, grid[place][::-1]):
            s = (g + 1) / 2 * (size - 1) if align_corners else ((g + 1) * size - 1) / 2
            s = s if mode == "bicubic" else moved(s, size)
            before = int(np.floor(s))
            if mode == "nearest":
                axis = [(int(np.rint(s)), 1)]
            elif mode == "bilinear":
                axis = [(before, before + 1 - s), (before + 1, s - before)]
            else:
                axis = [(int(moved(float(j), size)), cubic(s - j, -0.75)) for j in range(before - 1, before + 3)]
            taps.append(axis)
        for corner in itertools.product(*taps):
            if all(0 <= i < size for (i, _), size in zip(corner, sizes)):
                y[place] += np.prod([w for _, w in corner]) * x[(*place[:first], *(i for i, _ in corner))]
    return y


def conv_transpose(x, kernel, strides=1, padding="SAME", output_padding=0, dilation=1, groups=1):
    axes = x.ndim - 2
    strides, dilation, more = (numbers(v, axes) for v in (strides, dilation, output_padding))
    sizes, window = x.shape[1:-1], kernel.shape[:axes]
    spans = [(k - 1) * d + 1 for k, d in zip(window, dilation)]
    whole = [(n - 1) * s + k for n, s, k in zip(sizes, strides, spans)]
    inside, outputs = x.shape[-1] // groups, kernel.shape[-1]
    y = np.zeros((x.shape[0], *(n + 64 for n in whole), outputs * groups))
    for place in np.ndindex(*sizes):
        for element in np.ndindex(*window):
            at = tuple(p * s + e * d for p, s, e, d in zip(place, strides, element, dilation))
            for g in range(groups):
                of_group = slice(g * inside, (g + 1) * inside)
                y[(slice(None), *at, slice(g * outputs, (g + 1) * outputs))] += (
                    x[(slice(None), *place, of_group)] @ kernel[element][of_group])
    cut = padding
    if isinstance(padding, str):
        less = [max((k - s) // 2, 0) if padding != "VALID" else 0 for k, s in zip(spans, strides)]
        rest = [k - s - a if padding != "VALID" else 0 for k, s, a in zip(spans, strides, less)]
        cut = list(zip(rest, less)) if padding == "SAME_LOWER" else list(zip(less, rest))
    for axis in range(axes):
        low, high = cut[axis]
        y = np.take(y, np.arange(low, whole[axis] + more[axis] - high), axis + 1)
    return y


def interpolated(x, *rest):
    return x.dtype if not {"linear", "area"} & {each for each in rest if isinstance(each, str)} else FLOATS(x)


POOLED = each(FIRST, INDEX)
of("nn.unfold", unfold, call(IMAGE, (2, 3)), call(IMAGE, (2, 2), 2, "SAME"), call(LINE, (3,), (1,), [(2, 1)], 2),
   call(INTS, (2,)), call(MASK, (2,), padding=[(1, 0)]), call(SOLID, (2, 2, 1), dilation=(1, 2, 1)), dtype=FIRST)
of("nn.fold", fold, call(RANDOM.normal(size=(2, 9, 18)), (4, 5), (2, 3)),
   call(RANDOM.normal(size=(2, 9, 8)).astype(np.float32), (5, 6), (2, 2), 2, "SAME"),
   call(X, (7,), (2,), 2, [(0, 0)], 2), call(INTS, (4,), (2,)), dtype=NUMBERS, tolerance=4)
of("nn.pixel_shuffle", pixel_shuffle, call(CUBE, 2), call(IMAGE[..., :1], 1),
   call(RANDOM.normal(size=(2, 2, 3, 18)), 3), call(INTS[None], 2), call(MASK[None], 2), dtype=FIRST)
of("nn.pixel_unshuffle", pixel_unshuffle, call(IMAGE[:, :4], 2), call(DOUBLES[:, :, None][:2], 2),
   call(INTS[:2, :, None], 2), dtype=FIRST)
of("nn.channel_shuffle", channel_shuffle, call(X, 2), call(CUBE, 4), call(INTS, 1), call(MASK, 2), dtype=FIRST)
of("nn.interpolate", interpolate, call(IMAGE, 7), call(IMAGE, (3, 8), mode="nearest-exact"), call(IMAGE, None, 1.5),
   call(IMAGE, (8, 3), mode="bilinear"), call(IMAGE, None, 0.7, "bilinear"),
   call(IMAGE, (4, 9), None, "bilinear", True), call(IMAGE, (7, 4), mode="bicubic"),
   call(IMAGE, 11, None, "bicubic", True), call(IMAGE, scale_factor=2.0, mode="cubic"),
   call(LINE, (9,), mode="linear"), call(SOLID, (2, 5, 4), mode="trilinear"), call(IMAGE, (2, 4), mode="area"),
   call(IMAGE, (2, 3), mode="bilinear", antialias=True), call(IMAGE, (3, 9), None, "bicubic", False, True),
   call(IMAGE, (2, 4), None, "bilinear", True, True), call(IMAGE, scale_factor=0.4, mode="linear", antialias=True),
   call(INTS, 7), call(MASK, 2, mode="nearest-exact"), call(INTS, 5, mode="linear"), dtype=interpolated, tolerance=8)
of("nn.affine_grid", affine_grid, call(THETA, (3, 4)), call(THETA, (3, 1), True),
   call(RANDOM.normal(size=(3, 4)), (2, 1, 3)), call(RANDOM.normal(size=(1, 2)), (4,)), dtype=FIRST_FLOATS,
   tolerance=4)
of("nn.grid_sample", grid_sample,
   *(call(IMAGE, GRID, mode, padding, corners, grad="steps" if mode == "nearest" else None)
     for mode in ("bilinear", "nearest", "bicubic") for padding in ("zeros", "border", "reflection")
     for corners in (False, True)),
   call(SOLID[None], RANDOM.uniform(-1.4, 1.4, size=(1, 2, 1, 2, 3))),
   call(X, RANDOM.uniform(-1, 1, size=(5, 1)), "bicubic", "reflection"), dtype=lambda x, grid, *rest: FLOATS(x, grid),
   tolerance=32)
of("nn.adaptive_avg_pool", adaptive_avg_pool, call(IMAGE, 2), call(IMAGE, (3, 4)), call(LINE, (7,)),
   call(SOLID, (2, 3, 2)), call(INTS, 2), dtype=FIRST_FLOATS, tolerance=4)
of("nn.adaptive_max_pool", lambda *args: adaptive_max_pool(*args)[0], call(IMAGE, 2), call(IMAGE, (3, 4)),
   call(LINE, (7,)), call(INTS, 2), call(MASK, 2), dtype=FIRST)
of("nn.adaptive_max_pool_with_indices", adaptive_max_pool, call(IMAGE, 2), call(IMAGE, (3, 4)), call(SOLID, (2, 3, 2)),
   call(INTS, 2), dtype=POOLED)
of("nn.max_pool_with_indices", max_pool, call(IMAGE, (2, 2)), call(IMAGE, (3, 2), (2, 1), "SAME"),
   call(LINE, (3,), 2, [(2, 1)]), call(SOLID, (2, 2, 1)), call(INTS, (2,)), call(MASK, (2,)), dtype=POOLED)
of("nn.lp_pool", lp_pool, call(IMAGE, 2, (2, 2)), call(IMAGE, 3, (3, 2), 2, "SAME"),
   call(LINE, 1.5, (2,), padding=[(1, 0)]), call(INTS, 1, (2,)), dtype=FIRST_FLOATS, tolerance=8)
of("nn.fractional_max_pool", lambda *args: fractional(*args)[0], call(IMAGE, (2, 3), (3, 2), SAMPLES),
   call(LINE, (2,), (4,), SAMPLES[0, :1, :1].astype(np.float64).repeat(3, 0)[None].repeat(5, 0)), dtype=FIRST,
   grad="samples move windows")
of("nn.fractional_max_pool_with_indices", fractional, call(IMAGE, (2, 3), (3, 2), SAMPLES),
   call(INTS, (2,), (2,), SAMPLES[0, :1, :1].repeat(4, 0)), dtype=POOLED, grad="samples move windows")
of("nn.max_unpool", max_unpool, call(X, np.array([[0, 4, 2, 1], [1, 0, 3, 2], [5, 5, 5, 5]]), 6),
   call(*max_pool(IMAGE, (2, 2), 2), (5, 6)), dtype=FIRST)
of("nn.conv_transpose", conv_transpose,
   *(call(RANDOM.normal(size=(2, 3, 4, 2)), RANDOM.normal(size=(3, 2, 2, 3)), *rest)
     for rest in ((), (2,), ((2, 1), "VALID", (1, 0)), (1, [(1, 0), (0, 1)], 0, 2), ((1, 3), "SAME_LOWER"))),
   call(VECTOR[:4].reshape(1, 4, 1), VECTOR.reshape(5, 1, 1), 2),
   call(RANDOM.normal(size=(1, 3, 4)).astype(np.float32), X[:, None].reshape(3, 4, 1), 3, "VALID", 2, 1, 2),
   call(INTS[None], INTS[:2, :, None], 2, "VALID"), call(X, X.T), dtype=PROMOTED, tolerance=64)

"""What functions of jax.lax give, by NumPy and by loops over all places: (function, NumPy's, arguments, gradient)."""

import functools
import itertools
import math

import cotan as ct
import numpy as np

lax = ct.lax
GENERATOR = np.random.default_rng(7)


def normal(*shape):
    return GENERATOR.normal(size=shape)


def positive(*shape):
    return GENERATOR.uniform(0.5, 3.0, shape)


def whole(*shape, low=-9, high=9, dtype=np.int32):
    return GENERATOR.integers(low, high, shape).astype(dtype)


def places(shape):
    return itertools.product(*map(range, shape))


def lax_pad(x, value, config):
    """Each element has its place in an array that is large enough; then what is outside is cut off."""
    sizes = [max((n - 1) * (c + 1) + 1, 0) if n else 0 for n, (_, _, c) in zip(x.shape, config)]
    result = np.full([n + a + b for n, (a, b, _) in zip(sizes, config)], value, x.dtype)
    for place in places(x.shape):
        there = tuple(p * (c + 1) + a for p, (a, _, c) in zip(place, config))
        if all(0 <= t < n for t, n in zip(there, result.shape)):
            result[there] = x[place]
    return result


def window_reduction(x, start, of, window, strides, pads, base, gaps):
    x = lax_pad(x, start, [(*p, b - 1) for p, b in zip(pads, base)])
    counts = [max((n - (w - 1) * g - 1) // s + 1, 0) for n, w, s, g in zip(x.shape, window, strides, gaps)]
    result = np.full(counts, start, x.dtype)
    for place in places(counts):
        for inner in places(window):
            result[place] = of(result[place], x[tuple(p * s + i * g for p, s, i, g in zip(place, strides, inner, gaps))])
    return result


def convolution(x, w, strides, pads, lhs_dilation, rhs_dilation, groups=1):
    """Of (batch, features, ...) and (output, input, ...)."""
    x = lax_pad(x, 0, [(0, 0, 0)] * 2 + [(*p, d - 1) for p, d in zip(pads, lhs_dilation)])
    window = w.shape[2:]
    counts = [(n - (k - 1) * d - 1) // s + 1 for n, k, s, d in zip(x.shape[2:], window, strides, rhs_dilation)]
    y = np.zeros((x.shape[0], w.shape[0], *counts), x.dtype)
    inner, outer = w.shape[1], w.shape[0] // groups
    for b, o, *place in places(y.shape):
        for i, *at in places(w.shape[1:]):
            where = tuple(p * s + a * d for p, s, a, d in zip(place, strides, at, rhs_dilation))
            y[(b, o, *place)] += x[(b, o // outer * inner + i, *where)] * w[(o, i, *at)]
    return y


def windows(indices, numbers, shape, window, clip):
    """For each index: its place, the start of its window, and whether it is inside."""
    starts_of = numbers[2]
    for place in places(indices.shape[:-1]):
        start = [0] * len(shape)
        for k, d in enumerate(starts_of):
            start[d] = int(indices[place][k])
        for d, axis in zip(numbers[3], numbers[4]):
            start[d] = place[axis]
        limits = [n - s for n, s in zip(shape, window)]
        if clip:
            start = [min(max(s, 0), m) for s, m in zip(start, limits)]
        yield place, start, all(0 <= s <= m for s, m in zip(start, limits))


def gathered(x, indices, numbers, sizes, clip=False, fill=np.nan):
    left = [*numbers[1], *numbers[3]]
    offset = numbers[0]
    rank = indices.ndim - 1 + len(offset)
    kept = iter(n for d, n in enumerate(sizes) if d not in left)
    batch = iter(indices.shape[:-1])
    result = np.full([next(kept) if d in offset else next(batch) for d in range(rank)], fill, x.dtype)
    for place, start, inside in windows(indices, numbers, x.shape, sizes, clip):
        for inner in places(sizes):
            b, w = iter(place), iter(i for d, i in enumerate(inner) if d not in left)
            if inside:
                result[tuple(next(w) if d in offset else next(b) for d in range(rank))] = x[
                    tuple(s + i for s, i in zip(start, inner))]
    return result


def scattered(x, indices, updates, numbers, of, clip=False):
    x, left, dims = x.copy(), [*numbers[1], *numbers[3]], numbers[0]
    sizes = iter(updates.shape[d] for d in dims)
    window = [1 if d in left else next(sizes) for d in range(x.ndim)]
    for place, start, inside in windows(indices, numbers, x.shape, window, clip):
        for inner in places(window):
            b, w = iter(place), iter(i for d, i in enumerate(inner) if d not in left)
            update = updates[tuple(next(w) if d in dims else next(b) for d in range(updates.ndim))]
            if inside:
                at = tuple(s + i for s, i in zip(start, inner))
                x[at] = of(x[at], update)
    return x


def zeta(s, q):
    """Ten thousand terms and what is left of the integral."""
    k = np.arange(10000.0)
    return np.vectorize(lambda s, q: np.sum((q + k) ** -s) + (q + 10000) ** (1 - s) / (s - 1) + (q + 10000) ** -s / 2)(s, q)


def bessel(order, x):
    t = (np.arange(5000) + 0.5) * (math.pi / 5000)
    return np.vectorize(lambda v: np.mean(np.exp(v * np.cos(t) - abs(v)) * np.cos(order * t)))(x)


def numbers(kind, *given):
    return getattr(lax, f"{kind}DimensionNumbers")(*given)


ROWS = (2, 3)
GATHERS = [  # operand, indices, numbers, sizes
    ((4, 3), [[1], [3], [7]], ((1,), (0,), (0,)), (1, 3)),
    ((4, 3), [[1, 1], [3, 1], [-1, 0]], ((0, 1), (), (0, 1)), (2, 2)),
    ((5,), [[[0], [4]], [[2], [2]]], ((), (0,), (0,)), (1,)),
    ((2, 4, 3), [[[1], [2], [0]], [[3], [1], [9]]], ((2,), (1,), (1,), (0,), (0,)), (1, 1, 3)),
    ((3, 4), [[2, 1], [0, 0]], ((1,), (0,), (1, 0)), (1, 2)),
]
SCATTERS = [  # operand, indices, the updates' shape, numbers
    ((4, 3), [[1], [3], [7]], (3, 3), ((1,), (0,), (0,))),
    ((4, 3), [[1, 1], [2, 0], [-1, 0]], (2, 3, 2), ((0, 2), (), (0, 1))),
    ((5,), [[0], [4], [2]], (3,), ((), (0,), (0,))),
    ((2, 4, 3), [[[1], [2], [0]], [[3], [1], [9]]], (2, 3, 3), ((2,), (1,), (1,), (0,), (0,))),
]
WINDOWS = [  # operand, window, strides, padding, base dilation, window dilation
    ((7,), (3,), (1,), [(0, 0)], (1,), (1,)),
    ((5, 6), (2, 3), (2, 1), [(1, 0), (1, 2)], (1, 1), (1, 2)),
    ((4, 3), (5, 2), (1, 2), [(0, 1), (-1, 1)], (2, 3), (1, 1)),
]
CONVOLUTIONS = [  # operands, strides, padding, dilations, groups
    ((2, 3, 6), (4, 3, 2), (1,), [(1, 0)], (1,), (1,), 1),
    ((1, 4, 5, 4), (2, 2, 3, 2), (2, 1), [(1, 1), (0, 2)], (1, 2), (2, 1), 2),
]
CONFIG = [(1, -1, 2), (-1, 2, 0)]
BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum, "div": np.divide,
          "rem": np.fmod}
COMPARISONS = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}


def rows():
    """(name, function, NumPy's, arguments, whether it has a gradient)."""
    for name, of in BINARY.items():
        yield name, getattr(lax, name), of, (normal(*ROWS), positive(*ROWS)), True
    for name, of in COMPARISONS.items():
        yield name, getattr(lax, name), of, (whole(*ROWS), whole(*ROWS)), False
    for name, of in {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}.items():
        yield name, getattr(lax, name), of, (whole(9), whole(9)), False
    a, b = whole(20, low=-60, high=60), whole(20, low=1, high=9)
    yield "div integers", lax.div, lambda x, y: np.trunc(x / y).astype(x.dtype), (a, b), False
    yield "rem integers", lax.rem, np.fmod, (a, b), False
    yield "pow", lax.pow, np.power, (positive(4), normal(4)), True
    yield "integer_pow", lambda x: lax.integer_pow(x, -3), lambda x: x**-3.0, (positive(4),), True
    yield "round", lax.round, lambda x: np.sign(x) * np.floor(abs(x) + 0.5), (np.arange(-4, 4.0) + 0.5,), False
    for name, of in {"neg": np.negative, "exp": np.exp, "tanh": np.tanh, "sin": np.sin, "expm1": np.expm1, "cbrt": np.cbrt,
                     "logistic": lambda x: 1 / (1 + np.exp(-x)), "square": np.square, "atan": np.arctan}.items():
        yield name, getattr(lax, name), of, (normal(5),), True
    yield "is_finite", lax.is_finite, np.isfinite, (np.array([1, np.inf, np.nan]),), False
    yield "zeta", lax.zeta, zeta, (1 + positive(5), positive(5)), True
    yield "polygamma", lambda x: lax.polygamma(2.0, x), lambda x: -2 * zeta(3.0, x), (positive(5),), True
    for order in (0, 1):
        yield (f"bessel_i{order}e", getattr(lax, f"bessel_i{order}e"), functools.partial(bessel, order),
               (np.array([-30, -8.5, -3, 0.25, 1, 7, 9, 20, 600.0]),), True)
    yield from layouts()
    yield from reductions()
    yield from indexed()
    yield from convolutions()


def layouts():
    m = normal(2, 3, 4)
    yield "broadcast", lambda x: lax.broadcast(x, (2, 2)), lambda x: np.broadcast_to(x, (2, 2, 3)), (normal(3),), True
    yield ("broadcast_in_dim", lambda x: lax.broadcast_in_dim(x, (2, 5, 3), (0, 2)),
           lambda x: np.broadcast_to(x[:, None], (2, 5, 3)), (normal(2, 3),), True)
    yield "collapse", lambda x: lax.collapse(x, 0, 2), lambda x: x.reshape(6, 4), (m,), True
    yield "concatenate", lambda x, y: lax.concatenate([x, y], 1), lambda x, y: np.concatenate([x, y], 1), (m, normal(2, 2, 4)), True
    yield "pad", lambda x, v: lax.pad(x, v, CONFIG), lambda x, v: lax_pad(x, v, CONFIG), (normal(3, 4), np.array(7.0)), True
    yield "rev", lambda x: lax.rev(x, (0, 2)), lambda x: x[::-1, :, ::-1], (m,), True
    yield "transpose", lambda x: lax.transpose(x, (2, 0, 1)), lambda x: x.transpose(2, 0, 1), (m,), True
    yield "reshape", lambda x: lax.reshape(x, (4, 6), (2, 0, 1)), lambda x: x.transpose(2, 0, 1).reshape(4, 6), (m,), True
    yield "squeeze", lambda x: lax.squeeze(x, (1,)), lambda x: x[:, 0], (normal(2, 1, 1),), True
    yield "expand_dims", lambda x: lax.expand_dims(x, (0, -1)), lambda x: x[None, :, None], (normal(3),), True
    yield "split", lambda x: lax.split(x, (1, 3), 2)[1], lambda x: x[:, :, 1:], (m,), True
    which = np.array([True, False, True])
    yield "select", lax.select, np.where, (which, normal(3), normal(3)), True
    yield "select_n", lax.select_n, lambda i, *c: np.choose(i, c), (np.array([2, 0, 1]), normal(3), normal(3), normal(3)), True
    yield "slice", lambda x: lax.slice(x, (0, 1, 0), (2, 3, 4), (1, 1, 3)), lambda x: x[:, 1:3, ::3], (m,), True
    yield "slice_in_dim", lambda x: lax.slice_in_dim(x, -3, None, 2, 1), lambda x: x[:, -3::2], (m,), True
    yield "index_in_dim", lambda x: lax.index_in_dim(x, -1, 1, False), lambda x: x[:, -1], (m,), True
    yield "convert_element_type", lambda x: lax.convert_element_type(x, "int32"), lambda x: x.astype(np.int32), (3 * normal(4),), False
    yield "full_like", lambda x: lax.full_like(x, 2), lambda x: np.full_like(x, 2), (m,), True
    yield "iota", lambda: lax.broadcasted_iota("int16", (2, 3), 0), lambda: np.array([[0] * 3, [1] * 3], np.int16), (), False


def reductions():
    m, i = normal(3, 4), whole(3, 5)
    for name, of in {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min}.items():
        yield f"reduce_{name}", (lambda x, f=getattr(lax, f"reduce_{name}"): f(x, (0,))), lambda x, f=of: f(x, 0), (m,), True
    for name, of in {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}.items():
        reduce = getattr(lax, f"reduce_{name}")
        yield f"reduce_{name}", lambda x, f=reduce: f(x, (1,)), lambda x, f=of: f.reduce(x, 1), (i,), False
        yield f"reduce_{name} truth", lambda x, f=reduce: f(x, (0, 1)), lambda x, f=of: f.reduce(x, (0, 1)), (i > 0,), False
    yield ("reduce", lambda x: lax.reduce(x, np.float64(1.5), lambda a, b: a * b, (0,)), lambda x: 1.5 * x.prod(0), (m,), True)
    yield "reduce known", lambda x: lax.reduce(x, 2.0, lax.add, (0, 1)), lambda x: 2 + x.sum(), (m,), True
    yield "argmax", lambda x: lax.argmax(x, 1, "int8"), lambda x: x.argmax(1).astype(np.int8), (m,), False
    yield "argmin", lambda x: lax.argmin(x, 0, "int32"), lambda x: x.argmin(0).astype(np.int32), (i,), False
    running = {"cumsum": np.add, "cumprod": np.multiply, "cummax": np.maximum, "cummin": np.minimum, "cumlogsumexp": np.logaddexp}
    for name, of in running.items():
        f = getattr(lax, name)
        yield name, lambda x, f=f: f(x, 1), lambda x, f=of: f.accumulate(x, 1), (m,), True
        yield (f"{name} from the end", lambda x, f=f: f(x, 0, True), lambda x, f=of: f.accumulate(x[::-1], 0)[::-1], (m,), True)
    yield "sort", lambda x: lax.sort(x, 0), lambda x: np.sort(x, 0), (m,), True
    yield ("sort_key_val", lambda k, v: lax.sort_key_val(k, v)[1], lambda k, v: np.take_along_axis(v, np.argsort(k, -1, kind="stable"), -1),
           (whole(2, 9, low=0, high=3), normal(2, 9)), True)
    yield ("sort of two keys", lambda a, b, c: lax.sort((a, b, c), num_keys=2)[2], lambda a, b, c: c[np.lexsort((b, a))],
           (whole(12, low=0, high=3), whole(12), normal(12)), True)
    yield "top_k", lambda x: lax.top_k(x, 2, axis=0)[0], lambda x: -np.sort(-x, 0)[:2], (m,), True
    yield "approx_min_k", lambda x: lax.approx_min_k(x, 2)[0], lambda x: np.sort(x, 1)[:, :2], (m,), True
    for shape, *window in WINDOWS:
        sizes, strides, pads, base, gaps = window
        for start, of, ours in ((0.5, np.add, lax.add), (-np.inf, np.maximum, lambda a, b: ct.where(a > b, a, b))):
            yield (f"reduce_window {sizes}", lambda x, s=start, f=ours, w=window: lax.reduce_window(x, s, f, *w),
                   lambda x, s=start, f=of, w=window: window_reduction(x, s, f, *w), (normal(*shape),), start == 0.5)


def indexed():
    m = normal(4, 5)
    start = (np.int32(-3), np.int32(9))
    yield ("dynamic_slice", lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 3)), lambda x, i, j: x[1:3, 2:5], (m, *start), True)
    yield ("dynamic_index_in_dim", lambda x, i: lax.dynamic_index_in_dim(x, i, 1, False), lambda x, i: x[:, i], (m, np.int32(-2)), True)

    def updated(x, y, i):
        x = x.copy()
        x[:, i:i + 2] = y
        return x

    yield ("dynamic_update_slice_in_dim", lambda x, y, i: lax.dynamic_update_slice_in_dim(x, y, i, 1), updated,
           (m, normal(4, 2), np.int32(2)), True)
    yield ("index_take", lambda x: lax.index_take(x, [np.array([0, -1]), np.array([3, 3])], (0, 1)), lambda x: x[[0, -1], [3, 3]], (m,), True)
    for shape, indices, given, sizes in GATHERS:
        given = (*given, (), ())[:5]
        n = numbers("Gather", *given)
        for mode, fill in (("clip", 0.0), (None, 2.5)):
            yield (f"gather {given} {mode}", lambda x, i, n=n, s=sizes, m=mode, f=fill: lax.gather(x, i, n, s, mode=m, fill_value=f),
                   lambda x, i, n=given, s=sizes, m=mode, f=fill: gathered(x, i, n, s, m == "clip", f),
                   (normal(*shape), np.array(indices, np.int32)), True)
    for shape, indices, update, given in SCATTERS:
        given = (*given, (), ())[:5]
        n = numbers("Scatter", *given)
        kinds = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
        for kind, of in {"": lambda a, b: b, **kinds}.items():
            f = getattr(lax, f"scatter_{kind}".rstrip("_"))
            modes = [None] if kind == "" or kind == "mul" else [None, "clip"]  # one of several is not said which
            for mode in modes:
                yield (f"scatter_{kind} {given} {mode}", lambda x, i, u, f=f, n=n, m=mode: f(x, i, u, n, mode=m),
                       lambda x, i, u, n=given, of=of, m=mode: scattered(x, i, u, n, of, m == "clip"),
                       (normal(*shape), np.array(indices, np.int32), normal(*update)), kind in ("", "add", "sub"))


def convolutions():
    for shape, kernel, strides, pads, left, right, groups in CONVOLUTIONS:
        yield (f"conv {shape}", lambda x, w, a=(strides, pads, left, right), g=groups: lax.conv_general_dilated(x, w, *a, None, g),
               lambda x, w, a=(strides, pads, left, right), g=groups: convolution(x, w, *a, g), (normal(*shape), normal(*kernel)), True)
    names = ("NHWC", "WIOH", "CNWH")  # the window's axes are in the kernel's order: W, H
    yield ("conv of other axes", lambda x, w: lax.conv_general_dilated(x, w, (1, 2), [(1, 0), (0, 2)], dimension_numbers=names),
           lambda x, w: convolution(x.transpose(0, 3, 2, 1), w.transpose(2, 1, 0, 3), (1, 2), [(1, 0), (0, 2)], (1, 1), (1, 1)
                                    ).transpose(1, 0, 2, 3), (normal(2, 5, 4, 3), normal(2, 3, 4, 3)), True)
    yield ("conv_transpose", lambda x, w: lax.conv_transpose(x, w, (2,), [(1, 2)], (2,), ("NCH", "OIH", "NCH")),
           lambda x, w: convolution(x, w, (1,), [(1, 2)], (2,), (2,)), (normal(1, 2, 4), normal(3, 2, 3)), True)
    yield ("patches", lambda x: lax.conv_general_dilated_patches(x, (2, 3), (1, 2), [(0, 0), (1, 1)]), patches, (normal(2, 2, 4, 5),), True)
    yield ("conv_general_dilated_local", lambda x, w: lax.conv_general_dilated_local(x, w, (1, 2), [(0, 0), (1, 1)], (2, 3)),
           lambda x, w: np.einsum("bihw,oihw->bohw", patches(x), w), (normal(2, 2, 4, 5), normal(3, 12, 3, 3)), True)
    yield "dot", lax.dot, np.dot, (normal(2, 3), normal(3)), True
    yield "batch_matmul", lax.batch_matmul, np.matmul, (normal(4, 2, 3), normal(4, 3, 2)), True
    yield ("ragged_dot", lax.ragged_dot, lambda x, w, n: np.concatenate([x[:2] @ w[0], x[2:5] @ w[2], 0 * x[5:] @ w[0]]),
           (normal(6, 2), normal(3, 2, 4), np.array([2, 0, 3])), True)
    yield "fft", lambda x: lax.fft(x, "RFFT", (3, 4)), lambda x: np.fft.rfftn(x, axes=(-2, -1)), (normal(2, 3, 4),), False
    yield "ifft", lambda x: lax.fft(x, lax.FftType.IFFT, (4,)), np.fft.ifft, (normal(3, 4) + 0j,), False
    yield "irfft", lambda x: lax.fft(x, "irfft", (5,)), lambda x: np.fft.irfft(x, 5), (normal(2, 3) + 0j,), False


def patches(x):
    x = np.pad(x, [(0, 0), (0, 0), (0, 0), (1, 1)])
    parts = [x[:, c, i:i + 3, j:j + 5:2] for c in range(2) for i in range(2) for j in range(3)]
    return np.stack(parts, 1)

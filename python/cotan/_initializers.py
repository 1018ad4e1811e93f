"""Initializers of parameters, with the names and meanings of jax.nn.initializers: `init(key, shape, dtype)` draws
them. Those with parentheses to spare, `he_normal()`, give such a function; `zeros` and `ones` are ones.

>>> import cotan as ct
>>> ct.nn.initializers.he_normal()(ct.random.key(0), (256, 3)).shape
(256, 3)

Numbers are those of `ct.random`: computed in the type asked for, and the same for the same key.
"""

import math as _math
from typing import Any, Callable, Protocol, Sequence

from . import _cotan
from ._core import Tensor, describe as _describe, here as _here
from ._places import is_integer as _is_integer
from ._signatures import found as _found

Initializer = Callable[..., Tensor]

# The deviation of a normal number that is drawn between -2 and 2.
_DEVIATION_WITHIN_TWO = _math.sqrt(1.0 - 4.0 * _math.exp(-2.0) / _math.sqrt(2.0 * _math.pi) / _math.erf(_math.sqrt(2.0)))


def __dir__() -> list[str]:
    hidden = ("Any", "Callable", "Protocol", "Sequence", "Tensor")
    return [name for name in globals() if name[0] != "_" and name not in hidden]


def _number(name, what, value):
    """A number, or a tensor of one."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) or (
        getattr(value, "shape", None) == () and getattr(getattr(value, "dtype", None), "kind", "") in "fiu")
    if not is_number:
        raise _cotan.TypeError(f"{_here()}ct.nn.initializers.{name}: '{what}' must be a number, but is "
                               f"{_describe(value) if isinstance(value, Tensor) else _found(value)}")
    return value


def _sizes(name, shape):
    """The shape as a tuple."""
    shape = (shape,) if _is_integer(shape) else shape
    if not isinstance(shape, (tuple, list)) or not all(map(_is_integer, shape)):
        raise _cotan.TypeError(f"{_here()}ct.nn.initializers.{name}: 'shape' must be a tuple of integers, but is "
                               f"{_found(shape)}")
    if any(n < 0 for n in shape):
        raise _cotan.ValueError(f"{_here()}ct.nn.initializers.{name}: 'shape' must be sizes, but holds {min(shape)}")
    return tuple(shape)


def _axes(name, what, axes, rank):
    """Axes as places from 0."""
    axes = (axes,) if _is_integer(axes) else tuple(axes)
    for axis in axes:
        if not _is_integer(axis):
            raise _cotan.TypeError(f"{_here()}ct.nn.initializers.{name}: '{what}' must hold integers, but has {_found(axis)}")
        if not -rank <= axis < rank:
            raise _cotan.ValueError(f"{_here()}ct.nn.initializers.{name}: '{what}' has axis {axis}, which is out of range "
                                    f"for a shape of {rank} axes")
    return tuple(axis % rank for axis in axes)


def zeros(key: Any, shape: Sequence[int], dtype: Any = float) -> Tensor:
    """Zeros; the key is not used.

    >>> import cotan as ct
    >>> ct.nn.initializers.zeros(ct.random.key(0), (2,))
    Tensor([0., 0.], dtype=float32)
    """
    return _cotan.zeros(_sizes("zeros", shape), dtype=dtype)


def ones(key: Any, shape: Sequence[int], dtype: Any = float) -> Tensor:
    """Ones; the key is not used.

    >>> import cotan as ct
    >>> ct.nn.initializers.ones(ct.random.key(0), (2,))
    Tensor([1., 1.], dtype=float32)
    """
    return _cotan.ones(_sizes("ones", shape), dtype=dtype)


def constant(value: Any, dtype: Any = float) -> Initializer:
    """One value, or an array that is broadcast to the shape.

    >>> import cotan as ct
    >>> ct.nn.initializers.constant(0.5)(ct.random.key(0), (2,))
    Tensor([0.5, 0.5], dtype=float32)
    """
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        return _cotan.full(_sizes("constant", shape), value, dtype=dtype)

    return init


def uniform(scale: Any = 1e-2, dtype: Any = float) -> Initializer:
    """Evenly between 0 and `scale`.

    >>> import cotan as ct
    >>> float(ct.max(ct.nn.initializers.uniform(0.5)(ct.random.key(0), (1000,)))) < 0.5
    True
    """
    _number("uniform", "scale", scale)
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        return _scaled(_cotan.random.uniform(key, _sizes("uniform", shape), dtype), scale)

    return init


def normal(stddev: Any = 1e-2, dtype: Any = float) -> Initializer:
    """Normally, with this deviation; of complex types both parts are, with the deviation of both together.

    >>> import cotan as ct
    >>> round(float(ct.std(ct.nn.initializers.normal(2.0)(ct.random.key(0), (10000,)))), 1)
    2.0
    """
    _number("normal", "stddev", stddev)
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        return _scaled(_normal(key, _sizes("normal", shape), dtype), stddev)

    return init


def truncated_normal(stddev: Any = 1e-2, dtype: Any = float, lower: Any = -2.0, upper: Any = 2.0) -> Initializer:
    """stddev * x for normal x that are drawn again until they are between `lower` and `upper`: their own deviation
    is less than `stddev`.

    >>> import cotan as ct
    >>> float(ct.max(abs(ct.nn.initializers.truncated_normal(1.0)(ct.random.key(0), (10000,))))) <= 2.0
    True
    """
    for what, value in (("stddev", stddev), ("lower", lower), ("upper", upper)):
        _number("truncated_normal", what, value)
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        return _scaled(_cotan.random.truncated_normal(key, lower, upper, _sizes("truncated_normal", shape), dtype), stddev)

    return init


def _kind(name, dtype):
    """The element type; one that numbers can be drawn of."""
    dtype = _cotan.zeros((), dtype).dtype
    if dtype.kind not in "fc":
        raise _cotan.TypeError(f"{_here()}ct.nn.initializers.{name}: 'dtype' must be a floating-point or complex type, but "
                               f"is {dtype.name}")
    return dtype


def _part_type(dtype):
    return "float64" if dtype.name == "complex128" else "float32"


def _scaled(x, factor):
    return (x * factor).astype(x.dtype)


def _normal(key, shape, dtype):
    """Normal numbers of variance 1; of complex types, half of it in each part."""
    dtype = _kind("normal", dtype)
    if dtype.kind != "c":
        return _cotan.random.normal(key, shape, dtype)
    parts = [_cotan.random.normal(k, shape, _part_type(dtype)) for k in _cotan.random.split(key)]
    return ((parts[0] + 1j * parts[1]) * _math.sqrt(0.5)).astype(dtype)


def _within_two(key, shape, dtype):
    """Numbers of variance 1, normal but for those that are too far from 0."""
    if dtype.kind != "c":
        return _scaled(_cotan.random.truncated_normal(key, -2.0, 2.0, shape, dtype), 1.0 / _DEVIATION_WITHIN_TWO)
    # A radius that is too long is drawn again, as its probability function says: of variance 1 - 4 / (e**4 - 1).
    radii, angles = (_cotan.random.uniform(k, shape, _part_type(dtype)) for k in _cotan.random.split(key))
    radius = _cotan.sqrt(-_cotan.log1p(-radii * (1.0 - _math.exp(-4.0))))
    deviation = _math.sqrt(1.0 - 4.0 / _math.expm1(4.0))
    return (radius / deviation * _cotan.exp(2j * _math.pi * angles)).astype(dtype)


def _evenly(key, shape, dtype):
    """Numbers of variance 1, evenly between two bounds, or in a circle."""
    if dtype.kind != "c":
        return _scaled(_cotan.random.uniform(key, shape, dtype, -1.0, 1.0), _math.sqrt(3.0))
    radii, angles = (_cotan.random.uniform(k, shape, _part_type(dtype)) for k in _cotan.random.split(key))
    return (_cotan.sqrt(2.0 * radii) * _cotan.exp(2j * _math.pi * angles)).astype(dtype)


_DRAWN = {"truncated_normal": _within_two, "normal": _normal, "uniform": _evenly}


def _fans(shape, in_axis, out_axis, batch_axis):
    """How many numbers lead to one output, and how many outputs one input leads to."""
    name = "variance_scaling"
    if len(shape) < 2 and -2 in (in_axis, out_axis):
        raise _cotan.ValueError(f"{_here()}ct.nn.initializers.{name}: fans are those of shapes with two axes or more, but "
                                f"the shape is {shape}; use normal or zeros")
    places = [_axes(name, what, axes, len(shape)) for what, axes in (
        ("in_axis", in_axis), ("out_axis", out_axis), ("batch_axis", batch_axis))]
    sizes = [_math.prod(shape[axis] for axis in axes) for axes in places]
    rest = _math.prod(n for axis, n in enumerate(shape) if axis not in sum(places, ()))
    return sizes[0] * rest, sizes[1] * rest


def variance_scaling(
        scale: Any, mode: str, distribution: str, in_axis: int | Sequence[int] = -2, out_axis: int | Sequence[int] = -1,
        batch_axis: int | Sequence[int] = (), dtype: Any = float) -> Initializer:
    """Numbers of variance scale / n. By the mode, n is "fan_in", the numbers that lead to one output; "fan_out", the
    outputs that one leads to; their mean, "fan_avg"; or their geometric mean, "fan_geo_avg".

    The distribution is "truncated_normal" (between -2 and 2 times the deviation), "normal" or "uniform". Axes that
    are none of `in_axis`, `out_axis` and `batch_axis` are those of a convolution's window.

    >>> import cotan as ct
    >>> init = ct.nn.initializers.variance_scaling(2.0, "fan_in", "normal")
    >>> round(float(ct.var(init(ct.random.key(0), (200, 500)))), 3)
    0.01
    """
    _number("variance_scaling", "scale", scale)
    for what, value, known in (("mode", mode, ("fan_in", "fan_out", "fan_avg", "fan_geo_avg")),
                               ("distribution", distribution, tuple(_DRAWN))):
        if value not in known:
            raise _cotan.ValueError(f"{_here()}ct.nn.initializers.variance_scaling: '{what}' must be one of "
                                    f"{', '.join(known)}, but is {value!r}")
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        shape, dtype = _sizes("variance_scaling", shape), _kind("variance_scaling", dtype)
        fan_in, fan_out = _fans(shape, in_axis, out_axis, batch_axis)
        count = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2,
                 "fan_geo_avg": _math.sqrt(fan_in * fan_out)}[mode]
        variance = scale / count if count else scale  # without elements there is nothing to scale
        deviation = _math.sqrt(variance) if isinstance(variance, float) else _cotan.sqrt(variance)
        return _scaled(_DRAWN[distribution](key, shape, dtype), deviation)

    return init


def orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = float) -> Initializer:
    """`scale` times a matrix with orthogonal rows or columns, whichever are fewer: those along `column_axis` as
    columns, all other axes together as rows (Saxe, McClelland and Ganguli 2014).

    >>> import cotan as ct
    >>> q = ct.nn.initializers.orthogonal()(ct.random.key(0), (5, 3))
    >>> bool(ct.allclose(q.T @ q, ct.eye(3), atol=1e-6))
    True
    """
    _number("orthogonal", "scale", scale)
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        shape = _sizes("orthogonal", shape)
        return _scaled(_orthogonal("orthogonal", key, shape, column_axis, dtype), scale)

    return init


def _orthogonal(name, key, shape, column_axis, dtype):
    dtype = _kind(name, dtype)
    if len(shape) < 2:
        raise _cotan.ValueError(f"{_here()}ct.nn.initializers.{name}: the shape must have two axes or more, but is {shape}")
    (axis,) = _axes(name, "column_axis", column_axis, len(shape))
    columns = shape[axis]
    rows = _math.prod(shape) // columns if columns else 0
    wide = dtype if dtype.name in ("float64", "complex64", "complex128") else "float32"
    q, r = _cotan.linalg.qr(_normal(key, (max(rows, columns), min(rows, columns)), wide))
    # With the signs of R taken out, each orthogonal matrix is as likely as any other.
    diagonal = _cotan.diagonal(r)
    q = q * (diagonal / abs(diagonal) if dtype.kind == "c" else _cotan.where(diagonal < 0, -1.0, 1.0))
    q = q.T if rows < columns else q
    others = [n for i, n in enumerate(shape) if i != axis]
    return _cotan.moveaxis(_cotan.reshape(q, (*others, columns)), -1, axis).astype(dtype)


def delta_orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = float) -> Initializer:
    """A convolution's window with an orthogonal matrix in the middle and zeros elsewhere; the last two axes are those
    of inputs and of as many outputs or more, the one to three before them the window's (Xiao et al. 2018).

    >>> import cotan as ct
    >>> w = ct.nn.initializers.delta_orthogonal()(ct.random.key(0), (3, 2, 2))
    >>> bool(ct.allclose(w[1] @ w[1].T, ct.eye(2), atol=1e-6)), float(ct.max(abs(w[0])))
    (True, 0.0)
    """
    _number("delta_orthogonal", "scale", scale)
    default = dtype

    def init(key: Any, shape: Sequence[int], dtype: Any = default) -> Tensor:
        shape = _sizes("delta_orthogonal", shape)
        if len(shape) not in (3, 4, 5):
            raise _cotan.ValueError(f"{_here()}ct.nn.initializers.delta_orthogonal: the shape must have 3, 4 or 5 axes, but "
                                    f"is {shape}")
        if shape[-1] < shape[-2]:
            raise _cotan.ValueError(f"{_here()}ct.nn.initializers.delta_orthogonal: there must be as many outputs as inputs "
                                    f"or more, but the shape is {shape}")
        square = _orthogonal("delta_orthogonal", key, (shape[-1], shape[-1]), column_axis, dtype)
        middle = tuple((n - 1) // 2 for n in shape[:-2])
        return _cotan.zeros(shape, dtype).at[middle].set(_scaled(square[:shape[-2]], scale))

    return init


class _ByFans(Protocol):
    """A function that makes an initializer for these axes."""

    def __call__(self, in_axis: int | Sequence[int] = -2, out_axis: int | Sequence[int] = -1,
                 batch_axis: int | Sequence[int] = (), dtype: Any = float) -> Initializer: ...


def _named(name: str, scale: float, mode: str, distribution: str, doc: str) -> _ByFans:
    """A `variance_scaling` with a name of its own."""
    def made(in_axis: int | Sequence[int] = -2, out_axis: int | Sequence[int] = -1, batch_axis: int | Sequence[int] = (),
             dtype: Any = float) -> Initializer:
        return variance_scaling(scale, mode, distribution, in_axis, out_axis, batch_axis, dtype)

    made.__name__ = made.__qualname__ = name
    made.__doc__ = f"""{doc}

    >>> import cotan as ct
    >>> round(float(ct.var(ct.nn.initializers.{name}()(ct.random.key(0), (100, 300)))), 3)
    {round(scale / {"fan_in": 100, "fan_avg": 200}[mode], 3)}
    """
    return made


glorot_normal = xavier_normal = _named(
    "glorot_normal", 1.0, "fan_avg", "truncated_normal",
    "Numbers of variance 1 over the mean of both fans, normal between bounds (Glorot and Bengio 2010).")
glorot_uniform = xavier_uniform = _named(
    "glorot_uniform", 1.0, "fan_avg", "uniform", "Numbers of variance 1 over the mean of both fans (Glorot and Bengio 2010).")
lecun_normal = _named(
    "lecun_normal", 1.0, "fan_in", "truncated_normal",
    "Numbers of variance 1 / fan_in, normal between bounds (LeCun et al. 1998).")
lecun_uniform = _named(
    "lecun_uniform", 1.0, "fan_in", "uniform", "Numbers of variance 1 / fan_in (LeCun et al. 1998).")
he_normal = kaiming_normal = _named(
    "he_normal", 2.0, "fan_in", "truncated_normal",
    "Numbers of variance 2 / fan_in, normal between bounds: for relu (He et al. 2015).")
he_uniform = kaiming_uniform = _named(
    "he_uniform", 2.0, "fan_in", "uniform", "Numbers of variance 2 / fan_in: for relu (He et al. 2015).")

"""What element types and shapes are like."""

import math
from typing import Any, NamedTuple, Sequence

from . import _cotan
from ._core import Tensor, as_tensor, here
from ._late import np
from ._places import integers
from ._signatures import found


class _Limits(NamedTuple):
    """As numpy.finfo, in numbers of Python's, which give way to tensors."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    tiny: float
    smallest_subnormal: float
    resolution: float
    epsneg: float
    nmant: int
    nexp: int
    iexp: int
    machep: int
    negep: int
    minexp: int
    maxexp: int
    precision: int
    dtype: Any


class _IntegerLimits(NamedTuple):
    """As numpy.iinfo."""

    bits: int
    min: int
    max: int
    dtype: Any
    kind: str


def _float_limits(dtype, bits, digits, largest, least_exponent, resolution):
    """Of a type with this many binary digits after the point."""
    normal, exponent_bits = 2.0**least_exponent, bits - 1 - digits
    return _Limits(bits, 2.0**-digits, largest, -largest, normal, normal, normal * 2.0**-digits, resolution,
                   2.0**(-digits - 1), digits, exponent_bits, exponent_bits, -digits, -digits - 1, least_exponent,
                   math.frexp(largest)[1], round(-math.log10(resolution)), dtype)


# What NumPy does not know.
_LIMITS = {limits.dtype: limits for limits in (
    _float_limits(_cotan.DType.bfloat16, 16, 7, (2 - 2.0**-7) * 2.0**127, -126, 0.01),
    _float_limits(_cotan.DType.float8_e4m3, 8, 3, 448.0, -6, 0.1),
    _float_limits(_cotan.DType.float8_e5m2, 8, 2, 57344.0, -14, 0.1),
    _IntegerLimits(4, -8, 7, _cotan.DType.int4, "i"), _IntegerLimits(4, 0, 15, _cotan.DType.uint4, "u"))}
_LIMITS.update({dtype.name: limits for dtype, limits in _LIMITS.items()})
_LIMITS["float8_e4m3fn"] = _LIMITS["float8_e4m3"]


def _own(dtype, kind):
    """The limits of a type that NumPy does not know, if they are of this kind."""
    limits = _LIMITS.get(dtype) if isinstance(dtype, (str, _cotan.DType)) else None
    return limits if isinstance(limits, kind) else None


def _integers(dtype):
    return _own(dtype, _IntegerLimits) or np.iinfo(dtype)


def _floats(dtype):
    if own := _own(dtype, _Limits):
        return own
    limits = np.finfo(dtype)
    of = _Limits.__annotations__
    return _Limits(*(of[name](getattr(limits, name)) for name in _Limits._fields[:-1]), limits.dtype)


def _limits(name, wanted, dtype, find):
    try:
        return find(dtype)
    except (TypeError, ValueError):
        raise _cotan.ValueError(f"{here()}ct.{name}: 'dtype' must be {wanted}, but is {found(dtype)}") from None


def finfo(dtype: Any) -> Any:
    """The limits of a floating-point type, or of the parts of complex numbers, as numpy.finfo; bfloat16 and
    those of 8 bits have them too. They are numbers of Python's.

    >>> import cotan as ct
    >>> ct.finfo("float64").eps, ct.finfo(ct.bfloat16).eps
    (2.220446049250313e-16, 0.0078125)
    """
    return _limits("finfo", "a floating-point type, as float32", dtype, _floats)


def iinfo(dtype: Any) -> Any:
    """The limits of an integer type, as numpy.iinfo; int4 and uint4 have them too.

    >>> import cotan as ct
    >>> ct.iinfo("int8").max
    127
    """
    return _limits("iinfo", "an integer type, as int32", dtype, _integers)


def shape(a: Any) -> tuple[int, ...]:
    """The sizes of the axes of a tensor, a number, or nested lists of numbers.

    >>> import cotan as ct
    >>> ct.shape(ct.ones((2, 3))), ct.shape(1.0)
    ((2, 3), ())
    """
    return as_tensor(a, "ct.shape").shape


def ndim(a: Any) -> int:
    """How many axes a tensor, a number, or nested lists of numbers have.

    >>> import cotan as ct
    >>> ct.ndim([[1, 2], [3, 4]])
    2
    """
    return as_tensor(a, "ct.ndim").ndim


def size(a: Any, axis: int | Sequence[int] | None = None) -> int:
    """How many elements there are, or along one axis or several.

    >>> import cotan as ct
    >>> ct.size(ct.ones((2, 3))), ct.size(ct.ones((2, 3)), axis=1)
    (6, 3)
    """
    sizes = as_tensor(a, "ct.size").shape
    if axis is None:
        return math.prod(sizes)
    axes = integers("ct.size", "axis", axis)
    for place in axes:
        if not -len(sizes) <= place < len(sizes):
            raise _cotan.AxisError(f"{here()}ct.size: axis {place} is out of range for a tensor with {len(sizes)} axes")
    places = [place % len(sizes) for place in axes]
    for i, place in enumerate(places):
        if place in places[:i]:
            raise _cotan.ValueError(f"{here()}ct.size: axis {place} is named twice")
    return math.prod(sizes[place] for place in places)


def isscalar(element: Any) -> bool:
    """Whether it is a number or text of Python's or NumPy's, or a tensor or array without axes, as in jax.numpy.

    >>> import cotan as ct
    >>> ct.isscalar(3.0), ct.isscalar(ct.array(3.0)), ct.isscalar([3.0])
    (True, True, False)
    """
    return np.isscalar(element) or (isinstance(element, (Tensor, np.ndarray)) and element.ndim == 0)


def iterable(y: Any) -> bool:
    """Whether one can loop over it: lists, tensors with axes.

    >>> import cotan as ct
    >>> ct.iterable(ct.ones(3)), ct.iterable(ct.ones(()))
    (True, False)
    """
    if isinstance(y, Tensor):
        return y.ndim > 0
    try:
        iter(y)
    except TypeError:
        return False
    return True


def iscomplexobj(x: Any) -> bool:
    """Whether the element type of a tensor, a number, or nested lists of numbers is complex, whatever they are.

    >>> import cotan as ct
    >>> ct.iscomplexobj(ct.array([1.0 + 0j])), ct.iscomplexobj(1.0)
    (True, False)
    """
    return as_tensor(x, "ct.iscomplexobj").dtype.kind == "c"


def isrealobj(x: Any) -> bool:
    """Whether the element type of a tensor, a number, or nested lists of numbers is not complex.

    >>> import cotan as ct
    >>> ct.isrealobj(ct.array([1.0 + 0j])), ct.isrealobj(1.0)
    (False, True)
    """
    return as_tensor(x, "ct.isrealobj").dtype.kind != "c"

"""What element types and shapes are like."""

import math
import operator
from typing import Any, NamedTuple

import numpy as np

from . import _cotan
from ._core import as_tensor, here
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
    dtype: Any


_LARGEST = (2 - 2.0**-7) * 2.0**127
_BFLOAT16 = _Limits(16, 2.0**-7, _LARGEST, -_LARGEST, 2.0**-126, 2.0**-126, 2.0**-133, 0.01, _cotan.DType.bfloat16)


def _floats(dtype):
    if dtype in (_cotan.DType.bfloat16, "bfloat16"):
        return _BFLOAT16
    limits = np.finfo(dtype)
    return _Limits(limits.bits, *(float(getattr(limits, name)) for name in _Limits._fields[1:-1]), limits.dtype)


def _limits(name, wanted, dtype, find):
    try:
        return find(dtype)
    except (TypeError, ValueError):
        raise _cotan.ValueError(f"{here()}ct.{name}: 'dtype' must be {wanted}, but is {found(dtype)}") from None


def finfo(dtype: Any) -> Any:
    """The limits of a floating-point type, or of the parts of complex numbers, as numpy.finfo; bfloat16 has
    them too. They are numbers of Python's.

    >>> import cotan as ct
    >>> ct.finfo("float64").eps, ct.finfo(ct.bfloat16).eps
    (2.220446049250313e-16, 0.0078125)
    """
    return _limits("finfo", "a floating-point type, as float32", dtype, _floats)


def iinfo(dtype: Any) -> Any:
    """The limits of an integer type, as numpy.iinfo.

    >>> import cotan as ct
    >>> ct.iinfo("int8").max
    127
    """
    return _limits("iinfo", "an integer type, as int32", dtype, np.iinfo)


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


def size(a: Any, axis: int | None = None) -> int:
    """How many elements there are, or how long an axis is.

    >>> import cotan as ct
    >>> ct.size(ct.ones((2, 3))), ct.size(ct.ones((2, 3)), axis=1)
    (6, 3)
    """
    sizes = as_tensor(a, "ct.size").shape
    if axis is None:
        return math.prod(sizes)
    try:
        axis = operator.index(axis)
    except TypeError:
        raise _cotan.TypeError(f"{here()}ct.size: 'axis' must be an integer or None, but is {found(axis)}") from None
    if not -len(sizes) <= axis < len(sizes):
        raise _cotan.IndexError(f"{here()}ct.size: axis {axis} is out of range for a tensor with {len(sizes)} axes")
    return sizes[axis]

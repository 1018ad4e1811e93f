"""What the array API standard asks of a module, beside its functions of arrays: element types, and what there is."""

import re
from typing import Any

from . import _cotan
from ._core import Tensor, as_tensor, here
from ._late import np
from ._signatures import found

_TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float32", "float64", "complex64", "complex128")
# The names of kinds, and those of their types begin with these words.
_KINDS = {
    "bool": ("bool",), "signed integer": ("int",), "unsigned integer": ("uint",),
    "integral": ("int", "uint"), "real floating": ("float", "bfloat"), "complex floating": ("complex",),
    "numeric": ("int", "uint", "float", "bfloat", "complex"),
}


def _dtype(function, name, given):
    """The element type, as numbers of it have it."""
    try:
        return _cotan.zeros((), given).dtype
    except (TypeError, ValueError):
        raise _cotan.TypeError(f"{here()}ct.{function}: {name!r} must be an element type such as 'float32', "
                               f"but is {found(given)}") from None


def result_type(*arrays_and_dtypes: Any) -> Any:
    """The type that what is given has together: tensors, numbers, which give way, and element types.

    >>> import cotan as ct
    >>> ct.result_type(ct.ones(2), "int32", 2.0)
    dtype('float32')
    """
    if not arrays_and_dtypes:
        raise _cotan.TypeError(f"{here()}ct.result_type: needs at least one tensor or element type")
    return _cotan._common_type([_cotan.zeros((0,), _dtype("result_type", "arrays_and_dtypes", x)) if _is_type(x)
                                else as_tensor(x, "ct.result_type") for x in arrays_and_dtypes])


def _is_type(x):
    return isinstance(x, (str, type, np.dtype, _cotan.DType))


def can_cast(from_: Any, to: Any) -> bool:
    """Whether a type, or that of a tensor, becomes another where the two meet: nothing is lost then.

    >>> import cotan as ct
    >>> ct.can_cast("int8", "int32"), ct.can_cast("float32", "int32")
    (True, False)
    """
    given = from_.dtype if isinstance(from_, Tensor) else _dtype("can_cast", "from_", from_)
    to = _dtype("can_cast", "to", to)
    try:
        return _cotan.promote_types(given, to) == to
    except _cotan.TypeError:  # types for storage only, which meet no others
        return False


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether an element type is of a kind: one of 'bool', 'signed integer', 'unsigned integer',
    'integral', 'real floating', 'complex floating', 'numeric'; or another type; or of one of several.

    >>> import cotan as ct
    >>> ct.isdtype(ct.float32, "real floating"), ct.isdtype("int8", ("bool", "unsigned integer"))
    (True, False)
    """
    dtype = _dtype("isdtype", "dtype", dtype)
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str) and kind in _KINDS:
        return re.match("[a-z]+", dtype.name).group() in _KINDS[kind]
    return dtype == _dtype("isdtype", "kind", kind)


class _Info:
    """What there is, as `__array_namespace_info__` of the standard says it."""

    def capabilities(self):
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self):
        return "cpu"

    def devices(self):
        return ["cpu"]

    def default_dtypes(self, *, device=None):
        _check(device)
        return {"real floating": _cotan.zeros(()).dtype, "complex floating": _cotan.zeros((), complex).dtype,
                "integral": np.dtype("int64"), "indexing": np.dtype("int64")}

    def dtypes(self, *, device=None, kind=None):
        _check(device)
        return {name: np.dtype(name).type for name in _TYPES if kind is None or isdtype(name, kind)}


def _check(device):
    if device not in (None, "cpu"):
        raise _cotan.ValueError(f"{here()}there is one device, 'cpu', but found {device!r}")


def __array_namespace_info__() -> Any:
    """The devices, element types and capabilities there are (array API standard 2024.12)."""
    return _Info()

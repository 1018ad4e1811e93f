"""Element types: what they are called, and which kind they are of. The abstract ones are NumPy's."""

from typing import TYPE_CHECKING, Any

from . import _cotan
from ._core import here
from ._late import np
from ._signatures import found
from ._standard import _dtype

__all__ = ["dtype", "issubdtype"]

# The kinds that NumPy would have its types below, of those that it does not have.
_KINDS = {"f": "floating", "i": "signedinteger", "u": "unsignedinteger"}


class _EitherKind(type):
    def __instancecheck__(cls, x):
        return isinstance(x, (np.dtype, _cotan.DType))


class _ElementType(metaclass=_EitherKind):
    """The element type that a name or class means: NumPy's dtype, or one that only Cotan has. Every `x.dtype` is one.

    >>> import cotan as ct
    >>> ct.dtype("float32"), isinstance(ct.ones(2, ct.bfloat16).dtype, ct.dtype)
    (dtype('float32'), True)
    """

    def __new__(cls, dtype: Any) -> Any:
        return _dtype("dtype", "dtype", dtype)


if TYPE_CHECKING:
    dtype = np.dtype
else:
    dtype = _ElementType
    dtype.__name__ = dtype.__qualname__ = "dtype"


def _own(given):
    """A type that NumPy does not have; None if it is another."""
    if isinstance(given, str):
        given = getattr(_cotan.DType, "float8_e4m3" if given == "float8_e4m3fn" else given, None)
    return given if isinstance(given, _cotan.DType) else None


def _class_of(name, given):
    """NumPy's class of a type, the next abstract one if NumPy does not have it."""
    own = _own(given)
    if own is not None:
        return getattr(np, _KINDS[own.kind])
    if isinstance(given, type) and issubclass(given, np.generic):
        return given
    try:
        if given is None or isinstance(given, _cotan.Tensor):
            raise TypeError
        return np.dtype(given).type
    except TypeError:
        raise _cotan.TypeError(f"{here()}ct.issubdtype: '{name}' must be an element type such as 'float32', or a kind such as "
                               f"ct.floating, but is {found(given)}") from None


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether an element type is another, or of its kind: ct.floating, ct.integer, ct.inexact, ct.number, ct.generic.

    >>> import cotan as ct
    >>> ct.issubdtype(ct.bfloat16, ct.floating), ct.issubdtype("int32", ct.inexact)
    (True, False)
    """
    first, second, own = _class_of("arg1", arg1), _class_of("arg2", arg2), _own(arg2)
    if own is not None:
        return _own(arg1) == own
    return issubclass(first, second)

"""What functions of matrices take: arguments checked, in a type to compute in."""

from .. import _cotan
from .._core import as_tensor, describe
from .._mistakes import check_flag
from .._signatures import found


def flag(what, given):
    check_flag("linalg", what, given)  # errors get the name of the function by `named`


def one_of(what, given, names):
    if given is None and None in names or isinstance(given, str) and given in names:
        return
    raise _cotan.ValueError(f"'{what}' must be {', '.join(map(repr, names[:-1]))} or {names[-1]!r}, but is {found(given)}")


def matrix(what, x, square=False):
    """At least two axes; integers as floats."""
    t = as_tensor(x)
    if t.ndim < 2 or square and t.shape[-1] != t.shape[-2]:
        raise _cotan.ValueError(f"'{what}' must be a {'square ' if square else ''}matrix, or several, but is {describe(t)}")
    return t / 1 if t.dtype.kind in "iub" else t


def widened(t):
    """float16 and bfloat16 as float32."""
    return t.astype("float32") if t.dtype.name in ("float16", "bfloat16") else t


def adjoint(t):
    return _cotan.conj(_cotan.matrix_transpose(t))

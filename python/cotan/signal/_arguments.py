"""What functions of ct.signal ask of their arguments."""

from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor, describe, here
from .._places import is_integer
from .._signatures import found


def refuse(name: str, text: str) -> None:
    raise _cotan.ValueError(f"{here()}ct.signal.{name}: {text}")


def numbers(name: str, *given: Any) -> list[Tensor]:
    """Floating-point or complex tensors of one type; integers are taken as float32."""
    tensors = [as_tensor(x, f"ct.signal.{name}") for x in given]
    tensors = [t if t.dtype.kind in "fc" else t.astype(float) for t in tensors]
    dtype = tensors[0].dtype.name
    for t in tensors[1:]:
        dtype = _cotan.promote_types(dtype, t.dtype.name)
    return [t.astype(dtype) for t in tensors]


def choice(name: str, what: str, given: Any, *words: str) -> Any:
    """One of these words."""
    if not isinstance(given, (str, type(None))) or given not in words:
        refuse(name, f"'{what}' must be one of {', '.join(map(repr, words))}, but is {found(given)}")
    return given


def axis_of(name: str, what: str, x: Tensor, axis: Any) -> int:
    """An axis, from the front."""
    if not is_integer(axis) or not -x.ndim <= axis < x.ndim:
        refuse(name, f"'{what}' must be an axis of {describe(x)}, but is {found(axis)}")
    return int(axis) % x.ndim


def size(name: str, what: str, given: Any, least: int = 1) -> int:
    """A number of samples."""
    if not is_integer(given) or given < least:
        refuse(name, f"'{what}' must be an integer of {least} or more, but is {found(given)}")
    return int(given)

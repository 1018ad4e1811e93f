"""What special functions take and give: they are computed as float64, and have the type of their arguments."""

from typing import Any, Callable

from .. import _cotan
from .._core import Tensor
from .._floats import floats


def wide(name: str, *given: Any) -> tuple[list[Tensor], Callable[[Tensor], Tensor]]:
    """Real arguments as float64, of one shape, and what gives a result the type that they have together."""
    tensors = floats(f"ct.special.{name}", *given)
    dtype = tensors[0].dtype
    all_wide = _cotan.broadcast_arrays(*(t.astype("float64") for t in tensors)) if len(tensors) > 1 else [tensors[0].astype("float64")]
    return [*all_wide], lambda y: y.astype(dtype)


def polynomial(x: Tensor, coefficients: Any) -> Tensor:
    """By Horner's rule, the highest power first."""
    y = coefficients[0]
    for c in coefficients[1:]:
        y = y * x + c
    return y

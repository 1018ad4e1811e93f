"""Arguments that are to be floating-point numbers."""

from typing import Any

from . import _cotan
from ._core import Tensor, as_tensor, here
from ._standard import result_type


def floats(name: str, *given: Any) -> list[Tensor]:
    """Arguments as tensors of one floating-point type, in which Python's numbers have all the digits that it has."""
    tensors = [as_tensor(x, name) for x in given]
    dtype = result_type(*(x if isinstance(x, (int, float)) else t for x, t in zip(given, tensors)))
    if getattr(dtype, "kind", "f") == "c":
        raise _cotan.TypeError(f"{here()}{name}: numbers must be real, but some are {dtype.name}")
    dtype = dtype if getattr(dtype, "kind", "f") == "f" else float
    return [_cotan.array(x, dtype) if isinstance(x, (int, float)) else t.astype(dtype) for x, t in zip(given, tensors)]

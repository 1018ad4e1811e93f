"""Trends taken out of signals."""

from typing import Any, Sequence

from .. import _cotan
from .._core import Tensor
from .._declared import checked
from .._places import integers
from ._arguments import axis_of, choice, numbers, refuse


def without_line(x: Tensor) -> Tensor:
    """Along the last axis, less the line of least squares."""
    n = x.shape[-1]
    at = _cotan.arange(n).astype(_cotan.real(x).dtype) - (n - 1) / 2.0
    mean = _cotan.mean(x, axis=-1, keepdims=True)
    slope = _cotan.sum((x - mean) * at, axis=-1, keepdims=True) * (12.0 / (n * (n * n - 1.0)) if n > 1 else 0.0)
    return x - mean - slope * at


@checked
def detrend(data: Any, axis: int = -1, type: str = "linear", bp: int | Sequence[int] = 0, overwrite_data: None = None) -> Tensor:
    """The samples along an axis less their mean ("constant"), or less the line of least squares ("linear"), of which each part
    between two of the places `bp` has its own.

    Integers are taken as float32; there is nothing to overwrite. It takes O(n). As `jax.scipy.signal.detrend`.

    >>> import cotan as ct
    >>> ct.signal.detrend(ct.array([1.0, 2.0, 3.0, 9.0]), type="constant")
    Tensor([-2.75, -1.75, -0.75,  5.25], dtype=float32)
    """
    choice("detrend", "type", type, "linear", "constant")
    x, = numbers("detrend", data)
    place = axis_of("detrend", "axis", x, axis)
    rows = _cotan.moveaxis(x.astype("float32") if x.dtype.itemsize < 4 else x, place, -1)
    n = rows.shape[-1]
    if n == 0:
        refuse("detrend", "there must be samples along the axis, but are none")
    if type == "constant":
        return _cotan.moveaxis(rows - _cotan.mean(rows, axis=-1, keepdims=True), -1, place).astype(x.dtype)
    ends = sorted({0, n, *integers("ct.signal.detrend", "bp", bp)})
    if ends[0] < 0 or ends[-1] > n:
        refuse("detrend", f"'bp' must be places from 0 to {n}, the number of samples, but is {bp}")
    parts = [without_line(rows[..., start:stop]) for start, stop in zip(ends, ends[1:])]
    return _cotan.moveaxis(_cotan.concatenate(parts, axis=-1), -1, place).astype(x.dtype)

"""What samples say: their most frequent number, their ranks, and how near their mean is."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import Tensor, as_tensor, describe, here
from .._declared import checked
from .._places import is_integer
from .._signatures import found


class ModeResult(NamedTuple):
    """The most frequent numbers, and how often they are there.

    >>> import cotan as ct
    >>> ct.stats.mode(ct.array([3, 1, 2, 1, 3])).count
    Tensor(2, dtype=int64)
    """

    mode: Any
    count: Any  # type: ignore[assignment]


def _along(name, a, axis):
    """The samples, real numbers, and their axis from the front; without one they are in one row."""
    x = as_tensor(a, f"ct.stats.{name}")
    if x.dtype.kind == "c":
        raise _cotan.TypeError(f"{here()}ct.stats.{name}: 'a' must be real numbers, but is {describe(x)}")
    if axis is None:
        return _cotan.ravel(x), 0
    if not is_integer(axis) or not -x.ndim <= axis < x.ndim:
        raise _cotan.ValueError(f"{here()}ct.stats.{name}: 'axis' must be None or an axis of {describe(x)}, but is {found(axis)}")
    return x, axis % x.ndim


def _check_policy(name, given, *policies):
    if given not in policies:
        raise _cotan.ValueError(f"{here()}ct.stats.{name}: 'nan_policy' must be {' or '.join(map(repr, policies))}, but is {found(given)}")


@checked
def mode(a: Any, axis: int | None = 0, nan_policy: str = "propagate", keepdims: bool = False) -> ModeResult:
    """The most frequent number along an axis, or of all, and how often it is there; of those equally frequent, the smallest.
    NaN is a number like others. Of no numbers it is NaN, 0 times.

    It sorts: O(n log n). The derivative is that of the number's element.

    >>> import cotan as ct
    >>> ct.stats.mode(ct.array([[1, 2], [1, 3], [4, 3]]))
    ModeResult(mode=Tensor([1, 3], dtype=int64), count=Tensor([2, 2], dtype=int64))
    """
    _check_policy("mode", nan_policy, "propagate")
    x, place = _along("mode", a, axis)
    if x.shape[place] == 0:
        sizes = [1 if d == place else n for d, n in enumerate(x.shape)]
        most = _cotan.full(tuple(sizes), float("nan"), dtype=x.dtype if x.dtype.kind == "f" else float)
    else:
        most = _cotan.mode(x, axis=place, keepdims=True)[0]
    same = _cotan.logical_or(x == most, _cotan.logical_and(_cotan.isnan(x), _cotan.isnan(most)))
    count = _cotan.sum(same, axis=place, keepdims=True)
    if keepdims and axis is None:
        ones = (1,) * as_tensor(a).ndim
        return ModeResult(_cotan.reshape(most, ones), _cotan.reshape(count, ones))
    return ModeResult(most, count) if keepdims else ModeResult(_cotan.squeeze(most, place), _cotan.squeeze(count, place))


@checked
def rankdata(a: Any, method: str = "average", *, axis: int | None = None, nan_policy: str = "propagate") -> Tensor:
    """The ranks of numbers, from 1 on, along an axis, or of all in one row. Equal ones have the mean of their ranks
    ("average"), the least ("min") or the largest ("max"), the number of different ones up to them ("dense"), or their ranks
    in their order ("ordinal"). Beside NaN all ranks are NaN; with nan_policy "omit" that of NaN alone.

    It sorts: O(n log n). Means, and ranks of floats, are float32, or float64 of float64; others are int64.

    >>> import cotan as ct
    >>> ct.stats.rankdata(ct.array([0.0, 2.0, 3.0, 2.0]))
    Tensor([1. , 2.5, 4. , 2.5], dtype=float32)
    """
    _check_policy("rankdata", nan_policy, "propagate", "omit")
    x, place = _along("rankdata", a, axis)
    rows = _cotan.moveaxis(x, place, -1)
    order = _cotan.argsort(rows, axis=-1)
    in_order = _cotan.take_along_axis(rows, order, axis=-1)
    ranks = _ranks(in_order, method)
    ranks = _cotan.take_along_axis(ranks, _cotan.argsort(order, axis=-1), axis=-1)
    if method == "average" or x.dtype.kind == "f":
        is_nan = _cotan.isnan(rows)
        ranks = _cotan.where(is_nan if nan_policy == "omit" else _cotan.any(is_nan, axis=-1, keepdims=True), float("nan"), ranks)
        ranks = ranks.astype("float64" if x.dtype.name == "float64" else float)
    return _cotan.moveaxis(ranks, -1, place)


def _ranks(x, method):
    """Of numbers that are in order along the last axis."""
    n = x.shape[-1]
    place = _cotan.broadcast_to(_cotan.arange(1, n + 1), x.shape)
    differs = x[..., 1:] != x[..., :-1]
    end = _cotan.ones((*x.shape[:-1], min(n, 1)), dtype="bool")
    is_first, is_last = _cotan.concatenate([end, differs], axis=-1), _cotan.concatenate([differs, end], axis=-1)

    def least():
        return _cotan.cummax(_cotan.where(is_first, place, 1), axis=-1)

    def largest():
        return _cotan.flip(_cotan.cummin(_cotan.flip(_cotan.where(is_last, place, n), axis=-1), axis=-1), axis=-1)

    kinds = {"ordinal": lambda: place, "dense": lambda: _cotan.cumsum(is_first.astype("int64"), axis=-1), "min": least,
             "max": largest, "average": lambda: (least() + largest()).astype("float64") / 2.0}
    if method not in kinds:
        raise _cotan.ValueError(f"{here()}ct.stats.rankdata: 'method' must be one of {', '.join(kinds)}, but is {found(method)}")
    return kinds[method]()


@checked
def sem(a: Any, axis: int | None = 0, ddof: int = 1, nan_policy: str = "propagate", *, keepdims: bool = False) -> Tensor:
    """The standard error of the mean along an axis, or of all: std(ddof) / sqrt(n). With the policy "omit", NaN is left out.

    >>> import cotan as ct
    >>> ct.stats.sem(ct.array([1.0, 2.0, 3.0, 4.0])).round(4)
    Tensor(0.6455, dtype=float32)
    """
    _check_policy("sem", nan_policy, "propagate", "omit")
    x, place = _along("sem", a, axis)
    x = x if x.dtype.kind == "f" else x.astype(float)
    if nan_policy == "omit":
        count = _cotan.sum(_cotan.logical_not(_cotan.isnan(x)), axis=place, keepdims=True)
        spread = _cotan.nanstd(x, axis=place, ddof=ddof, keepdims=True)
    else:
        count, spread = _cotan.array(x.shape[place]), _cotan.std(x, axis=place, ddof=ddof, keepdims=True)
    error = spread / _cotan.sqrt(count.astype(x.dtype))
    if keepdims:
        return _cotan.reshape(error, (1,) * as_tensor(a).ndim) if axis is None else error
    return _cotan.squeeze(error, place)

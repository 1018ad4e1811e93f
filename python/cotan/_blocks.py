"""block and mask_indices, whose arguments are lists of lists and functions."""

from typing import Any, Callable

from . import _cotan, _mistakes, _places
from ._core import Tensor, as_tensor, describe, here
from ._signatures import found as shown
from ._traced import applied


def block(arrays: Any) -> Tensor:
    """Blocks in nested lists as one tensor: the innermost lists are joined along the last axis, those around
    them along the one before.

    All lists are of one depth. Blocks with fewer axes get some of size 1 in front.

    >>> import cotan as ct
    >>> ct.block([[ct.ones((2, 2)), ct.zeros((2, 1))], [ct.array([[7.0, 8.0, 9.0]])]])
    Tensor([[1., 1., 0.],
            [1., 1., 0.],
            [7., 8., 9.]], dtype=float32)
    """
    blocks = []
    depth = _depth(arrays, blocks)
    rank = max([depth, *(x.ndim for x in blocks)])
    shaped = iter([_cotan.expand_dims(x, tuple(range(rank - x.ndim))) if x.ndim < rank else x for x in blocks])
    return _joined(arrays, depth, shaped)


def _depth(arrays, blocks):
    """How deep the lists are; the blocks in them are added to `blocks`."""
    if isinstance(arrays, tuple):
        raise _cotan.TypeError(f"{here()}ct.block: found a tuple, but expected lists of blocks; tuples are not taken, as they "
                               "are no blocks in NumPy either")
    if not isinstance(arrays, list):
        blocks.append(as_tensor(arrays, "ct.block"))
        return 0
    if not arrays:
        raise _cotan.ValueError(f"{here()}ct.block: found an empty list, but expected blocks")
    depths = [_depth(part, blocks) for part in arrays]
    if len(set(depths)) > 1:
        raise _cotan.ValueError(f"{here()}ct.block: found lists of depths {min(depths)} and {max(depths)} beside each other, but "
                                "expected one depth; put brackets around the flatter ones")
    return depths[0] + 1


def _joined(arrays, depth, shaped):
    if depth == 0:
        return next(shaped)
    parts = [_joined(part, depth - 1, shaped) for part in arrays]
    axis = parts[0].ndim - depth
    for part in parts[1:]:
        for i, (size, other) in enumerate(zip(parts[0]._sizes, part._sizes)):
            if i != axis and None not in (size, other) and size != other:
                raise _cotan.ValueError(f"{here()}ct.block: found {describe(parts[0])} and {describe(part)} beside each other along "
                                        f"axis {axis}, but expected that they differ in no other")
    return _cotan.concatenate(parts, axis)


def mask_indices(n: int, mask_func: Callable[..., Any], k: Any = 0, *, size: int | None = None) -> tuple[Tensor, ...]:
    """The rows and columns of the elements of an n by n matrix of ones that are not 0 in
    `mask_func(matrix, k)`.

    In functions that are traced, `size` says how many there are: too many are left out, for too few there
    is 0.

    >>> import cotan as ct
    >>> ct.mask_indices(2, ct.triu)
    (Tensor([0, 0, 1], dtype=int64), Tensor([0, 1, 1], dtype=int64))
    """
    _mistakes.check_function("mask_indices", mask_func, "mask_func")
    if not _places.is_integer(n):
        raise _cotan.TypeError(f"{here()}ct.mask_indices: 'n' must be an integer, but is {shown(n)}")
    mask = as_tensor(applied(mask_func, _cotan.ones((n, n)), k), "ct.mask_indices")
    if mask.ndim != 2:
        raise _cotan.ValueError(f"{here()}ct.mask_indices: mask_func returned {mask.ndim} axes, but expected a matrix")
    return _cotan.nonzero(mask, size=size)

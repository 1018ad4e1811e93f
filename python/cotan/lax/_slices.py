"""Parts of tensors, at places that are known or computed."""

from typing import Any, Sequence

from .. import _cotan
from .._cotan import Tensor
from .._places import is_integer
from .._signatures import found
from ._checks import as_many, axis as _axis, flags, joined, kinds, public, refuse, sizes, tensor

_slice = slice  # jax's function has the same name


@public
def slice(operand: Any, start_indices: Sequence[int], limit_indices: Sequence[int],
          strides: Sequence[int] | None = None) -> Tensor:
    """Along each axis the elements from a start to a limit, without it, in steps.

    >>> import cotan as ct
    >>> ct.lax.slice(ct.arange(10), (2,), (9,), (3,))
    Tensor([2, 5, 8], dtype=int64)
    """
    x = tensor("slice", operand)
    starts = as_many("slice", "start_indices", start_indices, x.ndim)
    limits = as_many("slice", "limit_indices", limit_indices, x.ndim)
    steps = as_many("slice", "strides", strides, x.ndim, 1)
    for i, (start, limit, step, size) in enumerate(zip(starts, limits, steps, x.shape)):
        if not 0 <= start <= limit <= size or step < 1:
            refuse(_cotan.ValueError, "slice", f"there are no elements {start} to {limit} in steps of {step} of axis {i}, of "
                                               f"size {size}; starts must be 0 or more, limits no less and no more than "
                                               "the size, strides 1 or more")
    return x[tuple(map(_slice, starts, limits, steps))] if x.ndim else x


@public
def slice_in_dim(operand: Any, start_index: int | None, limit_index: int | None, stride: int = 1, axis: int = 0) -> Tensor:
    """Along one axis the elements from a start to a limit, without it, in steps; negative ones count from the end.

    >>> import cotan as ct
    >>> ct.lax.slice_in_dim(ct.arange(5), 1, -1, 2)
    Tensor([1, 3], dtype=int64)
    """
    x = tensor("slice_in_dim", operand)
    place = _axis("slice_in_dim", "axis", axis, x.ndim)
    size = x.shape[place]
    if x._sizes[place] is None:  # only when the program runs it is known what is in it
        return x[(_slice(None),) * place + (_slice(start_index, limit_index, stride),)]
    start, stop = _end("start_index", start_index, size, 0), _end("limit_index", limit_index, size, size)
    if not 0 <= start <= stop <= size:
        refuse(_cotan.ValueError, "slice_in_dim", f"there are no elements {start_index} to {limit_index} of an axis of size {size}")
    if not is_integer(stride) or stride < 1:
        refuse(_cotan.ValueError, "slice_in_dim", f"'stride' must be an integer of 1 or more, but is {found(stride)}")
    return x[(_slice(None),) * place + (_slice(start, stop, stride),)]


def _end(what, given, size, otherwise):
    if given is not None and not is_integer(given):
        refuse(_cotan.TypeError, "slice_in_dim", f"'{what}' must be an integer or None, but is {found(given)}")
    return otherwise if given is None else given + size if given < 0 else given


@public
def index_in_dim(operand: Any, index: int, axis: int = 0, keepdims: bool = True) -> Tensor:
    """The elements at one place along an axis, which is kept with size 1 or taken away; negative ones count from the end.

    >>> import cotan as ct
    >>> ct.lax.index_in_dim(ct.arange(5), -1)
    Tensor([4], dtype=int64)
    """
    x = tensor("index_in_dim", operand)
    place = _axis("index_in_dim", "axis", axis, x.ndim)
    flags("index_in_dim", keepdims=keepdims)
    if not is_integer(index):
        refuse(_cotan.TypeError, "index_in_dim", f"'index' must be an integer, but is {found(index)}; use "
                                                 "ct.lax.dynamic_index_in_dim for tensors")
    size = x.shape[place]
    if not -size <= index < size:
        refuse(_cotan.IndexError, "index_in_dim", f"index {index} is out of range for an axis of size {size}")
    first = index % size
    return x[(_slice(None),) * place + (_slice(first, first + 1) if keepdims else first,)]


def _starts(name, x, given, negative):
    """A start for each axis; negative ones count from the end where that is so."""
    if isinstance(given, Tensor) or getattr(given, "ndim", 0):
        given = tensor(name, given)
        if given.ndim != 1:
            refuse(_cotan.ValueError, name, f"'start_indices' must be a vector or a list, but has {given.ndim} axes")
        given = [given[i] for i in range(given.shape[0])]
    if not isinstance(given, (list, tuple)) or len(given) != x.ndim:
        refuse(_cotan.ValueError, name, f"'start_indices' must be a list of an index for each of {x.ndim} axes, but is {found(given)}")
    flags_ = negative if isinstance(negative, (list, tuple)) else [negative] * x.ndim
    if len(flags_) != x.ndim:
        refuse(_cotan.ValueError, name, f"'allow_negative_indices' must be a truth value or one for each of {x.ndim} axes, but is "
                                        f"{found(negative)}")
    for flag in flags_:
        flags(name, allow_negative_indices=flag)
    return [_start(name, start, size, flag) for start, size, flag in zip(given, x.shape, flags_)]


def _start(name, given, size, negative):
    if is_integer(given):
        return given + size if given < 0 and negative else given
    index = tensor(name, given)
    kinds(name, [index], "iu", "integers where they are starts")
    if not negative or index.dtype.kind == "u":
        return index
    index = index.astype("int64")  # a size may be more than a small type can hold
    return _cotan.where(index < 0, index + size, index)


@public
def dynamic_slice(operand: Any, start_indices: Any, slice_sizes: Sequence[int], *,
                  allow_negative_indices: bool | Sequence[bool] = True) -> Tensor:
    """A part of these sizes, whose starts may be tensors: negative ones count from the end, and what would reach
    beyond it is moved into the tensor.

    >>> import cotan as ct
    >>> ct.lax.dynamic_slice(ct.arange(5), [ct.array(-2)], [2])
    Tensor([3, 4], dtype=int64)
    """
    x = tensor("dynamic_slice", operand)
    starts = _starts("dynamic_slice", x, start_indices, allow_negative_indices)
    return _cotan.dynamic_slice(x, starts, sizes("dynamic_slice", "slice_sizes", slice_sizes)) if x.ndim else x


@public
def dynamic_update_slice(operand: Any, update: Any, start_indices: Any, *,
                         allow_negative_indices: bool | Sequence[bool] = True) -> Tensor:
    """The operand with `update` in the place of the part of its shape; starts are as in `dynamic_slice`.

    >>> import cotan as ct
    >>> ct.lax.dynamic_update_slice(ct.arange(5), ct.array([7, 7]), [-2])
    Tensor([0, 1, 2, 7, 7], dtype=int64)
    """
    x, new = joined("dynamic_update_slice", operand, update)
    starts = _starts("dynamic_update_slice", x, start_indices, allow_negative_indices)
    return _cotan.dynamic_update_slice(x, new, starts) if x.ndim else new


def _along(x, place, start):
    return [start if i == place else 0 for i in range(x.ndim)]


@public
def dynamic_slice_in_dim(operand: Any, start_index: Any, slice_size: int, axis: int = 0, *,
                         allow_negative_indices: bool = True) -> Tensor:
    """`slice_size` elements along one axis, as `dynamic_slice`.

    >>> import cotan as ct
    >>> ct.lax.dynamic_slice_in_dim(ct.arange(5), ct.array(1), 2)
    Tensor([1, 2], dtype=int64)
    """
    x = tensor("dynamic_slice_in_dim", operand)
    place = _axis("dynamic_slice_in_dim", "axis", axis, x.ndim)
    if not is_integer(slice_size):
        refuse(_cotan.TypeError, "dynamic_slice_in_dim", f"'slice_size' must be an integer, but is {found(slice_size)}")
    wanted = [slice_size if i == place else n for i, n in enumerate(x.shape)]
    return dynamic_slice(x, _along(x, place, start_index), wanted, allow_negative_indices=allow_negative_indices)


@public
def dynamic_index_in_dim(operand: Any, index: Any, axis: int = 0, keepdims: bool = True, *,
                         allow_negative_indices: bool = True) -> Tensor:
    """The elements at one place along an axis, which is kept with size 1 or taken away, as `dynamic_slice`.

    >>> import cotan as ct
    >>> ct.lax.dynamic_index_in_dim(ct.arange(5), ct.array(3), keepdims=False)
    Tensor(3, dtype=int64)
    """
    flags("dynamic_index_in_dim", keepdims=keepdims)
    part = dynamic_slice_in_dim(operand, index, 1, axis, allow_negative_indices=allow_negative_indices)
    return part if keepdims else _cotan.squeeze(part, axis)


@public
def dynamic_update_slice_in_dim(operand: Any, update: Any, start_index: Any, axis: int, *,
                                allow_negative_indices: bool = True) -> Tensor:
    """`dynamic_update_slice` with a start along one axis, and 0 along all others.

    >>> import cotan as ct
    >>> ct.lax.dynamic_update_slice_in_dim(ct.arange(5), ct.array([9, 9]), ct.array(1), 0)
    Tensor([0, 9, 9, 3, 4], dtype=int64)
    """
    x = tensor("dynamic_update_slice_in_dim", operand)
    place = _axis("dynamic_update_slice_in_dim", "axis", axis, x.ndim)
    return dynamic_update_slice(x, update, _along(x, place, start_index), allow_negative_indices=allow_negative_indices)


@public
def dynamic_update_index_in_dim(operand: Any, update: Any, index: Any, axis: int, *,
                                allow_negative_indices: bool = True) -> Tensor:
    """The operand with `update` at one place along an axis, which `update` has with size 1 or lacks.

    >>> import cotan as ct
    >>> ct.lax.dynamic_update_index_in_dim(ct.arange(5), 9, ct.array(1), 0)
    Tensor([0, 9, 2, 3, 4], dtype=int64)
    """
    x, new = joined("dynamic_update_index_in_dim", operand, update)
    place = _axis("dynamic_update_index_in_dim", "axis", axis, x.ndim)
    new = _cotan.expand_dims(new, place) if new.ndim != x.ndim else new
    return dynamic_update_slice_in_dim(x, new, index, place, allow_negative_indices=allow_negative_indices)

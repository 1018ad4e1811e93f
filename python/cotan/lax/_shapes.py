"""Functions that rearrange elements, repeat them, or change their type."""

import math
from typing import Any, Sequence

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from .._places import integers, is_integer
from .._signatures import found
from .._standard import _dtype
from ._checks import as_many, axes, axis, is_list, joined, kinds, public, refuse, same_shapes, same_types, sizes, tensor


@public
def convert_element_type(operand: Any, new_dtype: Any) -> Tensor:
    """The elements in another type; of complex numbers that become real, the real parts.

    >>> import cotan as ct
    >>> ct.lax.convert_element_type(ct.array([1.5, -1.5]), "int32")
    Tensor([ 1, -1], dtype=int32)
    """
    x, dtype = tensor("convert_element_type", operand), _dtype_of("convert_element_type", new_dtype)
    if x.dtype.kind == "c" and dtype.kind != "c":
        x = _cotan.real(x)
    return x.astype(dtype)


def _dtype_of(name, given):
    return _cotan.zeros((0,), given).dtype


@public
def dtype(x: Any) -> Any:
    """The element type of a tensor, an array or a number, or of a type of numbers.

    >>> import cotan as ct
    >>> ct.lax.dtype(1.0)
    dtype('float32')
    >>> ct.lax.dtype(int)
    dtype('int64')
    """
    return _dtype("lax.dtype", "x", x) if isinstance(x, type) else tensor("dtype", x).dtype


@public
def broadcast(operand: Any, sizes: Sequence[int]) -> Tensor:
    """The elements repeated along new axes of these sizes, before all others.

    >>> import cotan as ct
    >>> ct.lax.broadcast(ct.arange(3), (2,))
    Tensor([[0, 1, 2],
            [0, 1, 2]], dtype=int64)
    """
    x = tensor("broadcast", operand)
    return _cotan.broadcast_to(x, (*_sizes("broadcast", "sizes", sizes), *x.shape))


_sizes = sizes


@public
def broadcast_in_dim(operand: Any, shape: Sequence[int], broadcast_dimensions: Sequence[int]) -> Tensor:
    """The elements repeated in a shape in which axis i of the operand is axis `broadcast_dimensions[i]`.

    >>> import cotan as ct
    >>> ct.lax.broadcast_in_dim(ct.arange(2), (2, 3), (0,))
    Tensor([[0, 0, 0],
            [1, 1, 1]], dtype=int64)
    """
    name = "broadcast_in_dim"
    x, wanted = tensor(name, operand), sizes(name, "shape", shape)
    places = axes(name, "broadcast_dimensions", broadcast_dimensions, len(wanted))
    if len(places) != x.ndim:
        refuse(_cotan.ValueError, name, f"'broadcast_dimensions' must be an axis for each of the operand's {x.ndim}, but is "
                                        f"{places}")
    order = sorted(range(x.ndim), key=places.__getitem__)
    x, places = _cotan.transpose(x, order), sorted(places)
    between = [1] * len(wanted)
    for size, place in zip(x.shape, places):
        between[place] = size
    if any(have not in (1, want) for have, want in zip(between, wanted)):
        refuse(_cotan.ValueError, name, f"{describe(x)} does not fit in {wanted} with its axes at {places}; each size must "
                                        "be 1 or that of its place")
    return _cotan.broadcast_to(_cotan.reshape(x, between), wanted)


@public
def broadcast_like(arr: Any, like_arr: Any) -> Tensor:
    """The elements repeated in the shape of another tensor, by the rules of broadcasting.

    >>> import cotan as ct
    >>> ct.lax.broadcast_like(ct.arange(2), ct.ones((2, 2)))
    Tensor([[0, 1],
            [0, 1]], dtype=int64)
    """
    return _cotan.broadcast_to(arr, tensor("broadcast_like", like_arr).shape)


@public
def broadcast_to_rank(x: Any, rank: int) -> Tensor:
    """Axes of size 1 before all others, until there are so many.

    >>> import cotan as ct
    >>> ct.lax.broadcast_to_rank(ct.arange(3), 3).shape
    (1, 1, 3)
    """
    t = tensor("broadcast_to_rank", x)
    if not is_integer(rank):
        refuse(_cotan.TypeError, "broadcast_to_rank", f"'rank' must be an integer, but is {found(rank)}")
    if rank < t.ndim:
        refuse(_cotan.ValueError, "broadcast_to_rank", f"'rank' must be {t.ndim} or more, as many axes as there are, but is {rank}")
    if rank > 64:
        refuse(_cotan.ValueError, "broadcast_to_rank", f"'rank' must be 64 or less, but is {rank}")
    return _cotan.reshape(t, (1,) * (rank - t.ndim) + tuple(t.shape))


@public
def iota(dtype: Any, size: int) -> Tensor:
    """0, 1, 2 and so on.

    >>> import cotan as ct
    >>> ct.lax.iota("float32", 3)
    Tensor([0., 1., 2.], dtype=float32)
    """
    if not is_integer(size):
        refuse(_cotan.TypeError, "iota", f"'size' must be an integer, but is {found(size)}")
    return _cotan.arange(sizes("iota", "size", size)[0]).astype(dtype)


@public
def broadcasted_iota(dtype: Any, shape: Sequence[int], dimension: int) -> Tensor:
    """The index along one axis, for each place of a shape.

    >>> import cotan as ct
    >>> ct.lax.broadcasted_iota("int32", (2, 3), 1)
    Tensor([[0, 1, 2],
            [0, 1, 2]], dtype=int32)
    """
    wanted = sizes("broadcasted_iota", "shape", shape)
    place = axis("broadcasted_iota", "dimension", dimension, len(wanted))
    one = [1] * len(wanted)
    one[place] = wanted[place]
    return _cotan.broadcast_to(_cotan.reshape(_cotan.arange(wanted[place]).astype(dtype), one), wanted)


@public
def full_like(x: Any, fill_value: Any, dtype: Any = None, shape: Sequence[int] | None = None) -> Tensor:
    """One number everywhere, in the shape and element type of x, unless others are given.

    >>> import cotan as ct
    >>> ct.lax.full_like(ct.ones(2), 7, shape=(3,))
    Tensor([7., 7., 7.], dtype=float32)
    """
    if shape is None:
        return _cotan.full_like(x, fill_value, dtype)
    like = tensor("full_like", x)
    return _cotan.full(sizes("full_like", "shape", shape), fill_value, dtype=like.dtype if dtype is None else dtype)


@public
def collapse(operand: Any, start_dimension: int, stop_dimension: int | None = None) -> Tensor:
    """Axes `start_dimension` to `stop_dimension`, without it, as one.

    >>> import cotan as ct
    >>> ct.lax.collapse(ct.ones((2, 3, 4)), 1).shape
    (2, 12)
    """
    x = tensor("collapse", operand)
    ends = [x.ndim if d is None else d for d in (start_dimension, stop_dimension)]
    for what, end in zip(("start_dimension", "stop_dimension"), ends):
        if not is_integer(end):
            refuse(_cotan.TypeError, "collapse", f"'{what}' must be an integer, but is {found(end)}")
    start, stop, _ = slice(*ends).indices(x.ndim)
    if start >= stop:
        refuse(_cotan.ValueError, "collapse", f"axes {start} to {stop} of a tensor with {x.ndim} are none")
    shape = tuple(x.shape)
    return _cotan.reshape(x, (*shape[:start], math.prod(shape[start:stop]), *shape[stop:]))


@public
def concatenate(operands: Any, dimension: int) -> Tensor:
    """Tensors of one element type, one after the other along an axis.

    >>> import cotan as ct
    >>> ct.lax.concatenate([ct.arange(2), ct.arange(3)], 0)
    Tensor([0, 1, 0, 1, 2], dtype=int64)
    """
    if not is_list(operands) or len(operands) == 0:
        refuse(_cotan.TypeError, "concatenate", f"'operands' must be a list of tensors, but is {found(operands)}")
    xs = joined("concatenate", *operands, instead="concatenate")
    return _cotan.concatenate(xs, axis("concatenate", "dimension", dimension, xs[0].ndim))


@public
def pad(operand: Any, padding_value: Any, padding_config: Sequence[tuple[int, int, int]]) -> Tensor:
    """For each axis, as many values before, after, and between neighbours; before and after, negative numbers cut off.

    >>> import cotan as ct
    >>> ct.lax.pad(ct.array([1, 2, 3]), 0, [(2, -1, 1)])
    Tensor([0, 0, 1, 0, 2, 0], dtype=int64)
    """
    x, value = tensor("pad", operand), tensor("pad", padding_value)
    same_types("pad", [x, value])
    if value.ndim:
        refuse(_cotan.ValueError, "pad", f"'padding_value' must be one number, but is {describe(value)}")
    if not isinstance(padding_config, (list, tuple)) or len(padding_config) != x.ndim:
        refuse(_cotan.ValueError, "pad", f"'padding_config' must be a list of (before, after, between) for each of {x.ndim} "
                                         f"axes, but is {found(padding_config)}")
    for place, given in enumerate(padding_config):
        x = _padded(x, padding_value, place, *as_many("pad", f"padding_config[{place}]", given, 3))
    return x


def _padded(x, value, place, before, after, between):
    if between < 0:
        refuse(_cotan.ValueError, "pad", f"'padding_config' has {between} values between neighbours; it must be 0 or more")
    if between and x.shape[place] > 1:
        wide = _around(_cotan.expand_dims(x, place + 1), value, place + 1, 0, between)
        shape = list(x.shape)
        shape[place] *= between + 1
        x = _cut(_cotan.reshape(wide, shape), place, 0, shape[place] - between)
    x = _around(x, value, place, *(n if n > 0 else 0 for n in (before, after)))
    if min(before, after) >= 0:
        return x
    size = x.shape[place]
    if min(before, 0) + min(after, 0) + size < 0:
        refuse(_cotan.ValueError, "pad", f"'padding_config' cuts off {-min(before, 0) - min(after, 0)} elements of an axis "
                                         f"with {size}")
    return _cut(x, place, -min(before, 0), size + min(after, 0))


def _around(x, value, place, before, after):
    if not before and not after:
        return x
    width = [(0, 0)] * x.ndim
    width[place] = (before, after)
    return _cotan.pad(x, width, constant_values=value)


def _cut(x, place, start, stop):
    return x if (start, stop) == (0, x.shape[place]) else x[(slice(None),) * place + (slice(start, stop),)]


@public
def reshape(operand: Any, new_sizes: Sequence[int], dimensions: Sequence[int] | None = None) -> Tensor:
    """The elements, in the order of their axes, in another shape; `dimensions` is another order of the axes.

    >>> import cotan as ct
    >>> ct.lax.reshape(ct.array([[1, 2], [3, 4]]), (4,), (1, 0))
    Tensor([1, 3, 2, 4], dtype=int64)
    """
    x = operand if dimensions is None else transpose(operand, dimensions)
    return _cotan.reshape(x, sizes("reshape", "new_sizes", new_sizes))


@public
def rev(operand: Any, dimensions: Sequence[int]) -> Tensor:
    """The elements backwards along axes.

    >>> import cotan as ct
    >>> ct.lax.rev(ct.arange(3), [0])
    Tensor([2, 1, 0], dtype=int64)
    """
    x = tensor("rev", operand)
    places = axes("rev", "dimensions", dimensions, x.ndim)
    return _cotan.flip(x, places) if places else x


@public
def transpose(operand: Any, permutation: Sequence[int]) -> Tensor:
    """Axis i of the result is axis `permutation[i]` of the operand.

    >>> import cotan as ct
    >>> ct.lax.transpose(ct.ones((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    return _cotan.transpose(operand, integers("ct.lax.transpose", "permutation", permutation))


@public
def squeeze(array: Any, dimensions: Sequence[int]) -> Tensor:
    """Without these axes, of size 1.

    >>> import cotan as ct
    >>> ct.lax.squeeze(ct.ones((1, 3, 1)), (0,)).shape
    (3, 1)
    """
    x = tensor("squeeze", array)
    places = axes("squeeze", "dimensions", dimensions, x.ndim)
    return _cotan.squeeze(x, places) if places else x


@public
def expand_dims(array: Any, dimensions: Sequence[int]) -> Tensor:
    """With axes of size 1 that are at these places of the result.

    >>> import cotan as ct
    >>> ct.lax.expand_dims(ct.ones(3), (0, 2)).shape
    (1, 3, 1)
    """
    x = tensor("expand_dims", array)
    given = integers("ct.lax.expand_dims", "dimensions", dimensions)
    places = set(axes("expand_dims", "dimensions", given, x.ndim + len(given)))
    left = iter(x.shape)
    return _cotan.reshape(x, [1 if i in places else next(left) for i in range(x.ndim + len(given))])


@public
def split(operand: Any, sizes: Sequence[int], axis: int = 0) -> list[Tensor]:
    """Parts of these sizes along an axis; all of it is in one of them.

    >>> import cotan as ct
    >>> ct.lax.split(ct.arange(3), (1, 2))
    [Tensor([0], dtype=int64), Tensor([1, 2], dtype=int64)]
    """
    x, parts = tensor("split", operand), _sizes("split", "sizes", sizes)
    place = _axis("split", "axis", axis, x.ndim)
    if sum(parts) != x.shape[place]:
        refuse(_cotan.ValueError, "split", f"'sizes' must add up to {x.shape[place]}, the size of axis {place}, but are {parts}")
    return _cotan.split(x, [sum(parts[:i]) for i in range(1, len(parts))], place) if parts else []


_axis = axis


@public
def select(pred: Any, on_true: Any, on_false: Any) -> Tensor:
    """`on_true` where the condition holds, else `on_false`; ct.select is another function.

    >>> import cotan as ct
    >>> ct.lax.select(ct.array([True, False]), ct.array([1, 2]), ct.array([3, 4]))
    Tensor([1, 4], dtype=int64)
    """
    which, cases = tensor("select", pred), joined("select", on_true, on_false, instead="where")
    kinds("select", [which], "b", "truth values, which 'pred' holds")
    _check_cases("select", which, cases)
    return _cotan.where(which, *cases)


def _check_cases(name, which, cases):
    same_shapes(name, [*cases, which], "where", repeats=False)
    if any(c.ndim != cases[0].ndim for c in cases):
        refuse(_cotan.ValueError, name, f"cases must have one shape, but are {', '.join(map(describe, cases))}")
    if which.ndim and not cases[0].ndim:
        refuse(_cotan.ValueError, name, f"{describe(which)} chooses among single numbers; use ct.where")


@public
def select_n(which: Any, *cases: Any) -> Tensor:
    """The element of case number `which`, an integer or a truth value; what is outside chooses the first or the last.

    >>> import cotan as ct
    >>> ct.lax.select_n(ct.array([2, 0]), ct.array([1, 2]), ct.array([3, 4]), ct.array([5, 6]))
    Tensor([5, 2], dtype=int64)
    """
    index, found_cases = tensor("select_n", which), joined("select_n", *cases, instead="where")
    kinds("select_n", [index], "biu", "integers or truth values, which 'which' holds")
    if not cases or index.dtype.kind == "b" and len(cases) > 2:
        refuse(_cotan.ValueError, "select_n", f"there are {len(cases)} cases; give one or more, and integers for more than 2")
    _check_cases("select_n", index, found_cases)
    chosen = found_cases[0]
    for i, case in enumerate(found_cases[1:], 1):
        chosen = _cotan.where(index if index.dtype.kind == "b" else index >= i, case, chosen)
    return chosen


@public
def shape_as_value(shape: Sequence[int]) -> Tensor:
    """Sizes as a tensor.

    >>> import cotan as ct
    >>> ct.lax.shape_as_value((2, 3))
    Tensor([2, 3], dtype=int64)
    """
    return _cotan.array(list(sizes("shape_as_value", "shape", shape)), "int64")

"""gather and scatter: windows of a tensor at computed places, read or changed."""

import enum
import math
from typing import Any, Callable, NamedTuple, Protocol, Sequence

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from .._late import np
from .._loops import while_loop
from .._places import integers
from .._signatures import found
from ._checks import as_many, axes, function, is_list, joined, kinds, public, refuse, tensor


class GatherDimensionNumbers(NamedTuple):
    """What axes mean to `gather`: which of the result's lie in a window; which of the operand's are left out of it, having
    size 1 there; which of the operand's each index counts along; and which are those of the indices, too.

    >>> import cotan as ct
    >>> ct.lax.GatherDimensionNumbers((), (0,), (0,)).start_index_map
    (0,)
    """

    offset_dims: Sequence[int]
    collapsed_slice_dims: Sequence[int]
    start_index_map: Sequence[int]
    operand_batching_dims: Sequence[int] = ()
    start_indices_batching_dims: Sequence[int] = ()


class ScatterDimensionNumbers(NamedTuple):
    """What axes mean to `scatter`: which of the updates' lie in a window; which of the operand's are left out of it, having
    size 1 there; which of the operand's each index counts along; and which are those of the indices, too.

    >>> import cotan as ct
    >>> ct.lax.ScatterDimensionNumbers((), (0,), (0,)).inserted_window_dims
    (0,)
    """

    update_window_dims: Sequence[int]
    inserted_window_dims: Sequence[int]
    scatter_dims_to_operand_dims: Sequence[int]
    operand_batching_dims: Sequence[int] = ()
    scatter_indices_batching_dims: Sequence[int] = ()


class GatherScatterMode(enum.Enum):
    """What becomes of windows that are not within the tensor: they are moved into it ("clip"), or have the value
    `fill_value` and change nothing ("fill" and "drop"). With "promise_in_bounds" there are none.

    >>> import cotan as ct
    >>> ct.lax.GatherScatterMode.from_any("drop")
    <GatherScatterMode.FILL_OR_DROP: 1>
    """

    CLIP = 0
    FILL_OR_DROP = 1
    PROMISE_IN_BOUNDS = 2
    ONE_HOT = 3

    @staticmethod
    def from_any(s: Any) -> "GatherScatterMode":
        """The mode that a text means; None means FILL_OR_DROP.

        >>> import cotan as ct
        >>> ct.lax.GatherScatterMode.from_any("clip")
        <GatherScatterMode.CLIP: 0>
        """
        if isinstance(s, GatherScatterMode):
            return s
        named = {"clip": 0, "fill": 1, "drop": 1, None: 1, "promise_in_bounds": 2, "one_hot": 3}
        if not isinstance(s, (str, type(None))) or s not in named:
            refuse(_cotan.ValueError, "GatherScatterMode.from_any",
                   f"there is no mode {found(s)}; there are 'clip', 'fill', 'drop', 'promise_in_bounds' and 'one_hot'")
        return GatherScatterMode(named[s])


class _Windows:
    """The places, in the elements of the operand in one row, of windows of these sizes.

    `flat` has the axes of the indices without the last, then those of the operand.
    """

    def __init__(self, name, operand, indices, window, start_map, batching, indices_batching):
        kinds(name, [indices], "iu", "integers, where they are indices")
        if indices.ndim < 1 or indices.shape[-1] != len(start_map):
            refuse(_cotan.ValueError, name, f"the last axis of the indices must have the size {len(start_map)}, an index for each "
                                            f"axis that they count along, but they are {describe(indices)}")
        self.batch = tuple(indices.shape[:-1])
        indices_batching = axes(name, "indices' batching dims", indices_batching, len(self.batch))
        if len(indices_batching) != len(batching):
            refuse(_cotan.ValueError, name, "as many axes of the operand as of the indices must be batching dims")
        self.shape, self.window = tuple(operand.shape), window
        self.starts = indices.astype("int64")
        self.limits = np.array([self.shape[d] - window[d] for d in start_map], np.int64)
        self.map, self.own = start_map, dict(zip(batching, indices_batching))

    def inside(self):
        """Which windows are within the operand."""
        return _cotan.all((self.starts >= 0) & (self.starts <= self.limits), axis=-1)

    def flat(self):
        starts, rank = _cotan.clip(self.starts, 0, self.limits), len(self.shape)
        places = _cotan.zeros((*self.batch, *self.window), "int64")
        for d, size in enumerate(self.window):
            along = _cotan.reshape(_cotan.arange(size), (size,) + (1,) * (rank - 1 - d))
            if d in self.map:
                along = along + _cotan.reshape(starts[..., self.map.index(d)], self.batch + (1,) * rank)
            if d in self.own:
                axis = self.own[d]
                along = along + _cotan.reshape(_cotan.arange(self.batch[axis]), (-1,) + (1,) * (len(self.batch) - 1 - axis + rank))
            places = places + along * math.prod(self.shape[d + 1:])
        return places

    def spread(self, x):
        """A value for each window, for each of its elements."""
        return _cotan.reshape(x, self.batch + (1,) * len(self.shape))


def _check_numbers(name, given, kind):
    if not isinstance(given, kind):
        refuse(_cotan.TypeError, name, f"'dimension_numbers' must be a ct.lax.{kind.__name__}, but is {found(given)}")
    return [integers(f"ct.lax.{name}", what, dims) for what, dims in zip(kind._fields, given)]


def _order(window_places, count):
    """What brings axes of windows, which come last, to these places."""
    rest = iter(range(count - len(window_places)))
    window = iter(range(count - len(window_places), count))
    return [next(window) if i in window_places else next(rest) for i in range(count)]


@public
def gather(operand: Any, start_indices: Any, dimension_numbers: GatherDimensionNumbers, slice_sizes: Sequence[int], *,
           unique_indices: bool = False, indices_are_sorted: bool = False, mode: Any = None, fill_value: Any = None) -> Tensor:
    """Windows of these sizes, whose starts are along the last axis of the indices.

    Windows that are not within the operand are filled, with NaN or the least or largest integer, unless the mode is
    another. What is promised about indices changes nothing.

    >>> import cotan as ct
    >>> numbers = ct.lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,))
    >>> ct.lax.gather(ct.arange(6).reshape(3, 2), ct.array([[2], [0]]), numbers, (1, 2))
    Tensor([[4, 5],
            [0, 1]], dtype=int64)
    """
    x, indices = tensor("gather", operand), tensor("gather", start_indices)
    offset, collapsed, start_map, batching, own = _check_numbers("gather", dimension_numbers, GatherDimensionNumbers)
    window = as_many("gather", "slice_sizes", slice_sizes, x.ndim)
    left_out = axes("gather", "collapsed_slice_dims and operand_batching_dims", collapsed + batching, x.ndim)
    start_map = axes("gather", "start_index_map", start_map, x.ndim)
    _check_window("gather", x, window, left_out)
    windows = _Windows("gather", x, indices, window, start_map, batching, own)
    count = len(windows.batch) + x.ndim - len(left_out)
    offset = axes("gather", "offset_dims", offset, count)
    if len(offset) != x.ndim - len(left_out):
        refuse(_cotan.ValueError, "gather", f"'offset_dims' must be the {x.ndim - len(left_out)} axes that windows have, but is {offset}")
    found_values = _taken(x, windows)
    if GatherScatterMode.from_any(mode) in (GatherScatterMode.FILL_OR_DROP, GatherScatterMode.ONE_HOT):
        fill = _fill(x.dtype) if fill_value is None else fill_value
        found_values = _cotan.where(windows.spread(windows.inside()), found_values, _cotan.full((), fill, dtype=x.dtype))
    kept = [n for d, n in enumerate(window) if d not in left_out]
    return _cotan.transpose(_cotan.reshape(found_values, (*windows.batch, *kept)), _order(offset, count))


def _check_window(name, x, window, left_out):
    for d, size in enumerate(window):
        if not 0 <= size <= x.shape[d]:
            refuse(_cotan.ValueError, name, f"a window has size {size} along axis {d}, where the operand has {x.shape[d]}")
        if d in left_out and size > 1:
            refuse(_cotan.ValueError, name, f"a window has size {size} along axis {d}, which is left out of it; it must be 1")


def _taken(x, windows):
    shape = (*windows.batch, *windows.window)
    if 0 in shape:
        return _cotan.zeros(shape, x.dtype)
    return _cotan.take(_cotan.reshape(x, (-1,)), windows.flat())


def _fill(dtype):
    if dtype.kind in "fc":
        return float("nan")
    from .._types import iinfo
    return True if dtype.kind == "b" else iinfo(dtype).min if dtype.kind == "i" else iinfo(dtype).max


def _targets(name, x, indices, dimension_numbers, mode, update_shape):
    """The places that are changed, in one row, one beyond the operand's for windows that are dropped; and the order and
    the shape of the updates there."""
    window_dims, inserted, start_map, batching, own = _check_numbers(name, dimension_numbers, ScatterDimensionNumbers)
    left_out = axes(name, "inserted_window_dims and operand_batching_dims", inserted + batching, x.ndim)
    start_map = axes(name, "scatter_dims_to_operand_dims", start_map, x.ndim)
    window_dims = axes(name, "update_window_dims", window_dims, len(update_shape))
    sizes = iter(update_shape[d] for d in window_dims)
    if len(window_dims) != x.ndim - len(left_out):
        refuse(_cotan.ValueError, name, f"'update_window_dims' must be the {x.ndim - len(left_out)} axes that windows have, but is "
                                        f"{window_dims}")
    window = [1 if d in left_out else next(sizes) for d in range(x.ndim)]
    _check_window(name, x, [min(n, s) if d in left_out else n for d, (n, s) in enumerate(zip(window, x.shape))], left_out)
    windows = _Windows(name, x, indices, window, start_map, batching, own)
    rest = [d for d in range(len(update_shape)) if d not in window_dims]
    if tuple(update_shape[d] for d in rest) != windows.batch:
        refuse(_cotan.ValueError, name, f"the updates' axes outside of windows have the sizes "
                                        f"{tuple(update_shape[d] for d in rest)}, but must be those of the indices, {windows.batch}")
    flat = windows.flat()
    if GatherScatterMode.from_any(mode) is not GatherScatterMode.CLIP:
        flat = _cotan.where(windows.spread(windows.inside()), flat, math.prod(x.shape))
    return flat, [*rest, *window_dims]


def _scattered(name, how, operand, scatter_indices, updates, dimension_numbers, mode):
    x, new = joined(name, operand, updates)
    indices = tensor(name, scatter_indices)
    flat, order = _targets(name, x, indices, dimension_numbers, mode, tuple(new.shape))
    if 0 in flat.shape or 0 in x.shape:
        return x
    row = _cotan.concatenate([_cotan.reshape(x, (-1,)), _cotan.zeros((1,), x.dtype)])
    new = _cotan.reshape(_cotan.transpose(new, order), flat.shape).astype(x.dtype)
    changed = getattr(row.at[_cotan.reshape(flat, (-1,))], how)(_cotan.reshape(new, (-1,)))
    return _cotan.reshape(changed[:-1], x.shape)


class Scatter(Protocol):
    """A function that puts windows into an array."""

    def __call__(self, operand: Any, scatter_indices: Any, updates: Any, dimension_numbers: ScatterDimensionNumbers, *,
                 indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None) -> Tensor: ...


def _scatter(name: str, how: str, text: str, shown: str) -> Scatter:
    def function(operand: Any, scatter_indices: Any, updates: Any, dimension_numbers: ScatterDimensionNumbers, *,
                 indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None) -> Tensor:
        return _scattered(name, how, operand, scatter_indices, updates, dimension_numbers, mode)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text} windows of the operand, whose starts are along the last axis of the indices.

    Windows that are not within the operand change nothing, unless the mode is "clip". What is promised about indices
    changes nothing.

    >>> import cotan as ct
    >>> numbers = ct.lax.ScatterDimensionNumbers((), (0,), (0,))
    >>> ct.lax.{name}(ct.array([1, 2, 3]), ct.array([[0], [2]]), ct.array([5, 2]), numbers)
    {shown}
    """
    return public(function)


scatter: Scatter = _scatter("scatter", "set", "Puts updates in the places of", "Tensor([5, 2, 2], dtype=int64)")
scatter_add: Scatter = _scatter("scatter_add", "add", "Adds updates to", "Tensor([6, 2, 5], dtype=int64)")
scatter_sub: Scatter = _scatter("scatter_sub", "subtract", "Subtracts updates from", "Tensor([-4,  2,  1], dtype=int64)")
scatter_mul: Scatter = _scatter("scatter_mul", "multiply", "Multiplies with updates", "Tensor([5, 2, 6], dtype=int64)")
scatter_min: Scatter = _scatter("scatter_min", "min", "Takes the smaller of updates and", "Tensor([1, 2, 2], dtype=int64)")
scatter_max: Scatter = _scatter("scatter_max", "max", "Takes the larger of updates and", "Tensor([5, 2, 3], dtype=int64)")


def scatter_apply(operand: Any, scatter_indices: Any, func: Callable[[Tensor], Tensor],
                  dimension_numbers: ScatterDimensionNumbers, *, update_shape: Sequence[int] = (),
                  indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None) -> Tensor:
    """`func`, which is a function of single elements, of the elements in windows, as often as one is in a window.

    `update_shape` is the shape that updates of `scatter` would have.

    >>> import cotan as ct
    >>> numbers = ct.lax.ScatterDimensionNumbers((), (0,), (0,))
    >>> ct.lax.scatter_apply(ct.array([1, 2, 3]), ct.array([[0], [2], [2]]), lambda x: 10 * x, numbers, update_shape=(3,))
    Tensor([ 10,   2, 300], dtype=int64)
    """
    function("scatter_apply", "func", func)
    x = tensor("scatter_apply", operand)
    ones = _cotan.ones(integers("ct.lax.scatter_apply", "update_shape", update_shape), "int64")
    times = _scattered("scatter_apply", "add", _cotan.zeros(x.shape, "int64"), scatter_indices, ones, dimension_numbers, mode)
    if 0 in x.shape:
        return x

    def turn(state):
        now, left = state
        return _cotan.where(left > 0, func(now), now).astype(x.dtype), left - 1

    return while_loop(lambda state: _cotan.any(state[1] > 0), turn, (x, times))[0]


@public
def index_take(src: Any, idxs: Any, axes: Sequence[int]) -> Tensor:
    """The parts of a tensor at these places along axes: a vector of indices for each, which count from the end if they are
    negative. Their axis comes first.

    >>> import cotan as ct
    >>> ct.lax.index_take(ct.arange(6).reshape(3, 2), [ct.array([0, -1]), ct.array([1, 0])], (0, 1))
    Tensor([1, 4], dtype=int64)
    """
    x = tensor("index_take", src)
    places = _axes("index_take", "axes", axes, x.ndim)
    if not is_list(idxs) or len(idxs) != len(places):
        refuse(_cotan.ValueError, "index_take", f"'idxs' must be a vector for each of {len(places)} axes, but is {found(idxs)}")
    indices = _cotan.stack([tensor("index_take", i).astype("int64") % x.shape[d] for i, d in zip(idxs, places)], 1)
    numbers = GatherDimensionNumbers(range(1, x.ndim - len(places) + 1), tuple(sorted(places)), places)
    return gather(x, indices, numbers, [1 if d in places else n for d, n in enumerate(x.shape)])


_axes = axes

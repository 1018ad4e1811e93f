"""vmap, and NumPy's apply_along_axis by it."""

import functools
import operator
from typing import Any, Callable, Hashable

from . import _axes, _cotan, _mistakes, _nest, _places
from ._control import made_to_fit
from ._core import Function, as_own_tensor, describe, here
from ._signatures import found as shown
from ._traced import Shape, applied, shape_of_argument, shape_of_call, trace


def _spread(axes, tree, what):
    """An axis (or None) for each tensor of the nest; `axes` may be one for a whole part of it."""
    if axes is None or _places.is_integer(axes):
        return [axes if axes is None else operator.index(axes)] * len(Shape(tree, True, True).tensors)
    mine, theirs = _nest.parts(axes), _nest.parts(tree)
    if mine is None and axes is tree:  # a constant
        return []
    if isinstance(axes, (list, tuple)) and isinstance(tree, tuple) and len(mine) == len(theirs):
        mine = dict(zip(theirs, mine.values()))  # a named tuple's are reached by name
    if mine is None or theirs is None or mine.keys() != theirs.keys():
        raise _cotan.ValueError(f"{here()}ct.vmap: {what} is {axes}, which does not fit {_nest.flatten(tree)[1]}; give one "
                         "axis or None for all of it, or for each part")
    return [a for step, part in theirs.items() for a in _spread(mine[step], part, what)]


_MOST_AXES = 1 << 31


def _check_axes(what, axes):
    for axis in _nest.flatten(axes)[0]:
        if not _places.is_integer(axis) and (axis is axes or not _cotan._is_constant(axis)):
            raise _cotan.TypeError(f"{here()}ct.vmap: '{what}' must have integers and None, but has {shown(axis)}")
        if _places.is_integer(axis) and abs(operator.index(axis)) >= _MOST_AXES:
            raise _cotan.ValueError(f"{here()}ct.vmap: {what} has {axis}, but no tensor has so many axes")


def _axes_of_arguments(function, in_axes, args):
    """An axis or None for each tensor of the arguments; arguments without any may be any objects."""
    axes = _spread(in_axes, args, "in_axes")
    for i, arg in enumerate(args):
        if (in_axes if in_axes is None or _places.is_integer(in_axes) else in_axes[i]) is not None:
            shape_of_argument(function, i, arg)
    return axes


def vmap(function: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0,
         axis_name: Hashable | None = None, axis_size: int | None = None) -> Function:
    """A function of many calls at once: `function` of each slice of the arguments along `in_axes`.

    An axis of None gives an argument whole to every call. The results of the calls lie along
    `out_axes`. Each call takes its own way at branches and its own number of turns in loops; they are
    computed together as far as their ways are the same. `axis_size` says how many calls there are; it is
    needed where no argument has an axis. By `axis_name`, any name, the calls know each other:
    ct.lax.psum(x, "batch") in `function` is the sum over all calls (and see ct.lax.pmean, pmax, all_gather,
    axis_index, ...).

    >>> import cotan as ct
    >>> ct.vmap(ct.dot, in_axes=(0, None))(ct.array([[1.0, 2.0], [3.0, 4.0]]), ct.array([1.0, 1.0]))
    Tensor([3., 7.], dtype=float32)
    >>> ct.vmap(lambda x: x / ct.lax.psum(x, "batch"), axis_name="batch")(ct.array([1.0, 3.0]))
    Tensor([0.25, 0.75], dtype=float32)
    """
    _mistakes.check_function("vmap", function)
    _axes.check_name(axis_name)
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)
    if axis_size is not None and (not _places.is_integer(axis_size) or not 0 <= operator.index(axis_size) < _MOST_AXES):
        raise _cotan.TypeError(f"{here()}ct.vmap: 'axis_size' must be a number of calls or None, but is {shown(axis_size)}")
    size = None if axis_size is None else operator.index(axis_size)

    @made_to_fit
    @functools.wraps(function)
    def mapped(*args, **keywords):
        axes = _axes_of_arguments(function, in_axes, args)
        named = shape_of_call(function, (), keywords)
        shape = shape_of_call(function, args, keywords, True)
        lanes = _cotan._Lanes(shape.tensors, axes + [0] * len(named.tensors), size)
        with _axes.having(axis_name, lanes.count) as symbol:
            one = trace(function, Shape(shape.filled(lanes.types()), True, True))
        results, differ = lanes.call(one.program, symbol)
        places = _spread(out_axes, one.shape.filled(results), "out_axes")
        return one.shape.filled(_placed(x, d, a, lanes) for x, d, a in zip(results, differ, places))

    return mapped


def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """`func1d(vector, *args, **kwargs)` of each vector of `arr` along `axis`; the axes of its result are
    in that place.

    >>> import cotan as ct
    >>> ct.apply_along_axis(lambda v: v[::-1] * 2, 0, ct.array([[1, 2], [3, 4]]))
    Tensor([[6, 8],
            [2, 4]], dtype=int64)
    """
    _mistakes.check_function("apply_along_axis", func1d, "func1d")
    if not _places.is_integer(axis):
        raise _cotan.TypeError(f"{here()}ct.apply_along_axis: 'axis' must be an integer, but is {shown(axis)}")
    arr, axis = as_own_tensor(arr, "ct.apply_along_axis"), operator.index(axis)
    if not -arr.ndim <= axis < arr.ndim:
        raise _cotan.ValueError(f"{here()}ct.apply_along_axis: axis {axis} is out of range for {describe(arr)}")
    axis %= arr.ndim

    def mapped(vector):
        return applied(func1d, vector, *args, **kwargs)

    for _ in range(arr.ndim - 1 - axis):
        mapped = vmap(mapped, in_axes=-1, out_axes=-1)
    for _ in range(axis):
        mapped = vmap(mapped)
    return mapped(arr)


def _placed(result, differs, axis, lanes):
    if axis is None:
        if differs:
            raise _cotan.ValueError(f"{here()}ct.vmap: out_axes is None for a result that differs between the calls; "
                             "give an axis")
        return result
    rows = result if differs else lanes.repeated(result)
    if not -rows.ndim <= axis < rows.ndim:
        raise _cotan.ValueError(f"{here()}ct.vmap: out_axes has {axis}, but a result of all calls has {rows.ndim} axes")
    return _cotan.moveaxis(rows, 0, axis)

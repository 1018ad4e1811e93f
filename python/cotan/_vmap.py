"""vmap, and Jacobians by it."""

import functools
import operator
from typing import Any, Callable, Sequence

from . import _cotan, _mistakes, _nest, _places
from ._control import made_to_fit
from ._core import Function, as_tensor, describe, here, is_inexact
from ._derivatives import _vjp, check_floats, jvp
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


def vmap(function: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0) -> Function:
    """A function of many calls at once: `function` of each slice of the arguments along `in_axes`.

    An axis of None gives an argument whole to every call. The results of the calls lie along
    `out_axes`. Each call takes its own way at branches and its own number of turns in loops; they are
    computed together as far as their ways are the same.

    >>> import cotan as ct
    >>> ct.vmap(ct.dot, in_axes=(0, None))(ct.array([[1.0, 2.0], [3.0, 4.0]]), ct.array([1.0, 1.0]))
    Tensor([3., 7.], dtype=float32)
    """
    _mistakes.check_function("vmap", function)
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)

    @made_to_fit
    @functools.wraps(function)
    def mapped(*args, **keywords):
        axes = _axes_of_arguments(function, in_axes, args)
        named = shape_of_call(function, (), keywords)
        shape = shape_of_call(function, args, keywords, True)
        lanes = _cotan._Lanes(shape.tensors, axes + [0] * len(named.tensors))
        one = trace(function, Shape(shape.filled(lanes.types()), True, True))
        results, differ = lanes.call(one.program)
        places = _spread(out_axes, one.shape.filled(results), "out_axes")
        return one.shape.filled(_placed(x, d, a, lanes) for x, d, a in zip(results, differ, places))

    return mapped


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
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
    arr, axis = as_tensor(arr, "ct.apply_along_axis"), operator.index(axis)
    if not -arr.ndim <= axis < arr.ndim:
        raise _cotan.ValueError(f"{here()}ct.apply_along_axis: axis {axis} is out of range for {describe(arr)}")
    axis %= arr.ndim

    def mapped(vector):
        return applied(func1d, vector, *args, **kwargs)

    for _ in range(arr.ndim - 1 - axis):
        mapped = vmap(mapped, in_axes=1, out_axes=-1)
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


def _basis(tensors):
    """For each element of the tensors in turn, tensors that are 1 there and 0 elsewhere."""
    total, start, columns = sum(x.size for x in tensors), 0, []
    numbers = _cotan.expand_dims(_cotan.arange(total), 1)
    for x in tensors:
        rows = (numbers - start == _cotan.arange(x.size)).astype(x.dtype)
        columns.append(_cotan.reshape(rows, (total, *x.shape)))
        start += x.size
    return columns


def _split_rows(rows, like):
    """What `like`'s elements gave, in the shapes of `like`."""
    parts, start = [], 0
    for x in like:
        part = _cotan.take(rows, _cotan.arange(x.size) + start, axis=0) if len(like) > 1 else rows
        parts.append(_cotan.reshape(part, (*x.shape, *rows.shape[1:])))
        start += x.size
    return parts


def _of_arguments(name, function, argnums, args, keywords):
    """The function of the chosen arguments alone, and those."""
    chosen, is_one = _places.argnums(f"ct.{name}", argnums, args)
    for n in chosen:
        shape_of_argument(function, n, args[n])
    check_floats(name, args, chosen)

    def partial(*some):
        new = list(args)
        for n, value in zip(chosen, some):
            new[n] = value
        return applied(function, *new, **keywords)

    partial.__name__ = _mistakes.name_of(function)
    return partial, tuple(args[n] for n in chosen), is_one


def _results(name, function, value):
    """The Shape of what is differentiated, which must be floats."""
    shape = Shape(value)
    if not all(map(is_inexact, shape.tensors)):
        raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(shape)}, but derivatives "
                               "are of floats; convert it with astype('float32')")
    return shape


def _jacobian(name, by, function, argnums):
    _mistakes.check_function(name, function)
    _places.integers(f"ct.{name}", "argnums", argnums)

    @functools.wraps(function)
    def jacobian(*args, **keywords):
        partial, chosen, is_one = _of_arguments(name, function, argnums, args, keywords)
        return by(name, partial, chosen, is_one)

    return jacobian


def jacrev(function: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Function:
    """The Jacobian of `function` by reverse mode, a row for each element of the result: for more
    arguments than results. It has the structure of the result, and in it that of the argument; shapes
    are those of the result, then of the argument.

    >>> import cotan as ct
    >>> ct.jacrev(lambda x: x**2)(ct.array([1.0, 2.0]))
    Tensor([[2., 0.],
            [0., 4.]], dtype=float32)
    """
    return _jacobian("jacrev", _by_rows, function, argnums)


def _by_rows(name, function, primals, is_one):
    value, back = _vjp(function, primals, of_lanes=True)
    out = _results(name, function, value)
    slopes = vmap(lambda *seed: back(out.filled(seed)))(*_basis(out.tensors))
    return _nested(out, slopes[0] if is_one else slopes)


def _nested(out, slopes):
    """Rows for the elements of the result, as a nest of nests."""
    inner = Shape(slopes)
    parts = [_split_rows(rows, out.tensors) for rows in inner.tensors]
    return out.filled(inner.filled(column) for column in zip(*parts))


def jacfwd(function: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Function:
    """The Jacobian of `function` by forward mode, a column for each element of the argument: for more
    results than arguments. Structure and shapes are those of `jacrev`.

    >>> import cotan as ct
    >>> ct.jacfwd(lambda x: ct.stack([x, x**2]))(ct.float32(3.0))
    Tensor([1., 6.], dtype=float32)
    """
    return _jacobian("jacfwd", _by_columns, function, argnums)


def _by_columns(name, function, primals, is_one):
    given = Shape(primals)

    def along(*seed):
        value, slopes = jvp(function, primals, given.filled(seed))
        _results(name, function, value)
        return slopes

    moved = Shape(vmap(along, out_axes=-1)(*_basis(given.tensors)))
    nests = []
    for slope in moved.tensors:
        rows, outer = _split_rows(_cotan.moveaxis(slope, -1, 0), given.tensors), slope.ndim - 1
        parts = [_cotan.moveaxis(part, tuple(range(x.ndim)), tuple(range(outer, outer + x.ndim)))
                 for part, x in zip(rows, given.tensors)]
        nest = given.filled(parts)
        nests.append(nest[0] if is_one else nest)
    return moved.filled(nests)


def hessian(function: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Function:
    """The second derivatives of a function of one result: `jacfwd` of `jacrev`.

    >>> import cotan as ct
    >>> ct.hessian(lambda x: x[0] ** 2 * x[1])(ct.array([1.0, 2.0]))
    Tensor([[4., 2.],
            [2., 0.]], dtype=float32)
    """
    rows = _jacobian("hessian", _by_rows, function, argnums)
    return _jacobian("hessian", _by_columns, rows, argnums)

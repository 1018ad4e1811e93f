"""vmap, and Jacobians by it."""

import functools
from typing import Any, Callable, Sequence

from . import _control, _cotan, _mistakes, _nest
from ._core import Function, as_tensor, describe, here
from ._derivatives import jvp, vjp
from ._traced import Shape, trace


def _spread(axes, tree, what):
    """An axis (or None) for each leaf of the nest; `axes` may be one for a whole part of it."""
    if axes is None or isinstance(axes, int):
        return [axes] * len(Shape(tree).tensors)
    if isinstance(axes, (list, tuple)) and isinstance(tree, (list, tuple)) and len(axes) == len(tree):
        return [a for part, sub in zip(axes, tree) for a in _spread(part, sub, what)]
    if isinstance(axes, dict) and isinstance(tree, dict) and axes.keys() == tree.keys():
        return [a for key in sorted(tree) for a in _spread(axes[key], tree[key], what)]
    raise _cotan.ValueError(f"{here()}vmap: {what} is {axes}, which does not fit {_nest.flatten(tree)[1]}; give one "
                     "axis or None for all of it, or for each part")


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

    @functools.wraps(function)
    def mapped(*args, **keywords):
        shape = Shape((args, keywords))
        axes = _spread(in_axes, args, "in_axes") + [0] * len(Shape(keywords).tensors)
        lanes = _cotan._Lanes(shape.tensors, axes)
        one = trace(function, Shape(shape.filled(lanes.types())))
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
    arr = as_tensor(arr)
    if not isinstance(axis, int) or not -arr.ndim <= axis < arr.ndim:
        raise _cotan.ValueError(f"{here()}apply_along_axis: axis {axis} is out of range for {describe(arr)}")
    axis %= arr.ndim

    def applied(vector):
        return _control.call(func1d)(vector, *args, **kwargs)

    for _ in range(arr.ndim - 1 - axis):
        applied = vmap(applied, in_axes=1, out_axes=-1)
    for _ in range(axis):
        applied = vmap(applied)
    return applied(arr)


def _placed(result, differs, axis, lanes):
    if axis is None:
        if differs:
            raise _cotan.ValueError(f"{here()}vmap: out_axes is None for a result that differs between the calls; "
                             "give an axis")
        return result
    return _cotan.moveaxis(result if differs else lanes.repeated(result), 0, axis)


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


def _of_arguments(function, argnums, args, keywords):
    """The function of the chosen arguments alone, and those."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    chosen = [n % len(args) for n in numbers]

    def partial(*some):
        new = list(args)
        for n, value in zip(chosen, some):
            new[n] = value
        return _control.call(function)(*new, **keywords)

    return partial, tuple(args[n] for n in chosen)


def jacrev(function: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Function:
    """The Jacobian of `function` by reverse mode, a row for each element of the result: for more
    arguments than results. It has the structure of the result, and in it that of the argument; shapes
    are those of the result, then of the argument.

    >>> import cotan as ct
    >>> ct.jacrev(lambda x: x**2)(ct.array([1.0, 2.0]))
    Tensor([[2., 0.],
            [0., 4.]], dtype=float32)
    """

    @functools.wraps(function)
    def jacobian(*args, **keywords):
        partial, chosen = _of_arguments(function, argnums, args, keywords)
        value, back = vjp(partial, *chosen)
        out = Shape(value)
        seeds = _basis(out.tensors)
        slopes = vmap(lambda *seed: back(out.filled(seed)))(*seeds)
        return _nested(out, slopes if not isinstance(argnums, int) else slopes[0])

    return jacobian


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

    @functools.wraps(function)
    def jacobian(*args, **keywords):
        partial, chosen = _of_arguments(function, argnums, args, keywords)
        given = Shape(chosen)
        value, columns = vmap(
            lambda *seed: jvp(partial, chosen, given.filled(seed)), out_axes=(None, -1)
        )(*_basis(given.tensors))
        out, moved = Shape(value), Shape(columns)
        nests = []
        for y, slope in zip(out.tensors, moved.tensors):
            rows = _split_rows(_cotan.moveaxis(slope, -1, 0), given.tensors)
            parts = [_cotan.moveaxis(part, tuple(range(x.ndim)), tuple(range(y.ndim, y.ndim + x.ndim)))
                     for part, x in zip(rows, given.tensors)]
            nest = given.filled(parts)
            nests.append(nest[0] if isinstance(argnums, int) else nest)
        return out.filled(nests)

    return jacobian


def hessian(function: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Function:
    """The second derivatives of a function of one result: `jacfwd` of `jacrev`.

    >>> import cotan as ct
    >>> ct.hessian(lambda x: x[0] ** 2 * x[1])(ct.array([1.0, 2.0]))
    Tensor([[4., 2.],
            [2., 0.]], dtype=float32)
    """
    return jacfwd(jacrev(function, argnums), argnums)

"""Jacobians and Hessians: derivatives of many directions at once."""

import functools
from typing import Any, Callable, Sequence

from . import _cotan, _mistakes, _nest, _places
from ._core import Function, here, is_inexact
from ._derivatives import _vjp, check_complex, check_floats, jvp
from ._traced import Shape, applied, shape_of_argument
from ._vmap import vmap


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


def _of_arguments(name, function, argnums, args, keywords, allow_int):
    """The function of the chosen arguments alone, and those."""
    chosen, is_one = _places.argnums(f"ct.{name}", argnums, args)
    for n in chosen:
        shape_of_argument(function, n, args[n])
    check_floats(name, args, chosen, allow_int)

    def partial(*some):
        new = list(args)
        for n, value in zip(chosen, some):
            new[n] = value
        return applied(function, *new, **keywords)

    partial.__name__ = _mistakes.name_of(function)
    return partial, tuple(args[n] for n in chosen), is_one


def _check_results(name, function, shape, holomorphic):
    """Whether these are the results of what can be differentiated: floats, complex ones if it is holomorphic."""
    for x in shape.tensors:
        if not is_inexact(x):
            raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(shape)}, but "
                                   "derivatives are of floats; convert it with astype('float32')")
        if holomorphic and x.dtype.kind != "c":
            raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(shape)}; with "
                                   "holomorphic=True it must return complex numbers")


def _jacobian(name, by, function, argnums, has_aux, holomorphic, allow_int=False):
    _mistakes.check_function(name, function)
    _mistakes.check_flag(name, "has_aux", has_aux)
    _mistakes.check_flag(name, "holomorphic", holomorphic)
    _mistakes.check_flag(name, "allow_int", allow_int)
    _places.integers(f"ct.{name}", "argnums", argnums)

    @functools.wraps(function)
    def jacobian(*args, **keywords):
        partial, chosen, is_one = _of_arguments(name, function, argnums, args, keywords, allow_int)
        if holomorphic:
            check_complex(name, args, _places.argnums(f"ct.{name}", argnums, args)[0])
        slopes, aux = by(name, partial, chosen, is_one, has_aux, holomorphic)
        return (slopes, aux) if has_aux else slopes

    return jacobian


def jacrev(function: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False,
           holomorphic: bool = False, allow_int: bool = False) -> Function:
    """The Jacobian of `function` by reverse mode, a row for each element of the result: for more
    arguments than results. It has the structure of the result, and in it that of the argument; shapes
    are those of the result, then of the argument.

    With `has_aux` the function returns a pair, and so does this: the Jacobian of its first part, and
    the second. Results must be real, or, with `holomorphic`, arguments and results complex. With
    `allow_int` integers among the arguments are no error, and have None in the place of a Jacobian.

    >>> import cotan as ct
    >>> ct.jacrev(lambda x: x**2)(ct.array([1.0, 2.0]))
    Tensor([[2., 0.],
            [0., 4.]], dtype=float32)
    """
    return _jacobian("jacrev", _by_rows, function, argnums, has_aux, holomorphic, allow_int)


def _by_rows(name, function, primals, is_one, has_aux, holomorphic):
    value, back, *aux = _vjp(function, primals, has_aux, of_lanes=True, name=name)
    out = Shape(value)
    _check_results(name, function, out, holomorphic)
    if not holomorphic and any(x.dtype.kind == "c" for x in out.tensors):
        raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(out)}; return real "
                               "numbers, or say holomorphic=True if it is holomorphic, or use ct.jacfwd")
    slopes = vmap(lambda *seed: back(out.filled(seed)))(*_basis(out.tensors))
    return _nested(out, slopes[0] if is_one else slopes), aux[0] if has_aux else None


def _nested(out, slopes):
    """Rows for the elements of the result, as a nest of nests."""
    inner = Shape(slopes)
    parts = [_split_rows(rows, out.tensors) for rows in inner.tensors]
    columns = zip(*parts) if parts else [()] * len(out.tensors)
    return out.filled([inner.filled(column) for column in columns])


def jacfwd(function: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False,
           holomorphic: bool = False) -> Function:
    """The Jacobian of `function` by forward mode, a column for each element of the argument: for more
    results than arguments. Structure, shapes and `has_aux` are those of `jacrev`. Arguments must be
    real, or, with `holomorphic`, arguments and results complex.

    >>> import cotan as ct
    >>> ct.jacfwd(lambda x: ct.stack([x, x**2]))(ct.float32(3.0))
    Tensor([1., 6.], dtype=float32)
    """
    return _jacobian("jacfwd", _by_columns, function, argnums, has_aux, holomorphic)


def _by_columns(name, function, primals, is_one, has_aux, holomorphic):
    given = Shape(primals)
    if not holomorphic and any(x.dtype.kind == "c" for x in given.tensors):
        raise _cotan.TypeError(f"{here()}ct.{name}: an argument of {_mistakes.name_of(function)} is complex; say "
                               "holomorphic=True if the function is holomorphic, or use ct.jacrev of a real result")

    def along(*seed):
        value, slopes, *aux = jvp(function, primals, given.filled(seed), has_aux)
        _check_results(name, function, Shape(value), holomorphic)
        return slopes, aux

    slopes, aux = vmap(along, out_axes=(-1, None))(*_basis(given.tensors))
    moved = Shape(slopes)
    nests = []
    for slope in moved.tensors:
        rows, outer = _split_rows(_cotan.moveaxis(slope, -1, 0), given.tensors), slope.ndim - 1
        parts = [_cotan.moveaxis(part, tuple(range(x.ndim)), tuple(range(outer, outer + x.ndim)))
                 for part, x in zip(rows, given.tensors)]
        nest = given.filled(parts)
        nests.append(nest[0] if is_one else nest)
    return moved.filled(nests), aux[0] if has_aux else None


def hessian(function: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False,
            holomorphic: bool = False) -> Function:
    """The second derivatives of a function of one result: `jacfwd` of `jacrev`.

    >>> import cotan as ct
    >>> ct.hessian(lambda x: x[0] ** 2 * x[1])(ct.array([1.0, 2.0]))
    Tensor([[4., 2.],
            [2., 0.]], dtype=float32)
    """
    rows = _jacobian("hessian", _by_rows, function, argnums, has_aux, holomorphic)
    return _jacobian("hessian", _by_columns, rows, argnums, has_aux, holomorphic)

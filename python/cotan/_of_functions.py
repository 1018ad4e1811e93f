"""Array functions whose arguments are functions: piecewise, fromfunction, apply_over_axes."""

from typing import Any, Callable, Sequence

from . import _cotan, _mistakes, _places
from ._core import Tensor, as_own_tensor, as_tensor, describe, here
from ._late import np
from ._loops import switch
from ._signatures import found
from ._standard import _dtype
from ._traced import applied, applied_to_each
from ._vmap import apply_along_axis, vmap

__all__ = ["apply_over_axes", "fromfunction", "piecewise"]


def fromfunction(function: Callable[..., Any], shape: Sequence[int], *, dtype: Any = float, **kwargs: Any) -> Any:
    """`function(i, j, ...)` of the indices of each element of a tensor of this shape; they are of the type `dtype`.

    >>> import cotan as ct
    >>> ct.fromfunction(lambda i, j: 10 * i + j, (2, 3), dtype=int)
    Tensor([[ 0,  1,  2],
            [10, 11, 12]], dtype=int64)
    """
    _mistakes.check_function("fromfunction", function, makes_another=False)
    sizes = _places.integers("ct.fromfunction", "shape", shape)
    dtype = _dtype("fromfunction", "dtype", float if dtype is None else dtype)
    if any(size < 0 for size in sizes):
        raise _cotan.ValueError(f"{here()}ct.fromfunction: 'shape' is {sizes}, but sizes are not negative")

    def of_indices(*indices):
        return applied(function, *indices, **kwargs)

    for axis in reversed(range(len(sizes))):
        of_indices = vmap(of_indices, in_axes=tuple(0 if i == axis else None for i in range(len(sizes))))
    return of_indices(*(_cotan.arange(size).astype(dtype) for size in sizes))


def apply_over_axes(func: Callable[..., Any], a: Any, axes: int | Sequence[int]) -> Tensor:
    """`func(a, axis)` for one axis after the other. Where it leaves out the axis, this stays with one element.

    >>> import cotan as ct
    >>> ct.apply_over_axes(ct.sum, ct.ones((2, 3, 4)), (0, 2))
    Tensor([[[8.],
             [8.],
             [8.]]], dtype=float32)
    """
    _mistakes.check_function("apply_over_axes", func, "func")
    x = as_own_tensor(a, "ct.apply_over_axes")
    for axis in _places.integers("ct.apply_over_axes", "axes", axes):
        if not -x.ndim <= axis < x.ndim:
            raise _cotan.ValueError(f"{here()}ct.apply_over_axes: axis {axis} is out of range for {describe(x)}")
        axis %= x.ndim
        result = as_tensor(applied(func, x, axis), "ct.apply_over_axes")
        if result.ndim == x.ndim - 1:
            result = _cotan.expand_dims(result, axis)
        if result.ndim != x.ndim:
            raise _cotan.ValueError(f"{here()}ct.apply_over_axes: {_mistakes.name_of(func)} made {describe(result)} of "
                                    f"{describe(x)} along axis {axis}; it must leave out one axis at most")
        x = result
    return x


def padding_by(function):
    """What ct.pad calls for a function: of a tensor, an axis, and the widths before and behind."""
    def whole(*given):
        vector = applied(function, *given)
        if vector is None:
            raise _cotan.TypeError(f"{here()}ct.pad: {_mistakes.name_of(function)} returned None; tensors do not change, so it must "
                                   "return the vector with what is to stand there")
        return vector

    def filled(given):
        x, axis, *widths = given
        return [apply_along_axis(whole, int(axis), x, tuple(map(int, widths)), int(axis), {})]

    return filled


def piecewise(x: Any, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> Tensor:
    """For each element of `x` what belongs to the last condition that holds: a number, or a function of the element.

    There may be one more in `funclist` than in `condlist`, for where none holds; without it that is 0. The result
    has the element type of `x`. Slopes are those of the function that is chosen.

    >>> import cotan as ct
    >>> x = ct.array([-2.0, 0.5, 3.0])
    >>> ct.piecewise(x, [x < 0, x > 1], [lambda x: -x, 1.0, ct.sqrt])
    Tensor([2.        , 0.70710677, 1.        ], dtype=float32)
    """
    x = as_tensor(x, "ct.piecewise")
    conditions = _conditions(condlist, x)
    is_list = hasattr(type(funclist), "__len__") and hasattr(type(funclist), "__iter__")
    if isinstance(funclist, Tensor) or not is_list or getattr(funclist, "ndim", 1) == 0:
        raise _cotan.TypeError(f"{here()}ct.piecewise: 'funclist' must be a list of functions and numbers, but is {found(funclist)}")
    pieces, count = list(funclist), len(conditions)
    if len(pieces) not in (count, count + 1):
        raise _cotan.ValueError(f"{here()}ct.piecewise: there are {count} conditions and {len(pieces)} functions; give as "
                                "many, or one more for where no condition holds")
    pieces = [pieces.pop() if len(pieces) > count else 0, *pieces]
    chosen = _cotan.zeros_like(x, "int64")
    for i, condition in enumerate(conditions):
        chosen = _cotan.where(condition, i + 1, chosen)
    branches = [_branch(piece, x.dtype, args, kw) for piece in pieces]
    one = vmap(lambda i, x: switch(i, branches, x))
    return one(chosen.reshape(-1), x.reshape(-1)).reshape(x.shape)


def _conditions(condlist, x):
    """Each as a tensor of truth values for the elements of x. Of fewer, NumPy would take them as of rows, JAX as of
    columns."""
    if isinstance(condlist, (list, tuple)):
        is_one = x.ndim > 0 and len(condlist) > 0 and not isinstance(condlist[0], (list, tuple)) and np.ndim(condlist[0]) == 0
        rows = [condlist] if is_one else condlist
    else:
        given = as_tensor(condlist, "ct.piecewise")
        rows = [given] if given.ndim <= x.ndim else list(given)
    conditions = [as_tensor(row, "ct.piecewise").astype("bool") for row in rows]
    for condition in conditions:
        sizes = zip(condition._sizes, x._sizes)
        if condition.ndim not in (0, x.ndim) or any(a != b and None not in (a, b) for a, b in sizes):
            raise _cotan.ValueError(f"{here()}ct.piecewise: a condition is {describe(condition)}, which does not fit {describe(x)}")
    return conditions


def _branch(piece, dtype, args, keywords):
    def of_element(x):
        value = as_tensor(applied(piece, x, *args, **keywords) if callable(piece) else piece, "ct.piecewise")
        if value.ndim:
            what = f"{_mistakes.name_of(piece)} returned" if callable(piece) else "'funclist' has"
            raise _cotan.ValueError(f"{here()}ct.piecewise: {what} {describe(value)}, but for each element there must be one "
                                    "number")
        return value.astype(dtype)

    return of_element


def _of_elements(func):
    """`func` of one tensor as a function of lists, for x.at[key].apply: its result has the tensor's shape."""
    if not callable(func):
        raise _cotan.TypeError(f"{here()}x.at[key].apply: 'func' must be a function, but is {found(func)}; give it one, "
                               "without calling it")
    call = applied_to_each(func)

    def of_list(tensors):
        old, = tensors
        new = as_tensor(call(old), "x.at[key].apply")
        if new._sizes != old._sizes:
            raise _cotan.ValueError(f"{here()}x.at[key].apply: {_mistakes.name_of(func)} made {describe(new)} of {describe(old)}, "
                                    "but must keep the shape")
        return [new]

    return of_list

"""Running reductions by a function of the user's."""

from typing import Any, Callable

from . import _cotan, _mistakes, _nest, _places
from ._core import here
from ._signatures import found as shown
from ._traced import applied, shape_of


def associative_scan(fn: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0) -> Any:
    """The running reduction of the tensors of a nest along `axis` by an associative function.

    `fn(a, b)` combines two nests of slices, elementwise along the axis. It is called for many pairs at
    once, a number of times that grows with the logarithm of the axis's size.

    >>> import cotan as ct
    >>> ct.associative_scan(ct.multiply, ct.array([1, 2, 3, 4]))
    Tensor([ 1,  2,  6, 24], dtype=int64)
    """
    _mistakes.check_function("associative_scan", fn, "fn")
    _mistakes.check_flag("associative_scan", "reverse", reverse)
    if not _places.is_integer(axis):
        raise _cotan.TypeError(f"{here()}ct.associative_scan: 'axis' must be an integer, but is {shown(axis)}")
    shape = shape_of(elems, "ct.associative_scan: 'elems'", "elems")
    sizes = {x.shape[axis] for x in shape.tensors if -x.ndim <= axis < x.ndim}
    if len(sizes) != 1 or any(not -x.ndim <= axis < x.ndim for x in shape.tensors):
        raise _cotan.ValueError(f"{here()}ct.associative_scan: elems must be tensors of one size along axis {axis}; found "
                         f"shapes {', '.join(str(x.shape) for x in shape.tensors) or 'of no tensor'}")

    def combine(left, right):
        result = shape_of(applied(fn, shape.filled(left), shape.filled(right)), "ct.associative_scan: the result of fn",
                          "result")
        if not result.has_form_of(shape) or any(x._sizes != y._sizes for x, y in zip(result.tensors, left)):
            raise _cotan.TypeError(f"{here()}ct.associative_scan: fn was given {_nest.text_of(shape)}, in slices, but returned "
                                   f"{_nest.text_of(result)}; it must return the structure and shapes it is given")
        return result.tensors

    rows = [_cotan.moveaxis(x, axis, 0) for x in shape.tensors]
    if reverse:
        rows = [_cotan.flip(x, 0) for x in rows]
    rows = _scanned(lambda left, right: [
        _cotan.moveaxis(y, axis, 0) for y in combine([_cotan.moveaxis(x, 0, axis) for x in left],
                                                     [_cotan.moveaxis(x, 0, axis) for x in right])], rows)
    if reverse:
        rows = [_cotan.flip(x, 0) for x in rows]
    return shape.filled(_cotan.moveaxis(x, 0, axis) for x in rows)


def _scanned(combine, rows):
    """Along the first axis: that of pairs gives every second result, and those the ones between."""
    size = rows[0].shape[0]
    if size < 2:
        return rows
    pairs = combine([x[:size - size % 2:2] for x in rows], [x[1::2] for x in rows])
    odd = _scanned(combine, pairs)
    if size % 2 == 0:
        before, behind = [x[:-1] for x in odd], [x[2::2] for x in rows]
    else:
        before, behind = odd, [x[2::2] for x in rows]
    even = combine(before, behind) if before[0].shape[0] else behind
    return [_interleaved(_cotan.concatenate([x[:1], y]), z) for x, y, z in zip(rows, even, odd)]


def _interleaved(even, odd):
    """even[0], odd[0], even[1], ...; there may be one more of the even ones."""
    count = odd.shape[0]
    both = _cotan.stack([even[:count], odd], 1)
    both = _cotan.reshape(both, (2 * count, *odd.shape[1:]))
    return both if even.shape[0] == count else _cotan.concatenate([both, even[count:]])

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
    count = len(shape.tensors)

    def combine(both):
        left, right = both[:count], both[count:]
        result = shape_of(applied(fn, shape.filled(left), shape.filled(right)), "ct.associative_scan: the result of fn",
                          "result")
        if not result.has_form_of(shape) or any(x._sizes != y._sizes for x, y in zip(result.tensors, left)):
            raise _cotan.TypeError(f"{here()}ct.associative_scan: fn was given {_nest.text_of(shape)}, in slices, but returned "
                                   f"{_nest.text_of(result)}; it must return the structure and shapes it is given")
        return result.tensors

    return shape.filled(_cotan._associative_scan(combine, shape.tensors, axis, reverse))

"""Functions that combine elements along axes, and that sort them."""

from typing import Any, Callable, Protocol, Sequence

from .. import _cotan, _nest
from .._core import describe, here
from .._cotan import Tensor
from .._element_types import issubdtype
from .._late import np
from .._mistakes import check_flag
from .._places import is_integer
from .._signatures import found
from .._vmap import vmap
from . import _elementwise as one
from ._checks import axes as _axes, axis as _axis, function, joined, kinds, public, refuse, tensor


class Reduction(Protocol):
    """A function that reduces along axes."""

    def __call__(self, operand: Any, axes: Sequence[int]) -> Tensor: ...


class Place(Protocol):
    """A function that finds a place along an axis."""

    def __call__(self, operand: Any, axis: int, index_dtype: Any) -> Tensor: ...


class Running(Protocol):
    """A function of all elements along an axis up to each."""

    def __call__(self, operand: Any, axis: int = 0, reverse: bool = False) -> Tensor: ...


def _reduction(name: str, of: Any, allowed: str, words: str, text: str, given: str, shown: str) -> Reduction:
    def function(operand: Any, axes: Sequence[int]) -> Tensor:
        x = tensor(name, operand)
        kinds(name, [x], allowed, words)
        places = _axes(name, "axes", axes, x.ndim)
        return of(x, places) if places else x

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text} along axes, in the element type of the operand.

    >>> import cotan as ct
    >>> ct.lax.{name}({given}, (0,))
    {shown}
    """
    return public(function)


def _extremum(of, least):
    """Of no elements, the number that changes none."""
    def reduce(x, axes):
        if x.dtype.kind == "b":
            return (_cotan.any if least else _cotan.all)(x, axes)
        if x.dtype.kind == "f":
            return of(x, axes, initial=float("-inf") if least else float("inf"))
        from .._types import iinfo
        limits = iinfo(x.dtype)
        return of(x, axes, initial=_cotan.full((), limits.min if least else limits.max, dtype=x.dtype))
    return reduce


def _parity(x, axes):
    """The exclusive or of halves, until one is left."""
    return _tree(lambda a, b: [_cotan.bitwise_xor(a[0], b[0])], [_in_front(x, axes)],
                 [_cotan.zeros((), x.dtype)])[0]


def _typed(of):
    return lambda x, axes: of(x, axes, dtype=x.dtype) if x.dtype.kind != "b" else of(x, axes)


_NUMBERS, _REAL, _BITS = ("iufc", "numbers"), ("biuf", "real numbers"), ("biu", "integers or truth values")
_M, _B = "ct.array([[1, 5], [3, 2]])", "ct.array([[True, True], [False, True]])"
reduce_sum: Reduction = _reduction("reduce_sum", _typed(_cotan.sum), *_NUMBERS, "The sums", _M, "Tensor([4, 7], dtype=int64)")
reduce_prod: Reduction = _reduction("reduce_prod", _typed(_cotan.prod), *_NUMBERS, "The products", _M, "Tensor([ 3, 10], dtype=int64)")
reduce_max: Reduction = _reduction("reduce_max", _extremum(_cotan.max, True), *_REAL, "The largest elements", _M,
                        "Tensor([3, 5], dtype=int64)")
reduce_min: Reduction = _reduction("reduce_min", _extremum(_cotan.min, False), *_REAL, "The smallest elements", _M,
                        "Tensor([1, 2], dtype=int64)")


def _bitwise(truth, of, start):
    def reduce(x, axes):
        if x.dtype.kind == "b":
            return truth(x, axes)
        return _tree(lambda a, b: [of(a[0], b[0])], [_in_front(x, axes)], [_cotan.full((), start, dtype="int64").astype(x.dtype)])[0]
    return reduce


reduce_and: Reduction = _reduction("reduce_and", _bitwise(_cotan.all, _cotan.bitwise_and, -1), *_BITS, "The bits that all have", _B,
                        "Tensor([False,  True], dtype=bool)")
reduce_or: Reduction = _reduction("reduce_or", _bitwise(_cotan.any, _cotan.bitwise_or, 0), *_BITS, "The bits that any has", _B,
                       "Tensor([ True,  True], dtype=bool)")
reduce_xor: Reduction = _reduction("reduce_xor", _parity, *_BITS, "The bits that an odd number has", _B,
                        "Tensor([ True, False], dtype=bool)")


def _in_front(x, axes):
    """These axes as one, before all others."""
    rest = [d for d in range(x.ndim) if d not in axes]
    shape = [x.shape[d] for d in rest]
    count = 1
    for d in axes:
        count *= x.shape[d]
    return _cotan.reshape(_cotan.transpose(x, [*axes, *rest]), [count, *shape])


def _tree(combine, xs, start):
    """What is left when neighbours along the first axis are combined until there is one; the start, without any."""
    if xs[0]._sizes[0] is None:
        raise _cotan.ValueError(f"{here()}ct.lax.reduce: elements cannot be combined along an axis whose size is not known when "
                                "the function is compiled, but by ct.lax.add, mul, max or min")
    if xs[0]._sizes[0] == 0:
        return [_cotan.broadcast_to(s, x.shape[1:]) for s, x in zip(start, xs)]
    while (count := xs[0].shape[0]) > 1:
        even = count - count % 2
        pairs = combine([x[0:even:2] for x in xs], [x[1:even:2] for x in xs])
        xs = pairs if even == count else [_cotan.concatenate([p, x[even:]]) for p, x in zip(pairs, xs)]
    return [x[0] for x in xs]


def lifted(name: str, computation: Any, structure: Any, like: Any) -> Any:
    """The computation, which is a function of nests of single numbers, for lists of tensors of one shape."""
    function(name, "computation", computation)

    def numbers(a, b):
        leaves, form = _nest.flatten(computation(_nest.unflatten(structure, list(a)), _nest.unflatten(structure, list(b))))
        results = [tensor(name, x) for x in leaves]
        if form != structure or any(r.ndim or r.dtype != t.dtype and not r.weak_type for r, t in zip(results, like)):
            raise _cotan.TypeError(f"{here()}ct.lax.{name}: 'computation' must return numbers of the types that it is given, "
                                   f"{', '.join(t.dtype.name for t in like)}, but returned "
                                   f"{', '.join(map(describe, results))}")
        return [r.astype(t.dtype) for r, t in zip(results, like)]

    def combine(a, b):
        if 0 in a[0]._sizes:
            return a
        rows = vmap(numbers)([_cotan.reshape(x, (-1,)) for x in a], [_cotan.reshape(x, (-1,)) for x in b])
        return [_cotan.reshape(row, x.shape) for row, x in zip(rows, a)]

    return _KNOWN_PAIRS.get(computation, combine) if len(like) == 1 and _hashable(computation) else combine


def _hashable(x):
    return getattr(type(x), "__hash__", None) is not None


def _pair(of):
    return lambda a, b: [of(a[0], b[0])]


# Functions of single elements are those of tensors.
_KNOWN_PAIRS = {of: _pair(of) for of in (one.add, one.mul, one.max, one.min, one.bitwise_and, one.bitwise_or, one.bitwise_xor,
                                         _cotan.add, _cotan.multiply, _cotan.maximum, _cotan.minimum)}
_KNOWN = {one.add: reduce_sum, one.mul: reduce_prod, one.max: reduce_max, one.min: reduce_min, one.bitwise_and: reduce_and,
          one.bitwise_or: reduce_or, _cotan.add: reduce_sum, _cotan.multiply: reduce_prod, _cotan.maximum: reduce_max,
          _cotan.minimum: reduce_min}


def operands_of(name, operands, init_values):
    """The tensors of both nests, which have one structure, and it."""
    (xs, structure), (starts, other) = _nest.flatten(operands), _nest.flatten(init_values)
    if not xs or structure != other:
        refuse(_cotan.TypeError, name, f"operands and initial values must have one structure, with tensors, but there are "
                                       f"{len(xs)} and {len(starts)}")
    xs, starts = map(list, zip(*(joined(name, x, start) for x, start in zip(xs, starts))))
    for x, start in zip(xs, starts):
        if start.ndim:
            refuse(_cotan.ValueError, name, f"an initial value must be one number, but is {describe(start)}")
    if any(x._sizes != xs[0]._sizes for x in xs):
        refuse(_cotan.ValueError, name, f"the operands must have one shape, but are {', '.join(map(describe, xs))}")
    return xs, starts, structure


def reduce(operands: Any, init_values: Any, computation: Callable[[Any, Any], Any], dimensions: Sequence[int]) -> Any:
    """The elements along axes combined by a function of two numbers, or of two nests of them, beginning with the initial
    values. Which elements are combined first is not said, so the function must be associative.

    >>> import cotan as ct
    >>> ct.lax.reduce(ct.array([[1, 2], [3, 4]]), 0, lambda a, b: a + b, (0,))
    Tensor([4, 6], dtype=int64)
    """
    xs, starts, structure = operands_of("reduce", operands, init_values)
    places = _axes("reduce", "dimensions", dimensions, xs[0].ndim)
    combine = lifted("reduce", computation, structure, xs)
    known = _KNOWN.get(computation) if len(xs) == 1 and _hashable(computation) else None
    if known:
        results = [known(xs[0], places)]
    else:
        results = _tree(combine, [_in_front(x, places) for x in xs], starts)
        if any(xs[0]._sizes[d] == 0 for d in places):
            return _nest.unflatten(structure, results)
    return _nest.unflatten(structure, combine([_cotan.broadcast_to(s, r.shape) for s, r in zip(starts, results)], results))


def _arg(name: str, of: Any) -> Place:
    def function(operand: Any, axis: int, index_dtype: Any) -> Tensor:
        x = tensor(name, operand)
        place = _axis(name, "axis", axis, x.ndim)
        if not issubdtype(index_dtype, np.integer):
            refuse(_cotan.TypeError, name, f"'index_dtype' must be an element type of integers, but is {found(index_dtype)}")
        return of(x, place).astype(index_dtype)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Where along an axis the {'largest' if name == 'argmax' else 'smallest'} element is, the first of several, in
    the element type for indices.

    >>> import cotan as ct
    >>> ct.lax.{name}(ct.array([3, 1, 3]), 0, "int32")
    Tensor({int(name == 'argmin')}, dtype=int32)
    """
    return public(function)


argmax: Place = _arg("argmax", _cotan.argmax)
argmin: Place = _arg("argmin", _cotan.argmin)


def _log_sums(x, axis):
    """The logarithms of running sums of exponentials, by a tree of pairs of the largest so far and the sum over it."""
    from .._scans import associative_scan
    return associative_scan(_cotan.logaddexp, x, axis=axis)


def _running(name: str, of: Any, text: str, shown: str) -> Running:
    def function(operand: Any, axis: int = 0, reverse: bool = False) -> Tensor:
        x = tensor(name, operand)
        place = _axis(name, "axis", axis, x.ndim)
        check_flag(f"lax.{name}", "reverse", reverse)
        if name == "cumlogsumexp":
            kinds(name, [x], "f", "floating-point numbers")
        result = of(_cotan.flip(x, place) if reverse else x, place)
        return _cotan.flip(result, place) if reverse else result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text} along an axis, from its end if `reverse`.

    >>> import cotan as ct
    >>> ct.lax.{name}(ct.array([1.0, 3.0, 2.0]))
    {shown}
    """
    return public(function)


cumsum: Running = _running("cumsum", lambda x, axis: _cotan.cumsum(x, axis, dtype=x.dtype), "Running sums",
                  "Tensor([1., 4., 6.], dtype=float32)")
cumprod: Running = _running("cumprod", lambda x, axis: _cotan.cumprod(x, axis, dtype=x.dtype), "Running products",
                   "Tensor([1., 3., 6.], dtype=float32)")
cummax: Running = _running("cummax", _cotan.cummax, "The largest element so far", "Tensor([1., 3., 3.], dtype=float32)")
cummin: Running = _running("cummin", _cotan.cummin, "The smallest element so far", "Tensor([1., 1., 1.], dtype=float32)")
cumlogsumexp: Running = _running("cumlogsumexp", _log_sums, "Logarithms of running sums of exponentials",
                        "Tensor([1.       , 3.126928 , 3.4076061], dtype=float32)")


@public
def sort(operand: Any, dimension: int = -1, is_stable: bool = True, num_keys: int = 1) -> Any:
    """The elements along an axis in ascending order; of a list of tensors, all in the order of the first `num_keys`, of
    which later ones say what is first among equals. It is always stable.

    >>> import cotan as ct
    >>> ct.lax.sort([ct.array([2, 1, 2]), ct.array([5, 6, 4])], num_keys=2)
    (Tensor([1, 2, 2], dtype=int64), Tensor([6, 4, 5], dtype=int64))
    """
    if not isinstance(operand, (list, tuple)):
        x = tensor("sort", operand)
        return _cotan.sort(x, _axis("sort", "dimension", dimension, x.ndim))
    xs = [tensor("sort", x) for x in operand]
    if not is_integer(num_keys) or not 1 <= num_keys <= len(xs):
        refuse(_cotan.ValueError, "sort", f"'num_keys' must be 1 to {len(xs)}, as there are operands, but is {found(num_keys)}")
    if any(tuple(x.shape) != tuple(xs[0].shape) for x in xs):
        refuse(_cotan.ValueError, "sort", f"the operands must have one shape, but are {', '.join(map(describe, xs))}")
    place = _axis("sort", "dimension", dimension, xs[0].ndim)
    order = _cotan.lexsort(xs[num_keys - 1::-1], place) if num_keys > 1 else _cotan.argsort(xs[0], place)
    return tuple(_cotan.take_along_axis(x, order, place) for x in xs)


@public
def sort_key_val(keys: Any, values: Any, dimension: int = -1, is_stable: bool = True) -> tuple[Tensor, Tensor]:
    """The keys along an axis in ascending order, and the values in the same order.

    >>> import cotan as ct
    >>> ct.lax.sort_key_val(ct.array([2, 1]), ct.array([5.0, 6.0]))
    (Tensor([1, 2], dtype=int64), Tensor([6., 5.], dtype=float32))
    """
    return sort((keys, values), dimension, is_stable)


@public
def top_k(operand: Any, k: int, *, axis: int = -1, is_stable: bool = True) -> tuple[Tensor, Tensor]:
    """The k largest elements along an axis, the largest first, and where they are, as int32.

    >>> import cotan as ct
    >>> ct.lax.top_k(ct.array([1, 3, 2]), 2)
    (Tensor([3, 2], dtype=int64), Tensor([1, 2], dtype=int32))
    """
    return _largest("top_k", operand, k, axis)


def _largest(name, operand, k, axis):
    x = tensor(name, operand)
    place = _axis(name, "axis", axis, x.ndim)
    if not is_integer(k) or not 0 <= k <= x.shape[place]:
        refuse(_cotan.ValueError, name, f"'k' must be 0 to {x.shape[place]}, the size of axis {place}, but is {found(k)}")
    values, indices = _cotan.top_k(_cotan.moveaxis(x, place, -1), int(k))
    return _cotan.moveaxis(values, -1, place), _cotan.moveaxis(indices.astype("int32"), -1, place)


@public
def approx_max_k(operand: Any, k: int, reduction_dimension: int = -1, recall_target: float = 0.95,
                 reduction_input_size_override: int = -1, aggregate_to_topk: bool = True) -> tuple[Tensor, Tensor]:
    """The k largest elements along an axis and where they are: here all of them are found, whatever the target.

    >>> import cotan as ct
    >>> ct.lax.approx_max_k(ct.array([1.0, 3.0, 2.0]), 2)
    (Tensor([3., 2.], dtype=float32), Tensor([1, 2], dtype=int32))
    """
    return _largest("approx_max_k", operand, k, reduction_dimension)


@public
def approx_min_k(operand: Any, k: int, reduction_dimension: int = -1, recall_target: float = 0.95,
                 reduction_input_size_override: int = -1, aggregate_to_topk: bool = True) -> tuple[Tensor, Tensor]:
    """The k smallest elements along an axis and where they are: here all of them are found, whatever the target.

    >>> import cotan as ct
    >>> ct.lax.approx_min_k(ct.array([1.0, 3.0, 2.0]), 2)
    (Tensor([1., 2.], dtype=float32), Tensor([0, 2], dtype=int32))
    """
    kinds("approx_min_k", [tensor("approx_min_k", operand)], "f", "floating-point numbers")
    values, indices = _largest("approx_min_k", _cotan.negative(operand), k, reduction_dimension)
    return -values, indices

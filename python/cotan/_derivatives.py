"""Derivatives of functions of nests. They nest in any order, and work eagerly and inside jit."""

import functools
import math
from typing import Any, Callable, Sequence

from . import _cotan, _mistakes, _nest
from ._core import Function, as_tensor, describe, here
from ._cotan import ShapeDtypeStruct
from ._traced import Shape, trace


def _is_float(tensor):
    return tensor.dtype.kind == "f"


def _places(argnums, args, name):
    """The arguments to differentiate, as non-negative numbers."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    places = []
    for number in numbers:
        if not isinstance(number, int):
            raise _cotan.TypeError(f"{here()}{name}: argnums has {number!r}, but arguments are chosen by their "
                                   "places, as argnums=1 or argnums=(0, 2)")
        if not -len(args) <= number < len(args):
            raise _cotan.ValueError(f"{here()}{name}: argnums has {number}, but there are {len(args)} arguments by "
                             "position; pass what is differentiated by position")
        places.append(number % len(args))
    return places


def _leaf_ranges(args):
    """For each argument, the numbers of its tensors among those of all arguments."""
    ranges, start = [], 0
    for arg in args:
        count = len(Shape(arg).tensors)
        ranges.append(range(start, start + count))
        start += count
    return ranges


def value_and_grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
                   has_aux: bool = False) -> Function:
    """A function that returns the value of `function` and its gradient.

    `function` returns one floating-point number or, with `has_aux`, a pair of one and any nest.
    The gradient is with respect to the arguments `argnums` and has their structure.

    >>> import cotan as ct
    >>> ct.value_and_grad(lambda x: x**3)(2.0)
    (Tensor(8., dtype=float32, weak_type=True), Tensor(12., dtype=float32, weak_type=True))
    """
    _mistakes.check_function("grad", function)

    @functools.wraps(function)
    def differentiated(*args, **keywords):
        places = _places(argnums, args, "grad")
        shape = Shape((args, keywords))
        ranges = _leaf_ranges(args)
        wrt = [i for p in places for i in ranges[p]]
        for p in places:
            _check_floats(p, [shape.tensors[i] for i in ranges[p]])
        traced = trace(function, shape)
        _check_scalar(function, traced, has_aux)
        count = _cotan._num_results(traced.program)
        results = _cotan._call(_cotan._gradient(traced.program, wrt, 0), shape.tensors)
        value, slopes = traced.shape.filled(results[:count]), iter(results[count:])
        gradients = [Shape(args[p]).filled(slopes) for p in places]
        return value, gradients[0] if isinstance(argnums, int) else tuple(gradients)

    return differentiated


def _check_floats(place, tensors):
    for tensor in tensors:
        if not _is_float(tensor):
            raise _cotan.TypeError(
                f"{here()}grad: argument {place} is {describe(tensor)}, but derivatives are with respect "
                "to floats; pass 3.0 instead of 3, convert it with astype('float32'), or leave it out of "
                "argnums")


def _check_scalar(function, traced, has_aux):
    name = getattr(function, "__name__", "the function")
    value = traced.shape.filled(traced.shape.tensors)
    if has_aux:
        if not isinstance(value, tuple) or len(value) != 2:
            raise _cotan.TypeError(f"{here()}grad: {name} returned {traced.shape.structure}; with has_aux it "
                                   "must return a pair")
        value = value[0]
    if not isinstance(value, ShapeDtypeStruct) or value.shape != () or not _is_float(value):
        found = describe(value) if isinstance(value, ShapeDtypeStruct) else repr(Shape(value).structure)
        raise _cotan.TypeError(f"{here()}grad: {name} returned {found}; only a function of one floating-point number "
                        "has a gradient, so return ct.sum or ct.mean of it, or use ct.vjp")


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
         has_aux: bool = False) -> Function:
    """A function that returns the gradient of `function`: `value_and_grad` without the value.

    >>> import cotan as ct
    >>> ct.grad(ct.grad(ct.sin))(0.0)
    Tensor(-0., dtype=float32, weak_type=True)
    """
    both = value_and_grad(function, argnums, has_aux)

    @functools.wraps(function)
    def gradient(*args, **keywords):
        value, slope = both(*args, **keywords)
        return (slope, value[1]) if has_aux else slope

    return gradient


def vjp(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of `function`, and a function from its cotangents to those of `primals`.

    Integers have no cotangent: None stands for it. What the second function needs of the value's
    computation is kept; only loops, outside of jit, are run again.

    >>> import cotan as ct
    >>> y, back = ct.vjp(ct.sin, 0.0)
    >>> back(2.0)
    (Tensor(2., dtype=float32, weak_type=True),)
    """
    shape = Shape((primals, {}))
    traced = trace(function, shape)
    wrt = [i for i, x in enumerate(shape.tensors) if _is_float(x)]
    forward, reverse, used = _cotan._pullback(traced.program, wrt)
    count, everything = _cotan._num_results(traced.program), _cotan._call(forward, shape.tensors)
    results, residuals = everything[:count], everything[count:]
    value = traced.shape.filled(results)
    out = value[0] if has_aux else value

    def back(cotangent):
        given, wanted = Shape(cotangent), Shape(out)
        if given.structure != wanted.structure:
            raise _cotan.ValueError(f"{here()}vjp: the cotangent is {given.structure}, the value {wanted.structure}; "
                             "they must have one structure")
        like = dict(enumerate(zip(given.tensors, wanted.tensors)))  # behind these, what is not differentiated
        cotangents = [_fitted("vjp: the cotangent", *like[i]) if i in like else _cotan.zeros_like(results[i])
                      for i in used]
        slopes = iter(_cotan._call(reverse, [*shape.tensors, *residuals, *cotangents]))
        leaves = [next(slopes) if i in wrt else None for i in range(len(shape.tensors))]
        return shape.filled(leaves)[0]

    return (out, back, value[1]) if has_aux else (out, back)


def _fitted(what, found, wanted):
    """A tangent or cotangent in the type of what it belongs to; numbers take it."""
    if found._sizes != wanted._sizes or (found.dtype != wanted.dtype and not found.weak_type):
        raise _cotan.ValueError(f"{here()}{what} is {describe(found)}, but belongs to {describe(wanted)}; they must "
                         "have one shape and element type")
    return found.astype(wanted.dtype)


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any],
        has_aux: bool = False) -> Any:
    """The value of `function` at `primals`, and its derivative in the direction `tangents`.

    >>> import cotan as ct
    >>> ct.jvp(ct.sin, (0.0,), (2.0,))
    (Tensor(0., dtype=float32, weak_type=True), Tensor(2., dtype=float32, weak_type=True))
    """
    shape, directions = Shape((tuple(primals), {})), Shape((tuple(tangents), {}))
    if shape.structure != directions.structure:
        raise _cotan.ValueError(f"{here()}jvp: the tangents are {directions.structure}, the primals "
                         f"{shape.structure}; they must have one structure")
    wrt = [i for i, x in enumerate(shape.tensors) if _is_float(x)]
    tangents = [_fitted("jvp: the tangent", directions.tensors[i], shape.tensors[i]) for i in wrt]
    traced = trace(function, shape)
    results, used, found = _cotan._expand(traced.program, wrt, shape.tensors, tangents, 1)
    slopes = dict(zip(used, found))
    value = traced.shape.filled(results)
    slope = traced.shape.filled([slopes.get(i, _cotan.zeros_like(r)) for i, r in enumerate(results)])
    return (value[0], slope[0], value[1]) if has_aux else (value, slope)


def jet(function: Callable[..., Any], primals: Sequence[Any],
        series: Sequence[Sequence[Any]]) -> tuple[Any, list[Any]]:
    """Taylor mode: the derivatives of `function` along a curve, all orders at once.

    `primals` is a tuple of floating-point tensors, the curve at 0, and `series` a tuple of lists: the
    curve's first, second, ... derivatives there. Returns the value, and the derivatives of the result
    in a list as long as the longest. It goes through loops and branches. Takes time with the square
    of the order, where nested derivatives multiply. (Griewank and Walther, Evaluating Derivatives,
    chapter 13; JAX's jax.experimental.jet.)

    >>> import cotan as ct
    >>> one = ct.ones(())
    >>> ct.jet(ct.exp, (ct.zeros(()),), ([one, 0 * one, 0 * one],))
    (Tensor(1., dtype=float32), [Tensor(1., dtype=float32), Tensor(1., dtype=float32), Tensor(1., dtype=float32)])
    """
    shape = Shape((tuple(primals), {}))
    order = max((len(s) for s in series), default=0)
    if len(series) != len(shape.tensors) or order == 0:
        raise _cotan.ValueError(f"{here()}jet: series must hold a list of derivatives for each of the "
                         f"{len(shape.tensors)} primals, and one at least; found {len(series)} lists")
    for x, terms in zip(shape.tensors, series):
        for term in terms:
            if not _is_float(x) or as_tensor(term)._sizes != x._sizes:
                raise _cotan.ValueError(f"{here()}jet: a derivative is {describe(as_tensor(term))}, its primal "
                                 f"{describe(x)}; they must be floats of one shape")
    traced = trace(function, shape)
    curve = [_coefficient(x, terms, k) for x, terms in zip(shape.tensors, series) for k in range(order)]
    wrt = list(range(len(shape.tensors)))
    results, used, found = _cotan._expand(traced.program, wrt, shape.tensors, curve, order)
    terms = {i: found[n * order : (n + 1) * order] for n, i in enumerate(used)}
    outputs = []
    for k in range(order):
        outputs.append(traced.shape.filled([
            terms[i][k] * math.factorial(k + 1) if i in terms else _cotan.zeros_like(r)
            for i, r in enumerate(results)]))
    return traced.shape.filled(results), outputs


def _coefficient(x, terms, k):
    """Taylor coefficient k + 1, of the type of the primal."""
    if k >= len(terms):
        return _cotan.zeros_like(x)
    return (as_tensor(terms[k]) / math.factorial(k + 1)).astype(x.dtype)


def stop_gradient(x: Any) -> Any:
    """The same values, any nest of them, which derivatives take for constants.

    >>> import cotan as ct
    >>> ct.grad(lambda x: x * ct.stop_gradient(x))(3.0)
    Tensor(3., dtype=float32, weak_type=True)
    """
    return _nest.map_leaves(lambda leaf: _cotan.stop_gradient(as_tensor(leaf)), x)

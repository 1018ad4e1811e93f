"""Derivatives of functions of nests. They nest in any order, and work eagerly and inside jit."""

import functools
import math
from typing import Any, Callable, Sequence

from . import _cotan, _mistakes, _nest, _places
from ._control import made_to_fit
from ._core import Function, as_tensor, describe, here, is_inexact, is_tensor_like
from ._cotan import ShapeDtypeStruct
from ._registration import register_node
from ._signatures import found as shown
from ._structures import where_differ
from ._traced import Shape, shape_of, shape_of_argument, shape_of_call, trace


def _ranges(function, args, places):
    """For each argument, the numbers of its tensors among those of all; those at `places` must be nests."""
    ranges, start = [], 0
    for i, arg in enumerate(args):
        shape = shape_of_argument(function, i, arg) if i in places else Shape(arg, True, True)
        ranges.append(range(start, start + len(shape.tensors)))
        start += len(shape.tensors)
    return ranges


def check_floats(name, args, places, allow_int=False):
    """Refuses to differentiate with respect to what has no derivatives."""
    for place in places:
        shape = Shape(args[place])
        wrong = [describe(x) for x in shape.tensors if not is_inexact(x) and not allow_int]
        if shape.structure.is_leaf and not shape.tensors:
            wrong = [shown(args[place])]
        if wrong:
            raise _cotan.TypeError(
                f"{here()}ct.{name}: argument {place} is {wrong[0]}, but derivatives are with respect "
                "to floats; pass 3.0 instead of 3, convert it with astype('float32'), leave it out of "
                "argnums, or say allow_int=True for a derivative of None")


def value_and_grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
                   has_aux: bool = False, holomorphic: bool = False, allow_int: bool = False) -> Function:
    """A function that returns the value of `function` and its gradient.

    `function` returns one floating-point number or, with `has_aux`, a pair of one and any nest.
    The gradient is with respect to the arguments `argnums` and has their structure. With respect to a complex
    number x + iy it is the slope along x less i times that along y, as in JAX. With `holomorphic` the function
    takes and returns complex numbers, and what is returned is its complex derivative. Integers and truth
    values among the arguments are an error; with `allow_int` they have the gradient None, as of `ct.vjp`
    (JAX has zeros of a type `float0`).

    >>> import cotan as ct
    >>> ct.value_and_grad(lambda x: x**3)(2.0)
    (Tensor(8., dtype=float32, weak_type=True), Tensor(12., dtype=float32, weak_type=True))
    """
    return _value_and_grad("value_and_grad", function, argnums, has_aux, holomorphic, allow_int)


def _value_and_grad(name, function, argnums, has_aux, holomorphic, allow_int):
    _mistakes.check_function(name, function)
    _mistakes.check_flag(name, "has_aux", has_aux)
    _mistakes.check_flag(name, "holomorphic", holomorphic)
    _mistakes.check_flag(name, "allow_int", allow_int)
    _places.integers(f"ct.{name}", "argnums", argnums)

    @made_to_fit
    @functools.wraps(function)
    def differentiated(*args, **keywords):
        places, is_one = _places.argnums(f"ct.{name}", argnums, args)
        ranges = _ranges(function, args, places)
        check_floats(name, args, places, allow_int)
        if holomorphic:
            check_complex(name, args, places)
        shape = shape_of_call(function, args, keywords, True)
        traced = trace(function, shape)
        _check_scalar(name, function, traced, has_aux, holomorphic)
        tensors = shape.tensors
        wrt = [i for p in places for i in ranges[p] if is_inexact(tensors[i])]
        count = _cotan._num_results(traced.program)
        results = _cotan._call(_cotan._gradient(traced.program, wrt, 0), tensors)
        value, slopes = traced.shape.filled(results[:count]), iter(results[count:])
        gradients = [_gradient(Shape(args[p]), slopes) for p in places]
        return value, gradients[0] if is_one else tuple(gradients)

    return differentiated


def _gradient(shape, slopes):
    """A nest of the next slopes; integers have none."""
    return shape.filled([next(slopes) if is_inexact(x) else None for x in shape.tensors])


def _check_pair(name, function, traced):
    """Of a function with has_aux: the Shapes of its value and of what comes with it."""
    value = traced.shape.filled(traced.shape.tensors)
    if not isinstance(value, tuple) or len(value) != 2:
        raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(traced.shape)}; with "
                               "has_aux it must return a pair")
    return value


def check_complex(name, args, places):
    for place in places:
        for x in Shape(args[place]).tensors:
            if x.dtype.kind != "c":
                raise _cotan.TypeError(f"{here()}ct.{name}: argument {place} is {describe(x)}; with holomorphic=True it must be "
                                       "complex: convert it with astype('complex64')")


def _check_scalar(name, function, traced, has_aux, holomorphic):
    value = _check_pair(name, function, traced)[0] if has_aux else traced.shape.filled(traced.shape.tensors)
    is_scalar = isinstance(value, ShapeDtypeStruct) and value.shape == ()
    if is_scalar and (value.dtype.kind == "c") != holomorphic and is_inexact(value):
        raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(Shape(value))}; " + (
            "with holomorphic=True it must return a complex number" if holomorphic else
            "return a real number, as ct.abs of it or its real part; or say holomorphic=True if it is holomorphic"))
    if not is_scalar or not is_inexact(value):
        raise _cotan.TypeError(f"{here()}ct.{name}: {_mistakes.name_of(function)} returned {_nest.text_of(Shape(value))}; only a "
                               "function of one floating-point number has a gradient, so return ct.sum or ct.mean "
                               "of it, or use ct.vjp")


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
         has_aux: bool = False, holomorphic: bool = False, allow_int: bool = False) -> Function:
    """A function that returns the gradient of `function`: `value_and_grad` without the value.

    >>> import cotan as ct
    >>> ct.grad(ct.grad(ct.sin))(0.0)
    Tensor(-0., dtype=float32, weak_type=True)
    >>> ct.grad(lambda p: p["w"] ** p["n"], allow_int=True)({"w": 2.0, "n": 3})
    {'n': None, 'w': Tensor(12., dtype=float32, weak_type=True)}
    """
    both = _value_and_grad("grad", function, argnums, has_aux, holomorphic, allow_int)

    @functools.wraps(function)
    def gradient(*args, **keywords):
        value, slope = both(*args, **keywords)
        return (slope, value[1]) if has_aux else slope

    return gradient


def vjp(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of `function`, and a function from its cotangents to those of `primals`.

    Integers have no cotangent: None stands for it. What the second function needs of the value's
    computation is kept. Of loops, outside of jit, it is kept for one call: at later ones they run again.
    The second function is a nest of `primals`: a compiled function may return it, and a forward rule keep it. There it
    computes the value again when it is called.

    >>> import cotan as ct
    >>> y, back = ct.vjp(ct.sin, 0.0)
    >>> back(2.0)
    (Tensor(2., dtype=float32, weak_type=True),)
    """
    out, back, *aux = _vjp(function, primals, has_aux)
    return out, _Pullback(function, primals, has_aux, back), *aux


class _Pullback:
    """From the cotangents of a function's value to those of its arguments."""

    def __init__(self, function, primals, has_aux, back=None):
        self._about, self._primals, self._back = (function, has_aux), primals, back
        self.__name__ = f"the vjp of {_mistakes.name_of(function)}"

    def __call__(self, cotangent: Any) -> Any:
        if self._back is None:  # made of its arguments alone
            function, has_aux = self._about
            self._back = _vjp(function, self._primals, has_aux, again=True)[1]
        return self._back(cotangent)


register_node(_Pullback, lambda back: (back._primals, back._about), lambda about, primals: _Pullback(about[0], tuple(primals), about[1]))


@made_to_fit
def _vjp(function, primals, has_aux=False, of_lanes=False, name="vjp", again=False):
    """`of_lanes`: what is returned will be called for many lanes. `again`: the function has run, and prints nothing."""
    _mistakes.check_function(name, function, makes_another=False)
    _mistakes.check_flag(name, "has_aux", has_aux)
    shape = shape_of_call(function, primals, {})
    traced = trace(function, shape)
    if has_aux:
        _check_pair(name, function, traced)
    wrt = [i for i, x in enumerate(shape.tensors) if is_inexact(x)]
    program = _cotan._silent(traced.program) if again else traced.program
    pulled = _cotan._Vjp(program, wrt, shape.tensors, of_lanes)
    results = pulled.results
    value = traced.shape.filled(results)
    out = value[0] if has_aux else value

    def back(cotangent):
        given, wanted = shape_of(cotangent, "ct.vjp: the cotangent", "cotangent"), Shape(out)
        _check_form("ct.vjp: the cotangent", given, "the value", wanted)
        like = dict(enumerate(zip(given.tensors, wanted.tensors)))  # behind these, what is not differentiated
        slopes = iter(pulled.cotangents([
            _fitted("ct.vjp: the cotangent", *like[i]) if i in like else _cotan.zeros_like(results[i])
            for i in pulled.differentiable]))
        leaves = [next(slopes) if i in wrt else None for i in range(len(shape.tensors))]
        return shape.filled(leaves)[0]

    return (out, back, value[1]) if has_aux else (out, back)


def _check_form(what, shape, whose, wanted):
    """Refuses a nest of tensors that has not the form of the one it belongs to."""
    if not shape.has_form_of(wanted):
        raise _cotan.ValueError(f"{here()}{what} is {_nest.text_of(shape)}, {whose} {_nest.text_of(wanted)}; they must have one "
                                f"structure{where_differ(wanted.structure, shape.structure)}")


def _fitted(what, found, wanted):
    """A tangent or cotangent in the type of what it belongs to; numbers take it."""
    fits = found.dtype == wanted.dtype or found.weak_type or (wanted.weak_type and is_inexact(found))
    if found._sizes != wanted._sizes or not fits:
        raise _cotan.ValueError(f"{here()}{what} is {describe(found)}, but belongs to {describe(wanted)}; they must "
                         "have one shape and element type")
    return found if wanted.weak_type and is_inexact(found) else found.astype(wanted.dtype)


def _check_sequence(name, what, given, holds):
    if not isinstance(given, (tuple, list)):
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be a tuple of {holds}, but is {shown(given)}; write "
                               f"({what},) around it")


@made_to_fit
def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any],
        has_aux: bool = False) -> Any:
    """The value of `function` at `primals`, and its derivative in the direction `tangents`.

    >>> import cotan as ct
    >>> ct.jvp(ct.sin, (0.0,), (2.0,))
    (Tensor(0., dtype=float32, weak_type=True), Tensor(2., dtype=float32, weak_type=True))
    """
    _mistakes.check_function("jvp", function, makes_another=False)
    _mistakes.check_flag("jvp", "has_aux", has_aux)
    _check_sequence("jvp", "primals", primals, "arguments")
    _check_sequence("jvp", "tangents", tangents, "tangents")
    shape = shape_of_call(function, tuple(primals), {})
    directions = shape_of((tuple(tangents), {}), "ct.jvp: what is given as tangents", "tangents")
    _check_form("ct.jvp: what is given as tangents", directions, "the primals", shape)
    tensors, given = shape.tensors, directions.tensors
    wrt = [i for i, x in enumerate(tensors) if is_inexact(x)]
    _check_constants(tensors, given)
    tangents = [_fitted("jvp: the tangent", given[i], tensors[i]) for i in wrt]
    traced = trace(function, shape)
    if has_aux:
        _check_pair("jvp", function, traced)
    results, used, found = _cotan._expand(traced.program, wrt, tensors, tangents, 1)
    slopes = dict(zip(used, found))
    value = traced.shape.filled(results)
    slope = traced.shape.filled([slopes.get(i, _cotan.zeros_like(r)) for i, r in enumerate(results)])
    return (value[0], slope[0], value[1]) if has_aux else (value, slope)


def _check_constants(primals, tangents):
    """Refuses a direction of what has none: a derivative of 0 would be no answer."""
    for x, tangent in zip(primals, tangents):
        if is_inexact(x) or (not is_inexact(tangent) and (tangent.is_traced or not tangent.numpy().any())):
            continue
        raise _cotan.TypeError(f"{here()}ct.jvp: a primal is {describe(x)}, which has no derivatives, but its tangent "
                               f"{describe(tangent)} is not 0; pass 3.0 instead of 3, or an integer 0 as tangent")


@made_to_fit
def jet(function: Callable[..., Any], primals: Sequence[Any],
        series: Sequence[Sequence[Any]]) -> tuple[Any, Any]:
    """Taylor mode: the derivatives of `function` along a curve, all orders at once.

    `primals` is a tuple of floating-point tensors, the curve at 0, and `series` a tuple of lists: the
    curve's first, second, ... derivatives there. Returns the value, and the derivatives of the result
    in a list as long as the longest; of a nest of results a nest like it, whose leaves are such
    lists. It goes through loops and branches. Takes time with the square
    of the order, where nested derivatives multiply. (Griewank and Walther, Evaluating Derivatives,
    chapter 13; JAX's jax.experimental.jet.)

    >>> import cotan as ct
    >>> one = ct.ones(())
    >>> ct.jet(ct.exp, (ct.zeros(()),), ([one, 0 * one, 0 * one],))
    (Tensor(1., dtype=float32), [Tensor(1., dtype=float32), Tensor(1., dtype=float32), Tensor(1., dtype=float32)])
    """
    _mistakes.check_function("jet", function, makes_another=False)
    _check_sequence("jet", "primals", primals, "arguments")
    _check_sequence("jet", "series", series, "lists")
    for terms in series:
        _check_sequence("jet", "series", terms, "lists of derivatives")
    shape = shape_of_call(function, tuple(primals), {})
    series = [[_term(x) for x in terms] for terms in series]
    order = max((len(s) for s in series), default=0)
    if len(series) != len(shape.tensors) or order == 0:
        raise _cotan.ValueError(f"{here()}ct.jet: series must hold a list of derivatives for each of the "
                         f"{len(shape.tensors)} primals, and one at least; found {len(series)} lists")
    for x, terms in zip(shape.tensors, series):
        for term in terms:
            if not is_inexact(x) or term._sizes != x._sizes:
                raise _cotan.ValueError(f"{here()}ct.jet: a derivative is {describe(term)}, its primal "
                                 f"{describe(x)}; they must be floats of one shape")
    traced = trace(function, shape)
    curve = [_coefficient(x, terms, k) for x, terms in zip(shape.tensors, series) for k in range(order)]
    wrt = list(range(len(shape.tensors)))
    results, used, found = _cotan._expand(traced.program, wrt, shape.tensors, curve, order)
    terms = {i: found[n * order : (n + 1) * order] for n, i in enumerate(used)}
    outputs = [
        [terms[i][k] * math.factorial(k + 1) if i in terms else _cotan.zeros_like(r) for k in range(order)]
        for i, r in enumerate(results)]
    return traced.shape.filled(results), traced.shape.filled(outputs)


def _term(x):
    if not is_tensor_like(x):
        raise _cotan.TypeError(f"{here()}ct.jet: 'series' must hold tensors, but holds {shown(x)}")
    return as_tensor(x)


def _coefficient(x, terms, k):
    """Taylor coefficient k + 1, of the type of the primal."""
    if k >= len(terms):
        return _cotan.zeros_like(x)
    term = terms[k] / math.factorial(k + 1)
    return term if x.weak_type and is_inexact(term) else term.astype(x.dtype)


def stop_gradient(x: Any) -> Any:
    """The same values, any nest of them, which derivatives take for constants.

    >>> import cotan as ct
    >>> ct.stop_gradient(ct.array([3.0]))
    Tensor([3.], dtype=float32)
    >>> ct.grad(lambda x: x * ct.stop_gradient(x))(3.0)
    Tensor(3., dtype=float32, weak_type=True)
    """
    shape = shape_of(x, "ct.stop_gradient: 'x'", "x")
    return shape.filled(map(_cotan.stop_gradient, shape.tensors))

"""Functions that are linear, or are taken for linear at a point, and what is found by solving with them."""

import functools
from typing import Any, Callable

from . import _cotan, _mistakes
from ._control import made_to_fit
from ._core import Function, describe, here, is_inexact
from ._custom import custom_jvp
from ._derivatives import _check_form, _check_pair, _fitted, jvp, vjp
from ._nest import map_leaves
from ._signatures import found as shown
from ._traced import Shape, applied, shape_of, shape_of_call, trace


def _called(traced, tensors):
    return traced.shape.filled(_cotan._call(traced.program, tensors))


@made_to_fit
def linearize(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """The value of `function` at `primals`, and a function from tangents of them to that of the value.

    As `jax.linearize`: for many directions at one point. The second function is compiled once; each
    call of it computes the value's own way again, but prints nothing. With `has_aux` the function
    returns a pair, whose second part is returned last.

    >>> import cotan as ct
    >>> y, along = ct.linearize(ct.sin, 0.0)
    >>> along(2.0), along(3.0)
    (Tensor(2., dtype=float32, weak_type=True), Tensor(3., dtype=float32, weak_type=True))
    """
    _mistakes.check_function("linearize", function, makes_another=False)
    _mistakes.check_flag("linearize", "has_aux", has_aux)
    shape = shape_of_call(function, primals, {})
    traced = trace(function, shape)
    if has_aux:
        _check_pair("linearize", function, traced)
    value = _called(traced, shape.tensors)
    programs = {}

    def along(*tangents):
        directions = shape_of((tangents, {}), "ct.linearize: a tangent", "tangents")
        _check_form("ct.linearize: what is given as tangents", directions, "the primals", shape)
        both = Shape(((primals, tangents), {}), True, True)
        if both.types_only() not in programs:
            moved = trace(lambda x, t: jvp(function, x, t, has_aux)[1], both)
            programs[both.types_only()] = moved.shape, _cotan._silent(moved.program)
        results, program = programs[both.types_only()]
        return results.filled(_cotan._call(program, both.tensors))

    return (value[0], along, value[1]) if has_aux else (value, along)


@made_to_fit
def linear_transpose(function: Callable[..., Any], *primals: Any) -> Function:
    """The transpose of a linear function: from cotangents of its result to a tuple of those of `primals`.

    `primals`, which may be types (ct.ShapeDtypeStruct), say what the function takes; their values do
    not matter, nor do constants that it adds. ValueError: the function is not linear, or cannot be seen to be.

    >>> import cotan as ct
    >>> turned = ct.linear_transpose(lambda x: 2 * x[::-1], ct.ShapeDtypeStruct((3,), "float32"))
    >>> turned(ct.array([1.0, 2.0, 3.0]))
    (Tensor([6., 4., 2.], dtype=float32),)
    """
    _mistakes.check_function("linear_transpose", function)
    shape = shape_of_call(function, primals, {}, types=True)
    for x in shape.tensors:
        if not is_inexact(x):
            raise _cotan.TypeError(f"{here()}ct.linear_transpose: a primal is {describe(x)}, but linear functions are of "
                                   "floats; bind others with functools.partial")
    traced = trace(function, shape)
    results, places = traced.shape, list(range(len(shape.tensors)))
    if not all(map(is_inexact, results.tensors)) or not _cotan._is_linear(traced.program, places):
        raise _cotan.ValueError(f"{here()}ct.linear_transpose: {_mistakes.name_of(function)} is not linear in its arguments; "
                                "ct.vjp has the transpose of its derivative at a point")
    zeros = [_cotan.zeros(x.shape, dtype=x.dtype) for x in shape.tensors]
    pulled = _cotan._Vjp(_cotan._silent(traced.program), places, zeros, True)  # the function is not called

    def transposed(cotangent):
        given = shape_of(cotangent, "ct.linear_transpose: the cotangent", "cotangent")
        _check_form("ct.linear_transpose: the cotangent", given, "the function's result", results)
        fitted = [_fitted("ct.linear_transpose: the cotangent", x, like) for x, like in zip(given.tensors, results.tensors)]
        return shape.filled(pulled.cotangents(fitted))[0]

    return transposed


def closure_convert(function: Callable[..., Any], *example_args: Any) -> tuple[Function, list[Any]]:
    """`function` with what it reads from outside as further arguments, and the list of that.

    It is tensors that a derivative may be of: for a rule of one's own that says what flows there.
    `example_args` are arguments, or types of them. As `jax.closure_convert`.

    >>> import cotan as ct
    >>> def doubled(a):
    ...     f, consts = ct.closure_convert(lambda x: x * a, 1.0)
    ...     return f(2.0, *consts) + len(consts)
    >>> ct.grad(doubled)(3.0)
    Tensor(2., dtype=float32, weak_type=True)
    """
    _mistakes.check_function("closure_convert", function, makes_another=False)
    shape = shape_of_call(function, example_args, {}, types=True)
    traced = trace(function, shape)
    program, captured = _cotan._closed(traced.program)
    chosen = [i for i, x in enumerate(captured) if x.is_traced and is_inexact(x)]
    count = len(example_args)

    @functools.wraps(function)
    def converted(*args):
        given, read = shape_of_call(function, args[:count], {}), dict(zip(chosen, args[count:]))
        _check_form("ct.closure_convert: what is given", given, "the example", shape)
        outside = [read.get(i, x) for i, x in enumerate(captured)]
        fitted = [_fitted("ct.closure_convert: an argument", x, like) for x, like in zip(given.tensors, shape.tensors)]
        return traced.shape.filled(_cotan._call(program, [*fitted, *outside]))

    return converted, [captured[i] for i in chosen]


def _difference(x, y):
    return map_leaves(lambda a, b: a - b, x, y)


def _zeros(tree):
    return map_leaves(_cotan.zeros_like, tree)


def _solved(name, solver, *args, has_aux):
    """What a user's solver returns, as a pair; without has_aux, nothing comes with it."""
    result = applied(solver, *args)
    if not has_aux:
        return result, None
    if not isinstance(result, tuple) or len(result) != 2:
        raise _cotan.TypeError(f"{here()}ct.{name}: with has_aux the solver must return a pair, but it returned "
                               f"{shown(result)}")
    return result


class _Implicit:
    """A function x(outside, ...) that a solver finds, with its derivative in both modes."""

    def __init__(self, name, find, along, back, has_aux, depth=0):
        self.along, self.back, self.has_aux = along, back, has_aux
        call = custom_jvp(find)
        call.__name__ = f"ct.{name}"
        call.defjvp(self.jvp)
        call._transposed, call._first_depth = back and self.reverse, depth
        call._reads_constants = True  # that is the solvers': what equations read are arguments
        self.call = call

    def jvp(self, primals, tangents):
        result = self.call(*primals)
        x, aux = result
        return result, (self.along(x, primals, tangents, self.call.depth()), _zeros(aux))

    def reverse(self, primals, result, cotangent):
        return self.back(primals, result[0], cotangent[0], self.call.depth())

    def __call__(self, *args):
        x, aux = self.call(*args)
        return (x, aux) if self.has_aux else x


def custom_linear_solve(matvec: Callable[[Any], Any], b: Any, solve: Callable[..., Any],
                        transpose_solve: Callable[..., Any] | None = None, symmetric: bool = False,
                        has_aux: bool = False) -> Any:
    """x with `matvec(x) == b`, as `solve(matvec, b)` finds it, with the derivative of the solution.

    `matvec` is linear, of a nest as `b`. Derivatives, with respect to `b` and to what `matvec` reads
    from outside, are solutions of other equations, not of the solver's steps: the solver may be a loop
    of any length, or not differentiable, and what it reads from outside is constant. Reverse mode uses `transpose_solve(vecmat, b)`; with
    `symmetric` it is `solve`, without either it goes through the solver's steps after all. With `has_aux` the solvers return pairs, whose second part is returned
    too. As `jax.lax.custom_linear_solve`.

    >>> import cotan as ct
    >>> def root(a):  # a x = 8
    ...     return ct.custom_linear_solve(lambda x: a * x, 8.0, lambda f, b: b / f(1.0), symmetric=True)
    >>> root(ct.float32(2.0)), ct.grad(root)(ct.float32(2.0))
    (Tensor(4., dtype=float32), Tensor(-2., dtype=float32))
    """
    for what, function in (("matvec", matvec), ("solve", solve), ("transpose_solve", transpose_solve)):
        if function is not None or what != "transpose_solve":
            _mistakes.check_function("custom_linear_solve", function, what)
    _mistakes.check_flag("custom_linear_solve", "symmetric", symmetric)
    _mistakes.check_flag("custom_linear_solve", "has_aux", has_aux)
    given = shape_of(b, "ct.custom_linear_solve: 'b'", "b")
    solvers = (solve, solve if symmetric else transpose_solve)
    return _linear_solve(matvec, given.filled(given.tensors), solvers, symmetric, has_aux, 0)


def _linear_solve(matvec, b, solvers, symmetric, has_aux, depth):
    """`solvers` are those of the equation and of the transposed one."""
    of, consts = closure_convert(matvec, b)

    def at(read):
        return lambda x: of(x, *read)

    def find(b, *read):
        return _solved("custom_linear_solve", solvers[0], at(read), b, has_aux=has_aux)

    def again(matvec, b, solvers, depth):
        made = _linear_solve(matvec, b, solvers, symmetric, has_aux, depth)
        return made[0] if has_aux else made

    def along(x, primals, tangents, depth):
        (_, *read), (db, *moved) = primals, tangents
        if moved:
            db = _difference(db, jvp(lambda *r: of(x, *r), tuple(read), tuple(moved))[1])
        return again(at(read), db, solvers, depth)

    def back(args, x, cotangent, depth):
        read = args[1:]
        vecmat = at(read) if symmetric else lambda y: linear_transpose(at(read), x)(y)[0]
        slope = again(vecmat, cotangent, solvers[::-1], depth)
        return (slope, *_flow(lambda *r: of(x, *r), read, slope))

    return _Implicit("custom_linear_solve", find, along, back if solvers[1] else None, has_aux, depth)(b, *consts)


def _flow(function, read, cotangent):
    """What flows to what a function reads, where `cotangent` of its result is subtracted."""
    if not read:
        return ()
    _, back = vjp(function, *read)
    return tuple(-x for x in back(cotangent))


def custom_root(f: Callable[[Any], Any], initial_guess: Any, solve: Callable[..., Any],
                tangent_solve: Callable[..., Any], has_aux: bool = False) -> Any:
    """A root of `f`, as `solve(f, initial_guess)` finds it, with the derivative that the root has.

    Derivatives are with respect to what `f` reads from outside, by the implicit function theorem: of
    any order, whatever the solvers do and read. `tangent_solve(g, y)` returns x with `g(x) == y` for a linear
    `g`: the derivative of `f` at the root, or its transpose. With `has_aux` `solve` returns a pair,
    whose second part is returned too, as a constant. As `jax.lax.custom_root`.

    >>> import cotan as ct
    >>> def newton(f, x):
    ...     for _ in range(20):
    ...         x = x - f(x) / ct.grad(f)(x)
    ...     return x
    >>> def root(a):
    ...     return ct.custom_root(lambda x: x * x - a, 1.0, newton, lambda g, y: y / g(1.0))
    >>> root(ct.float32(4.0)), ct.grad(root)(ct.float32(4.0))
    (Tensor(2., dtype=float32), Tensor(0.25, dtype=float32))
    """
    for what, function in (("f", f), ("solve", solve), ("tangent_solve", tangent_solve)):
        _mistakes.check_function("custom_root", function, what)
    _mistakes.check_flag("custom_root", "has_aux", has_aux)
    start = shape_of(initial_guess, "ct.custom_root: 'initial_guess'", "initial_guess")
    # The equation is one of what the solver returns, which may be of another type than the guess.
    found = trace(lambda x: _solved("custom_root", solve, f, x, has_aux=has_aux)[0],
                  Shape(((start.filled(start.tensors),), {}), True, True)).shape
    _check_form("ct.custom_root: the initial guess", start, "the root", found)
    guess = start.filled(_cotan.stop_gradient(x).astype(y.dtype) for x, y in zip(start.tensors, found.tensors))
    of, consts = closure_convert(f, found.filled(found.tensors))

    def find(*read):
        x, aux = _solved("custom_root", solve, lambda x: of(x, *read), guess, has_aux=has_aux)
        return x, aux

    def slope_at(x, read):
        return lambda v: jvp(lambda x: of(x, *read), (x,), (v,))[1]

    like = found.filled(found.tensors)
    reads = closure_convert(lambda y, x, *read: applied(tangent_solve, slope_at(x, read), y), like, like, *consts)[1]

    def solved(slope, y):
        if not reads:
            return applied(tangent_solve, slope, y)
        # What it reads is constant: the derivative of what it finds is another such equation, too.
        return _linear_solve(slope, y, (tangent_solve, tangent_solve), False, False, 0)

    def along(x, read, moved, _):
        y = jvp(lambda *r: of(x, *r), tuple(read), tuple(moved))[1]
        return solved(slope_at(x, read), map_leaves(lambda a: -a, y))

    def back(read, x, cotangent, _):
        turned = linear_transpose(slope_at(x, read), x)
        slope = solved(lambda v: turned(v)[0], cotangent)
        return _flow(lambda *r: of(x, *r), read, slope)

    return _Implicit("custom_root", find, along, back, has_aux)(*consts)

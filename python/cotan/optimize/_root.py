"""Roots of functions of many numbers, and fixed points."""

import math
from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._declared import Scalar, check_count, checked
from .._jacobians import jacfwd
from .._loops import cond, while_loop
from ._problem import Problem, chosen_method, chosen_options, count, implicit, largest, number, stopped, typed

_MESSAGES = {0: "It is near enough.", 1: "The number of turns reached maxiter.",
             2: "No step makes the function less: there may be no root near.", 3: "The function is not a number."}


class RootResults(NamedTuple):
    """What `root` and `fixed_point` found: `x`, what the function, or the difference from x, is there, and how many calls
    and turns there were. `status` is 0 where it is near enough.

    >>> import cotan as ct
    >>> ct.optimize.root(lambda x: x * x - 2.0, 1.0).message
    'It is near enough.'
    """

    x: Any
    success: Any
    status: Any
    fun: Any
    nfev: Any
    nit: Any

    @property
    def message(self) -> str:
        """What `status` means, of a result that is known.

        >>> import cotan as ct
        >>> ct.optimize.root(lambda x: x * x + 1.0, 1.0).message
        'No step makes the function less: there may be no root near.'
        """
        return _MESSAGES[int(self.status)]


class _Point(NamedTuple):
    """Where the search is, and what is there: `memory` is what a method keeps."""

    x: Any
    value: Any
    memory: Any
    calls: Any
    turns: Any
    stuck: Any


def _square(value):
    square = value @ value
    return _cotan.where(_cotan.isnan(square), math.inf, square)


def _step(f, x, value, along):
    """The longest of the steps 1, 1/2, 1/4, ... along a direction that makes the function enough less (Armijo's rule for
    half its square), where it leads and how many calls that took."""
    before = _square(value)

    def turn(held):
        part, _, _, calls, _ = held
        moved = x + part * along
        there = f(moved)
        is_enough = _square(there) <= (1.0 - 1e-4 * part) * before
        return part * 0.5, moved, there, calls + 1, is_enough

    start = typed((_cotan.ones((), dtype=x.dtype), x, value, count(), _cotan.array(False)))
    part, moved, there, calls, is_enough = while_loop(
        lambda held: _cotan.logical_and(held[0] > 1e-10, _cotan.logical_not(held[4])), turn, start)
    return _cotan.where(is_enough, moved, x), _cotan.where(is_enough, there, value), calls, is_enough


def _newton(f, p):
    """Newton's step, with the Jacobian by derivatives."""
    x, value, calls, moves = _step(f, p.x, p.value, -_cotan.linalg.solve(jacfwd(f)(p.x), p.value))
    return _Point(x, value, (), p.calls + calls, p.turns + 1, _cotan.logical_not(moves))


def _broyden(f, p):
    """A step with an inverse of the Jacobian that is updated by what each step shows (Broyden 1965, Sherman and
    Morrison); it is made anew where its step leads nowhere."""
    inverse, is_new = p.memory
    x, value, calls, moves = _step(f, p.x, p.value, -inverse @ p.value)
    change, risen = x - p.x, inverse @ (value - p.value)
    product = change @ risen
    safe = _cotan.abs(product) > 1e-30
    updated = inverse + _cotan.outer(change - risen, change @ inverse) / _cotan.where(safe, product, 1.0)
    # Without a step, the Jacobian there is taken, once.
    inverse = _cotan.where(_cotan.logical_and(moves, safe), updated, inverse)
    again = _cotan.logical_and(_cotan.logical_not(moves), _cotan.logical_not(is_new))
    inverse = _renewed(f, x, inverse, again)
    return _Point(x, value, (inverse, again), p.calls + calls, p.turns + 1,
                  _cotan.logical_and(_cotan.logical_not(moves), is_new))


def _renewed(f, x, inverse, again):
    return cond(again, lambda: _cotan.linalg.inv(jacfwd(f)(x)), lambda: inverse)


def _run(f, x, begin, turn, near, turns):
    """Turns from `x` until the function there is `near`; the root, and (calls, turns, status)."""
    value = f(x)
    start = typed(_Point(x, value, begin(x), count(1), count(), _cotan.array(False)))

    def goes_on(p):
        going = _cotan.logical_and(p.turns < turns, _cotan.logical_not(p.stuck))
        return _cotan.logical_and(going, _cotan.logical_not(near(p)))

    p = while_loop(goes_on, turn, start)
    found = _cotan.where(p.stuck, 2, 1)
    found = _cotan.where(_cotan.all(_cotan.isfinite(p.value)), found, 3)
    return p.x, (p.calls, p.turns, _cotan.where(near(p), 0, found).astype("int64"))


_METHODS = {"Newton": (lambda f, x: (), _newton),
            "Broyden": (lambda f, x: (_cotan.linalg.inv(jacfwd(f)(x)), _cotan.array(True)), _broyden)}


@checked
def root(fun: Callable[..., Any], x0: Any, args: Any = (), method: str = "Newton", tol: Scalar | None = None,
         options: dict[str, Any] | None = None) -> RootResults:
    """x near `x0` with `fun(x, *args)` 0: both are nests of as many real numbers.

    `method`: "Newton" computes the Jacobian, by derivatives, and solves with it at each turn; "Broyden" once, and after
    that a product of a matrix with a vector at each turn. Steps are halved until they make the function less. It ends
    where no number of `fun` is above `tol` (1e-6, of float64 1e-10), after `maxiter` turns of `options` (100), or where no
    step helps. As `scipy.optimize.root`, whose methods are others.

    Derivatives of `x`, of any order and in both modes, are those of the root with respect to `args` and to what `fun`
    reads (the implicit function theorem); none is with respect to `x0`.

    ValueError: an unknown method or option. TypeError: `fun` returns another nest.

    >>> import cotan as ct
    >>> def circle_and_line(p, radius):
    ...     return {"x": p["x"] ** 2 + p["y"] ** 2 - radius ** 2, "y": p["x"] - p["y"]}
    >>> found = ct.optimize.root(circle_and_line, {"x": 1.0, "y": 0.5}, (2.0,))
    >>> found.x["y"].round(4), int(found.status)
    (Tensor(1.4142, dtype=float32), 0)
    """
    begin, turn = chosen_method("root", method, _METHODS)
    chosen = chosen_options("root", method, options, {"maxiter": 100})
    check_count("optimize.root", "maxiter", chosen["maxiter"], 0)
    problem = Problem("root", fun, x0, args)
    least = _tolerance(tol, problem.start)

    def solve(f, x):
        if x.shape[0] == 0:
            return x, (count(1), count(), count())
        return _run(f, x, lambda x: begin(f, x), lambda p: turn(f, p), lambda p: largest(p.value) <= least,
                    chosen["maxiter"])

    x, aux = implicit(problem.image, lambda f: f, stopped(problem.start), solve)
    return _results(problem, x, problem.image(x), aux)


def _tolerance(tol, like):
    return number((1e-10 if like.dtype == "float64" else 1e-6) if tol is None else tol, like)


def _results(problem, x, value, aux):
    calls, turns, status = aux
    return RootResults(problem.unravel(x), status == 0, status, problem.unravel(value), calls, turns)


def _plain(f, p):
    x = p.x + p.value
    return _Point(x, f(x), p.memory, p.calls + 1, p.turns + 1, p.stuck)


class _Anderson:
    """Steps to the combination of the last points whose residuals together are least (Anderson 1965; Walker and Ni
    2011)."""

    def __init__(self, memory):
        self.memory = memory

    def begin(self, x):
        """How the points and residuals changed in the last turns, in rows; 0 where there were none."""
        rows = _cotan.zeros((self.memory, x.shape[0]), dtype=x.dtype)
        return rows, rows

    def turn(self, f, p):
        """One step, and what changed by it in the place of the oldest change."""
        points, residuals = p.memory
        matrix = residuals @ residuals.T
        # Rows of 0 have no part; a trace of the diagonal keeps near parallel ones apart.
        trace = _cotan.trace(matrix)
        ridge = (1e-10 if p.x.dtype == "float64" else 1e-6) * trace + _cotan.where(trace == 0, 1.0, 0.0)
        weights = _cotan.linalg.solve(matrix + ridge * _cotan.eye(self.memory, dtype=p.x.dtype), residuals @ p.value)
        x = p.x + p.value - weights @ (points + residuals)
        value = f(x)
        place = p.turns % self.memory
        kept = points.at[place].set(x - p.x), residuals.at[place].set(value - p.value)
        return _Point(x, value, kept, p.calls + 1, p.turns + 1, p.stuck)


@checked
def fixed_point(func: Callable[..., Any], x0: Any, args: Any = (), xtol: Scalar | None = None, maxiter: int = 500,
                method: str = "anderson", memory: int = 5) -> RootResults:
    """x near `x0` with `func(x, *args)` equal to x: a nest of real numbers.

    `method`: "iteration" calls the function again and again; "anderson" combines the last `memory` points, which mostly
    takes far fewer calls, and may converge where iteration does not. It ends where no number x changes by more than `xtol`
    (1e-6, of float64 1e-10), or by `xtol * abs(x)` if that is more, or after `maxiter` turns, of one call each. The result is that of ct.optimize.root, `fun`
    being `func(x) - x`; derivatives are those of the fixed point (the implicit function theorem).

    ValueError: an unknown method. TypeError: `func` returns another nest.

    >>> import cotan as ct
    >>> ct.optimize.fixed_point(ct.cos, 1.0).x.round(4)
    Tensor(0.7391, dtype=float32)
    >>> ct.grad(lambda a: ct.optimize.fixed_point(lambda x: ct.cos(a * x), 1.0).x)(1.0).round(4)
    Tensor(-0.2975, dtype=float32, weak_type=True)
    """
    rule = chosen_method("fixed_point", method, {"anderson": _Anderson, "iteration": None})
    check_count("optimize.fixed_point", "maxiter", maxiter, 0)
    check_count("optimize.fixed_point", "memory", memory)
    problem = Problem("fixed_point", func, x0, args)
    least = _tolerance(xtol, problem.start)

    def near(p):
        return _cotan.all(abs(p.value) <= least * _cotan.maximum(abs(p.x), 1.0))

    def residual(x):
        return problem.image(x) - x

    def solve(f, x):
        anderson = rule(memory) if rule else None
        return _run(f, x, anderson.begin if anderson else lambda x: (),
                    lambda p: anderson.turn(f, p) if anderson else _plain(f, p), near, maxiter)

    x, aux = implicit(residual, lambda f: f, stopped(problem.start), solve)
    return _results(problem, x, residual(x), aux)

"""Sums of squares made least."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._declared import Scalar, checked
from .._derivatives import vjp
from .._jacobians import jacfwd
from .._loops import cond, while_loop
from ._problem import Problem, chosen_method, chosen_options, count, implicit, largest, number, stopped, typed


class LeastSquaresResults(NamedTuple):
    """What `least_squares` found, with SciPy's names: `cost` is half the sum of squares, `fun` are the numbers, `grad` the
    gradient of the cost, and `optimality` its largest number. `status` is 1 where the gradient is small enough, 2 where
    the cost or x cannot be told from those before, 0 after `max_nfev` calls, and -1 where the cost is not a number, or more
    than at the beginning.

    >>> import cotan as ct
    >>> ct.optimize.least_squares(lambda x: x - 3.0, 1.0).x
    Tensor(3., dtype=float32)
    """

    x: Any
    cost: Any
    fun: Any
    grad: Any
    optimality: Any
    nfev: Any
    njev: Any
    status: Any
    success: Any


class _Point(NamedTuple):
    """Where the search is, with the numbers and the Jacobian there; how strongly steps are held back, and how much more
    if the next one fails; calls, Jacobians, and why it ended."""

    x: Any
    value: Any
    jacobian: Any
    damping: Any
    grows: Any
    scale: Any
    calls: Any
    slopes: Any
    status: Any


GOING = 9


def _step(p):
    """The least squares solution of the linear equation, held back: by QR factors of the matrix below which a diagonal
    stands, so that no digits are lost to squares."""
    n = p.x.shape[0]
    held = _cotan.sqrt(p.damping) * _cotan.diag(p.scale)
    q, r = _cotan.linalg.qr(_cotan.concatenate([p.jacobian, held]))
    right = q.T @ _cotan.concatenate([-p.value, _cotan.zeros((n,), dtype=p.x.dtype)])
    return _cotan.linalg.solve_triangular(r, right, lower=False)


def _marquardt(f, p):
    """Levenberg and Marquardt's turn, with Nielsen's rule for the damping (Madsen, Nielsen and Tingleff 2004)."""
    step = _step(p)
    x = p.x + step
    value = f(x)
    slope = p.value @ p.jacobian
    bound = p.damping * p.scale * p.scale * step
    promised, won = 0.5 * step @ (bound - slope), 0.5 * (p.value @ p.value - value @ value)
    better = _cotan.logical_and(won > 0, promised > 0)  # false for NaN
    gain = _cotan.where(better, won / _cotan.where(promised > 0, promised, 1.0), 0.0)
    eased = p.damping * _cotan.maximum(1.0 / 3.0, 1.0 - (2.0 * gain - 1.0) ** 3)
    return (_cotan.where(better, x, p.x), _cotan.where(better, value, p.value), better, step,
            _cotan.where(better, eased, p.damping * p.grows), _cotan.where(better, 2.0, 2.0 * p.grows))


def _gauss_newton(f, p):
    """Gauss and Newton's turn: the least squares solution of the linear equation, whatever it leads to."""
    step = _cotan.linalg.lstsq(p.jacobian, -p.value)[0]
    x = p.x + step
    return x, f(x), _cotan.array(True), step, p.damping, p.grows


def _turn(f, p, method, options):
    x, value, better, step, damping, grows = method(f, p)
    jacobian = cond(better, lambda: jacfwd(f)(x), lambda: p.jacobian)
    scale = _cotan.maximum(p.scale, _columns(jacobian))
    before, after = p.value @ p.value, value @ value
    flat = _cotan.logical_and(better, _cotan.logical_and(before - after >= 0, before - after <= options["ftol"] * before))
    short = _cotan.sqrt(step @ step) <= options["xtol"] * (options["xtol"] + _cotan.sqrt(p.x @ p.x))
    calls = p.calls + 1
    status = _cotan.where(calls >= options["max_nfev"], 0, GOING)
    status = _cotan.where(_cotan.logical_or(flat, short), 2, status)
    status = _cotan.where(_cotan.isfinite(damping), status, -1)
    return _ended(p._replace(x=x, value=value, jacobian=jacobian, damping=damping, grows=grows, scale=scale, calls=calls,
                             slopes=p.slopes + better.astype("int64"), status=status.astype("int64")), options["gtol"])


def _columns(jacobian):
    """How long they are, 1 for none: what numbers of x are measured by (Moré 1978)."""
    size = _cotan.sqrt(_cotan.sum(jacobian * jacobian, axis=0))
    return _cotan.where(size > 0, size, 1.0)


def _ended(p, gtol):
    near = largest(p.value @ p.jacobian) <= gtol
    is_number = _cotan.all(_cotan.isfinite(p.value))
    status = _cotan.where(near, 1, p.status)
    return p._replace(status=_cotan.where(is_number, status, -1).astype("int64"))


_METHODS = {"lm": _marquardt, "gn": _gauss_newton}


@checked
def least_squares(fun: Callable[..., Any], x0: Any, args: Any = (), *, method: str = "lm", ftol: Scalar = 1e-8,
                  xtol: Scalar = 1e-8, gtol: Scalar = 1e-8, max_nfev: int | None = None) -> LeastSquaresResults:
    """x near `x0` for which the sum of squares of `fun(x, *args)`, a nest of real numbers, is least.

    `method`: "lm" is Levenberg and Marquardt's, which holds steps back until they make the sum less; "gn" is Gauss and
    Newton's, for equations that are almost linear or beginnings that are near. The Jacobian is Cotan's. It ends where no
    number of the gradient is above `gtol`, the sum changes by less than `ftol` of it, or x by less than `xtol` of it, or
    after `max_nfev` calls, 100 for each number of x if it is None. A turn takes a call, a Jacobian in forward mode, and QR
    factors. As `scipy.optimize.least_squares`, whose other methods are for bounds.

    Derivatives of `x`, of any order and in both modes, are those of the minimum with respect to `args` and what `fun`
    reads (the implicit function theorem).

    >>> import cotan as ct
    >>> t = ct.array([0.0, 1.0, 2.0, 3.0], "float64")
    >>> def misses(p, y):
    ...     return p["a"] * ct.exp(-p["b"] * t) - y
    >>> found = ct.optimize.least_squares(misses, {"a": 1.0, "b": 0.0}, (3.0 * ct.exp(-0.5 * t),))
    >>> found.x["a"].round(4), found.x["b"].round(4)
    (Tensor(3., dtype=float64), Tensor(0.5, dtype=float64))
    """
    turn = chosen_method("least_squares", method, _METHODS)
    problem = Problem("least_squares", fun, x0, args)
    f, n = problem.values, problem.start.shape[0]
    options = chosen_options("least_squares", method, None, {
        "ftol": number(ftol, problem.start), "xtol": number(xtol, problem.start), "gtol": number(gtol, problem.start),
        "max_nfev": 100 * max(n, 1) if max_nfev is None else max_nfev})

    def gradient(f):
        def at(x):
            value, back = vjp(f, x)
            return back(value)[0]

        return at

    def solve(f, x):
        value, jacobian = f(x), jacfwd(f)(x)
        one = _cotan.ones((), dtype=x.dtype)
        p = typed(_Point(x, value, jacobian, 1e-3 * one, 2.0 * one, _columns(jacobian), count(1), count(1), count(GOING)))
        if n:
            p = while_loop(lambda p: p.status == GOING, lambda p: _turn(f, p, turn, options), _ended(p, options["gtol"]))
            risen = p.value @ p.value > value @ value
            p = p._replace(status=_cotan.where(risen, -1, p.status))
        return p.x, (p.calls, p.slopes, p.status if n else count(1))

    x, (calls, slopes, status) = implicit(f, gradient, stopped(problem.start), solve)
    value, slope = f(x), gradient(f)(x)
    return LeastSquaresResults(problem.unravel(x), 0.5 * value @ value, problem.returned(x), problem.unravel(slope),
                               largest(slope), calls, slopes, status, status > 0)


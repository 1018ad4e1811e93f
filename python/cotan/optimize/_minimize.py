"""Minima of functions."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._core import here
from .._declared import Scalar, check_count, checked
from .._derivatives import grad, value_and_grad
from .._signatures import found as shown
from ._descent import BFGS, CONVERGED, LBFGS, TOO_MANY, NewtonCG, Steepest, descend
from ._nelder_mead import simplex
from ._problem import Problem, chosen_method, chosen_options, count, implicit, number, stopped
from ._projected import projected

_MESSAGES = {0: "It is near enough.", 1: "The number of turns reached maxiter.",
             2: "No step makes the function less: it is as near as the element type allows, or the gradient is not that of "
                "the function.", 3: "The function or its gradient is not a number."}


class OptimizeResults(NamedTuple):
    """What `minimize` found, with JAX's names: `x`, the value and the gradient there; of BFGS, the inverse of the Hessian
    it has made; how many calls, gradients and turns there were. `status` is 0 where it is near enough.

    >>> import cotan as ct
    >>> ct.optimize.minimize(lambda x: (x - 1.0) ** 2, 3.0).message
    'It is near enough.'
    """

    x: Any
    success: Any
    status: Any
    fun: Any
    jac: Any
    hess_inv: Any
    nfev: Any
    njev: Any
    nit: Any

    @property
    def message(self) -> str:
        """What `status` means, of a result that is known.

        >>> import cotan as ct
        >>> ct.optimize.minimize(lambda x: (x - 1.0) ** 4, 3.0, options={"maxiter": 1}).message
        'The number of turns reached maxiter.'
        """
        return _MESSAGES[int(self.status)]


_DESCENT = {"gtol": 1e-5, "maxiter": None, "line_search_maxiter": 30}
_METHODS = {
    "BFGS": _DESCENT, "L-BFGS": {**_DESCENT, "maxcor": 10}, "Newton-CG": _DESCENT,
    "GradientDescent": {**_DESCENT, "maxiter": 10000},
    "ProjectedGradient": {"gtol": 1e-5, "maxiter": 10000},
    "Nelder-Mead": {"xatol": 1e-4, "fatol": 1e-4, "maxiter": None},
}
_TOLERANCES = ("gtol", "xatol", "fatol")


def _rule(method, options):
    if method == "L-BFGS":
        return LBFGS(options["maxcor"])
    return {"BFGS": BFGS, "Newton-CG": NewtonCG, "GradientDescent": Steepest}[method]()


def _between(problem, bounds, method):
    """The function that takes a vector to the nearest between the bounds; None without."""
    if (bounds is not None) != (method == "ProjectedGradient"):
        advice = "needs bounds=(low, high)" if bounds is None else "knows no bounds; take method='ProjectedGradient'"
        raise _cotan.ValueError(f"{here()}ct.optimize.minimize: {method!r} {advice}")
    if bounds is None:
        return None
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
        raise _cotan.ValueError(f"{here()}ct.optimize.minimize: 'bounds' must be a pair (low, high) of numbers, of nests as 'x0', "
                                f"or None, but is {shown(bounds)}")
    low, high = (None if bound is None else problem.fitted("bounds", bound) for bound in bounds)
    return low, high


def _projection(low, high):
    def project(x):
        x = x if low is None else _cotan.maximum(x, low)
        return x if high is None else _cotan.minimum(x, high)

    return project


def _searched(f, x, method, options, bounds):
    """The minimum, and (the inverse of the Hessian, calls, gradients, turns, status)."""
    turns = 200 * max(x.shape[0], 1) if options["maxiter"] is None else options["maxiter"]
    if method == "Nelder-Mead":
        s, near = simplex(f, x, number(options["xatol"], x), number(options["fatol"], x), turns)
        status = _cotan.where(near, CONVERGED, TOO_MANY)
        return s.corners[0], (None, s.calls, count(), s.turns, status)
    if method == "ProjectedGradient":
        p = projected(f, x, _projection(*bounds), number(options["gtol"], x), turns)
        return p.x, (None, p.calls, p.calls, p.turns, p.status)
    p = descend(f, x, _rule(method, options), number(options["gtol"], x), turns, options["line_search_maxiter"])
    return p.x, (p.memory[0] if method == "BFGS" else None, p.calls, p.calls, p.turns, p.status)


@checked
def minimize(fun: Callable[..., Any], x0: Any, args: Any = (), *, method: str = "BFGS", tol: Scalar | None = None,
             options: dict[str, Any] | None = None, bounds: Any = None) -> OptimizeResults:
    """A minimum of `fun(x, *args)`, one number, near `x0`, a nest of floating-point tensors.

    `method`: "BFGS", which keeps a matrix; "L-BFGS", for many numbers, with the last `maxcor` steps; "Newton-CG", with
    products with the Hessian; "GradientDescent"; "Nelder-Mead", without derivatives, for a few numbers;
    "ProjectedGradient" between `bounds`, a pair (low, high) of numbers or nests as `x0`, or None. The first four search a
    step along each direction that fulfils Wolfe's conditions. All end where no part of the gradient is above `gtol`, but
    for Nelder and Mead's simplex, which ends at a size of `xatol` and `fatol`. `options` are these and `maxiter`, 200 turns
    for each number of x if it is None, and `line_search_maxiter`; `tol` is any of the tolerances. A turn takes one search,
    of two or three calls mostly. As `jax.scipy.optimize.minimize`.

    Derivatives of `x`, of any order and in both modes, with respect to `args` and what `fun` reads, are those of the
    minimum, where the gradient is 0 (the implicit function theorem), not of the method's steps, and with respect to bounds
    where x is at one; none is with respect to `x0`. They need a Hessian that is not singular. Solving with it takes its
    matrix, for up to 500 numbers.

    ValueError: an unknown method or option. TypeError: what `fun` returns is not one real number.

    >>> import cotan as ct
    >>> def rosenbrock(x, a):
    ...     return (1 - x[0]) ** 2 + a * (x[1] - x[0] ** 2) ** 2
    >>> found = ct.optimize.minimize(rosenbrock, ct.zeros(2, "float64"), (100.0,))
    >>> found.x.round(4), bool(found.success)
    (Tensor([1., 1.], dtype=float64), True)
    >>> ct.grad(lambda b: ct.optimize.minimize(lambda x: (x - b) ** 2 + x ** 4, 0.0).x)(3.0).round(4)
    Tensor(0.1429, dtype=float32, weak_type=True)
    """
    method = next((name for name in _METHODS if str(method).lower() == name.lower()), method)  # as SciPy's
    known = chosen_method("minimize", method, _METHODS)
    chosen = chosen_options("minimize", method, options, known)
    if tol is not None:
        chosen = {**chosen, **{key: tol for key in _TOLERANCES if key in known and key not in (options or {})}}
    for key in ("maxiter", "line_search_maxiter", "maxcor"):
        if chosen.get(key) is not None:
            check_count("optimize.minimize", key, chosen[key], 0 if key == "maxiter" else 1)
    problem = Problem("minimize", fun, x0, args)
    limits = _between(problem, bounds, method)
    still = stopped(limits)

    def solve(f, x):
        return _searched(f, x, method, chosen, still)

    def condition(f):
        """What is 0 at the minimum: the gradient, or how far it moves between the bounds."""
        slope = grad(f)
        return slope if limits is None else lambda x: x - _projection(*limits)(x - slope(x))

    x, (inverse, calls, slopes, turns, status) = implicit(problem.value, condition, stopped(problem.start), solve)
    value, slope = value_and_grad(problem.value)(x)
    return OptimizeResults(problem.unravel(x), status == 0, status, value, problem.unravel(slope), inverse, calls, slopes,
                           turns)

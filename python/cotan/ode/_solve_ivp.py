"""Initial value problems."""

import math
from typing import Any, Callable, NamedTuple, Sequence

from .. import _cotan
from .._core import as_tensor, here, warn
from .._declared import Scalar, check_count, checked
from .._late import np
from .._linear import closure_convert
from .._places import is_flag, is_integer
from .._ravel import ravel
from .._signatures import found as shown
from .._structures import where_differ
from .._traced import applied, shape_of
from .._types import finfo
from ._dense import DenseOutput
from ._equations import Equation, check_order, time_type, times
from ._events import Event
from ._loop import Solver
from ._methods import method_of
from ._step_size import Controller, Tolerances

_NAME = "ode.solve_ivp"
_USUAL_RTOL = 1e-3  # SciPy's
_MOST = 10**6  # events of one kind that are kept
_MESSAGES = {0: "The solver reached the end.", 1: "An event ended it.",
             -1: "The step became too small: the solution, or its slope, is perhaps infinite, or the tolerances are too "
                 "small for this element type.",
             -2: "The number of steps reached max_steps; for stiff equations take method='Rodas5P'."}


class Solution(NamedTuple):
    """What `solve_ivp` found, with SciPy's names.

    The states `y` are stacked along a first axis as the times `t`; NaN stands where the solver did not get. `status` is
    0 at the end, 1 after a terminal event, -1 where steps became too small and -2 after `max_steps`; `success` says that
    it is not negative. `t_events` and `y_events` have an entry for each event, with NaN after the last time it happened.

    >>> import cotan as ct
    >>> ct.ode.solve_ivp(lambda t, y: -y, (0.0, 1.0), 1.0).message
    'The solver reached the end.'
    """

    t: Any
    y: Any
    sol: DenseOutput | None
    t_events: Any
    y_events: Any
    nfev: Any
    njev: Any
    nlu: Any
    accepted: Any
    rejected: Any
    status: Any
    success: Any

    @property
    def message(self) -> str:
        """What `status` means, of a solution that is known.

        >>> import cotan as ct
        >>> ct.ode.solve_ivp(lambda t, y: -y, (0.0, 1.0), 1.0, max_steps=1).message
        "The number of steps reached max_steps; for stiff equations take method='Rodas5P'."
        """
        return _MESSAGES[int(self.status)]


def _tolerance(what, given, equation):
    """As a number, or a vector that fits the state."""
    x = as_tensor(given, f"ct.{_NAME}") if not isinstance(given, (dict, list, tuple)) else None
    dtype = abs(equation.state).dtype
    if x is not None and x.ndim == 0:
        return _cotan.stop_gradient(x.astype(dtype))
    shape = shape_of(given, f"ct.{_NAME}: '{what}'", what)
    if not shape.has_form_of(equation.shape) or any(
            a.shape != b.shape for a, b in zip(shape.tensors, equation.shape.tensors)):
        raise _cotan.ValueError(f"{here()}ct.{_NAME}: '{what}' must be a number, or one for each number of 'y0'"
                                f"{where_differ(equation.shape.structure, shape.structure)}")
    return _cotan.stop_gradient(ravel(given)[0].astype(dtype))


def _least_rtol(dtype):
    """Below it rounding is taken for the error of a step."""
    return 100.0 * float(finfo(dtype.name).eps)


def _warn_of_precision(rtol, equation):
    dtype = abs(equation.state).dtype
    least = _least_rtol(dtype)
    if isinstance(rtol, (int, float, np.number)) and 0 <= rtol < min(least, _USUAL_RTOL):
        wide = "complex128" if equation.state.dtype.kind == "c" else "float64"
        warn(f"ct.{_NAME}: rtol={rtol:g} is taken as {least:.2g}, the least for a state of {equation.state.dtype.name}; for "
             f'less give y0 as {wide}, as ct.array(y0, "{wide}")')


def _span(given):
    if isinstance(given, (list, tuple)) and len(given) == 2:
        return [times(_NAME, "each time of 't_span'", t, 0) for t in given]
    t = times(_NAME, "'t_span'", given, 1) if not isinstance(given, (list, tuple)) else None
    if t is None or tuple(t._sizes) != (2,):
        raise _cotan.ValueError(f"{here()}ct.{_NAME}: 't_span' must be a pair of times, (t0, t1), but is {shown(given)}")
    return [t[0], t[1]]


def _events(given, equation):
    """The events as a list, of vectors."""
    listed = list(given) if isinstance(given, (list, tuple)) and not isinstance(given, Event) else [given]
    found = []
    for event in [] if given is None else listed:
        if not isinstance(event, Event):
            event = Event(event, getattr(event, "terminal", False), getattr(event, "direction", 0))
        if not callable(event.function):
            raise _cotan.TypeError(f"{here()}ct.{_NAME}: 'events' must be functions or ct.ode.Event of them, but one is "
                                   f"{shown(event.function)}")
        if not is_flag(event.terminal) and not (is_integer(event.terminal) and 0 <= event.terminal <= _MOST):
            raise _cotan.TypeError(f"{here()}ct.{_NAME}: 'terminal' of an event must be True, False or how often it may "
                                   f"happen, but is {shown(event.terminal)}")
        if not isinstance(event.direction, (int, float, np.integer, np.floating)):
            raise _cotan.TypeError(f"{here()}ct.{_NAME}: 'direction' of an event must be 1, -1 or 0, but is "
                                   f"{shown(event.direction)}")
        found.append(event._replace(function=_of_vector(event.function, equation)))
    return found


def _of_vector(function, equation):
    def value(t, y):
        x = as_tensor(applied(function, t, equation.unravel(y), *equation.args), f"ct.{_NAME}")
        if x.size != 1 or x.dtype.kind == "c":
            raise _cotan.TypeError(f"{here()}ct.{_NAME}: an event must return one real number, but returned {shown(x)}")
        return x.reshape(()).astype(t.dtype)

    return value


def solve(equation: Equation, span: Any, t_eval: Any, method: str, options: dict[str, Any]) -> Solution:
    """Solves it: `options` are those of solve_ivp."""
    chosen, state = method_of(method), equation.state
    dtype = time_type([*span, *([] if t_eval is None else [t_eval])], state)
    start, end = (t.astype(dtype) for t in span)
    if not chosen.is_adaptive and options["first_step"] is None:
        raise _cotan.ValueError(f"{here()}ct.{_NAME}: {method} has no estimate of its error, and takes steps of one length: "
                                "give it as first_step=")
    real = abs(state).dtype
    rtol = _cotan.maximum(_tolerance("rtol", options["rtol"], equation), _least_rtol(real))
    tolerances = Tolerances(rtol, _tolerance("atol", options["atol"], equation))
    direction = _cotan.stop_gradient(_cotan.where(end < start, -1.0, 1.0).astype(dtype))
    field, consts = closure_convert(equation.field, start, state)
    events = _events(options["events"], equation)
    slots = [int(e.terminal) if e.terminal else options["max_events"] for e in events]
    longest = _cotan.minimum(_known(options["max_step"], dtype), _cotan.maximum(_cotan.stop_gradient(abs(end - start)), 0))
    solver = Solver(field, consts, chosen, tolerances, options["controller"], end, direction, longest,
                    options["max_steps"], events, slots, t_eval is not None, options["dense_output"])
    first = options["first_step"]
    begun = solver.start(start, state, None if first is None else _known(first, dtype))
    last, states = solver.run(begun, None if t_eval is None else t_eval.astype(dtype))
    return _solution(solver, equation, first is None, t_eval, last, states)


def _known(x, dtype):
    return _cotan.stop_gradient(as_tensor(x).astype(dtype))


def _check_lengths(name, **given):
    """Refuses what is known to be no length."""
    for what, x in given.items():
        x = None if x is None else as_tensor(x)
        if x is not None and not x.is_traced and not float(x) > 0:
            raise _cotan.ValueError(f"{here()}ct.{name}: '{what}' must be above 0, but is {float(x):g}; the direction is that "
                                    "of the times")


def _solution(solver, equation, chose_first, t_eval, last, states):
    method, turns = solver.method, last.accepted + last.rejected
    if t_eval is None:
        t, states = last.t[None], last.y[None]
    else:
        t = _cotan.where((last.t - t_eval) * solver.direction >= 0, t_eval.astype(last.t.dtype), math.nan)
    jacobians = turns * method.jacobians
    return Solution(
        t, equation.rows(states), solver.output(last, equation.rows) if solver.keeps_all else None,
        [seen.times for seen in last.seen], [equation.rows(seen.states) for seen in last.seen],
        turns * method.evaluations(solver.interpolates) + (2 if chose_first else 1), jacobians, jacobians, last.accepted,
        last.rejected, last.status, last.status >= 0)


@checked
def solve_ivp(fun: Callable[..., Any], t_span: Any, y0: Any, method: str = "Tsit5", t_eval: Any = None,
              dense_output: bool = False, events: Any = None, args: Sequence[Any] = (), *, rtol: Any = _USUAL_RTOL,
              atol: Any = 1e-6, first_step: Scalar | None = None, max_step: Scalar = math.inf, max_steps: int = 4096,
              max_events: int = 16, pcoeff: float = 0.0, icoeff: float = 1.0, dcoeff: float = 0.0) -> Solution:
    """The solution of y' = fun(t, y, *args) with y(t0) = y0, `t_span` being (t0, t1), in either direction.

    The state is a nest of floating-point or complex tensors, and `fun` returns a nest as it: the slopes. The solution has
    the states at the times `t_eval`, a vector, and with `dense_output` as a function, `sol(t)`; without both the state at
    the end alone. Signature and names of results are those of `scipy.integrate.solve_ivp`.

    `method`: "Tsit5", "Dopri5" (SciPy's "RK45"), "Bosh3" ("RK23"), "Heun" and "DOP853" are Runge-Kutta methods of order
    5, 5, 3, 2 and 8; "Rodas5P", a Rosenbrock method of order 5, is for stiff equations: each step takes one Jacobian,
    which Cotan derives, and one factorization; of complex states `fun` must be holomorphic for it. "Euler" and "RK4" take
    steps of the length `first_step`. Others choose steps so that the root of the mean square of the error over
    `atol + rtol * abs(y)` is 1 at most; `rtol` is at least 100 times the precision of the element type, and a lesser one
    gives a warning. `pcoeff`, `icoeff` and `dcoeff` are those of a PID controller; for stiff equations (0.3, 0.4, 0) makes
    smoother steps. `max_step` is how long a step may be.

    `events` are functions `g(t, y, *args)` whose sign changes are found, or ct.ode.Event of them; a function's attributes
    `terminal` and `direction` count as in SciPy. The first `max_events` of each are kept, or as many as end it.

    It is one compiled loop of at most `max_steps` steps, rejected ones too; `status` says how it ended. Derivatives, of
    any order and in both modes, are those of the steps that were made (discretize, then optimize), whose lengths count as
    constants: with respect to `y0`, `args`, what `fun` reads, `t_span` and `t_eval`. Reverse mode keeps the beginning of
    each step and computes its inside again. Of times of events, they are those of the implicit function.

    ValueError: an unknown method, or times that are not in order. TypeError: slopes that do not fit the state.

    >>> import cotan as ct
    >>> def swing(t, y, k):
    ...     return ct.stack([y[1], -k * ct.sin(y[0])])
    >>> found = ct.ode.solve_ivp(swing, (0.0, 2.0), ct.array([1.0, 0.0]), t_eval=ct.array([1.0, 2.0]), args=(4.0,))
    >>> found.y.round(2)
    Tensor([[-0.31, -1.82],
            [-0.82,  1.05]], dtype=float32)
    """
    check_count(_NAME, "max_steps", max_steps)
    check_count(_NAME, "max_events", max_events)
    _check_lengths(_NAME, first_step=first_step, max_step=max_step)
    equation = Equation(_NAME, fun, _span(t_span)[0], y0, args)
    span, at = _span(t_span), None
    if t_eval is not None:
        at = times(_NAME, "'t_eval'", t_eval, 1)
        check_order(_NAME, at, *span)
    _warn_of_precision(rtol, equation)
    options = {"rtol": rtol, "atol": atol, "first_step": first_step, "max_step": max_step, "max_steps": max_steps,
               "max_events": max_events, "events": events, "dense_output": dense_output,
               "controller": Controller(pcoeff, icoeff, dcoeff)}
    return solve(equation, span, at, method, options)


@checked
def odeint(func: Callable[..., Any], y0: Any, t: Any, *args: Any, rtol: Any = 1.4e-8, atol: Any = 1.4e-8,
           mxstep: int = 4096, hmax: Scalar = math.inf) -> Any:
    """The states at the times `t` of y' = func(y, t, *args) with y = y0 at t[0], stacked along a first axis.

    Signature and tolerances are those of `jax.experimental.ode.odeint`, and the method is Dormand and Prince's, too; times
    may fall. `mxstep` steps are made at most, of the length `hmax` at most; states that were not reached are NaN.
    Derivatives are those of ct.ode.solve_ivp.

    >>> import cotan as ct
    >>> ct.ode.odeint(lambda y, t, k: -k * y, 1.0, ct.array([0.0, 1.0]), 2.0).round(4)
    Tensor([1.    , 0.1353], dtype=float32)
    """
    at = times("ode.odeint", "'t'", t, 1)
    if at.shape[0] == 0:
        raise _cotan.ValueError(f"{here()}ct.ode.odeint: 't' is empty, but its first time is where 'y0' is")
    check_count("ode.odeint", "mxstep", mxstep)
    _check_lengths("ode.odeint", hmax=hmax)
    check_order("ode.odeint", at, at[0], at[-1])

    def fun(t, y, *args):
        return applied(func, y, t, *args)

    equation = Equation("ode.odeint", fun, at[0], y0, args)
    options = {"rtol": rtol, "atol": atol, "first_step": None, "max_step": hmax, "max_steps": mxstep, "max_events": 1,
               "events": None, "dense_output": False, "controller": Controller(0.0, 1.0, 0.0)}
    return solve(equation, [at[0], at[-1]], at, "Dopri5", options).y

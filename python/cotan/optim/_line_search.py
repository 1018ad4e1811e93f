"""Searches along a line for a step that makes a function less, as loops that are compiled."""

import inspect
import math
from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._core import as_tensor, here
from .._derivatives import value_and_grad
from .._loops import cond, while_loop
from .._nest import map_leaves, parts
from .._traced import applied
from ._arguments import Scalar, check_count, checked, given_parameters
from ._base import GradientTransformationExtraArgs
from ._numbers import chosen, dot, narrow, number_type, wide, zeros_of


class BacktrackingLinesearchInfo(NamedTuple):
    """How many values were computed, and how far the last is above what was asked for."""

    num_linesearch_steps: Any
    decrease_error: Any


class ScaleByBacktrackingLinesearchState(NamedTuple):
    """The step, the value there, and the gradient if it is kept."""

    learning_rate: Any
    value: Any
    grad: Any
    info: Any


class ZoomLinesearchInfo(NamedTuple):
    """How many values were computed, and by how much the step misses each of Wolfe's conditions."""

    num_linesearch_steps: Any
    decrease_error: Any
    curvature_error: Any


class ScaleByZoomLinesearchState(NamedTuple):
    """The step, and the value and gradient there."""

    learning_rate: Any
    value: Any
    grad: Any
    info: Any


class _Line:
    """A function of the step along a direction."""

    def __init__(self, name, value_fn, value, grad, params, updates, extra_args):
        if not callable(value_fn):
            raise _cotan.TypeError(f"{here()}ct.optim.{name} needs the function; call update(gradients, state, params, "
                                   "value=..., grad=..., value_fn=f)")
        self.name, self.params, self.updates = name, given_parameters(name, params), updates
        known = inspect.signature(value_fn).parameters.values()
        takes_all = any(p.kind is p.VAR_KEYWORD for p in known)
        more = {n: x for n, x in extra_args.items() if takes_all or n in {p.name for p in known}}
        self._function = lambda p: applied(value_fn, p, **more)
        if value is None or grad is None:
            value, grad = value_and_grad(self._function)(self.params)
        self.value, self.grad = wide(value), grad
        self.dtype, self.slope = self.value.dtype, dot(updates, grad).astype(self.value.dtype)

    def number(self, x):
        return as_tensor(x).astype(self.dtype)

    def _at(self, step):
        return map_leaves(lambda p, u: narrow(wide(p) + narrow(step, wide(u)) * wide(u), p), self.params, self.updates)

    def value_at(self, step):
        return self.number(self._function(self._at(step)))

    def all_at(self, step):
        """The value, the gradient and the slope."""
        value, grad = value_and_grad(self._function)(self._at(step))
        return self.number(value), map_leaves(narrow, grad, self.grad), self.number(dot(self.updates, grad))

    def decrease_error(self, step, value, rtol):
        """How far the value is above Armijo's line; infinite where it is no number, and on the way up."""
        error = _cotan.maximum(value - (self.value + step * rtol * self.slope), 0.0)
        is_known = _cotan.logical_and(_cotan.isfinite(value), self.slope <= 0)
        return _cotan.where(is_known, error, math.inf).astype(self.dtype)


def _moved(line, step):
    return map_leaves(lambda u: narrow(narrow(step, wide(u)) * wide(u), u), line.updates)


def _far(params):
    """An infinite number of the type of values."""
    return _cotan.full((), math.inf, number_type(params))


def _backtracked(line, first, most, decrease_factor, slope_rtol, allowed):
    """How many steps were tried, the last, the value there and how far it is above what was asked for."""
    def tried(count, step):
        value = line.value_at(step)
        error = line.decrease_error(step, value, slope_rtol)
        return count, step, value, line.number(_cotan.where(error <= allowed, 0.0, error))

    return while_loop(lambda carry: _cotan.logical_and(carry[3] > 0, carry[0] < most),
                      lambda carry: tried(carry[0] + 1, line.number(carry[1] * decrease_factor)), tried(as_tensor(1), first))


@checked
def scale_by_backtracking_linesearch(
        max_backtracking_steps: int, slope_rtol: Scalar = 1e-4, decrease_factor: Scalar = 0.8,
        increase_factor: Scalar = 1.5, max_learning_rate: Scalar | None = 1.0, atol: Scalar = 0.0, rtol: Scalar = 0.0,
        store_grad: bool = False) -> GradientTransformationExtraArgs:
    """The updates times a step that makes the function enough less (Armijo 1966): it begins with `increase_factor`
    times the last step, and shrinks by `decrease_factor`. If none is found, the step is 0.

    `update` needs `value_fn=`, and `value=` and `grad=`, or it computes them. The function is given those of the
    other arguments that it takes. `store_grad` keeps the gradient for `value_and_grad_from_state`.

    >>> import cotan as ct
    >>> opt = ct.optim.chain(ct.optim.sgd(1.0), ct.optim.scale_by_backtracking_linesearch(20, decrease_factor=0.5))
    >>> f, w = lambda x: ct.sum(x ** 4), ct.array([2.0])
    >>> value, grad = ct.value_and_grad(f)(w)
    >>> opt.update(grad, opt.init(w), w, value=value, grad=grad, value_fn=f)[0]
    Tensor([-2.], dtype=float32)
    """
    check_count("scale_by_backtracking_linesearch", "max_backtracking_steps", max_backtracking_steps)

    def init(params):
        far, grad = _far(params), map_leaves(zeros_of, params) if store_grad else None
        return ScaleByBacktrackingLinesearchState(
            narrow(1.0 if max_learning_rate is None else max_learning_rate, far), far, grad,
            BacktrackingLinesearchInfo(as_tensor(0), far))

    def update(updates, state, params=None, *, value=None, grad=None, value_fn=None, **extra_args):
        line = _Line("scale_by_backtracking_linesearch", value_fn, value, grad, params, updates, extra_args)
        first = line.number(state.learning_rate * increase_factor)
        if max_learning_rate is not None:
            first = _cotan.minimum(first, line.number(max_learning_rate))

        count, step, value, error = _backtracked(
            line, first, max_backtracking_steps, decrease_factor, slope_rtol, atol + rtol * abs(line.value))
        # Without a step there is nothing to begin the next search with but the first one.
        failed = error > 0
        value, taken = _cotan.where(failed, line.value, value), _cotan.where(failed, 0.0, step)
        after = line.all_at(taken)[1] if store_grad else None
        return _moved(line, taken), ScaleByBacktrackingLinesearchState(
            narrow(step, state.learning_rate), narrow(value, state.value), after,
            BacktrackingLinesearchInfo(count, narrow(error, state.info.decrease_error)))

    return GradientTransformationExtraArgs(init, update)


class _Search(NamedTuple):
    """Where a search is. `low` is the best step so far; a good one is between it and `high`, which is infinite
    until there is one."""

    count: Any
    step: Any
    done: Any
    low: Any
    low_value: Any
    low_slope: Any
    low_grad: Any
    high: Any
    high_value: Any
    high_slope: Any


def _minimum_between(s):
    """Where a cubic with these values and slopes is least; the middle if that is too near an end, or nowhere."""
    width = s.high - s.low
    first = s.low_slope + s.high_slope - 3.0 * (s.low_value - s.high_value) / (s.low - s.high)
    square = first * first - s.low_slope * s.high_slope
    root = _cotan.sign(width) * _cotan.sqrt(_cotan.maximum(square, 0.0))
    found = s.high - width * (s.high_slope + root - first) / (s.high_slope - s.low_slope + 2.0 * root)
    part = (found - s.low) / width
    is_inside = _cotan.logical_and(_cotan.logical_and(square >= 0, part > 0.1), part < 0.9)  # false for NaN
    return _cotan.where(is_inside, found, s.low + 0.5 * width)


class _Zoom:
    """A search for a step that fulfils Wolfe's conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6)."""

    def __init__(self, line, options):
        self.line = line
        self.most, self.grows, self.decrease, self.curvature, self.approximate, self.tol = options

    def errors(self, step, value, slope):
        """By how much both conditions are missed. Where rounding hides what is less, slopes decide (Hager and
        Zhang 2005)."""
        line = self.line
        wanted = line.decrease_error(step, value, self.decrease)
        by_slope = _cotan.maximum(slope - (2.0 * self.decrease - 1.0) * line.slope,
                                  value - line.value - self.approximate * abs(line.value))
        wanted = _cotan.where(by_slope <= 0, 0.0, wanted)
        missed = _cotan.maximum(abs(slope) - self.curvature * abs(line.slope), 0.0)
        return line.number(wanted), line.number(_cotan.where(_cotan.isfinite(missed), missed, math.inf))

    def first(self, step):
        line, zero, high = self.line, self.line.number(0.0), self.line.number(math.inf)
        return _Search(as_tensor(0), step, _cotan.array(False), zero, line.value, line.slope, line.grad, high, high, zero)

    def turn(self, s):
        line = self.line
        value, grad, slope = line.all_at(s.step)
        decrease, curvature = self.errors(s.step, value, slope)
        is_enough = decrease <= self.tol
        done = _cotan.logical_and(is_enough, curvature <= self.tol)
        is_low = _cotan.logical_or(done, _cotan.logical_and(
            is_enough, _cotan.logical_or(value < s.low_value, s.low == 0)))
        # The function rises from the new low towards the high end: it is least on the other side.
        turns = _cotan.logical_and(is_low, slope * (s.high - s.low) >= 0)
        there = (s.step, value, slope)

        def either(test, a, b):
            return [line.number(_cotan.where(test, x, y)) for x, y in zip(a, b)]

        low, high = (s.low, s.low_value, s.low_slope), (s.high, s.high_value, s.high_slope)
        new_high = either(is_low, either(turns, low, high), there)
        new_low = either(is_low, there, low)
        after = _Search(s.count + 1, s.step, done, *new_low, chosen(is_low, grad, s.low_grad), *new_high)
        return after._replace(step=_cotan.where(done, s.step, self.next_step(after)))

    def next_step(self, s):
        grown = s.step * self.grows if self.most is None else _cotan.minimum(s.step * self.grows, self.most)
        is_between = _cotan.isfinite(s.high)
        bounded = s._replace(high=_cotan.where(is_between, s.high, s.low + 1.0),
                             high_value=_cotan.where(is_between, s.high_value, s.low_value))
        return self.line.number(_cotan.where(is_between, _minimum_between(bounded), grown))

    def run(self, step, most, precision):
        """The last turn of at most so many. It ends where the interval is too short, and where steps cannot grow."""
        def goes_on(s):
            is_wide = _cotan.logical_or(_cotan.isinf(s.high), abs(s.high - s.low) > precision * abs(s.high))
            return _cotan.logical_and(_cotan.logical_and(s.count < most, _cotan.logical_not(s.done)),
                                      _cotan.logical_and(is_wide, s.step != s.low))

        return while_loop(goes_on, self.turn, self.first(step))


@checked
def scale_by_zoom_linesearch(
        max_linesearch_steps: int, max_learning_rate: Scalar | None = None, tol: Scalar = 0.0,
        increase_factor: Scalar = 2.0, slope_rtol: Scalar = 1e-4, curv_rtol: Scalar = 0.9,
        approx_dec_rtol: Scalar | None = 1e-6, stepsize_precision: Scalar = 1e-5,
        initial_guess_strategy: str = "keep") -> GradientTransformationExtraArgs:
    """The updates times a step that makes the function less by `slope_rtol` of what its slope promises, and the slope
    `curv_rtol` of what it is, at most (Wolfe's strong conditions): steps grow until such a one must be between two,
    where cubics find it. The search begins with step 1 ("one") or the last one ("keep"). If none is found, the best
    that was seen is taken, or 0.

    `update` needs `value_fn=`, and `value=` and `grad=`, or it computes them. The function is given those of the
    other arguments that it takes.

    >>> import cotan as ct
    >>> opt = ct.optim.chain(ct.optim.sgd(1.0), ct.optim.scale_by_zoom_linesearch(20))
    >>> f, w = lambda x: ct.sum(x ** 2), ct.array([3.0])
    >>> value, grad = ct.value_and_grad(f)(w)
    >>> opt.update(grad, opt.init(w), w, value=value, grad=grad, value_fn=f)[0]
    Tensor([-3.], dtype=float32)
    """
    check_count("scale_by_zoom_linesearch", "max_linesearch_steps", max_linesearch_steps)
    if initial_guess_strategy not in ("one", "keep"):
        raise _cotan.ValueError(f"{here()}ct.optim.scale_by_zoom_linesearch: 'initial_guess_strategy' must be 'one' or "
                                f"'keep', but is {initial_guess_strategy!r}")
    options = (max_learning_rate, increase_factor, slope_rtol, curv_rtol,
               0.0 if approx_dec_rtol is None else approx_dec_rtol, tol)

    def init(params):
        far = _far(params)
        return ScaleByZoomLinesearchState(narrow(1.0, far), far, map_leaves(zeros_of, params),
                                          ZoomLinesearchInfo(as_tensor(0), far, far))

    def update(updates, state, params=None, *, value=None, grad=None, value_fn=None, **extra_args):
        line = _Line("scale_by_zoom_linesearch", value_fn, value, grad, params, updates, extra_args)
        zoom, first = _Zoom(line, options), line.number(1.0)
        if initial_guess_strategy == "keep":
            first = _cotan.where(state.learning_rate > 0, line.number(state.learning_rate), first)
        if max_learning_rate is not None:
            first = line.number(_cotan.minimum(first, max_learning_rate))

        s = zoom.run(first, max_linesearch_steps, stepsize_precision)
        info = ZoomLinesearchInfo(s.count, *(narrow(x, state.info.decrease_error)
                                             for x in zoom.errors(s.low, s.low_value, s.low_slope)))
        return _moved(line, s.low), ScaleByZoomLinesearchState(
            narrow(s.low, state.learning_rate), narrow(s.low_value, state.value), s.low_grad, info)

    return GradientTransformationExtraArgs(init, update)


def _known(state):
    """The part of a state that keeps a value and a gradient; None if there is none."""
    if isinstance(state, (ScaleByZoomLinesearchState, ScaleByBacktrackingLinesearchState)):
        return None if state.grad is None else state
    found = [_known(part) for part in (parts(state) or {}).values()]
    return next((x for x in found if x is not None), None)


@checked
def value_and_grad_from_state(value_fn: Callable[..., Any]) -> Callable[..., tuple[Any, Any]]:
    """The function `(params, *args, state=...)` of the value and gradient of `value_fn(params, *args)`, which takes
    them from the state of a line search that has computed them there; at first it computes them.

    >>> import cotan as ct
    >>> f = lambda x: ct.sum((x - 1.0) ** 2)
    >>> opt, w = ct.optim.lbfgs(), ct.array([3.0])
    >>> state = opt.init(w)
    >>> for _ in range(3):
    ...     value, grad = ct.optim.value_and_grad_from_state(f)(w, state=state)
    ...     updates, state = opt.update(grad, state, w, value=value, grad=grad, value_fn=f)
    ...     w = ct.optim.apply_updates(w, updates)
    >>> round(float(w[0]), 4)
    1.0
    """
    def found(params, *args, state, **keywords):
        known = _known(state)
        if known is None:
            raise _cotan.ValueError(f"{here()}ct.optim.value_and_grad_from_state: 'state' keeps no value and gradient; it "
                                    "must be that of scale_by_zoom_linesearch, or of scale_by_backtracking_linesearch "
                                    "with store_grad=True")

        def computed():
            value, grad = value_and_grad(lambda p: applied(value_fn, p, *args, **keywords))(params)
            return narrow(value, known.value), map_leaves(narrow, grad, known.grad)

        return cond(_cotan.isfinite(known.value), lambda: (known.value, known.grad), computed)

    return found

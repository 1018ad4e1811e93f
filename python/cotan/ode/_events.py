"""Where a function of the solution crosses zero."""

import math
from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._bracketing import best, bracketed
from .._core import Tensor, as_tensor
from .._linear import custom_root
from .._loops import cond
from .._types import finfo
from ._dense import polynomial


class Event(NamedTuple):
    """A function of time and state, called as the equation is, whose sign changes are looked for at the ends of steps.

    The equation is solved no further than the first one if `terminal`, or so many if that is an integer. `direction`
    is 1 for changes from below to above 0, -1 for others, 0 for both.

    >>> import cotan as ct
    >>> ground = ct.ode.Event(lambda t, y: y[0], terminal=True, direction=-1)
    >>> fall = ct.ode.solve_ivp(lambda t, y: ct.stack([y[1], -9.81]), (0.0, 10.0), ct.array([20.0, 0.0]), events=ground)
    >>> round(float(fall.t_events[0]), 3), int(fall.status)
    (2.019, 1)
    """

    function: Callable[..., Any]
    terminal: bool | int = False
    direction: float = 0


class Seen(NamedTuple):
    """Of one event: its last value, how often it happened, and when, with the states then."""

    value: Any
    count: Any
    times: Any
    states: Any


def begun(value: Any, slots: int, t: Any, y: Any) -> Seen:
    """Before the first step."""
    times = _cotan.full((slots,), math.nan, dtype=t.dtype)
    return Seen(value, as_tensor(0), times, _cotan.full((slots, y.shape[0]), math.nan, dtype=y.dtype))


class Stretch(NamedTuple):
    """A step that was taken: when and where it began, how long it is, and its interpolant."""

    t: Any
    y: Any
    h: Any
    powers: Any

    def at(self, part: Any) -> tuple[Any, Any]:
        """Time and state at a part of it."""
        return self.t + part * self.h, polynomial(self.y, self.powers, part.astype(self.y.dtype))


def crosses(event: Event, before: Any, after: Any) -> Tensor:
    """Whether there is one. A value of 0 at the beginning is none, so that one can go on from where one was."""
    up, down = _cotan.logical_and(before < 0, after >= 0), _cotan.logical_and(before > 0, after <= 0)
    return up if event.direction > 0 else down if event.direction < 0 else _cotan.logical_or(up, down)


def part_of(function: Any, stretch: Stretch, before: Any, after: Any, happens: Any) -> Tensor:
    """At which part of the step, with the derivative of the implicit function."""
    def at(part):
        return function(*stretch.at(part))

    zero = _cotan.zeros((), dtype=stretch.t.dtype)
    ends = _cotan.stop_gradient(before), _cotan.stop_gradient(after)

    def search(f, _):
        found = bracketed(f, zero, zero + 1.0, *ends, 0.0, float(finfo(zero.dtype.name).eps), 100)
        return best(found)

    def through(g, y):
        slope = g(_cotan.ones_like(y))
        return y / _cotan.where(slope == 0, 1.0, slope)

    return cond(happens, lambda: custom_root(at, zero, search, through), lambda: zero + 2.0)


def noted(event: Event, seen: Seen, stretch: Stretch, part: Any, value: Any, counts: Any) -> Seen:
    """What is known after a step in which it happened at this part if `counts`."""
    t, y = stretch.at(part)
    place = _cotan.minimum(seen.count, seen.times.shape[0] - 1)
    fits = _cotan.logical_and(counts, seen.count < seen.times.shape[0])

    def written(all, x):
        return all.at[place].set(_cotan.where(fits, x, all[place]))

    return Seen(value, seen.count + counts.astype(seen.count.dtype), written(seen.times, t), written(seen.states, y))

"""The loop of steps."""

import math
from typing import Any, NamedTuple

from .. import _cotan
from .._core import as_tensor
from .._custom import custom_jvp
from .._derivatives import jvp
from .._loops import cond, scan, while_loop
from .._nest import map_leaves
from .._types import finfo
from ._dense import DenseOutput
from ._events import Stretch, begun, crosses, noted, part_of
from ._step_size import first_step

GOING, REACHED, ENDED_BY_EVENT, TOO_SMALL, TOO_MANY = 2, 0, 1, -1, -2


class State(NamedTuple):
    """What goes around: where the solution is, how long the next step should be, the last step for interpolation, the
    last errors, counts, and what is kept of events and steps."""

    t: Any
    y: Any
    slope: Any
    size: Any
    last: Any
    ratios: Any
    accepted: Any
    rejected: Any
    status: Any
    seen: Any
    rows: Any


def _stopped(tree):
    return map_leaves(_cotan.stop_gradient, tree)


def _typed(tree):
    """With element types that do not give way, so that a loop finds its types in the first trace."""
    return map_leaves(lambda x: x.astype(x.dtype), tree)


class Solver(NamedTuple):
    """An equation and how it is solved. `field` is a function of time, a vector, and `consts`, which are those tensors
    that derivatives may be of; `slots` are how often each event is kept."""

    field: Any
    consts: Any
    method: Any
    tolerances: Any
    controller: Any
    end: Any
    direction: Any
    longest: Any
    max_steps: int
    events: Any
    slots: Any
    is_dense: bool
    keeps_all: bool

    @property
    def interpolates(self):
        return self.is_dense or self.keeps_all or bool(self.events)

    def of(self, t, y):
        return self.field(t, y, *self.consts)

    def start(self, t, y, size):
        """Before the first step, which is `size` long, or as long as seems right if None."""
        slope = self.of(t, y)
        if size is None:
            size = first_step(lambda t, y: self.field(t, y, *_stopped(self.consts)), *_stopped((t, y, slope)),
                              self.direction, self.tolerances, self.method.error_order)
        one, count = _cotan.ones((), dtype=t.dtype), as_tensor(0)
        last, rows = None, None
        if self.interpolates:  # before the first step the interpolant is a line
            first, more = slope * self.direction.astype(y.dtype), (self.method.degree - 1, y.shape[0])
            powers = _cotan.concatenate([first[None], _cotan.zeros(more, dtype=y.dtype)])
            last = Stretch(t, y, self.direction, powers)
            rows = self._rows(last) if self.keeps_all else None
        seen = [begun(event.function(t, y), n, t, y) for event, n in zip(self.events, self.slots)]
        ratios = [one.astype(abs(y).dtype) for _ in range(3)]
        return _typed(State(t, y, slope, _cotan.minimum(size, self.longest).astype(t.dtype), last, ratios, count, count,
                            count + GOING, seen, rows))

    def _rows(self, last):
        """Room for all steps; those that are not made are never found."""
        def room(x):
            return _cotan.zeros((self.max_steps, *x.shape), dtype=x.dtype)

        far = (_cotan.ones_like(room(last.t)) * math.inf * self.direction).at[0].set(last.t)
        return Stretch(far, room(last.y).at[0].set(last.y), room(last.h) + 1.0, room(last.powers).at[0].set(last.powers))

    def goes_on(self, s, target):
        return _cotan.logical_and(s.status == GOING, (target - s.t) * self.direction > 0)

    def turn(self, s):
        """One step, which is taken if its error is small enough."""
        left = (self.end - s.t) * self.direction
        rounding = 100.0 * float(finfo(s.t.dtype.name).eps) * abs(self.end)  # steps of one length end where they should
        is_last = s.size >= _cotan.stop_gradient(left - rounding)
        # Step sizes are numbers that the method chose: derivatives see them as constants, but for the last.
        h = _cotan.where(is_last, self.end - s.t, s.size * self.direction)
        trial = self.method.step(lambda t, y: self.field(t, y, *_stopped(self.consts)),
                                 *_stopped((s.t, s.y, s.slope, h)), self.interpolates)
        if self.method.is_adaptive:
            ratio = self.tolerances.ratio(trial.errors, _cotan.stop_gradient(s.y), trial.y)
        else:
            ratio = _cotan.where(_cotan.all(_cotan.isfinite(trial.y)), s.ratios[0] * 0.0, math.inf)
        accepted = ratio <= 1.0
        y, slope, powers = self._taken(accepted, trial, s, h)
        t = _cotan.where(accepted, _cotan.where(is_last, self.end, s.t + h), s.t)
        ratios, size = s.ratios, s.size
        if self.method.is_adaptive:
            ratios = [ratio, *s.ratios[:2]]
            size = self.controller.next_step(abs(_cotan.stop_gradient(h)), ratios, accepted, self.method.error_order)
            ratios = [_cotan.where(accepted, a, b) for a, b in zip(ratios, s.ratios)]
        taken = accepted.astype(s.accepted.dtype)
        after = s._replace(t=t, y=y, slope=slope, size=_cotan.minimum(size, self.longest).astype(t.dtype), ratios=ratios,
                           accepted=s.accepted + taken, rejected=s.rejected + 1 - taken,
                           status=self._status(s, t, size, accepted))
        if self.interpolates:
            last = Stretch(*(_cotan.where(accepted, a, b) for a, b in zip((s.t, s.y, h), s.last)), powers)
            after = self._observed(after._replace(last=last), s, accepted)
        return after

    def _status(self, s, t, size, accepted):
        """Steps that cannot be told from none end it, and steps beyond what was allowed, if the end is not reached."""
        eps = float(finfo(t.dtype.name).eps)
        least = 10.0 * eps * _cotan.maximum(abs(t), eps * self.longest)
        too_small = _cotan.logical_and(_cotan.logical_not(size >= _cotan.stop_gradient(least)),
                                       _cotan.logical_not(accepted))
        if not self.method.is_adaptive:
            too_small = _cotan.logical_not(accepted)
        at_end = (self.end - t) * self.direction <= 0
        too_many = _cotan.logical_and(s.accepted + s.rejected + 1 >= self.max_steps, _cotan.logical_not(at_end))
        return _cotan.where(too_small, TOO_SMALL, _cotan.where(too_many, TOO_MANY, s.status)).astype(s.status.dtype)

    def _taken(self, accepted, trial, s, h):
        """State, slope and interpolant after the step, whose derivative is that of the step where it is taken, and of
        nothing where it is not: what overflows in a step that is rejected leaves no NaN. The values are known already;
        reverse mode keeps a step's beginning alone, and computes its inside again."""
        old = (s.y, s.slope, s.last.powers if self.interpolates else None)

        def chosen(accepted, found, old, *_):
            return map_leaves(lambda a, b: _cotan.where(accepted, a, b), found, old)

        def moved(primals, tangents):
            def step(t, y, slope, h, *consts):
                made = self.method.step(lambda t, y: self.field(t, y, *consts), t, y, slope, h, self.interpolates)
                return made.y, made.slope, made.powers

            accepted, _, _, *given = primals
            tangent = cond(accepted, lambda: jvp(step, tuple(given), tuple(tangents[3:]))[1], lambda: tangents[2])
            return chosen(*primals), tangent

        call = custom_jvp(chosen)
        call.__name__ = "ct.ode: a step"
        call.defjvp(moved)
        return call(accepted, (trial.y, trial.slope, trial.powers), old, s.t, s.y, s.slope, h, *self.consts)

    def _observed(self, s, before, accepted):
        """Events in the last step, and the step in the table of all."""
        values = [e.function(s.t, s.y) for e in self.events]
        happens = [_cotan.logical_and(accepted, crosses(e, seen.value, value))
                   for e, seen, value in zip(self.events, s.seen, values)]
        parts = [part_of(e.function, s.last, seen.value, value, one)
                 for e, seen, value, one in zip(self.events, s.seen, values, happens)]
        first = _cotan.full((), math.inf, dtype=s.t.dtype)  # the part of the first event that ends it
        for e, seen, part, one in zip(self.events, s.seen, parts, happens):
            if e.terminal:
                ends = _cotan.logical_and(one, seen.count + 1 >= int(e.terminal))
                first = _cotan.where(_cotan.logical_and(ends, part < first), part, first)
        found = []
        for e, seen, part, value, one in zip(self.events, s.seen, parts, values, happens):
            counts = _cotan.logical_and(one, part <= first)
            found.append(noted(e, seen, s.last, part, value, counts))
        if any(e.terminal for e in self.events):
            ended = _cotan.isfinite(first)
            t, y = s.last.at(_cotan.where(ended, first, 0.0))
            s = s._replace(t=_cotan.where(ended, t, s.t), y=_cotan.where(ended, y, s.y),
                           status=_cotan.where(ended, ENDED_BY_EVENT, s.status).astype(s.status.dtype))
        if self.keeps_all:
            # A step that is rejected writes the last one again, where the next one will be.
            s = s._replace(rows=map_leaves(lambda all, x: all.at[before.accepted].set(x), s.rows, s.last))
        return s._replace(seen=found)

    def run(self, s, targets):
        """The last state, and the states at these times, of which those that were not reached are NaN."""
        def until(s, target):
            return while_loop(lambda s: self.goes_on(s, target), self.turn, s)

        def visit(s, target):
            s = until(s, _cotan.where((target - self.end) * self.direction > 0, self.end, target))
            part = (target - s.last.t) / s.last.h
            is_there = (s.t - target) * self.direction >= 0
            return s, _cotan.where(is_there, s.last.at(part)[1], math.nan)

        if targets is None:
            s, states = until(s, self.end), None
        else:  # the end is one of them, so that there is one loop of steps
            s, states = scan(visit, s, _cotan.concatenate([targets, self.end[None]]))
            states = states[:-1]
        return s._replace(status=_cotan.where(s.status == GOING, REACHED, s.status)), states

    def output(self, s, many):
        """The solution as a function; `many` makes nests of rows of vectors."""
        powers = many(_cotan.reshape(s.rows.powers, (-1, s.y.shape[0])))
        degree = s.rows.powers.shape[1]
        powers = map_leaves(lambda x: _cotan.reshape(x, (self.max_steps, degree, *x.shape[1:])), powers)
        return DenseOutput(self.direction, s.rows.t, s.rows.h, many(s.rows.y), powers, s.accepted)

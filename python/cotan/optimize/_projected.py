"""A gradient method between bounds."""

from typing import Any, NamedTuple

from .. import _cotan
from .._derivatives import value_and_grad
from .._loops import while_loop
from ._descent import CONVERGED, GOING, NO_NUMBER, STUCK, TOO_MANY
from ._problem import count, largest, typed

_HISTORY = 10  # a step may go up, but not above the last so many values


class _Point(NamedTuple):
    """Where the search is, the value and gradient there, the last values, how long the next step is, and how many calls
    and turns there were."""

    x: Any
    value: Any
    grad: Any
    last: Any
    size: Any
    calls: Any
    turns: Any
    status: Any


def _backtracked(f, p, along):
    """The longest of the parts 1, 1/2, 1/4, ... of a step that is low enough, the value and gradient there and how many
    calls that took."""
    slope, highest = along @ p.grad, _cotan.max(p.last)

    def turn(held):
        part, _, _, _, calls = held
        value, grad = value_and_grad(f)(p.x + part * along)
        is_low = value <= highest + 1e-4 * part * slope  # false for NaN
        return part * 0.5, is_low, value, grad, calls + 1

    start = typed((_cotan.ones((), dtype=p.x.dtype), _cotan.array(False), p.value, p.grad, count()))
    half, is_low, value, grad, calls = while_loop(
        lambda held: _cotan.logical_and(held[0] > 1e-20, _cotan.logical_not(held[1])), turn, start)
    return _cotan.where(is_low, 2.0 * half, 0.0), value, grad, calls


def projected(f: Any, x: Any, project: Any, gtol: Any, turns: int) -> _Point:
    """The spectral projected gradient method (Birgin, Martínez and Raydan 2000): steps down the gradient as long as the
    last change of the gradient says, back to the bounds, until the gradient moves nothing by more than `gtol`."""
    def status(x, value, grad, turn, moved):
        found = _cotan.where(moved, _cotan.where(turn >= turns, TOO_MANY, GOING), STUCK)
        is_number = _cotan.logical_and(_cotan.isfinite(value), _cotan.all(_cotan.isfinite(grad)))
        near = _cotan.logical_and(largest(project(x - grad) - x) <= gtol, is_number)
        return _cotan.where(near, CONVERGED, _cotan.where(is_number, found, NO_NUMBER)).astype("int64")

    def turn(p):
        along = project(p.x - p.size * p.grad) - p.x
        part, value, grad, calls = _backtracked(f, p, along)
        moved = part > 0
        x = p.x + part * along
        value, grad = _cotan.where(moved, value, p.value), _cotan.where(moved, grad, p.grad)
        step, change = x - p.x, grad - p.grad
        product = step @ change
        # Where the slope does not rise along the step, the next one may be longer.
        size = _cotan.where(product > 0, step @ step / _cotan.where(product > 0, product, 1.0), 4.0 * p.size)
        return _Point(x, value, grad, p.last.at[p.turns % _HISTORY].set(value), _cotan.clip(size, 1e-10, 1e10),
                      p.calls + calls, p.turns + 1, status(x, value, grad, p.turns + 1, moved))

    x = project(x)
    value, grad = value_and_grad(f)(x)
    first = largest(project(x - grad) - x)
    size = _cotan.where(first > 0, 1.0 / _cotan.where(first > 0, first, 1.0), 1.0)
    start = _Point(x, value, grad, value * _cotan.ones((_HISTORY,), dtype=x.dtype), size, count(1), count(),
                   status(x, value, grad, count(), _cotan.array(True)))
    return while_loop(lambda p: p.status == GOING, turn, typed(start))

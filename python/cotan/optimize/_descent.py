"""Methods that go down along a direction: how it is chosen, and the loop around them."""

from typing import Any, NamedTuple

from .. import _cotan
from .._derivatives import grad, jvp, value_and_grad
from .._loops import while_loop
from ..optim import scale_by_lbfgs, scale_by_zoom_linesearch
from ._problem import count, largest, typed

GOING, CONVERGED, TOO_MANY, STUCK, NO_NUMBER = -1, 0, 1, 2, 3


class Point(NamedTuple):
    """Where the search is: the value and gradient there, what the direction and the line search keep, and how many
    calls and turns there were."""

    x: Any
    value: Any
    grad: Any
    memory: Any
    search: Any
    calls: Any
    turns: Any
    status: Any


class Steepest:
    """Down the gradient."""

    keeps_step = True

    def begin(self, x: Any, slope: Any) -> Any:
        """What is kept."""
        return ()

    def direction(self, f: Any, memory: Any, x: Any, slope: Any) -> tuple[Any, Any]:
        """Where to go, and what is kept then."""
        return -slope, memory


class BFGS:
    """Down the gradient times an inverse of the Hessian that is made of all steps (Nocedal and Wright 2006, section
    6.1)."""

    keeps_step = False

    def begin(self, x: Any, slope: Any) -> Any:
        """The inverse, and the last point and gradient."""
        return _cotan.eye(x.shape[0], dtype=x.dtype), x, slope, count()

    def direction(self, f: Any, memory: Any, x: Any, slope: Any) -> tuple[Any, Any]:
        """Where to go, and what is kept then."""
        inverse, last, before, made = memory
        s, y = x - last, slope - before
        product, size = s @ y, y @ y
        rises = product > 1e-10 * _cotan.sqrt((s @ s) * size)
        rho = 1.0 / _cotan.where(rises, product, 1.0)
        # Before its first update the identity is scaled to the curvature that was seen.
        scaled = _cotan.where(made == 0, product / _cotan.where(size > 0, size, 1.0), 1.0) * inverse
        left = _cotan.eye(x.shape[0], dtype=x.dtype) - rho * _cotan.outer(s, y)
        updated = left @ scaled @ left.T + rho * _cotan.outer(s, s)
        inverse = _cotan.where(rises, updated, inverse)
        first = _cotan.where(made == 0, 1.0 / _cotan.maximum(_cotan.sqrt(slope @ slope), 1.0), 1.0)
        first = _cotan.where(rises, 1.0, first)
        return -first * (inverse @ slope), (inverse, x, slope, made + rises.astype(made.dtype))


class LBFGS:
    """The same of the last steps, as ct.optim.scale_by_lbfgs."""

    keeps_step = False

    def __init__(self, memory: int):
        self.rule = scale_by_lbfgs(memory)

    def begin(self, x: Any, slope: Any) -> Any:
        """What is kept."""
        return self.rule.init(x)

    def direction(self, f: Any, memory: Any, x: Any, slope: Any) -> tuple[Any, Any]:
        """Where to go, and what is kept then."""
        found, memory = self.rule.update(slope, memory, x)
        return -found, memory


class NewtonCG:
    """Newton's direction, found by conjugate gradients, which end where it is near enough or the function curves down
    (Nocedal and Wright 2006, algorithm 7.1)."""

    keeps_step = False

    def begin(self, x: Any, slope: Any) -> Any:
        """Nothing is kept."""
        return ()

    def direction(self, f: Any, memory: Any, x: Any, slope: Any) -> tuple[Any, Any]:
        """Where to go, and what is kept then."""
        size = _cotan.sqrt(slope @ slope)
        wanted = (_cotan.minimum(0.5, _cotan.sqrt(size)) * size) ** 2
        gradient = grad(f)

        def turn(held):
            d, r, p, square, k, _ = held
            image = jvp(gradient, (x,), (p,))[1]
            curvature = p @ image
            down = curvature <= 0
            step = square / _cotan.where(down, 1.0, curvature)
            moved, left = d + step * p, r + step * image
            after = left @ left
            first = _cotan.where(k == 0, p, d)  # along the gradient, if it curves down there
            return (_cotan.where(down, first, moved), left, after / square * p - left, after, k + 1,
                    _cotan.logical_or(down, after <= wanted))

        start = typed((_cotan.zeros_like(x), slope, -slope, slope @ slope, count(), size == 0))
        most = 20 * max(x.shape[0], 1)
        d = while_loop(lambda held: _cotan.logical_and(held[4] < most, _cotan.logical_not(held[5])), turn, start)[0]
        return d, memory


def descend(f: Any, x: Any, rule: Any, gtol: Any, turns: int, searches: int) -> Point:
    """Turns until no part of the gradient is above `gtol`."""
    search = scale_by_zoom_linesearch(searches, initial_guess_strategy="keep" if rule.keeps_step else "one")
    value, slope = value_and_grad(f)(x)
    start = typed(Point(x, value, slope, rule.begin(x, slope), search.init(x), count(1), count(), count(GOING)))

    def status(value, slope, turn, moved):
        found = _cotan.where(turn >= turns, TOO_MANY, GOING)
        found = _cotan.where(moved, found, STUCK)
        is_number = _cotan.logical_and(_cotan.isfinite(value), _cotan.all(_cotan.isfinite(slope)))
        found = _cotan.where(is_number, found, NO_NUMBER)
        return _cotan.where(_cotan.logical_and(largest(slope) <= gtol, is_number), CONVERGED, found).astype("int64")

    def turn(p):
        along, memory = rule.direction(f, p.memory, p.x, p.grad)
        # Rounding may leave a direction that does not go down: then the gradient's is taken.
        along = _cotan.where(along @ p.grad < 0, along, -p.grad)
        step, kept = search.update(along, p.search, p.x, value=p.value, grad=p.grad, value_fn=f)
        x, value, slope = p.x + step, kept.value.astype(p.value.dtype), kept.grad
        turns_made, calls = p.turns + 1, p.calls + kept.info.num_linesearch_steps
        moved = _cotan.any(x != p.x)
        return Point(x, value, slope, memory, kept, calls, turns_made, status(value, slope, turns_made, moved))

    start = start._replace(status=status(value, slope, count(), _cotan.array(True)))
    return while_loop(lambda p: p.status == GOING, turn, start)

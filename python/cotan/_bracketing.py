"""The root of a function between two points where it has different signs."""

from typing import Any, NamedTuple

from . import _cotan
from ._core import as_tensor
from ._loops import while_loop


class Bracket(NamedTuple):
    """The last point, that on the other side of the root, the one before, and the function there; where between them the
    next is, how many turns there were, and whether the end is near enough."""

    a: Any
    b: Any
    c: Any
    at_a: Any
    at_b: Any
    at_c: Any
    part: Any
    count: Any
    done: Any


def best(s: Bracket) -> Any:
    """The end where the function is smaller."""
    return _cotan.where(abs(s.at_a) < abs(s.at_b), s.a, s.b)


def _inverse_quadratic(s):
    """Where a parabola through the three points has its root, as a part of the way from a to b; the middle where it is
    not to be trusted (Chandrupatla 1997)."""
    along, up = (s.a - s.b) / (s.c - s.b), (s.at_a - s.at_b) / (s.at_c - s.at_b)
    trusted = _cotan.logical_and(up * up < along, (1.0 - up) ** 2 < 1.0 - along)  # false for NaN
    part = (s.at_a / (s.at_b - s.at_a) * s.at_c / (s.at_b - s.at_c)
            + (s.c - s.a) / (s.b - s.a) * s.at_a / (s.at_c - s.at_a) * s.at_b / (s.at_c - s.at_b))
    return _cotan.where(_cotan.logical_and(trusted, _cotan.isfinite(part)), part, 0.5).astype(s.part.dtype)


def _turn(function, s, xtol, rtol, halves):
    x = s.a + s.part * (s.b - s.a)
    value = function(x).astype(s.at_a.dtype)
    stays = _cotan.sign(value) == _cotan.sign(s.at_a)
    c, at_c = _cotan.where(stays, s.a, s.b), _cotan.where(stays, s.at_a, s.at_b)
    b, at_b = _cotan.where(stays, s.b, s.a), _cotan.where(stays, s.at_b, s.at_a)
    after = s._replace(a=x, b=b, c=c, at_a=value, at_b=at_b, at_c=at_c, count=s.count + 1)
    width = abs(after.b - after.a)
    allowed = (2.0 * rtol * abs(best(after)) + xtol) / _cotan.where(width > 0, width, 1.0)
    done = _cotan.logical_or(_cotan.logical_or(allowed > 0.5, width == 0), _cotan.minimum(abs(value), abs(at_b)) == 0)
    allowed = _cotan.minimum(allowed, 0.5)
    part = 0.5 + 0.0 * allowed if halves else _cotan.clip(_inverse_quadratic(after), allowed, 1.0 - allowed)
    return after._replace(part=part.astype(s.part.dtype), done=done)


def bracketed(function: Any, a: Any, b: Any, at_a: Any, at_b: Any, xtol: Any, rtol: Any, steps: int,
              halves: bool = False) -> Bracket:
    """The bracket after at most so many turns of Chandrupatla's method: inverse quadratic steps, or halving where these
    are too bold; always with `halves`."""
    done = _cotan.logical_or(at_a == 0, at_b == 0)
    start = Bracket(a, b, b, at_a, at_b, at_b, _cotan.full_like(a, 0.5), as_tensor(0).astype("int64"), done)
    return while_loop(lambda s: _cotan.logical_and(s.count < steps, _cotan.logical_not(s.done)),
                      lambda s: _turn(function, s, xtol, rtol, halves), start)

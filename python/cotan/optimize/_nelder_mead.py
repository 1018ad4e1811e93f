"""A simplex that goes down without derivatives (Nelder and Mead 1965)."""

from typing import Any, NamedTuple

from .. import _cotan
from .._loops import cond, map as map_rows, while_loop
from ._problem import count, largest, typed


class Simplex(NamedTuple):
    """Its corners in rows, from the lowest to the highest, and the values there; how many calls and turns there were."""

    corners: Any
    values: Any
    calls: Any
    turns: Any


def _sorted(corners, values):
    order = _cotan.argsort(values)  # NaN comes last
    return corners[order], values[order]


def _moved(f, s):
    """The worst corner reflected at the middle of the others, expanded or contracted; or all drawn to the best."""
    middle, worst = _cotan.mean(s.corners[:-1], 0), s.corners[-1]

    def at(factor):
        x = middle + factor * (middle - worst)
        return x, f(x)

    def replaced(x, value, calls):
        return s.corners.at[-1].set(x), s.values.at[-1].set(value), s.calls + calls

    x, value = at(1.0)

    def expanded():
        further, its_value = at(2.0)
        better = its_value < value
        return replaced(_cotan.where(better, further, x), _cotan.where(better, its_value, value), 2)

    def shrunk(calls):
        corners = s.corners[:1] + 0.5 * (s.corners - s.corners[:1])
        return corners, s.values.at[1:].set(map_rows(f, corners[1:])), s.calls + calls + (s.values.shape[0] - 1)

    def contracted():
        outside = value < s.values[-1]
        nearer, its_value = at(_cotan.where(outside, 0.5, -0.5))
        is_good = its_value <= _cotan.where(outside, value, s.values[-1])
        return cond(is_good, lambda: replaced(nearer, its_value, 2), lambda: shrunk(2))

    def settled():
        return cond(value < s.values[-2], lambda: replaced(x, value, 1), contracted)

    return cond(value < s.values[0], expanded, settled)


def simplex(f: Any, x: Any, xatol: Any, fatol: Any, turns: int) -> tuple[Simplex, Any]:
    """The last simplex, and whether it is as small as `xatol`, and its values as near as `fatol`."""
    n = x.shape[0]
    away = _cotan.where(x == 0, 0.00025, 0.05 * x)  # as in SciPy
    corners = _cotan.concatenate([x[None], x[None] + _cotan.diag(away)]) if n else x[None]
    values = map_rows(f, corners)

    def near(s):
        sizes, heights = largest(s.corners[1:] - s.corners[:1]), largest(s.values[1:] - s.values[0])
        return _cotan.logical_and(sizes <= xatol, heights <= fatol)

    def turn(s):
        corners, values, calls = _moved(f, s)
        return Simplex(*_sorted(corners, values), calls, s.turns + 1)

    start = typed(Simplex(*_sorted(corners, values), count(n + 1), count()))
    if n == 0:
        return start, near(start)
    last = while_loop(lambda s: _cotan.logical_and(s.turns < turns, _cotan.logical_not(near(s))), turn, start)
    return last, near(last)

"""Steps of explicit Runge-Kutta methods."""

from typing import Any, NamedTuple

from .. import _cotan
from ._tableaux import DOP853, DOP853_DENSE, DOP853_MORE, Row, Tableau


class Step(NamedTuple):
    """The state and the slope at the end, estimates of the error, and the interpolant: rows of the powers of the part of
    the step, from the first, to be added to the state at the beginning."""

    y: Any
    slope: Any
    errors: tuple[Any, ...]
    powers: Any


def combined(row: Row, stages: Any) -> Any:
    """The sum of stages times their weights."""
    total = None
    for i, weight in row.items():
        term = stages[i] if weight == 1 else weight * stages[i]
        total = term if total is None else total + term
    return total


def cubic(change: Any, first: Any, last: Any) -> Any:
    """Hermite's cubic of a change with these slopes, times the step, at both ends."""
    return _cotan.stack([first, 3.0 * change - 2.0 * first - last, first + last - 2.0 * change])


class RungeKutta:
    """A method with this tableau."""

    jacobians = 0

    def __init__(self, tableau: Tableau):
        self.tableau, self.order, self.error_order = tableau, tableau.order, tableau.error_order
        self.is_adaptive = bool(tableau.errors)
        self.degree = 3 if tableau.dense is None else len(tableau.dense[0])  # of the interpolant

    def evaluations(self, is_dense: bool) -> int:
        """How many slopes a step computes."""
        return len(self.tableau.a) + (0 if self.tableau.ends_with_slope else 1)

    def step(self, field: Any, t: Any, y: Any, slope: Any, h: Any, is_dense: bool) -> Step:
        """`h` is of the type of `t`, and of either sign."""
        table, stages, by = self.tableau, [slope], h.astype(y.dtype)
        for row, c in zip(table.a, table.c):
            stages.append(field(t + c * h, y + by * combined(row, stages)))
        after = y + by * combined(table.b, stages)
        if not table.ends_with_slope:
            stages.append(field(t + h, after))
        errors = tuple(by * combined(row, stages) for row in table.errors)
        return Step(after, stages[-1], errors, self.powers(field, t, y, h, stages, after) if is_dense else None)

    def powers(self, field: Any, t: Any, y: Any, h: Any, stages: Any, after: Any) -> Any:
        """The rows of the interpolant."""
        dense, by = self.tableau.dense, h.astype(y.dtype)
        if dense is None:
            return cubic(after - y, by * stages[0], by * stages[-1])
        rows = [{i: weights[power] for i, weights in dense.items() if weights[power]} for power in range(len(dense[0]))]
        return _cotan.stack([by * combined(row, stages) for row in rows])


class Dop853(RungeKutta):
    """The method of order 8, whose interpolant of order 7 is made of further stages."""

    def __init__(self) -> None:
        super().__init__(DOP853)
        self.degree = 7

    def evaluations(self, is_dense: bool) -> int:
        """How many slopes a step computes."""
        return super().evaluations(is_dense) + (len(DOP853_MORE[1]) if is_dense else 0)

    def powers(self, field: Any, t: Any, y: Any, h: Any, stages: Any, after: Any) -> Any:
        """The rows of the interpolant."""
        by = h.astype(y.dtype)
        for row, c in zip(*DOP853_MORE):
            stages = [*stages, field(t + c * h, y + by * combined(row, stages))]
        change, first, last = after - y, by * stages[0], by * stages[12]
        parts = [change, first - change, 2.0 * change - first - last, *(by * combined(row, stages) for row in DOP853_DENSE)]
        return _cotan.stack(_as_powers(parts))


def _as_powers(parts):
    """p0 x + p1 x (1 - x) + p2 x x (1 - x) + ... as multiples of x, x x, ...: from within, each factor multiplies what
    comes after it."""
    powers = []  # of what comes after, from the power 0
    for i in reversed(range(len(parts))):
        powers = [parts[i], *powers[1:]] if not powers else [parts[i] + powers[0], *powers[1:]]
        by_x = [None, *powers]
        if i % 2 == 0:
            powers = by_x  # times x
        else:  # times 1 - x
            powers = [_minus(a, b) for a, b in zip([*powers, None], by_x)]
        powers[0] = powers[0] if powers[0] is not None else _cotan.zeros_like(parts[0])
    return powers[1:]


def _minus(a, b):
    return -b if a is None else a if b is None else a - b

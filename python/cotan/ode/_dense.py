"""The solution between steps: a polynomial for each."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import Tensor, as_tensor
from .._named import with_checked_calls
from .._nest import map_leaves


def polynomial(start: Any, powers: Any, part: Any) -> Tensor:
    """`start`, and the rows of `powers` times powers of `part`, from the first: by Horner's rule."""
    total = powers[-1]
    for i in range(powers.shape[0] - 2, -1, -1):
        total = powers[i] + part * total
    return start + part * total


@with_checked_calls("ct.ode.DenseOutput")
class DenseOutput(NamedTuple):
    """The solution at any time: call it with one, or with a tensor of them, whose axes come before those of the state.

    Its parts are those of each step, whose number is `count`: the direction of time, when the step begins, how long it
    is, the state there, and rows of the powers of the part of the step. Times outside are extrapolated.

    >>> import cotan as ct
    >>> found = ct.ode.solve_ivp(lambda t, y: -y, (0.0, 2.0), 1.0, dense_output=True)
    >>> found.sol(ct.array([0.0, 1.0])).round(2)
    Tensor([1.  , 0.37], dtype=float32)
    """

    direction: Any
    starts: Any
    sizes: Any
    states: Any
    powers: Any
    count: Any  # type: ignore[assignment]

    def __call__(self, t: Any) -> Any:
        t = as_tensor(t, "ct.ode.DenseOutput").astype(self.starts.dtype)
        times = _cotan.stop_gradient(self.starts * self.direction)
        row = _cotan.searchsorted(times, _cotan.stop_gradient(t * self.direction), side="right") - 1
        row = _cotan.clip(row, 0, _cotan.maximum(self.count - 1, 0))
        part = (t - self.starts[row]) / self.sizes[row]

        def at(states, powers):
            by = _cotan.reshape(part, (*part.shape, *[1] * (states.ndim - 1))).astype(states.dtype)
            return polynomial(states[row], _cotan.moveaxis(powers[row], part.ndim, 0), by)

        return map_leaves(at, self.states, self.powers)

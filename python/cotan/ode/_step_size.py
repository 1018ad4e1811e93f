"""How long steps are: tolerances, the first step, and the controller."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import Tensor
from .._types import finfo

SHRINKS, GROWS, SAFETY = 0.2, 10.0, 0.9


def norm(x: Any, scale: Any) -> Tensor:
    """The root of the mean square of x over what is allowed; 0 of nothing."""
    ratio = abs(x) / scale
    return _cotan.sqrt(_cotan.sum(ratio * ratio) / max(ratio.shape[0], 1))


class Tolerances(NamedTuple):
    """Relative and absolute ones, as tensors that fit the state."""

    rtol: Any
    atol: Any

    def scale(self, *states: Any) -> Any:
        """Which errors are allowed beside these states."""
        largest = abs(states[0])
        for state in states[1:]:
            largest = _cotan.maximum(largest, abs(state))
        return _cotan.maximum(self.atol + self.rtol * largest, float(finfo(largest.dtype.name).tiny))

    def ratio(self, errors: Any, before: Any, after: Any) -> Tensor:
        """How much larger the error is than it may be. Of two estimates, of orders 5 and 3, the smaller counts, as in
        DOP853."""
        scale = self.scale(before, after)
        found = [norm(error, scale) for error in errors]
        if len(found) == 1:
            return found[0]
        whole = found[0] * found[0] + 0.01 * found[1] * found[1]
        return _cotan.where(whole > 0, found[0] * found[0] / _cotan.sqrt(_cotan.where(whole > 0, whole, 1.0)), whole)


def first_step(field: Any, t: Any, y: Any, slope: Any, direction: Any, tolerances: Tolerances, order: int) -> Tensor:
    """How long the first step should be (Hairer, Nørsett and Wanner 1993, section II.4); it computes one slope."""
    scale = tolerances.scale(y)
    size, speed = norm(y, scale), norm(slope, scale)
    is_small = _cotan.logical_or(size < 1e-5, speed < 1e-5)
    short = _cotan.where(is_small, 1e-6, 0.01 * size / _cotan.where(is_small, 1.0, speed)).astype(t.dtype)
    signed = direction * short
    after = field(t + signed, y + signed.astype(y.dtype) * slope)
    bend = norm(after - slope, scale) / short
    largest = _cotan.maximum(speed, bend)
    flat = largest <= 1e-15
    long = (0.01 / _cotan.where(flat, 1.0, largest)) ** (1.0 / (order + 1))
    long = _cotan.where(flat, _cotan.maximum(1e-6, short * 1e-3), long)
    found = _cotan.minimum(100.0 * short, long)
    return _cotan.where(_cotan.logical_and(found > 0, _cotan.isfinite(found)), found, short).astype(t.dtype)


class Controller(NamedTuple):
    """A PID controller of step sizes (Söderlind 2003): what the last three errors were says how much longer the next step
    may be. With `icoeff` alone it is the usual one."""

    pcoeff: float
    icoeff: float
    dcoeff: float

    def factor(self, ratios: Any, order: int) -> Tensor:
        """From the errors over what is allowed, the last first. `order` is that of the estimate."""
        weights = (self.icoeff + self.pcoeff + self.dcoeff, -(self.pcoeff + 2 * self.dcoeff), self.dcoeff)
        factor = SAFETY
        for ratio, weight in zip(ratios, weights):
            if weight:
                factor = factor * _cotan.maximum(ratio, 1e-10) ** (-weight / (order + 1))
        return factor

    def next_step(self, size: Any, ratios: Any, accepted: Any, order: int) -> Tensor:
        """How long it should be; an error that is no number shrinks it, and after a rejected step none grows."""
        factor = self.factor(ratios, order)
        factor = _cotan.where(_cotan.isnan(factor), SHRINKS, factor)
        return size * _cotan.clip(factor, SHRINKS, _cotan.where(accepted, GROWS, 1.0))

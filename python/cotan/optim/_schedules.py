"""Schedules: functions of the number of the step, from 0, which give a learning rate or another number."""

import math
from typing import Any, Iterable, Sequence

from .. import _cotan
from .._core import as_tensor, here, is_traced
from .._places import is_integer
from .._signatures import found
from .._traced import applied
from ._arguments import Scalar, Schedule, check_count, checked


def _part(step, count, begin=0):
    """Which part of `count` steps is done, from 0 to 1."""
    return _cotan.clip((as_tensor(step) - begin) / count, 0.0, 1.0)


@checked
def constant_schedule(value: Scalar) -> Schedule:
    """The same value at each step.

    >>> import cotan as ct
    >>> ct.optim.constant_schedule(0.1)(7)
    0.1
    """
    return lambda step: value


@checked
def polynomial_schedule(init_value: Scalar, end_value: Scalar, power: Scalar, transition_steps: int,
                        transition_begin: int = 0) -> Schedule:
    """From `init_value` to `end_value` in `transition_steps` steps: end + (init - end) * (1 - part) ** power.
    It keeps to `init_value` before step `transition_begin`, and always if there are no steps.

    >>> import cotan as ct
    >>> [float(ct.optim.polynomial_schedule(1.0, 0.0, 2, 10)(step)) for step in (0, 5, 20)]
    [1.0, 0.25, 0.0]
    """
    if transition_steps <= 0:
        return constant_schedule(init_value)
    return lambda step: end_value + (init_value - end_value) * (
        1.0 - _part(step, transition_steps, max(transition_begin, 0))) ** power


@checked
def linear_schedule(init_value: Scalar, end_value: Scalar, transition_steps: int,
                    transition_begin: int = 0) -> Schedule:
    """From `init_value` to `end_value` in a line: `polynomial_schedule` with power 1.

    >>> import cotan as ct
    >>> [float(ct.optim.linear_schedule(1.0, 0.0, 10)(step)) for step in (0, 5, 20)]
    [1.0, 0.5, 0.0]
    """
    return polynomial_schedule(init_value, end_value, 1, transition_steps, transition_begin)


def _steps_of(name, boundaries, *, allow_equal=False):
    """The steps at which something changes, in order."""
    boundaries = list(boundaries)
    for x in boundaries:
        if not is_integer(x) or x < 0:
            raise _cotan.ValueError(f"{here()}ct.optim.{name}: boundaries must be numbers of steps, but one is {found(x)}")
    if boundaries != sorted(boundaries):
        raise _cotan.ValueError(f"{here()}ct.optim.{name}: boundaries must rise, but are {boundaries}")
    return boundaries


def _scales(name, given):
    """{step: factor} in order."""
    given = given or {}
    pairs = {step: given[step] for step in _steps_of(name, sorted(given))}
    if any(not isinstance(x, (int, float)) or x < 0 for x in pairs.values()):
        raise _cotan.ValueError(f"{here()}ct.optim.{name}: factors must be numbers that are not negative, but are "
                                f"{list(pairs.values())}")
    return pairs


@checked
def piecewise_constant_schedule(init_value: Scalar, boundaries_and_scales: dict[int, float] | None = None) -> Schedule:
    """`init_value`, multiplied by the factor of each boundary that the step has reached: {step: factor}.

    >>> import cotan as ct
    >>> f = ct.optim.piecewise_constant_schedule(1.0, {2: 0.5, 4: 0.1})
    >>> [round(float(f(step)), 3) for step in range(6)]
    [1.0, 1.0, 0.5, 0.5, 0.05, 0.05]
    """
    scales = _scales("piecewise_constant_schedule", boundaries_and_scales)

    def schedule(step):
        value = init_value
        for boundary, factor in scales.items():
            value = value * _cotan.where(as_tensor(step) >= boundary, factor, 1.0)
        return value

    return schedule


def _cosine(part):
    """From 1 to 0, as half a cosine."""
    return 0.5 * (1.0 + _cotan.cos(math.pi * part))


@checked
def piecewise_interpolate_schedule(interpolate_type: str, init_value: Scalar,
                                   boundaries_and_scales: dict[int, float] | None = None) -> Schedule:
    """Between the values of `piecewise_constant_schedule` at the boundaries, and `init_value` at step 0, in
    lines ("linear") or halves of cosines ("cosine").

    >>> import cotan as ct
    >>> f = ct.optim.piecewise_interpolate_schedule("linear", 1.0, {10: 0.5})
    >>> [float(f(step)) for step in (0, 5, 10, 20)]
    [1.0, 0.75, 0.5, 0.5]
    """
    if interpolate_type not in ("linear", "cosine"):
        raise _cotan.ValueError(f"{here()}ct.optim.piecewise_interpolate_schedule: 'interpolate_type' must be 'linear' or "
                                f"'cosine', but is {interpolate_type!r}")
    left = _cosine if interpolate_type == "cosine" else lambda part: 1.0 - part
    scales = _scales("piecewise_interpolate_schedule", boundaries_and_scales)

    def schedule(step):
        value, result, begin = init_value, init_value, 0
        for boundary, factor in scales.items():
            part = _part(step, max(boundary - begin, 1), begin)
            change = value * factor - value
            result, value, begin = result + change * (1.0 - left(part)), value * factor, boundary
        return result

    return schedule


@checked
def exponential_decay(init_value: Scalar, transition_steps: Scalar, decay_rate: Scalar, transition_begin: int = 0,
                      staircase: bool = False, end_value: Scalar | None = None) -> Schedule:
    """init_value * decay_rate ** ((step - transition_begin) / transition_steps), from `transition_begin` on;
    `staircase` rounds the exponent down, and the result does not go beyond `end_value`. It keeps to `init_value` if there
    are no steps.

    >>> import cotan as ct
    >>> float(ct.optim.exponential_decay(1.0, 10, 0.5)(20))
    0.25
    """
    if not is_traced(transition_steps) and transition_steps <= 0:
        return constant_schedule(init_value)

    def schedule(step):
        exponent = _cotan.maximum(as_tensor(step) - transition_begin, 0) / transition_steps
        value = init_value * _cotan.power(decay_rate, _cotan.floor(exponent) if staircase else exponent)
        if end_value is None:
            return value
        return _cotan.where(as_tensor(decay_rate) < 1, _cotan.maximum(value, end_value), _cotan.minimum(value, end_value))

    return schedule


def _check_decay(name, decay_steps):
    if not is_traced(decay_steps) and not decay_steps > 0:
        raise _cotan.ValueError(f"{here()}ct.optim.{name}: 'decay_steps' must be more than 0, but is {found(decay_steps)}")


@checked
def cosine_decay_schedule(init_value: Scalar, decay_steps: Scalar, alpha: Scalar = 0.0,
                          exponent: Scalar = 1.0) -> Schedule:
    """Half a cosine, to a power, from `init_value` to alpha * init_value, which it keeps (Loshchilov and
    Hutter 2017).

    >>> import cotan as ct
    >>> [round(float(ct.optim.cosine_decay_schedule(1.0, 10, 0.2)(step)), 3) for step in (0, 5, 10)]
    [1.0, 0.6, 0.2]
    """
    _check_decay("cosine_decay_schedule", decay_steps)
    return lambda step: init_value * ((1.0 - alpha) * _cosine(_part(step, decay_steps)) ** exponent + alpha)


@checked
def cosine_decay(rate: Scalar, decay_steps: Scalar, end: Scalar = 0.0) -> Schedule:
    """Half a cosine from `rate` to `end`, which it keeps.

    >>> import cotan as ct
    >>> round(float(ct.optim.cosine_decay(1.0, 10)(5)), 6)
    0.5
    """
    _check_decay("cosine_decay", decay_steps)
    return lambda step: end + (rate - end) * _cosine(_part(step, decay_steps))


@checked
def warmup_cosine_decay_schedule(init_value: Scalar, peak_value: Scalar, warmup_steps: int, decay_steps: int,
                                 end_value: Scalar = 0.0, exponent: Scalar = 1.0) -> Schedule:
    """From `init_value` in a line to `peak_value`, then half a cosine, to a power, to `end_value` at step
    `decay_steps`.

    >>> import cotan as ct
    >>> f = ct.optim.warmup_cosine_decay_schedule(0.0, 1.0, 10, 30, 0.1)
    >>> [round(float(f(step)), 3) for step in (0, 5, 10, 20, 30)]
    [0.0, 0.5, 1.0, 0.55, 0.1]
    """
    if decay_steps <= warmup_steps:
        raise _cotan.ValueError(f"{here()}ct.optim.warmup_cosine_decay_schedule: 'decay_steps' must be more than "
                                f"'warmup_steps', {warmup_steps}, but is {decay_steps}: it counts these, too")

    def fall(step):
        left = _cosine(_part(step, decay_steps - warmup_steps))
        return end_value + (peak_value - end_value) * left ** exponent

    return join_schedules([linear_schedule(init_value, peak_value, warmup_steps), fall], [warmup_steps])


@checked
def warmup_cosine_decay(rate: Scalar, warmup_steps: int, decay_steps: int, end: Scalar = 0.0) -> Schedule:
    """From 0 in a line to `rate`, then half a cosine to `end` at step `decay_steps`.

    >>> import cotan as ct
    >>> [round(float(ct.optim.warmup_cosine_decay(1.0, 10, 30)(s)), 3) for s in (0, 5, 10, 20, 30)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    return warmup_cosine_decay_schedule(0.0, rate, warmup_steps, decay_steps, end)


@checked
def warmup_constant_schedule(init_value: Scalar, peak_value: Scalar, warmup_steps: int) -> Schedule:
    """From `init_value` in a line to `peak_value`, which it keeps.

    >>> import cotan as ct
    >>> [float(ct.optim.warmup_constant_schedule(0.0, 1.0, 4)(step)) for step in (0, 2, 9)]
    [0.0, 0.5, 1.0]
    """
    return linear_schedule(init_value, peak_value, warmup_steps)


@checked
def warmup_exponential_decay_schedule(
        init_value: Scalar, peak_value: Scalar, warmup_steps: int, transition_steps: int, decay_rate: Scalar,
        transition_begin: int = 0, staircase: bool = False, end_value: Scalar | None = None) -> Schedule:
    """From `init_value` in a line to `peak_value`, then `exponential_decay`, which counts from there.

    >>> import cotan as ct
    >>> f = ct.optim.warmup_exponential_decay_schedule(0.0, 1.0, 2, 10, 0.5)
    >>> [float(f(step)) for step in (0, 1, 2, 12)]
    [0.0, 0.5, 1.0, 0.5]
    """
    return join_schedules(
        [linear_schedule(init_value, peak_value, warmup_steps),
         exponential_decay(peak_value, transition_steps, decay_rate, transition_begin, staircase, end_value)],
        [warmup_steps])


@checked
def join_schedules(schedules: Sequence[Schedule], boundaries: Sequence[int]) -> Schedule:
    """One schedule after the other: the next from each boundary on, with its steps counted from there.

    >>> import cotan as ct
    >>> f = ct.optim.join_schedules([lambda step: 10 * step, lambda step: step], [3])
    >>> [int(f(step)) for step in range(5)]
    [0, 10, 20, 0, 1]
    """
    schedules, boundaries = list(schedules), _steps_of("join_schedules", boundaries)
    if len(schedules) != len(boundaries) + 1:
        raise _cotan.ValueError(f"{here()}ct.optim.join_schedules: there must be one boundary between two schedules, but "
                                f"there are {len(schedules)} schedules and {len(boundaries)} boundaries")

    def schedule(step):
        value = applied(schedules[0], step)
        for after, boundary in zip(schedules[1:], boundaries):
            value = _cotan.where(as_tensor(step) < boundary, value, applied(after, step - boundary))
        return value

    return schedule


@checked
def linear_onecycle_schedule(transition_steps: int, peak_value: Scalar, pct_start: float = 0.3, pct_final: float = 0.85,
                             div_factor: float = 25.0, final_div_factor: float = 1e4) -> Schedule:
    """In lines from peak_value / div_factor to `peak_value`, which it reaches at the part `pct_start` of all
    steps, back at `pct_final`, and from there to the first value / final_div_factor (Smith and Topin 2018).

    >>> import cotan as ct
    >>> f = ct.optim.linear_onecycle_schedule(100, 1.0, div_factor=10.0, final_div_factor=10.0)
    >>> [round(float(f(step)), 4) for step in (0, 30, 85, 100)]
    [0.1, 1.0, 0.1, 0.01]
    """
    check_count("linear_onecycle_schedule", "transition_steps", transition_steps)
    return piecewise_interpolate_schedule("linear", peak_value / div_factor, {
        int(pct_start * transition_steps): div_factor, int(pct_final * transition_steps): 1.0 / div_factor,
        transition_steps: 1.0 / final_div_factor})


@checked
def cosine_onecycle_schedule(transition_steps: int, peak_value: Scalar, pct_start: float = 0.3, div_factor: float = 25.0,
                             final_div_factor: float = 1e4) -> Schedule:
    """In halves of cosines from peak_value / div_factor to `peak_value`, which it reaches at the part `pct_start`
    of all steps, and to peak_value / (div_factor * final_div_factor).

    >>> import cotan as ct
    >>> f = ct.optim.cosine_onecycle_schedule(100, 1.0, div_factor=10.0, final_div_factor=10.0)
    >>> [round(float(f(step)), 4) for step in (0, 30, 65, 100)]
    [0.1, 1.0, 0.505, 0.01]
    """
    check_count("cosine_onecycle_schedule", "transition_steps", transition_steps)
    return piecewise_interpolate_schedule("cosine", peak_value / div_factor, {
        int(pct_start * transition_steps): div_factor, transition_steps: 1.0 / (div_factor * final_div_factor)})


@checked
def sgdr_schedule(cosine_kwargs: Iterable[dict[str, Any]]) -> Schedule:
    """Warm restarts: `warmup_cosine_decay_schedule` with each dict's arguments, one after the other for their
    `decay_steps` (Loshchilov and Hutter 2017).

    >>> import cotan as ct
    >>> cycle = dict(init_value=0.0, peak_value=1.0, warmup_steps=2, decay_steps=10)
    >>> [round(float(ct.optim.sgdr_schedule([cycle, cycle])(step)), 3) for step in (0, 2, 6, 10, 12)]
    [0.0, 1.0, 0.5, 0.0, 1.0]
    """
    schedules, boundaries, step = [], [], 0
    for arguments in cosine_kwargs:
        if not isinstance(arguments, dict):
            raise _cotan.TypeError(f"{here()}ct.optim.sgdr_schedule: 'cosine_kwargs' must hold dicts of arguments, but holds "
                                   f"{found(arguments)}")
        schedules.append(warmup_cosine_decay_schedule(**arguments))
        step += arguments["decay_steps"]
        boundaries.append(step)
    return join_schedules(schedules, boundaries[:-1])

"""Optimizers as pure functions: each is a pair of functions, of parameters and of their gradients.

>>> import cotan as ct
>>> optimizer = ct.optim.sgd(0.1)
>>> parameters = {"w": ct.array([1.0, 2.0])}
>>> state = optimizer.init(parameters)
>>> gradients = ct.grad(lambda p: ct.sum(p["w"] ** 2))(parameters)
>>> parameters, state = optimizer.update(gradients, state, parameters)
>>> parameters["w"]
Tensor([0.8, 1.6], dtype=float32)

Learning rates are numbers, or schedules: functions of the number of the step, from 0.
"""

import math as _math
from typing import Any, Callable, NamedTuple

from . import _cotan
from ._nest import flatten as _flatten, map_leaves as _map_leaves


Schedule = Callable[[Any], Any]


class Optimizer(NamedTuple):
    """`init(parameters)` gives a state; `update(gradients, state, parameters)` the next parameters and
    state. All are nests and can go through jit and loops."""

    init: Callable[[Any], Any]
    update: Callable[[Any, Any, Any], tuple[Any, Any]]


def _rate(learning_rate, step):
    return learning_rate(step) if callable(learning_rate) else learning_rate


def _zeros(parameters):
    return _map_leaves(_cotan.zeros_like, parameters)


def _first_step():
    return _cotan.zeros((), dtype="int64")


def sgd(learning_rate: float | Schedule, momentum: float = 0.0, nesterov: bool = False) -> Optimizer:
    """Stochastic gradient descent, p - rate * v with v = momentum * v + g (Polyak 1964); Nesterov's
    (1983) looks one step ahead.

    >>> import cotan as ct
    >>> opt, w = ct.optim.sgd(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([0.], dtype=float32)
    """

    def init(parameters):
        state = {"step": _first_step()}
        return state | ({"velocity": _zeros(parameters)} if momentum else {})

    def update(gradients, state, parameters):
        rate, after = _rate(learning_rate, state["step"]), {"step": state["step"] + 1}
        if momentum:
            velocity = _map_leaves(lambda v, g: momentum * v + g, state["velocity"], gradients)
            after["velocity"] = velocity
            gradients = velocity if not nesterov else _map_leaves(
                lambda v, g: momentum * v + g, velocity, gradients)
        return _map_leaves(lambda p, g: p - rate * g, parameters, gradients), after

    return Optimizer(init, update)


def _one_minus_power(base, exponent):
    """1 - base ** exponent, to the last digits for bases near 1."""
    return -_cotan.expm1(exponent * (_math.log(base) if base else -_math.inf))


def adamw(learning_rate: float | Schedule, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8,
          weight_decay: float = 0.01) -> Optimizer:
    """Adam with decay of the weights beside the gradient's step (Loshchilov and Hutter 2019).

    >>> import cotan as ct
    >>> opt, w = ct.optim.adamw(0.5, weight_decay=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([0.5], dtype=float32)
    """

    def init(parameters):
        return {"step": _first_step(), "mean": _zeros(parameters), "square": _zeros(parameters)}

    def update(gradients, state, parameters):
        step = state["step"] + 1
        mean = _map_leaves(lambda m, g: b1 * m + (1 - b1) * g, state["mean"], gradients)
        square = _map_leaves(lambda v, g: b2 * v + (1 - b2) * g * g, state["square"], gradients)
        rate, turns = _rate(learning_rate, state["step"]), step.astype("float32")
        first, second = _one_minus_power(b1, turns), _one_minus_power(b2, turns)

        def move(p, m, v):
            # The rate may be f32 or f64; the parameter keeps its type.
            direction = (m / first) / (_cotan.sqrt(v / second) + eps)
            return (p - rate * (direction + weight_decay * p)).astype(p.dtype)

        return _map_leaves(move, parameters, mean, square), {"step": step, "mean": mean, "square": square}

    return Optimizer(init, update)


def adam(learning_rate: float | Schedule, b1: float = 0.9, b2: float = 0.999,
         eps: float = 1e-8) -> Optimizer:
    """Adam (Kingma and Ba 2015): `adamw` without decay.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adam(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([0.5], dtype=float32)
    """
    return adamw(learning_rate, b1, b2, eps, weight_decay=0.0)


def global_norm(tree: Any) -> _cotan.Tensor:
    """The Euclidean norm of all numbers of a nest together.

    >>> import cotan as ct
    >>> ct.optim.global_norm({"a": ct.array([3.0]), "b": ct.array(4.0)})
    Tensor(5., dtype=float32)
    """
    total = 0.0
    for leaf in _flatten(tree)[0]:
        total = total + _cotan.sum(leaf * leaf)
    return _cotan.sqrt(_cotan.array(total) if isinstance(total, float) else total)


def clip_by_global_norm(gradients: Any, max_norm: float) -> Any:
    """The nest, made shorter if its global norm is above `max_norm` (Pascanu et al. 2013).

    >>> import cotan as ct
    >>> ct.optim.clip_by_global_norm([ct.array([3.0, 4.0])], 1.0)
    [Tensor([0.6, 0.8], dtype=float32)]
    """
    norm = global_norm(gradients)
    scale = max_norm / _cotan.maximum(norm, max_norm)
    return _map_leaves(lambda g: g * scale, gradients)


def clip(gradients: Any, limit: float) -> Any:
    """Each number brought to between -limit and limit.

    >>> import cotan as ct
    >>> ct.optim.clip(ct.array([-3.0, 0.5]), 1.0)
    Tensor([-1. ,  0.5], dtype=float32)
    """
    return _map_leaves(lambda g: _cotan.clip(g, -limit, limit), gradients)


def exponential_decay(rate: float, decay_steps: float, decay_rate: float) -> Schedule:
    """A schedule: rate * decay_rate ** (step / decay_steps).

    >>> import cotan as ct
    >>> float(ct.optim.exponential_decay(1.0, 10, 0.5)(20))
    0.25
    """
    return lambda step: rate * _cotan.power(decay_rate, step / decay_steps)


def cosine_decay(rate: float, decay_steps: float, end: float = 0.0) -> Schedule:
    """A schedule: half a cosine from `rate` to `end`, which it keeps (Loshchilov and Hutter 2017).

    >>> import cotan as ct
    >>> round(float(ct.optim.cosine_decay(1.0, 10)(5)), 6)
    0.5
    """

    def schedule(step):
        done = _cotan.minimum(step / decay_steps, 1.0)
        return end + (rate - end) * 0.5 * (1 + _cotan.cos(_math.pi * done))

    return schedule


def warmup_cosine_decay(rate: float, warmup_steps: float, decay_steps: float, end: float = 0.0) -> Schedule:
    """A schedule: from 0 in a line to `rate`, then half a cosine to `end` at step `decay_steps`.

    >>> import cotan as ct
    >>> [round(float(ct.optim.warmup_cosine_decay(1.0, 10, 30)(s)), 3) for s in (0, 5, 10, 20, 30)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    after = cosine_decay(rate, decay_steps - warmup_steps, end)

    def schedule(step):
        return _cotan.where(step < warmup_steps, rate * step / warmup_steps, after(step - warmup_steps))

    return schedule

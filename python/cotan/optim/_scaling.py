"""Transformations that scale: by a number, a learning rate, or norms of the parameters."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import Tensor
from .._nest import map_leaves
from .._traced import applied
from ._arguments import Scalar, ScalarOrSchedule, Schedule, checked
from ._base import GradientTransformation, identity, of_leaves, of_pairs, without_state
from ._numbers import first_step, global_norm, narrow, norm_of, squared, wide


class ScaleByScheduleState(NamedTuple):
    """`count`: the steps that were made."""

    count: Any


def _scaled(updates, factor):
    return map_leaves(lambda u: narrow(wide(u) * factor, u), updates)


@checked
def scale(step_size: Scalar) -> GradientTransformation:
    """step_size * u.

    >>> import cotan as ct
    >>> ct.optim.scale(-0.5).update(ct.array([2.0]), ct.optim.EmptyState())[0]
    Tensor([-1.], dtype=float32)
    """
    return without_state(lambda updates, params: _scaled(updates, step_size))


@checked
def scale_by_schedule(step_size_fn: Schedule) -> GradientTransformation:
    """step_size_fn(count) * u, where `count` is the number of the step, from 0.

    >>> import cotan as ct
    >>> opt = ct.optim.scale_by_schedule(lambda count: 1.0 / (1 + count))
    >>> state = opt.init(ct.array([0.0]))
    >>> first, state = opt.update(ct.array([2.0]), state)
    >>> opt.update(ct.array([2.0]), state)[0]
    Tensor([1.], dtype=float32)
    """
    def update(updates, state, params=None):
        return _scaled(updates, applied(step_size_fn, state.count)), ScaleByScheduleState(state.count + 1)

    return GradientTransformation(lambda params: ScaleByScheduleState(first_step()), update)


@checked
def scale_by_learning_rate(learning_rate: ScalarOrSchedule | None = None, *,
                           flip_sign: bool = True) -> GradientTransformation:
    """-learning_rate * u, or +learning_rate * u without `flip_sign`; the rate is a number or a schedule, None for 1.

    >>> import cotan as ct
    >>> ct.optim.scale_by_learning_rate(0.5).update(ct.array([2.0]), ct.optim.EmptyState())[0]
    Tensor([-1.], dtype=float32)
    """
    sign = -1 if flip_sign else 1
    if learning_rate is None:
        return scale(sign) if flip_sign else identity()
    if callable(learning_rate) and not isinstance(learning_rate, Tensor):
        return scale_by_schedule(lambda count: sign * applied(learning_rate, count))
    return scale(sign * learning_rate)


@checked
def scale_by_sign() -> GradientTransformation:
    """The sign of each number.

    >>> import cotan as ct
    >>> ct.optim.scale_by_sign().update(ct.array([2.0, -3.0]), ct.optim.EmptyState())[0]
    Tensor([ 1., -1.], dtype=float32)
    """
    return of_leaves(_cotan.sign)


def root_mean_square(x):
    return _cotan.sqrt(_cotan.sum(squared(x)) / max(x.size, 1))


@checked
def scale_by_param_block_norm(min_scale: Scalar = 1e-3) -> GradientTransformation:
    """The updates of each tensor times its Euclidean norm, `min_scale` at least.

    >>> import cotan as ct
    >>> ct.optim.scale_by_param_block_norm().update(ct.array([1.0, 0.0]), (), ct.array([3.0, 4.0]))[0]
    Tensor([5., 0.], dtype=float32)
    """
    return of_pairs("scale_by_param_block_norm", lambda u, p: u * _cotan.maximum(norm_of(p), min_scale))


@checked
def scale_by_param_block_rms(min_scale: Scalar = 1e-3) -> GradientTransformation:
    """The updates of each tensor times the root of the mean of its squares, `min_scale` at least.

    >>> import cotan as ct
    >>> ct.optim.scale_by_param_block_rms().update(ct.array([1.0, 0.0]), (), ct.array([3.0, 3.0]))[0]
    Tensor([3., 0.], dtype=float32)
    """
    return of_pairs("scale_by_param_block_rms", lambda u, p: u * _cotan.maximum(root_mean_square(p), min_scale))


@checked
def scale_by_trust_ratio(min_norm: Scalar = 0.0, trust_coefficient: Scalar = 1.0,
                         eps: Scalar = 0.0) -> GradientTransformation:
    """For each tensor, u * trust_coefficient * |p| / (|u| + eps); u where a norm is 0. Norms are `min_norm` at
    least (You et al. 2020).

    >>> import cotan as ct
    >>> ct.optim.scale_by_trust_ratio().update(ct.array([0.0, 2.0]), (), ct.array([3.0, 4.0]))[0]
    Tensor([0., 5.], dtype=float32)
    """
    def scaled(u, p):
        size, length = (_cotan.maximum(norm_of(x), min_norm) for x in (p, u))
        is_zero = _cotan.logical_or(size == 0, length == 0)
        return u * _cotan.where(is_zero, 1.0, trust_coefficient * size / _cotan.where(is_zero, 1.0, length + eps))

    return of_pairs("scale_by_trust_ratio", scaled)


@checked
def normalize_by_update_norm(scale_factor: Scalar = 1.0, eps: Scalar = 1e-6) -> GradientTransformation:
    """scale_factor * u / (global norm + eps).

    >>> import cotan as ct
    >>> ct.optim.normalize_by_update_norm(eps=0.0).update([ct.array([3.0, 4.0])], ct.optim.EmptyState())[0]
    [Tensor([0.6, 0.8], dtype=float32)]
    """
    return without_state(lambda updates, params: _scaled(updates, scale_factor / (global_norm(updates) + eps)))

"""Transformations of gradients themselves: cut, made finite, summed up, with noise or decay of the weights."""

from typing import Any, NamedTuple

from .. import _cotan, _nest
from .._core import as_tensor, here
from .._nest import map_leaves
from ._arguments import Scalar, ScalarOrSchedule, check_count, checked
from ._base import (EmptyState, GradientTransformation, GradientTransformationExtraArgs, beside, of_leaves, of_pairs,
                    without_state)
from ._combining import masked
from ._numbers import (Turn, first_step, global_norm, map_many, narrow, squared, value_at, wide, zeros_of)
from ._scaling import root_mean_square


class TraceState(NamedTuple):
    """`trace`: sums of gradients that decay."""

    trace: Any


class EmaState(NamedTuple):
    """`ema`: running means."""

    count: Any
    ema: Any


class WeightDecayState(NamedTuple):
    """`count`: the steps that were made."""

    count: Any


class AddNoiseState(NamedTuple):
    """`count` steps were made; `rng_key`: a key for the next."""

    count: Any
    rng_key: Any


class ApplyEveryState(NamedTuple):
    """`grad_acc`: the sum of updates since the last that were let through."""

    count: Any
    grad_acc: Any


class ZeroNansState(NamedTuple):
    """`found_nan`: for each tensor, whether there was a NaN."""

    found_nan: Any


class OptimisticGradientState(NamedTuple):
    """`count` steps were made; `previous_gradient`: that of the last."""

    count: Any
    previous_gradient: Any


@checked
def clip(max_delta: Scalar) -> GradientTransformation:
    """Each number brought to between -max_delta and max_delta.

    >>> import cotan as ct
    >>> ct.optim.clip(1.0).update(ct.array([-3.0, 0.5]), ct.optim.EmptyState())[0]
    Tensor([-1. ,  0.5], dtype=float32)
    """
    return of_leaves(lambda u: narrow(_cotan.clip(u, -max_delta, max_delta), u))


@checked
def clip_by_global_norm(max_norm: Scalar) -> GradientTransformation:
    """The nest, made shorter if its global norm is above `max_norm` (Pascanu et al. 2013).

    >>> import cotan as ct
    >>> ct.optim.clip_by_global_norm(1.0).update([ct.array([3.0, 4.0])], ct.optim.EmptyState())[0]
    [Tensor([0.6, 0.8], dtype=float32)]
    """
    def shortened(updates, params):
        factor = max_norm / _cotan.maximum(global_norm(updates), max_norm)
        return map_leaves(lambda u: narrow(wide(u) * factor, u), updates)

    return without_state(shortened)


@checked
def clip_by_block_rms(threshold: Scalar) -> GradientTransformation:
    """Each tensor, made smaller if the root of the mean of its squares is above `threshold`.

    >>> import cotan as ct
    >>> ct.optim.clip_by_block_rms(1.0).update(ct.array([4.0, 4.0]), ct.optim.EmptyState())[0]
    Tensor([1., 1.], dtype=float32)
    """
    return of_leaves(lambda u: narrow(
        wide(u) / _cotan.maximum(root_mean_square(wide(u)) / threshold, 1.0), u))


def _unit_norms(x):
    """The norms of what leads to one output each: of vectors, columns and kernels of convolutions, last axis last."""
    axes = None if x.ndim <= 1 else tuple(range(x.ndim - 1)) if x.ndim > 2 else (0,)
    return _cotan.sqrt(_cotan.sum(squared(x), axis=axes, keepdims=True))


@checked
def adaptive_grad_clip(clipping: Scalar, eps: Scalar = 1e-3) -> GradientTransformation:
    """Updates of each unit, made shorter if longer than `clipping` times the unit's weights, which count as `eps`
    long at least. A vector is one unit, a matrix's columns are units, and so is what the last axis of others tells
    apart (Brock et al. 2021).

    >>> import cotan as ct
    >>> ct.optim.adaptive_grad_clip(0.1).update(ct.array([3.0, 4.0]), (), ct.array([0.0, 10.0]))[0]
    Tensor([0.6, 0.8], dtype=float32)
    """
    def shortened(g, p):
        length, most = _unit_norms(g), clipping * _cotan.maximum(_unit_norms(p), eps)
        return _cotan.where(length < most, g, g * (most / _cotan.maximum(length, 1e-6)))

    return of_pairs("adaptive_grad_clip", shortened)


@checked
def zero_nans() -> GradientTransformation:
    """0 in place of each NaN; the state says which tensors had one.

    >>> import cotan as ct
    >>> opt = ct.optim.zero_nans()
    >>> opt.update(ct.array([ct.nan, 2.0]), opt.init(ct.zeros(2)))
    (Tensor([0., 2.], dtype=float32), ZeroNansState(found_nan=Tensor(True, dtype=bool)))
    """
    def update(updates, state, params=None):
        found = map_leaves(lambda u: _cotan.any(_cotan.isnan(u)), updates)
        return map_leaves(lambda u: narrow(_cotan.where(_cotan.isnan(u), 0.0, u), u), updates), ZeroNansState(found)

    return GradientTransformation(lambda params: ZeroNansState(map_leaves(lambda p: _cotan.array(False), params)), update)


@checked
def centralize() -> GradientTransformation:
    """Each tensor of two axes or more less its mean over all axes but the last (Yong et al. 2020).

    >>> import cotan as ct
    >>> ct.optim.centralize().update(ct.array([[1.0], [3.0]]), ct.optim.EmptyState())[0]
    Tensor([[-1.],
            [ 1.]], dtype=float32)
    """
    def one(u):
        g = wide(u)
        return u if g.ndim < 2 else narrow(g - _cotan.mean(g, axis=tuple(range(g.ndim - 1)), keepdims=True), u)

    return of_leaves(one)


@checked
def keep_params_nonnegative() -> GradientTransformation:
    """Updates that would make a parameter negative make it 0.

    >>> import cotan as ct
    >>> ct.optim.keep_params_nonnegative().update(ct.array([-3.0, -0.5]), (), ct.array([1.0, 1.0]))[0]
    Tensor([-1. , -0.5], dtype=float32)
    """
    return of_pairs("keep_params_nonnegative", lambda u, p: _cotan.where(p + u < 0, -p, u))


@checked
def add_decayed_weights(weight_decay: ScalarOrSchedule = 0.0, mask: Any = None) -> GradientTransformation:
    """u + weight_decay * p, where the mask, a nest or a function of the parameters as `masked` takes, says so.

    >>> import cotan as ct
    >>> ct.optim.add_decayed_weights(0.5).update(ct.array([1.0]), ct.optim.EmptyState(), ct.array([4.0]))[0]
    Tensor([3.], dtype=float32)
    """
    def decayed(updates, params, rate):
        return beside("add_decayed_weights", lambda u, p: narrow(wide(u) + rate * wide(p), u), updates, params)

    def scheduled(updates, state, params=None):
        return decayed(updates, params, value_at(weight_decay, state.count)), WeightDecayState(state.count + 1)

    if callable(weight_decay) and not isinstance(weight_decay, _cotan.Tensor):
        tx = GradientTransformation(lambda params: WeightDecayState(first_step()), scheduled)
    else:
        tx = without_state(lambda updates, params: decayed(updates, params, weight_decay))
    return tx if mask is None else masked(tx, mask)


def _noise(key, like):
    """Normal numbers of variance 1, of which complex ones have half in each part."""
    if like.dtype.kind != "c":
        return _cotan.random.normal(key, like.shape)
    one, two = (_cotan.random.normal(k, like.shape) for k in _cotan.random.split(key))
    return (one + 1j * two) * 0.5 ** 0.5


@checked
def add_noise(eta: Scalar, gamma: Scalar, key: Any = None, *, seed: int | None = None) -> GradientTransformation:
    """u plus normal noise of variance eta / (1 + count) ** gamma (Neelakantan et al. 2015). Give a key, or a seed.

    >>> import cotan as ct
    >>> opt, w = ct.optim.add_noise(0.01, 0.55, seed=0), ct.zeros(1000)
    >>> round(float(ct.std(opt.update(ct.zeros(1000), opt.init(w))[0])), 2)
    0.1
    """
    if (key is None) == (seed is None):
        raise _cotan.ValueError(f"{here()}ct.optim.add_noise: give either 'key' or 'seed', a number that a key is made of")

    def init(params):
        given = as_tensor(seed if key is None else key, "ct.optim.add_noise")
        return AddNoiseState(first_step(), _cotan.random.key(int(given)) if given.ndim == 0 else given)

    def update(updates, state, params=None):
        leaves, structure = _nest.flatten(updates)
        keys = _cotan.random.split(state.rng_key, len(leaves) + 1)
        deviation = _cotan.sqrt(eta / (state.count + 1).astype(float) ** gamma)
        noisy = [narrow(wide(u) + deviation * _noise(keys[i + 1], as_tensor(u)), u)
                 for i, u in enumerate(leaves)]
        return _nest.unflatten(structure, noisy), AddNoiseState(state.count + 1, keys[0])

    return GradientTransformation(init, update)


@checked
def trace(decay: Scalar, nesterov: bool = False, accumulator_dtype: Any = None) -> GradientTransformation:
    """Momentum: t = u + decay * t (Polyak 1964); `nesterov` gives u + decay * t with this t (1983).

    >>> import cotan as ct
    >>> opt, w = ct.optim.trace(0.5), ct.array([0.0])
    >>> first, state = opt.update(ct.array([2.0]), opt.init(w))
    >>> opt.update(ct.array([2.0]), state)[0]
    Tensor([3.], dtype=float32)
    """
    def one(u, t):
        after = wide(u) + decay * wide(t)
        return narrow(wide(u) + decay * after if nesterov else after, u), narrow(after, t)

    def update(updates, state, params=None):
        updates, after = map_many(2, one, updates, state.trace)
        return updates, TraceState(after)

    return GradientTransformation(
        lambda params: TraceState(map_leaves(lambda p: zeros_of(p, accumulator_dtype), params)), update)


@checked
def ema(decay: Scalar, debias: bool = True, accumulator_dtype: Any = None) -> GradientTransformation:
    """A running mean, decay * m + (1 - decay) * u, made unbiased with `debias`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.ema(0.9), ct.array([0.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([2.], dtype=float32)
    """
    def update(updates, state, params=None):
        turn = Turn(state.count + 1)

        def one(u, m):
            after = decay * wide(m) + (1.0 - decay) * wide(u)
            return narrow(after / turn.known(decay, after) if debias else after, u), narrow(after, m)

        updates, after = map_many(2, one, updates, state.ema)
        return updates, EmaState(turn.count, after)

    return GradientTransformation(
        lambda params: EmaState(first_step(), map_leaves(lambda p: zeros_of(p, accumulator_dtype), params)), update)


@checked
def apply_every(k: int = 1) -> GradientTransformation:
    """The sum of `k` updates at each k-th step, zeros at the others.

    >>> import cotan as ct
    >>> opt = ct.optim.apply_every(2)
    >>> first, state = opt.update(ct.array([2.0]), opt.init(ct.zeros(1)))
    >>> first, opt.update(ct.array([3.0]), state)[0]
    (Tensor([0.], dtype=float32), Tensor([5.], dtype=float32))
    """
    check_count("apply_every", "k", k)

    def update(updates, state, params=None):
        is_first, is_last = state.count % k == 0, state.count % k == k - 1

        def one(u, kept):
            after = _cotan.where(is_first, 0.0, wide(kept)) + wide(u)
            return narrow(_cotan.where(is_last, after, 0.0), u), narrow(after, kept)

        updates, after = map_many(2, one, updates, state.grad_acc)
        return updates, ApplyEveryState((state.count + 1) % k, after)

    return GradientTransformation(
        lambda params: ApplyEveryState(first_step(), map_leaves(zeros_of, params)), update)


@checked
def scale_by_optimistic_gradient(alpha: ScalarOrSchedule = 1.0, beta: ScalarOrSchedule = 1.0) -> GradientTransformation:
    """(alpha + beta) * g - beta * the gradient before, which at first is g (Mokhtari et al. 2019).

    >>> import cotan as ct
    >>> opt = ct.optim.scale_by_optimistic_gradient()
    >>> first, state = opt.update(ct.array([2.0]), opt.init(ct.zeros(1)))
    >>> first, opt.update(ct.array([3.0]), state)[0]
    (Tensor([2.], dtype=float32), Tensor([4.], dtype=float32))
    """
    def update(updates, state, params=None):
        new, old = value_at(alpha, state.count), value_at(beta, state.count)

        def one(u, last):
            g = wide(u)
            before = _cotan.where(state.count == 0, g, wide(last))
            return narrow((new + old) * g - old * before, u), narrow(g, last)

        updates, last = map_many(2, one, updates, state.previous_gradient)
        return updates, OptimisticGradientState(state.count + 1, last)

    return GradientTransformation(
        lambda params: OptimisticGradientState(first_step(), map_leaves(zeros_of, params)), update)


@checked
def scale_by_polyak(f_min: Scalar = 0.0, max_learning_rate: Scalar = 1.0, eps: Scalar = 0.0,
                    variant: str = "sps") -> GradientTransformationExtraArgs:
    """g times Polyak's step (value - f_min) / (|g|**2 + eps), `max_learning_rate` at most; `update` needs `value=`,
    that of the loss. The variant "sps+" never steps back (Loizou et al. 2021).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_polyak(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w, value=ct.array(1.0))[0]
    Tensor([0.5], dtype=float32)
    """
    if variant not in ("sps", "sps+"):
        raise _cotan.ValueError(f"{here()}ct.optim.scale_by_polyak: 'variant' must be 'sps' or 'sps+', but is {variant!r}")

    def update(updates, state, params=None, *, value=None, **extra_args):
        if value is None:
            raise _cotan.ValueError(f"{here()}ct.optim.scale_by_polyak needs the value of the loss; call "
                                    "update(gradients, state, params, value=...)")
        square = global_norm(updates) ** 2 + eps
        gap = as_tensor(value) - f_min
        gap = _cotan.maximum(gap, 0.0) if variant == "sps+" else gap
        is_flat = square <= 2.0 ** -52
        step = _cotan.where(is_flat, 0.0, _cotan.minimum(gap / _cotan.where(is_flat, 1.0, square), max_learning_rate))
        return map_leaves(lambda u: narrow(wide(u) * step, u), updates), state

    return GradientTransformationExtraArgs(lambda params: EmptyState(), update)

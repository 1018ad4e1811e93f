"""Optimizers by name, made of transformations: each ends with the learning rate, a number or a schedule."""

from typing import Any

from .. import _cotan
from .._core import Tensor
from .._traced import applied
from ._arguments import Scalar, ScalarOrSchedule, checked
from ._base import GradientTransformation, identity
from ._combining import chain, masked
from ._gradients import (add_decayed_weights, add_noise, clip_by_block_rms, ema, scale_by_optimistic_gradient,
                         scale_by_polyak, trace)
from ._moments import scale_by_novograd
from ._scaling import (scale, scale_by_learning_rate, scale_by_param_block_rms, scale_by_sign, scale_by_trust_ratio)
from ._squares import (scale_by_adadelta, scale_by_factored_rms, scale_by_rms, scale_by_rprop, scale_by_rss, scale_by_sm3,
                       scale_by_stddev)


@checked
def sgd(learning_rate: ScalarOrSchedule, momentum: Scalar | None = None, nesterov: bool = False,
        accumulator_dtype: Any = None) -> GradientTransformation:
    """Stochastic gradient descent, -rate * t with t = momentum * t + g (Polyak 1964); Nesterov's (1983) looks
    one step ahead.

    >>> import cotan as ct
    >>> opt, w = ct.optim.sgd(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    first = identity() if momentum is None else trace(momentum, nesterov, accumulator_dtype)
    return chain(first, scale_by_learning_rate(learning_rate))


@checked
def noisy_sgd(learning_rate: ScalarOrSchedule, eta: Scalar = 0.01, gamma: Scalar = 0.55, key: Any = None, *,
              seed: int | None = None) -> GradientTransformation:
    """`sgd` with `add_noise`, whose key is that of seed 0 if none is given (Neelakantan et al. 2015).

    >>> import cotan as ct
    >>> opt, w = ct.optim.noisy_sgd(0.5, eta=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    seed = 0 if key is None and seed is None else seed
    return chain(add_noise(eta, gamma, key, seed=seed), scale_by_learning_rate(learning_rate))


@checked
def sign_sgd(learning_rate: ScalarOrSchedule) -> GradientTransformation:
    """Steps of one size, down (Bernstein et al. 2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.sign_sgd(0.5), ct.array([1.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_sign(), scale_by_learning_rate(learning_rate))


@checked
def signum(learning_rate: ScalarOrSchedule, beta: Scalar = 0.9, accumulator_dtype: Any = None) -> GradientTransformation:
    """The sign of a running mean of gradients (Bernstein et al. 2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.signum(0.5), ct.array([1.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(ema(beta, debias=False, accumulator_dtype=accumulator_dtype), scale_by_sign(),
                 scale_by_learning_rate(learning_rate))


@checked
def optimistic_gradient_descent(learning_rate: ScalarOrSchedule, alpha: ScalarOrSchedule = 1.0,
                                beta: ScalarOrSchedule = 1.0) -> GradientTransformation:
    """-rate * ((alpha + beta) * g - beta * the gradient before), for games (Mokhtari et al. 2019).

    >>> import cotan as ct
    >>> opt, w = ct.optim.optimistic_gradient_descent(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(scale_by_optimistic_gradient(alpha, beta), scale_by_learning_rate(learning_rate))


@checked
def adagrad(learning_rate: ScalarOrSchedule, initial_accumulator_value: Scalar = 0.1,
            eps: Scalar = 1e-7) -> GradientTransformation:
    """Adagrad (Duchi, Hazan and Singer 2011): `scale_by_rss`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adagrad(0.5, 0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_rss(initial_accumulator_value, eps), scale_by_learning_rate(learning_rate))


@checked
def rmsprop(learning_rate: ScalarOrSchedule, decay: Scalar = 0.9, eps: Scalar = 1e-8, initial_scale: Scalar = 0.0,
            eps_in_sqrt: bool = True, centered: bool = False, momentum: Scalar | None = None, nesterov: bool = False,
            bias_correction: bool = False) -> GradientTransformation:
    """RMSProp (Hinton 2012), by the variance if `centered` (Graves 2013), with momentum of its steps.

    >>> import cotan as ct
    >>> opt, w = ct.optim.rmsprop(0.5, decay=0.75), ct.array([1.0])
    >>> opt.update(ct.array([3.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    scaled = scale_by_stddev if centered else scale_by_rms
    return chain(scaled(decay, eps, initial_scale, eps_in_sqrt, bias_correction), scale_by_learning_rate(learning_rate),
                 identity() if momentum is None else trace(momentum, nesterov))


@checked
def adadelta(learning_rate: ScalarOrSchedule | None = None, rho: Scalar = 0.9, eps: Scalar = 1e-6,
             weight_decay: Scalar = 0.0, weight_decay_mask: Any = None) -> GradientTransformation:
    """Adadelta (Zeiler 2012): `scale_by_adadelta`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adadelta(1.0, rho=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.001], dtype=float32)
    """
    return chain(add_decayed_weights(weight_decay, weight_decay_mask), scale_by_adadelta(rho, eps),
                 scale_by_learning_rate(learning_rate))


@checked
def adafactor(learning_rate: ScalarOrSchedule | None = None, min_dim_size_to_factor: int = 128, decay_rate: Scalar = 0.8,
              decay_offset: int = 0, multiply_by_parameter_scale: bool = True, clipping_threshold: Scalar | None = 1.0,
              momentum: Scalar | None = None, dtype_momentum: Any = "float32",
              weight_decay_rate: ScalarOrSchedule | None = None, eps: Scalar = 1e-30, factored: bool = True,
              weight_decay_mask: Any = None) -> GradientTransformation:
    """Adafactor (Shazeer and Stern 2018): `scale_by_factored_rms`, `clip_by_block_rms`, the learning rate and
    `scale_by_param_block_rms`. Of matrices only means of rows and columns are kept.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adafactor(0.5), ct.array([4.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-2.], dtype=float32)
    """
    parts = [scale_by_factored_rms(factored, decay_rate, decay_offset, min_dim_size_to_factor, eps)]
    if clipping_threshold is not None:
        parts.append(clip_by_block_rms(clipping_threshold))
    if learning_rate is not None:
        parts.append(scale_by_learning_rate(learning_rate, flip_sign=False))
    if multiply_by_parameter_scale:
        parts.append(scale_by_param_block_rms())
    if momentum is not None:
        parts.append(ema(momentum, debias=False, accumulator_dtype=dtype_momentum))
    if weight_decay_rate is not None:
        parts.append(add_decayed_weights(weight_decay_rate, weight_decay_mask))
    return chain(*parts, scale(-1.0))


@checked
def sm3(learning_rate: ScalarOrSchedule, momentum: Scalar = 0.9) -> GradientTransformation:
    """SM3 (Anil et al. 2019): Adagrad that keeps a vector for each axis.

    >>> import cotan as ct
    >>> opt, w = ct.optim.sm3(0.5, momentum=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_sm3(momentum), scale_by_learning_rate(learning_rate))


@checked
def rprop(learning_rate: Scalar, eta_minus: Scalar = 0.5, eta_plus: Scalar = 1.2, min_step_size: Scalar = 1e-6,
          max_step_size: Scalar = 50.0) -> GradientTransformation:
    """Rprop (Riedmiller and Braun 1993): `scale_by_rprop`, whose first step is `learning_rate`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.rprop(0.5), ct.array([1.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_rprop(learning_rate, eta_minus, eta_plus, min_step_size, max_step_size), scale(-1.0))


@checked
def novograd(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.25, eps: Scalar = 1e-6,
             eps_root: Scalar = 0.0, weight_decay: Scalar = 0.0) -> GradientTransformation:
    """NovoGrad (Ginsburg et al. 2019): `scale_by_novograd`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.novograd(0.5, eps=0.0), ct.array([1.0, 1.0])
    >>> opt.update(ct.array([3.0, 4.0]), opt.init(w), w)[0]
    Tensor([-0.3, -0.4], dtype=float32)
    """
    return chain(scale_by_novograd(b1, b2, eps, eps_root, weight_decay), scale_by_learning_rate(learning_rate))


@checked
def lars(learning_rate: ScalarOrSchedule, weight_decay: Scalar = 0.0, weight_decay_mask: Any = True,
         trust_coefficient: Scalar = 0.001, eps: Scalar = 0.0, trust_ratio_mask: Any = True, momentum: Scalar = 0.9,
         nesterov: bool = False) -> GradientTransformation:
    """LARS (You, Gitman and Ginsburg 2017): steps of each tensor as long as its weights say, with momentum.

    >>> import cotan as ct
    >>> opt, w = ct.optim.lars(0.5, trust_coefficient=1.0), ct.array([2.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(add_decayed_weights(weight_decay, weight_decay_mask),
                 masked(scale_by_trust_ratio(trust_coefficient=trust_coefficient, eps=eps), trust_ratio_mask),
                 scale_by_learning_rate(learning_rate), trace(momentum, nesterov))


@checked
def fromage(learning_rate: ScalarOrSchedule, min_norm: Scalar = 1e-6) -> GradientTransformation:
    """Fromage (Bernstein et al. 2020): (w - rate * g * |w| / |g|) / sqrt(1 + rate**2).

    >>> import cotan as ct
    >>> opt, w = ct.optim.fromage(0.75), ct.array([1.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-0.8], dtype=float32)
    """
    def shrunk(rate):
        return 1.0 / _cotan.sqrt(1.0 + rate ** 2)

    if callable(learning_rate) and not isinstance(learning_rate, Tensor):
        def along(count):
            return applied(learning_rate, count) * shrunk(applied(learning_rate, count))

        def decay(count):
            return shrunk(applied(learning_rate, count)) - 1.0
    else:
        along, decay = learning_rate * shrunk(learning_rate), shrunk(learning_rate) - 1.0
    return chain(scale_by_trust_ratio(min_norm), scale_by_learning_rate(along), add_decayed_weights(decay))


@checked
def polyak_sgd(max_learning_rate: Scalar = 1.0, scaling: ScalarOrSchedule = 1.0, f_min: Scalar = 0.0, eps: Scalar = 0.0,
               variant: str = "sps") -> GradientTransformation:
    """Gradient descent with Polyak's step, times `scaling`; `update` needs `value=`, that of the loss (Loizou et al.
    2021).

    >>> import cotan as ct
    >>> opt, w = ct.optim.polyak_sgd(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w, value=ct.array(1.0))[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_learning_rate(scaling), scale_by_polyak(f_min, max_learning_rate, eps, variant))

"""Optimizers of Adam's family by name, made of transformations."""

from typing import Any

from ._arguments import Scalar, ScalarOrSchedule, checked
from ._base import GradientTransformation
from ._combining import chain
from ._gradients import add_decayed_weights, scale_by_optimistic_gradient
from ._moments import (scale_by_adam, scale_by_adamax, scale_by_adan, scale_by_amsgrad, scale_by_belief, scale_by_lion,
                       scale_by_radam, scale_by_yogi)
from ._scaling import scale_by_learning_rate, scale_by_trust_ratio


@checked
def adam(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
         eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None, *,
         nesterov: bool = False) -> GradientTransformation:
    """Adam (Kingma and Ba 2015): `scale_by_adam`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adam(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_adam(b1, b2, eps, eps_root, mu_dtype, nesterov=nesterov), scale_by_learning_rate(learning_rate))


@checked
def adamw(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
          eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None,
          weight_decay: Scalar = 1e-4, mask: Any = None, *, nesterov: bool = False) -> GradientTransformation:
    """Adam with decay of the weights beside the gradient's step, where the mask says so (Loshchilov and Hutter
    2019).

    >>> import cotan as ct
    >>> opt, w = ct.optim.adamw(0.5, weight_decay=1.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(scale_by_adam(b1, b2, eps, eps_root, mu_dtype, nesterov=nesterov), add_decayed_weights(weight_decay, mask),
                 scale_by_learning_rate(learning_rate))


@checked
def nadam(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
          eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None) -> GradientTransformation:
    """Adam with Nesterov's look ahead (Dozat 2016).

    >>> import cotan as ct
    >>> opt, w = ct.optim.nadam(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.7368421], dtype=float32)
    """
    return adam(learning_rate, b1, b2, eps, eps_root, mu_dtype, nesterov=True)


@checked
def nadamw(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
           eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None,
           weight_decay: Scalar = 1e-4, mask: Any = None) -> GradientTransformation:
    """`nadam` with decay of the weights, as `adamw`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.nadamw(0.5, weight_decay=1.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.2368422], dtype=float32)
    """
    return adamw(learning_rate, b1, b2, eps, eps_root, mu_dtype, weight_decay, mask, nesterov=True)


@checked
def adamax(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
           eps: Scalar = 1e-8) -> GradientTransformation:
    """Adam with the largest gradient in place of a mean of squares (Kingma and Ba 2015).

    >>> import cotan as ct
    >>> opt, w = ct.optim.adamax(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_adamax(b1, b2, eps), scale_by_learning_rate(learning_rate))


@checked
def adamaxw(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
            eps: Scalar = 1e-8, weight_decay: Scalar = 1e-4, mask: Any = None) -> GradientTransformation:
    """`adamax` with decay of the weights, as `adamw`.

    >>> import cotan as ct
    >>> opt, w = ct.optim.adamaxw(0.5, weight_decay=1.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(scale_by_adamax(b1, b2, eps), add_decayed_weights(weight_decay, mask),
                 scale_by_learning_rate(learning_rate))


@checked
def amsgrad(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
            eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None,
            bias_correction_mu: bool = True, bias_correction_nu: bool = True) -> GradientTransformation:
    """Adam with the largest mean of squares so far (Reddi, Kale and Kumar 2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.amsgrad(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_amsgrad(b1, b2, eps, eps_root, mu_dtype, bias_correction_mu, bias_correction_nu),
                 scale_by_learning_rate(learning_rate))


@checked
def radam(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
          eps: Scalar = 1e-8, eps_root: Scalar = 0.0, threshold: Scalar = 5.0, *,
          nesterov: bool = False) -> GradientTransformation:
    """Adam that trusts its mean of squares as far as that is known (Liu et al. 2020).

    >>> import cotan as ct
    >>> opt, w = ct.optim.radam(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(scale_by_radam(b1, b2, eps, eps_root, threshold, nesterov=nesterov), scale_by_learning_rate(learning_rate))


@checked
def adabelief(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
              eps: Scalar = 1e-16, eps_root: Scalar = 1e-16, weight_decay: Scalar | None = None,
              weight_decay_mask: Any = None, *, nesterov: bool = False) -> GradientTransformation:
    """Adam by how far gradients are from what was expected (Zhuang et al. 2020).

    >>> import cotan as ct
    >>> opt, w = ct.optim.adabelief(0.5, b1=0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    parts = [scale_by_belief(b1, b2, eps, eps_root, nesterov=nesterov)]
    if weight_decay is not None:
        parts.append(add_decayed_weights(weight_decay, weight_decay_mask))
    return chain(*parts, scale_by_learning_rate(learning_rate))


@checked
def yogi(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
         eps: Scalar = 1e-3) -> GradientTransformation:
    """Adam whose mean of squares grows no faster than gradients do (Zaheer et al. 2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.yogi(0.5, eps=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0].round(3)
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_yogi(b1, b2, eps), scale_by_learning_rate(learning_rate))


@checked
def adan(learning_rate: ScalarOrSchedule, b1: Scalar = 0.98, b2: Scalar = 0.92, b3: Scalar = 0.99,
         eps: Scalar = 1e-8, eps_root: Scalar = 1e-8, weight_decay: Scalar = 0.0, mask: Any = None) -> GradientTransformation:
    """Adan: Nesterov's momentum by the changes of gradients (Xie et al. 2022).

    >>> import cotan as ct
    >>> opt, w = ct.optim.adan(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_adan(b1, b2, b3, eps, eps_root), add_decayed_weights(weight_decay, mask),
                 scale_by_learning_rate(learning_rate))


@checked
def lion(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.99, mu_dtype: Any = None,
         weight_decay: ScalarOrSchedule = 1e-3, mask: Any = None) -> GradientTransformation:
    """Lion: the sign of a momentum, with decay of the weights (Chen et al. 2023).

    >>> import cotan as ct
    >>> opt, w = ct.optim.lion(0.5, weight_decay=1.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-1.], dtype=float32)
    """
    return chain(scale_by_lion(b1, b2, mu_dtype), add_decayed_weights(weight_decay, mask),
                 scale_by_learning_rate(learning_rate))


@checked
def lamb(learning_rate: ScalarOrSchedule, b1: Scalar = 0.9, b2: Scalar = 0.999,
         eps: Scalar = 1e-6, eps_root: Scalar = 0.0, weight_decay: Scalar = 0.0,
         mask: Any = None) -> GradientTransformation:
    """Adam's steps of each tensor, made as long as its weights are (You et al. 2020).

    >>> import cotan as ct
    >>> opt, w = ct.optim.lamb(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    return chain(scale_by_adam(b1, b2, eps, eps_root), add_decayed_weights(weight_decay, mask), scale_by_trust_ratio(),
                 scale_by_learning_rate(learning_rate))


@checked
def optimistic_adam(learning_rate: ScalarOrSchedule, optimism: ScalarOrSchedule | None = None, b1: Scalar = 0.9,
                    b2: Scalar = 0.999, eps: Scalar = 1e-8, eps_root: Scalar = 0.0, mu_dtype: Any = None, *,
                    nesterov: bool = True) -> GradientTransformation:
    """Adam, its steps made optimistic, for games (Daskalakis et al. 2018): (rate + optimism) * u - optimism * the
    update before. Without `optimism` it is the learning rate.

    >>> import cotan as ct
    >>> opt, w = ct.optim.optimistic_adam(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([-0.7368421], dtype=float32)
    """
    optimism = learning_rate if optimism is None else optimism
    return chain(scale_by_adam(b1, b2, eps, eps_root, mu_dtype, nesterov=nesterov),
                 scale_by_optimistic_gradient(learning_rate, optimism), scale_by_learning_rate(1.0))

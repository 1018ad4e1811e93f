"""Transformations by running means of gradients and of their squares: Adam and its relatives."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import here
from .._nest import map_leaves
from .._signatures import found
from ._arguments import Scalar, checked, given_parameters
from ._base import GradientTransformation
from ._numbers import Turn, check_sizes, first_step, map_many, narrow, squared, squares_of, wide, zeros_of


class ScaleByAdamState(NamedTuple):
    """`count` steps were made; `mu` and `nu`: running means of gradients and of their squares."""

    count: Any
    mu: Any
    nu: Any


class ScaleByAmsgradState(NamedTuple):
    """Adam's, and the largest `nu` so far."""

    count: Any
    mu: Any
    nu: Any
    nu_max: Any


class ScaleByBeliefState(NamedTuple):
    """`nu`: running means of squares of what was not expected."""

    count: Any
    mu: Any
    nu: Any


class ScaleByNovogradState(NamedTuple):
    """`nu`: for each tensor a running mean of the gradient's squared norm."""

    count: Any
    mu: Any
    nu: Any


class ScaleByLionState(NamedTuple):
    """`mu`: running means of gradients."""

    count: Any
    mu: Any


class ScaleByAdanState(NamedTuple):
    """Running means of gradients `m`, of their changes `v`, of squares `n`; the last gradients `g`; `t` steps."""

    m: Any
    v: Any
    n: Any
    g: Any
    t: Any


def by_leaf(kind, starts, step):
    """The transformation whose state, a named tuple `kind`, holds a count, first, and what is kept of each leaf.

    `starts` make this of the parameter; `step(turn, u, *kept)` gives the update and what is kept then.
    """
    def init(params):
        return kind(first_step(), *(map_leaves(start, params) for start in starts))

    def update(updates, state, params=None):
        if not isinstance(state, tuple) or len(state) != 1 + len(starts):
            raise _cotan.TypeError(f"{here()}ct.optim: the state must be what init or update returned, but is {found(state)}")
        turn = Turn(state[0] + 1)

        def one(u, *kept):
            results = step(turn, wide(u), *map(wide, kept))
            return [narrow(new, old) for new, old in zip(results, (u, *kept))]

        updates, *after = map_many(1 + len(starts), one, updates, *state[1:])
        return updates, kind(turn.count, *after)

    return GradientTransformation(init, update)


def first_moments(mu_dtype):
    """How running means of gradients begin, of this element type if one is given."""
    return lambda p: zeros_of(p, mu_dtype)


def mean(decay, old, new):
    return decay * old + (1.0 - decay) * new


@checked
def scale_by_adam(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-8, eps_root: Scalar = 0.0,
                  mu_dtype: Any = None, *, nesterov: bool = False) -> GradientTransformation:
    """m / (sqrt(v + eps_root) + eps), of running means of g and |g|**2 made unbiased (Kingma and Ba 2015);
    `nesterov` looks one step ahead (Dozat 2016).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_adam(), ct.array([1.0, 1.0])
    >>> opt.update(ct.array([2.0, -0.5]), opt.init(w))[0]
    Tensor([ 1., -1.], dtype=float32)
    """
    def step(turn, g, mu, nu):
        mu, nu = mean(b1, mu, g), mean(b2, nu, squared(g))
        unbiased = mu / turn.known(b1, mu)
        if nesterov:
            unbiased = b1 * mu / turn.known(b1, mu, 1) + (1.0 - b1) * g / turn.known(b1, mu)
        return unbiased / (_cotan.sqrt(nu / turn.known(b2, nu) + eps_root) + eps), mu, nu

    return by_leaf(ScaleByAdamState, [first_moments(mu_dtype), squares_of], step)


@checked
def scale_by_amsgrad(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-8, eps_root: Scalar = 0.0,
                     mu_dtype: Any = None, bias_correction_mu: bool = True,
                     bias_correction_nu: bool = True) -> GradientTransformation:
    """`scale_by_adam` with the largest v so far, so that steps do not grow (Reddi, Kale and Kumar 2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_amsgrad(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([1.], dtype=float32)
    """
    def step(turn, g, mu, nu, most):
        mu, nu = mean(b1, mu, g), mean(b2, nu, squared(g))
        most = _cotan.maximum(most, nu / turn.known(b2, nu) if bias_correction_nu else nu)
        unbiased = mu / turn.known(b1, mu) if bias_correction_mu else mu
        return unbiased / (_cotan.sqrt(most + eps_root) + eps), mu, nu, most

    return by_leaf(ScaleByAmsgradState, [first_moments(mu_dtype), squares_of, squares_of], step)


@checked
def scale_by_adamax(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-8) -> GradientTransformation:
    """m / v with v = max(b2 * v, |g| + eps) in place of the root of a mean of squares (Kingma and Ba 2015).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_adamax(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([1.], dtype=float32)
    """
    def step(turn, g, mu, nu):
        mu, nu = mean(b1, mu, g), _cotan.maximum(b2 * nu, abs(g) + eps)
        return mu / turn.known(b1, mu) / nu, mu, nu

    return by_leaf(ScaleByAdamState, [zeros_of, squares_of], step)


@checked
def scale_by_yogi(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-3, eps_root: Scalar = 0.0,
                  initial_accumulator_value: Scalar = 1e-6) -> GradientTransformation:
    """`scale_by_adam` with v - (1 - b2) * sign(v - |g|**2) * |g|**2, which forgets squares slowly (Zaheer et al.
    2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_yogi(eps=0.0, initial_accumulator_value=0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([1.], dtype=float32)
    """
    def step(turn, g, mu, nu):
        mu, square = mean(b1, mu, g), squared(g)
        nu = nu - (1.0 - b2) * _cotan.sign(nu - square) * square
        return mu / turn.known(b1, mu) / (_cotan.sqrt(nu / turn.known(b2, nu) + eps_root) + eps), mu, nu

    return by_leaf(ScaleByAdamState, [lambda p: zeros_of(p) + initial_accumulator_value,
                                      lambda p: squares_of(p, initial_accumulator_value)], step)


@checked
def scale_by_radam(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-8, eps_root: Scalar = 0.0,
                   threshold: Scalar = 5.0, *, nesterov: bool = False) -> GradientTransformation:
    """`scale_by_adam` times how well the variance is known; m alone before it is (Liu et al. 2020).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_radam(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([2.], dtype=float32)
    """
    most = 2.0 / (1.0 - b2) - 1.0

    def step(turn, g, mu, nu):
        mu, nu = mean(b1, mu, g), mean(b2, nu, squared(g))
        unbiased = mu / turn.known(b1, mu)
        if nesterov:
            unbiased = b1 * mu / turn.known(b1, mu, 1) + (1.0 - b1) * g / turn.known(b1, mu)
        seen, number = turn.known(b2, _cotan.zeros((), dtype="float64")), turn.count.astype("float64")
        length = most - 2.0 * number * (1.0 - seen) / seen
        is_known = length >= threshold
        # Where the variance is not known, the root below sees a number that it can take.
        r = _cotan.where(is_known, length, most)
        trust = _cotan.sqrt((r - 4.0) * (r - 2.0) / r * (most / ((most - 4.0) * (most - 2.0))))
        scaled = narrow(trust, nu) * unbiased / (_cotan.sqrt(nu / turn.known(b2, nu) + eps_root) + eps)
        return _cotan.where(is_known, scaled, unbiased), mu, nu

    return by_leaf(ScaleByAdamState, [zeros_of, squares_of], step)


@checked
def scale_by_belief(b1: Scalar = 0.9, b2: Scalar = 0.999, eps: Scalar = 1e-16, eps_root: Scalar = 1e-16, *,
                    nesterov: bool = False) -> GradientTransformation:
    """`scale_by_adam` with squares of g - m, how far the gradient is from what was expected; `eps_root` is added
    to them at each step (Zhuang et al. 2020, with m as it is after this gradient).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_belief(b1=0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([2.], dtype=float32)
    """
    def step(turn, g, mu, nu):
        mu = mean(b1, mu, g)
        nu = mean(b2, nu, squared(g - mu)) + eps_root
        unbiased = mu / turn.known(b1, mu)
        if nesterov:
            unbiased = b1 * mu / turn.known(b1, mu, 1) + (1.0 - b1) * g / turn.known(b1, mu)
        return unbiased / (_cotan.sqrt(nu / turn.known(b2, nu)) + eps), mu, nu

    return by_leaf(ScaleByBeliefState, [zeros_of, squares_of], step)


@checked
def scale_by_lion(b1: Scalar = 0.9, b2: Scalar = 0.99, mu_dtype: Any = None) -> GradientTransformation:
    """sign(b1 * m + (1 - b1) * g), where m is a running mean with b2 (Chen et al. 2023).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_lion(), ct.array([1.0, 1.0])
    >>> opt.update(ct.array([2.0, -0.5]), opt.init(w))[0]
    Tensor([ 1., -1.], dtype=float32)
    """
    def step(turn, g, mu):
        return _cotan.sign(mean(b1, mu, g)), mean(b2, mu, g)

    return by_leaf(ScaleByLionState, [first_moments(mu_dtype)], step)


@checked
def scale_by_novograd(b1: Scalar = 0.9, b2: Scalar = 0.25, eps: Scalar = 1e-8, eps_root: Scalar = 0.0,
                      weight_decay: Scalar = 0.0, mu_dtype: Any = None) -> GradientTransformation:
    """A running sum of g / (sqrt(v + eps_root) + eps) + weight_decay * p, where v is one number for each tensor, a
    running mean of the gradient's squared norm (Ginsburg et al. 2019).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_novograd(), ct.array([1.0, 1.0])
    >>> opt.update(ct.array([3.0, 4.0]), opt.init(w), w)[0]
    Tensor([0.6, 0.8], dtype=float32)
    """
    def init(params):
        return ScaleByNovogradState(first_step(), map_leaves(first_moments(mu_dtype), params),
                                    map_leaves(lambda p: _cotan.sum(squares_of(p)), params))

    def update(updates, state, params=None):
        def one(u, mu, nu, p):
            check_sizes(u, p, "a gradient and its parameter")
            g, square = wide(u), _cotan.sum(squared(wide(u)))
            after = _cotan.where(state.count == 0, square, mean(b2, nu, square))
            moved = b1 * wide(mu) + g / (_cotan.sqrt(after + eps_root) + eps) + weight_decay * wide(p)
            return narrow(moved, u), narrow(moved, mu), narrow(after, nu)

        params = given_parameters("scale_by_novograd", params)
        updates, mu, nu = map_many(3, one, updates, state.mu, state.nu, params, are_alike=False)
        return updates, ScaleByNovogradState(state.count + 1, mu, nu)

    return GradientTransformation(init, update)


@checked
def scale_by_adan(b1: Scalar = 0.98, b2: Scalar = 0.92, b3: Scalar = 0.99, eps: Scalar = 1e-8,
                  eps_root: Scalar = 0.0) -> GradientTransformation:
    """(m + b2 * v) / (sqrt(n + eps_root) + eps): running means of gradients, of their changes d, and of squares of
    g + b2 * d, made unbiased (Xie et al. 2022).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_adan(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([1.], dtype=float32)
    """
    def step(turn, g, m, v, n, last):
        change = _cotan.where(turn.count == 1, _cotan.zeros_like(g), g - last)
        m, v, n = mean(b1, m, g), mean(b2, v, change), mean(b3, n, squared(g + b2 * change))
        moved = m / turn.known(b1, m) + b2 * v / turn.known(b2, v)
        return moved / (_cotan.sqrt(n / turn.known(b3, n) + eps_root) + eps), m, v, n, g

    inner = by_leaf(lambda t, *kept: (t, *kept), [zeros_of, zeros_of, squares_of, zeros_of], step)

    def update(updates, state, params=None):
        updates, (t, *kept) = inner.update(updates, (state.t, *state[:4]))
        return updates, ScaleByAdanState(*kept, t)

    def init(params):
        t, *kept = inner.init(params)
        return ScaleByAdanState(*kept, t)

    return GradientTransformation(init, update)

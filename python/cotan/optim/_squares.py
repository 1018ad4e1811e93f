"""Transformations by sums and running means of squares alone: Adagrad, RMSProp and their relatives."""

import math
from typing import Any, NamedTuple

from .. import _cotan
from .._core import as_tensor, here
from .._nest import map_leaves
from ._arguments import Scalar, checked
from ._base import GradientTransformation
from ._moments import by_leaf, mean
from ._numbers import check_sizes, first_step, map_many, narrow, squared, squares_of, wide, zeros_of


class ScaleByRssState(NamedTuple):
    """`sum_of_squares` of all gradients."""

    sum_of_squares: Any


class ScaleByRmsState(NamedTuple):
    """`count` steps were made; `nu`: running means of squares."""

    count: Any
    nu: Any


class ScaleByStddevState(NamedTuple):
    """Running means `mu` of gradients and `nu` of squares."""

    count: Any
    mu: Any
    nu: Any


class ScaleByAdaDeltaState(NamedTuple):
    """Running means of squares of gradients, `e_g`, and of updates, `e_x`."""

    e_g: Any
    e_x: Any


class ScaleBySM3State(NamedTuple):
    """`mu`: for each tensor, one vector for each axis; `nu`: running means of updates."""

    mu: Any
    nu: Any


class ScaleByRpropState(NamedTuple):
    """The steps' sizes, and the last gradients."""

    step_sizes: Any
    prev_updates: Any


class FactoredState(NamedTuple):
    """Running means of squares: of rows and of columns where they are kept so, else of all, `v`."""

    count: Any
    v_row: Any
    v_col: Any
    v: Any


@checked
def scale_by_rss(initial_accumulator_value: Scalar = 0.1, eps: Scalar = 1e-7) -> GradientTransformation:
    """g / sqrt(s + eps), where s is the sum of all squares so far (Duchi, Hazan and Singer 2011).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_rss(0.0, 0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([1.], dtype=float32)
    """
    def one(u, kept):
        g = wide(u)
        after = kept + squared(g)
        root = _cotan.where(after > 0, _cotan.sqrt(_cotan.where(after > 0, after, 1.0) + eps), math.inf)
        return narrow(g / root, u), narrow(after, kept)

    def update(updates, state, params=None):
        updates, after = map_many(2, one, updates, state.sum_of_squares)
        return updates, ScaleByRssState(after)

    return GradientTransformation(
        lambda params: ScaleByRssState(map_leaves(lambda p: squares_of(p, initial_accumulator_value), params)), update)


def _over_root(g, square, eps, eps_in_sqrt):
    return g / _cotan.sqrt(square + eps) if eps_in_sqrt else g / (_cotan.sqrt(square) + eps)


@checked
def scale_by_rms(decay: Scalar = 0.9, eps: Scalar = 1e-8, initial_scale: Scalar = 0.0, eps_in_sqrt: bool = True,
                 bias_correction: bool = False) -> GradientTransformation:
    """g / sqrt(v + eps), or g / (sqrt(v) + eps), where v is a running mean of squares (Hinton 2012).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_rms(0.75), ct.array([1.0])
    >>> opt.update(ct.array([3.0]), opt.init(w))[0]
    Tensor([2.], dtype=float32)
    """
    def step(turn, g, nu):
        nu = mean(decay, nu, squared(g))
        return _over_root(g, nu / turn.known(decay, nu) if bias_correction else nu, eps, eps_in_sqrt), nu

    return by_leaf(ScaleByRmsState, [lambda p: squares_of(p, initial_scale)], step)


@checked
def scale_by_stddev(decay: Scalar = 0.9, eps: Scalar = 1e-8, initial_scale: Scalar = 0.0, eps_in_sqrt: bool = True,
                    bias_correction: bool = False) -> GradientTransformation:
    """As `scale_by_rms`, of the variance: v less the square of the running mean (Graves 2013).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_stddev(0.5), ct.array([1.0])
    >>> opt.update(ct.array([3.0]), opt.init(w))[0]
    Tensor([2.], dtype=float32)
    """
    def step(turn, g, mu, nu):
        mu, nu = mean(decay, mu, g), mean(decay, nu, squared(g))
        variance = nu - squared(mu)
        if bias_correction:
            variance = nu / turn.known(decay, nu) - squared(mu / turn.known(decay, mu))
        return _over_root(g, _cotan.maximum(variance, 0.0), eps, eps_in_sqrt), mu, nu

    return by_leaf(ScaleByStddevState, [zeros_of, lambda p: squares_of(p, initial_scale)], step)


@checked
def scale_by_adadelta(rho: Scalar = 0.9, eps: Scalar = 1e-6) -> GradientTransformation:
    """g * sqrt(x + eps) / sqrt(v + eps): running means of squares of gradients, v, and of these updates, x, before
    this one (Zeiler 2012).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_adadelta(0.0), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([0.001], dtype=float32)
    """
    def one(u, e_g, e_x):
        g = wide(u)
        after = mean(rho, e_g, squared(g))
        moved = g * (_cotan.sqrt(e_x + eps) / _cotan.sqrt(after + eps))
        return narrow(moved, u), narrow(after, e_g), narrow(mean(rho, e_x, squared(moved)), e_x)

    def update(updates, state, params=None):
        updates, e_g, e_x = map_many(3, one, updates, *state)
        return updates, ScaleByAdaDeltaState(e_g, e_x)

    return GradientTransformation(
        lambda params: ScaleByAdaDeltaState(*(map_leaves(squares_of, params) for _ in range(2))), update)


@checked
def scale_by_sm3(b1: Scalar = 0.9, b2: Scalar = 1.0, eps: Scalar = 1e-8) -> GradientTransformation:
    """A running mean of g / sqrt(v + eps), where v is b2 * the least of the numbers kept for its row, column and so
    on, plus (1 - b2, or 1 if that is 0) * |g|**2; these are the largest v there (Anil et al. 2019).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_sm3(0.0, eps=0.0), ct.ones((1, 2))
    >>> opt.update(ct.array([[3.0, -4.0]]), opt.init(w))[0]
    Tensor([[ 1., -1.]], dtype=float32)
    """
    is_sum = not isinstance(b2, _cotan.Tensor) and b2 == 1.0

    def start(p):
        square = squares_of(p)
        return [_cotan.zeros((n,), square.dtype) for n in square.shape] or [square]

    def one(u, kept, old):
        check_sizes(u, old, "a gradient and what is kept of those before")
        g = wide(u)
        least = kept[0]
        for axis, vector in enumerate(kept if g.ndim else ()):
            row = _cotan.reshape(vector, [-1 if i == axis else 1 for i in range(g.ndim)])
            least = row if axis == 0 else _cotan.minimum(least, row)
        square = b2 * least + (1.0 if is_sum else 1.0 - b2) * squared(g)
        root = _cotan.where(square > 0, _cotan.sqrt(_cotan.where(square > 0, square, 1.0) + eps), math.inf)
        moved = mean(b1, wide(old), g / root)
        others = [tuple(j for j in range(g.ndim) if j != axis) for axis in range(g.ndim)] or [()]
        after = [_cotan.max(square, axis=axes, initial=0.0) if axes else square for axes in others]
        return narrow(moved, u), [narrow(x, like) for x, like in zip(after, kept)], narrow(moved, old)

    def update(updates, state, params=None):
        leaves, structure = _cotan._flatten(updates)
        old, vectors = _cotan._flatten(state.nu)[0], state.mu
        found = [one(*values) for values in zip(leaves, vectors, old)]
        updates, nu = (_cotan._unflatten(structure, [x[i] for x in found]) for i in (0, 2))
        return updates, ScaleBySM3State([x[1] for x in found], nu)

    return GradientTransformation(
        lambda params: ScaleBySM3State([start(p) for p in _cotan._flatten(params)[0]], map_leaves(zeros_of, params)),
        update)


@checked
def scale_by_rprop(learning_rate: Scalar, eta_minus: Scalar = 0.5, eta_plus: Scalar = 1.2, min_step_size: Scalar = 1e-6,
                   max_step_size: Scalar = 50.0) -> GradientTransformation:
    """The gradient's sign times a step, which grows by `eta_plus` while the sign stays, and shrinks by `eta_minus`
    where it turns, with no move there (Riedmiller and Braun 1993).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_rprop(0.5), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w))[0]
    Tensor([0.5], dtype=float32)
    """
    def one(u, size, last):
        g = wide(u)
        turned = _cotan.sign(g) * _cotan.sign(wide(last))
        changed = _cotan.clip(size * _cotan.where(turned > 0, eta_plus, eta_minus), min_step_size, max_step_size)
        size = _cotan.where(turned == 0, size, changed)
        moved = _cotan.where(turned < 0, _cotan.zeros_like(g), size * _cotan.sign(g))
        return narrow(moved, u), narrow(size, changed), narrow(moved, last)

    def start(p):
        if as_tensor(p).dtype.kind == "c":
            raise _cotan.TypeError(f"{here()}ct.optim.scale_by_rprop: complex numbers have no sign that turns; write "
                                   "ct.optim.split_real_and_imaginary(...) around it")
        return squares_of(p, learning_rate)

    def update(updates, state, params=None):
        updates, sizes, last = map_many(3, one, updates, *state)
        return updates, ScaleByRpropState(sizes, last)

    return GradientTransformation(
        lambda params: ScaleByRpropState(map_leaves(start, params),
                                         map_leaves(zeros_of, params)), update)


def _shape_of_means(p, factored, least):
    """The two longest axes, the longest last, if both are long enough for factors; else None."""
    if not factored or p.ndim < 2:
        return None
    rows, columns = sorted(range(p.ndim), key=lambda axis: (p.shape[axis], axis))[-2:]
    return (rows, columns) if p.shape[rows] >= least else None


def _factors_of(p, factored, least):
    """What is kept of squares to begin with: rows and columns, or all."""
    square = squares_of(p)
    axes, none = _shape_of_means(square, factored, least), _cotan.zeros((1,), square.dtype)
    if axes is None:
        return none, none, square
    return _cotan.sum(square, axis=axes[1]), _cotan.sum(square, axis=axes[0]), none


@checked
def scale_by_factored_rms(factored: bool = True, decay_rate: Scalar = 0.8, step_offset: int = 0,
                          min_dim_size_to_factor: int = 128, epsilon: Scalar = 1e-30) -> GradientTransformation:
    """g / sqrt(v), where v is a running mean of |g|**2 + epsilon with the decay 1 - t ** -decay_rate; of tensors
    with two axes of `min_dim_size_to_factor` at least, only means of rows and columns are kept (Shazeer and Stern
    2018).

    >>> import cotan as ct
    >>> opt, w = ct.optim.scale_by_factored_rms(), ct.array([1.0])
    >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
    Tensor([1.], dtype=float32)
    """
    def init(params):
        return FactoredState(first_step(), *map_many(3, lambda p: _factors_of(p, factored, min_dim_size_to_factor), params))

    def one(decay, u, v_row, v_col, v):
        g = wide(u)
        square, axes = squared(g) + epsilon, _shape_of_means(g, factored, min_dim_size_to_factor)
        decay = narrow(decay, square)
        # What is kept has these shapes if it is of gradients like this one.
        for x, like in zip((v_row, v_col, v), _factors_of(u, factored, min_dim_size_to_factor)):
            check_sizes(x, like, "a gradient and what is kept of those before")
        if axes is None:
            v = mean(decay, v, square)
            return narrow(g / _cotan.sqrt(v), u), v_row, v_col, v
        row, column = axes
        v_row = mean(decay, v_row, _cotan.mean(square, axis=column))
        v_col = mean(decay, v_col, _cotan.mean(square, axis=row))
        over_all = _cotan.mean(v_row, axis=row - (column < row), keepdims=True)
        scaled = g / _cotan.expand_dims(_cotan.sqrt(v_row / over_all), column)
        return narrow(scaled / _cotan.expand_dims(_cotan.sqrt(v_col), row), u), v_row, v_col, v

    def update(updates, state, params=None):
        turn = (state.count - step_offset + 1).astype("float64")
        decay = 1.0 - turn ** -decay_rate
        updates, *after = map_many(4, lambda *values: one(decay, *values), updates, *state[1:], are_alike=False)
        return updates, FactoredState(state.count + 1, *after)

    return GradientTransformation(init, update)

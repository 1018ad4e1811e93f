"""Euclidean projections: the nearest point of a set, of nests, with the names of optax.projections.

A step of projected gradient descent is one of them after `apply_updates`.

>>> import cotan as ct
>>> w, optimizer = ct.array([0.25, 0.25, 0.5]), ct.optim.sgd(0.5)
>>> updates, _ = optimizer.update(ct.array([1.0, -1.0, 0.0]), optimizer.init(w), w)
>>> ct.optim.projections.projection_simplex(ct.optim.apply_updates(w, updates))
Tensor([0.   , 0.625, 0.375], dtype=float32)
"""

from typing import Any

from .. import _cotan, _derivatives, _nest
from .._declared import Scalar, checked
from .._nest import map_leaves
from .._ravel import ravel
from ._numbers import dot, global_norm, inexact, narrow, wide

__all__ = ["projection_box", "projection_halfspace", "projection_hypercube", "projection_hyperplane", "projection_l1_ball",
           "projection_l1_sphere", "projection_l2_ball", "projection_l2_sphere", "projection_linf_ball",
           "projection_non_negative", "projection_simplex", "projection_vector"]


def _of_each(function, tree):
    """Computed in float32 at least, in the element types of the nest."""
    return map_leaves(lambda x: narrow(function(wide(inexact(x))), x), tree)


def _is_number(x):
    return not isinstance(x, (dict, list, tuple)) and _nest.keyed(x) is None


@checked
def projection_non_negative(tree: Any) -> Any:
    """The nearest nest without negative numbers.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_non_negative({"w": ct.array([-1.0, 2.0])})
    {'w': Tensor([0., 2.], dtype=float32)}
    """
    return _of_each(lambda x: _cotan.maximum(x, 0.0), tree)


@checked
def projection_box(tree: Any, lower: Any, upper: Any) -> Any:
    """The nearest nest between bounds, each of which is a tensor for all or a nest of the same structure.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_box([ct.array([-3.0, 0.5]), ct.array([9.0])], -1.0, [2.0, 4.0])
    [Tensor([-1. ,  0.5], dtype=float32), Tensor([4.], dtype=float32)]
    """
    low, high = (map_leaves(lambda _, bound=bound: bound, tree) if _is_number(bound) else bound for bound in (lower, upper))
    return map_leaves(lambda x, a, b: narrow(_cotan.clip(wide(inexact(x)), a, b), x), tree, low, high)


@checked
def projection_hypercube(tree: Any, scale: Any = 1.0) -> Any:
    """The nearest nest of numbers from 0 to `scale`, a tensor for all or a nest of the same structure.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_hypercube(ct.array([-3.0, 0.5, 2.0]))
    Tensor([0. , 0.5, 1. ], dtype=float32)
    """
    return projection_box(tree, 0.0, scale)


@checked
def projection_linf_ball(tree: Any, scale: Scalar = 1.0) -> Any:
    """The nearest nest whose numbers are from -scale to scale.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_linf_ball(ct.array([-3.0, 0.5, 2.0]))
    Tensor([-1. ,  0.5,  1. ], dtype=float32)
    """
    return _of_each(lambda x: _cotan.clip(x, -scale, scale), tree)


def _simplex(x, scale):
    """Numbers that stay above 0 lose the same, which those that become 0 cannot (Held, Wolfe and Crowder 1974). Which
    these are has no derivative, so that ties have one."""
    given = _derivatives.stop_gradient(x)
    highest = _cotan.max(given)  # subtracted, so that differences are what is added up
    falling = _cotan.flip(_cotan.sort(given - highest))
    sums = _cotan.cumsum(falling)
    counts = _cotan.arange(1, x.shape[0] + 1).astype(x.dtype)
    count = _cotan.maximum(_cotan.sum(falling * counts > sums - scale), 1)
    loss = (sums[count - 1] - _derivatives.stop_gradient(_cotan.asarray(scale))) / count.astype(x.dtype)
    stay = _cotan.logical_not(given - highest <= loss)  # NaN stays, too
    y = x - highest
    total = _cotan.sum(_cotan.where(stay, y, 0.0)) - scale
    number = _cotan.maximum(_cotan.sum(stay), 1).astype(x.dtype)
    return _cotan.where(stay, _cotan.maximum(y - total / number, 0.0), 0.0)


def _together(function, tree):
    """Of all numbers of a nest in one row."""
    given = map_leaves(lambda x: wide(inexact(x)), tree)
    row, whole = ravel(given)
    return map_leaves(narrow, whole(function(row)), tree)


@checked
def projection_simplex(tree: Any, scale: Scalar = 1.0) -> Any:
    """The nearest nest of numbers that are not negative and sum to `scale`, which is above 0. It takes a sort.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_simplex(ct.array([0.5, 1.5, -1.0]))
    Tensor([0., 1., 0.], dtype=float32)
    >>> ct.jacobian(ct.optim.projections.projection_simplex)(ct.array([0.5, 0.7, -1.0]))
    Tensor([[ 0.5, -0.5,  0. ],
            [-0.5,  0.5,  0. ],
            [ 0. ,  0. ,  0. ]], dtype=float32)
    """
    return _together(lambda x: _simplex(x, scale), tree)


def _l1_sphere(x, scale):
    sign = _cotan.where(_derivatives.stop_gradient(x) < 0, -1.0, 1.0).astype(x.dtype)
    return sign * _simplex(sign * x, scale)


@checked
def projection_l1_sphere(tree: Any, scale: Scalar = 1.0) -> Any:
    """A nearest nest whose absolute values sum to `scale`; of a 0, which has two sides, that above 0.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_l1_sphere(ct.array([0.1, -0.3]))
    Tensor([ 0.4, -0.6], dtype=float32)
    """
    return _together(lambda x: _l1_sphere(x, scale), tree)


@checked
def projection_l1_ball(tree: Any, scale: Scalar = 1.0) -> Any:
    """The nearest nest whose absolute values sum to `scale` at most.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_l1_ball([ct.array([0.25, -1.25]), ct.array([1.5])])
    [Tensor([ 0.   , -0.375], dtype=float32), Tensor([0.625], dtype=float32)]
    """
    return _together(lambda x: _cotan.where(_cotan.sum(_cotan.abs(x)) <= scale, x, _l1_sphere(x, scale)), tree)


@checked
def projection_l2_sphere(tree: Any, scale: Scalar = 1.0) -> Any:
    """The nearest nest of the global norm `scale`; NaN for a nest of zeros, to which all points are as near.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_l2_sphere(ct.array([0.3, 0.4]))
    Tensor([0.6, 0.8], dtype=float32)
    """
    factor = scale / global_norm(tree)
    return _of_each(lambda x: x * factor, tree)


@checked
def projection_l2_ball(tree: Any, scale: Scalar = 1.0) -> Any:
    """The nearest nest of a global norm of `scale` at most.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_l2_ball(ct.array([0.3, 0.4])), ct.optim.projections.projection_l2_ball(ct.array([3.0, 4.0]))
    (Tensor([0.3, 0.4], dtype=float32), Tensor([0.6, 0.8], dtype=float32))
    """
    square = dot(tree, tree)
    is_outside = square > scale * scale
    factor = _cotan.where(is_outside, scale / _cotan.sqrt(_cotan.where(is_outside, square, 1.0)), 1.0)
    return _of_each(lambda x: x * factor, tree)


def _moved(x, a, amount):
    """x + amount * a, leaf by leaf."""
    return map_leaves(lambda u, v: narrow(wide(inexact(u)) + amount * wide(v), u), x, a)


@checked
def projection_vector(x: Any, a: Any) -> Any:
    """The nearest multiple of the nest `a`.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_vector(ct.array([3.0, 1.0]), ct.array([1.0, 1.0]))
    Tensor([2., 2.], dtype=float32)
    """
    amount = dot(x, a) / dot(a, a)
    return map_leaves(lambda u, v: narrow(amount * wide(v), u), x, a)


@checked
def projection_hyperplane(x: Any, a: Any, b: Scalar) -> Any:
    """The nearest nest whose product with the nest `a` is `b`.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_hyperplane(ct.array([3.0, 1.0]), ct.array([1.0, 1.0]), 2.0)
    Tensor([2., 0.], dtype=float32)
    """
    return _moved(x, a, (b - dot(x, a)) / dot(a, a))


@checked
def projection_halfspace(x: Any, a: Any, b: Scalar) -> Any:
    """The nearest nest whose product with the nest `a` is `b` at most.

    >>> import cotan as ct
    >>> ct.optim.projections.projection_halfspace(ct.array([0.0, 1.0]), ct.array([1.0, 1.0]), 2.0)
    Tensor([0., 1.], dtype=float32)
    """
    return _moved(x, a, _cotan.minimum((b - dot(x, a)) / dot(a, a), 0.0))


def __dir__() -> list[str]:
    return list(__all__)

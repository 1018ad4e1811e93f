"""Transformations that are applied at some steps only."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._loops import cond
from .._named import with_checked_calls
from .._nest import map_leaves
from .._traced import applied
from ._arguments import Scalar, Schedule, check_count, checked
from ._base import GradientTransformation, GradientTransformationExtraArgs, with_extra_args_support
from ._numbers import are_finite, first_step, global_norm, narrow, value_at, wide, zeros_of


class ApplyIfFiniteState(NamedTuple):
    """How many updates in a row and in all were not finite, and whether the last was."""

    notfinite_count: Any
    last_finite: Any
    total_notfinite: Any
    inner_state: Any


class ConditionallyTransformState(NamedTuple):
    """The inner state; `step`: the steps that were made."""

    inner_state: Any
    step: Any


class MultiStepsState(NamedTuple):
    """`mini_step` gradients of `gradient_step`, the number of the next step, are in the mean `acc_grads`."""

    mini_step: Any
    gradient_step: Any
    inner_opt_state: Any
    acc_grads: Any
    skip_state: Any


def _zeros(updates):
    return map_leaves(_cotan.zeros_like, updates)


def _choose(test, then, otherwise):
    """The updates and the state of one of two functions: only one is run."""
    return cond(test, lambda: then(), lambda: otherwise())


@checked
def apply_if_finite(inner: GradientTransformation, max_consecutive_errors: int) -> GradientTransformationExtraArgs:
    """Zeros for updates, and the inner state as it was, where a gradient has an infinite number or NaN; after more
    than `max_consecutive_errors` of these in a row they are let through.

    >>> import cotan as ct
    >>> opt, w = ct.optim.apply_if_finite(ct.optim.sgd(1.0), 5), ct.array([1.0])
    >>> opt.update(ct.array([ct.nan]), opt.init(w), w)[0]
    Tensor([0.], dtype=float32)
    """
    tx = with_extra_args_support(inner)

    def init(params):
        zero = first_step()
        return ApplyIfFiniteState(zero, _cotan.array(True), zero, tx.init(params))

    def update(updates, state, params=None, **extra_args):
        finite = are_finite(updates)
        count = _cotan.where(finite, 0, state.notfinite_count + 1)
        after, inner_state = _choose(
            _cotan.logical_or(finite, count > max_consecutive_errors),
            lambda: tx.update(updates, state.inner_state, params, **extra_args),
            lambda: (_zeros(updates), state.inner_state))
        return after, ApplyIfFiniteState(count, finite, state.total_notfinite + _cotan.where(finite, 0, 1), inner_state)

    return GradientTransformationExtraArgs(init, update)


def _at_some_steps(inner, should_transform_fn, forward_extra_args, otherwise):
    tx = with_extra_args_support(inner)

    def update(updates, state, params=None, **extra_args):
        more = extra_args if forward_extra_args else {}
        after, inner_state = _choose(
            applied(should_transform_fn, state.step, **more),
            lambda: tx.update(updates, state.inner_state, params, **extra_args),
            lambda: (otherwise(updates), state.inner_state))
        return after, ConditionallyTransformState(inner_state, state.step + 1)

    return GradientTransformationExtraArgs(
        lambda params: ConditionallyTransformState(tx.init(params), first_step()), update)


@checked
def conditionally_transform(inner: GradientTransformation, should_transform_fn: Callable[..., Any],
                            forward_extra_args: bool = False) -> GradientTransformationExtraArgs:
    """`inner` at the steps where `should_transform_fn(step)` holds; at the others updates stay as they are.

    >>> import cotan as ct
    >>> opt = ct.optim.conditionally_transform(ct.optim.scale(2.0), lambda step: step >= 1)
    >>> first, state = opt.update(ct.array([1.0]), opt.init(ct.zeros(1)))
    >>> first, opt.update(ct.array([1.0]), state)[0]
    (Tensor([1.], dtype=float32), Tensor([2.], dtype=float32))
    """
    return _at_some_steps(inner, should_transform_fn, forward_extra_args, lambda updates: updates)


@checked
def conditionally_mask(inner: GradientTransformation, should_transform_fn: Callable[..., Any],
                       forward_extra_args: bool = False) -> GradientTransformationExtraArgs:
    """`inner` at the steps where `should_transform_fn(step)` holds; at the others updates are zeros.

    >>> import cotan as ct
    >>> opt = ct.optim.conditionally_mask(ct.optim.scale(2.0), lambda step: step >= 1)
    >>> opt.update(ct.array([1.0]), opt.init(ct.zeros(1)))[0]
    Tensor([0.], dtype=float32)
    """
    return _at_some_steps(inner, should_transform_fn, forward_extra_args, _zeros)


@checked
def skip_not_finite(updates: Any, gradient_step: Any, params: Any) -> tuple[Any, Any]:
    """For `MultiSteps`: whether to skip a gradient, for it has an infinite number or NaN; and how many it has.

    >>> import cotan as ct
    >>> bool(ct.optim.skip_not_finite(ct.array([ct.inf, 1.0]), 0, None)[0])
    True
    """
    should_skip = _cotan.logical_not(are_finite(updates))
    counted = map_leaves(lambda u: _cotan.sum(_cotan.logical_not(_cotan.isfinite(u)).astype("int64")), updates)
    return should_skip, {"should_skip": should_skip, "num_not_finite": counted}


@checked
def skip_large_updates(updates: Any, gradient_step: Any, params: Any, max_squared_norm: Scalar) -> tuple[Any, Any]:
    """For `MultiSteps`: whether to skip a gradient, for the square of its norm is not below `max_squared_norm`; and
    this square.

    >>> import cotan as ct
    >>> bool(ct.optim.skip_large_updates(ct.array([3.0, 4.0]), 0, None, 20.0)[0])
    True
    """
    square = global_norm(updates) ** 2
    should_skip = _cotan.logical_not(square < max_squared_norm)
    return should_skip, {"should_skip": should_skip, "norm_squared": square}


@with_checked_calls("ct.optim.MultiSteps")
class MultiSteps:
    """An optimizer that moves at each k-th gradient, by the mean of these k, and gives zeros at the others.

    `every_k_schedule` is k, or a function of the number of moves so far; `use_grad_mean=False` takes the sum;
    `should_skip_update_fn(updates, gradient_step, params)` leaves out gradients, as `skip_not_finite` does.

    >>> import cotan as ct
    >>> opt, w = ct.optim.MultiSteps(ct.optim.sgd(1.0), 2), ct.array([1.0])
    >>> state = opt.init(w)
    >>> first, state = opt.update(ct.array([2.0]), state, w)
    >>> first, opt.update(ct.array([4.0]), state, w)[0]
    (Tensor([0.], dtype=float32), Tensor([-3.], dtype=float32))
    """

    @checked
    def __init__(self, opt: GradientTransformation, every_k_schedule: int | Schedule, use_grad_mean: bool = True,
                 should_skip_update_fn: Callable[..., Any] | None = None) -> None:
        if not callable(every_k_schedule):
            check_count("MultiSteps", "every_k_schedule", every_k_schedule)
        self._tx, self._every = with_extra_args_support(opt), every_k_schedule
        self._takes_mean, self._should_skip = use_grad_mean, should_skip_update_fn

    def init(self, params: Any) -> MultiStepsState:
        """The state before the first gradient.

        >>> import cotan as ct
        >>> int(ct.optim.MultiSteps(ct.optim.sgd(1.0), 2).init(ct.ones(1)).mini_step)
        0
        """
        gradients, skip_state = map_leaves(zeros_of, params), ()
        if self._should_skip is not None:
            skip_state = applied(self._should_skip, gradients, first_step(), params)[1]
        return MultiStepsState(first_step(), first_step(), self._tx.init(params), gradients, skip_state)

    def update(self, updates: Any, state: MultiStepsState, params: Any = None, **extra_args: Any) -> tuple[Any, Any]:
        """The updates, zeros at most steps, and the next state.

        >>> import cotan as ct
        >>> opt, w = ct.optim.MultiSteps(ct.optim.sgd(1.0), 2), ct.array([1.0])
        >>> opt.update(ct.array([2.0]), opt.init(w), w)[0]
        Tensor([0.], dtype=float32)
        """
        skip, skip_state = _cotan.array(False), state.skip_state
        if self._should_skip is not None:
            skip, skip_state = applied(self._should_skip, updates, state.gradient_step, params)
        number = state.mini_step + 1

        def added(kept, u):
            new = wide(kept) + ((wide(u) - wide(kept)) / number.astype(float) if self._takes_mean else wide(u))
            return narrow(_cotan.where(skip, wide(kept), new), kept)

        gradients = map_leaves(added, state.acc_grads, updates)
        moves = _cotan.logical_and(number >= value_at(self._every, state.gradient_step), _cotan.logical_not(skip))
        given = map_leaves(narrow, gradients, updates)
        after, inner_state = _choose(
            moves, lambda: self._tx.update(given, state.inner_opt_state, params, **extra_args),
            lambda: (_zeros(updates), state.inner_opt_state))
        return after, MultiStepsState(
            _cotan.where(moves, 0, _cotan.where(skip, state.mini_step, number)),
            state.gradient_step + _cotan.where(moves, 1, 0), inner_state,
            map_leaves(lambda g: _cotan.where(moves, _cotan.zeros_like(g), g), gradients), skip_state)

    def has_updated(self, state: MultiStepsState) -> Any:
        """Whether the last `update` moved.

        >>> import cotan as ct
        >>> opt, w = ct.optim.MultiSteps(ct.optim.sgd(1.0), 1), ct.array([1.0])
        >>> bool(opt.has_updated(opt.update(w, opt.init(w), w)[1]))
        True
        """
        return _cotan.logical_and(state.mini_step == 0, state.gradient_step > 0)

    def gradient_transformation(self) -> GradientTransformationExtraArgs:
        """This as a pair of functions, for `chain` and its like.

        >>> import cotan as ct
        >>> opt = ct.optim.MultiSteps(ct.optim.sgd(1.0), 2).gradient_transformation()
        >>> opt.update(ct.array([2.0]), opt.init(ct.ones(1)))[0]
        Tensor([0.], dtype=float32)
        """
        return GradientTransformationExtraArgs(self.init, self.update)

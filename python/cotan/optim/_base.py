"""What an optimizer is: a transformation of gradients to updates, which are added to the parameters."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._core import as_tensor, describe, here
from .._nest import map_leaves
from .._traced import applied
from ._arguments import checked, given_parameters
from ._numbers import check_sizes, chosen, narrow, wide


class GradientTransformation(NamedTuple):
    """A pair of functions: `init(params)` gives a state; `update(updates, state, params=None)` gives the
    updates, made of what was a gradient, and the next state. All are nests and can go through jit and loops.

    >>> import cotan as ct
    >>> half = ct.optim.GradientTransformation(
    ...     lambda params: (), lambda updates, state, params=None: (ct.tree.map(lambda u: u / 2, updates), state))
    >>> half.update(ct.array([3.0]), half.init(ct.array([1.0])))
    (Tensor([1.5], dtype=float32), ())
    """

    init: Callable[[Any], Any]
    update: Callable[..., tuple[Any, Any]]


class GradientTransformationExtraArgs(GradientTransformation):
    """A transformation whose `update` takes more, by name: `value=`, `grad=`, `value_fn=` or the user's own.

    >>> import cotan as ct
    >>> by = ct.optim.GradientTransformationExtraArgs(
    ...     lambda params: (), lambda updates, state, params=None, *, factor, **extra_args: (updates * factor, state))
    >>> both = ct.optim.chain(ct.optim.scale(-1.0), by)
    >>> both.update(ct.array([3.0]), both.init(ct.array([1.0])), factor=2.0)[0]
    Tensor([-6.], dtype=float32)
    """

    __slots__ = ()


class EmptyState(NamedTuple):
    """The state of a transformation that keeps nothing."""


@checked
def with_extra_args_support(tx: GradientTransformation) -> GradientTransformationExtraArgs:
    """The transformation, whose `update` takes more arguments by name; one that knew none ignores them.

    >>> import cotan as ct
    >>> tx = ct.optim.with_extra_args_support(ct.optim.scale(2.0))
    >>> tx.update(ct.array([1.0]), tx.init(ct.array([0.0])), value=3.0)[0]
    Tensor([2.], dtype=float32)
    """
    if isinstance(tx, GradientTransformationExtraArgs):
        return tx

    def update(updates, state, params=None, **extra_args):
        return tx.update(updates, state, params)

    return GradientTransformationExtraArgs(tx.init, update)


def without_state(function):
    """The transformation that keeps nothing, of `function(updates, params)`."""
    return GradientTransformation(
        lambda params: EmptyState(), lambda updates, state, params=None: (function(updates, params), state))


def of_leaves(function):
    """The same, of a function of each leaf of the updates."""
    return without_state(lambda updates, params: map_leaves(function, updates))


def beside(name, function, updates, params):
    """The nest of `function(u, p)` for each update and its parameter, which have one shape."""
    def one(u, p):
        check_sizes(u, p, "an update and its parameter")
        return function(u, p)

    return map_leaves(one, updates, given_parameters(name, params))


def of_pairs(name, function):
    """The transformation that keeps nothing, of `function(u, p)` in wide numbers for each update and its parameter."""
    return without_state(lambda updates, params: beside(
        name, lambda u, p: narrow(function(wide(u), wide(p)), u), updates, params))


@checked
def identity() -> GradientTransformation:
    """Updates as they are.

    >>> import cotan as ct
    >>> ct.optim.identity().update(ct.array([1.0]), ct.optim.EmptyState())[0]
    Tensor([1.], dtype=float32)
    """
    return without_state(lambda updates, params: updates)


@checked
def set_to_zero() -> GradientTransformation:
    """Zeros for updates: what is transformed so stays as it is.

    >>> import cotan as ct
    >>> ct.optim.set_to_zero().update(ct.array([1.0]), ct.optim.EmptyState())[0]
    Tensor([0.], dtype=float32)
    """
    return of_leaves(_cotan.zeros_like)


@checked
def stateless(f: Callable[..., Any]) -> GradientTransformation:
    """The transformation of a function `f(updates, params)` of the whole nests.

    >>> import cotan as ct
    >>> ct.optim.stateless(lambda u, p: [2 * x for x in u]).update([ct.array([1.0])], ct.optim.EmptyState())[0]
    [Tensor([2.], dtype=float32)]
    """
    return without_state(lambda updates, params: applied(f, updates, params))


@checked
def stateless_with_tree_map(f: Callable[..., Any]) -> GradientTransformation:
    """The transformation of a function `f(update, param)` of each leaf; `param` is None if no parameters are
    given.

    >>> import cotan as ct
    >>> decay = ct.optim.stateless_with_tree_map(lambda u, p: u + 0.5 * p)
    >>> decay.update([ct.array([1.0])], ct.optim.EmptyState(), [ct.array([4.0])])[0]
    [Tensor([3.], dtype=float32)]
    """
    def transformed(updates, params):
        if params is None:
            return map_leaves(lambda u: applied(f, u, None), updates)
        return map_leaves(lambda u, p: applied(f, u, p), updates, params)

    return without_state(transformed)


def apply_updates(params: Any, updates: Any) -> Any:
    """params + updates, leaf by leaf, in the types that the parameters have. None, where an update would be,
    leaves its parameter alone.

    >>> import cotan as ct
    >>> ct.optim.apply_updates({"w": ct.array([1.0, 2.0])}, {"w": ct.array([0.5, -0.5])})
    {'w': Tensor([1.5, 1.5], dtype=float32)}
    """
    return params if updates is None else map_leaves(_moved, params, updates)


_RANKS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}


def _moved(p, u):
    p, u = as_tensor(p, "ct.optim.apply_updates"), as_tensor(u, "ct.optim.apply_updates")
    check_sizes(p, u, "a parameter and its update")
    if _RANKS.get(u.dtype.kind, 2) > _RANKS.get(p.dtype.kind, 2):
        raise _cotan.TypeError(f"{here()}ct.optim.apply_updates: the parameter {describe(p)} cannot hold what an update "
                               f"{describe(u)} makes of it; convert it with astype")
    return narrow(wide(p) + wide(u), p)


@checked
def incremental_update(new_tensors: Any, old_tensors: Any, step_size: Any) -> Any:
    """step_size * new + (1 - step_size) * old, leaf by leaf: a running mean of parameters (Polyak and Juditsky 1992).

    >>> import cotan as ct
    >>> ct.optim.incremental_update(ct.array([2.0]), ct.array([0.0]), 0.25)
    Tensor([0.5], dtype=float32)
    """
    return map_leaves(lambda new, old: narrow(step_size * wide(new) + (1.0 - step_size) * wide(old), old), new_tensors,
                      old_tensors)


@checked
def periodic_update(new_tensors: Any, old_tensors: Any, steps: Any, update_period: int) -> Any:
    """The new tensors at each step that `update_period` divides, else the old.

    >>> import cotan as ct
    >>> [float(ct.optim.periodic_update(ct.array(2.0), ct.array(0.0), step, 10)) for step in (9, 10)]
    [0.0, 2.0]
    """
    return chosen(as_tensor(steps) % update_period == 0, new_tensors, old_tensors)

"""Transformations around others: numbers in the state, one vector, real numbers, slow weights."""

import inspect
from typing import Any, Callable, NamedTuple, Sequence

from .. import _cotan, _nest
from .._core import Tensor, as_tensor, here
from .._late import np
from .._mistakes import check_call, name_of, signature_of
from .._nest import map_leaves
from .._places import is_flag
from .._traced import applied
from ._arguments import Scalar, check_count, checked, given_parameters
from ._base import GradientTransformation, GradientTransformationExtraArgs, with_extra_args_support
from ._numbers import chosen, first_step, narrow, number_type, wide


class InjectHyperparamsState(NamedTuple):
    """`count` steps were made with `hyperparams`, a dict of numbers that may be changed."""

    count: Any
    hyperparams: Any
    inner_state: Any


class LookaheadParams(NamedTuple):
    """Parameters of which the fast ones are trained, and the slow ones follow.

    >>> import cotan as ct
    >>> ct.optim.LookaheadParams(fast=ct.ones(1), slow=ct.ones(1)).slow
    Tensor([1.], dtype=float32)
    """

    fast: Any
    slow: Any

    @classmethod
    def init_synced(cls, params: Any) -> "LookaheadParams":
        """Both as they are given.

        >>> import cotan as ct
        >>> ct.optim.LookaheadParams.init_synced(ct.ones(1)).fast
        Tensor([1.], dtype=float32)
        """
        return cls(params, params)


class LookaheadState(NamedTuple):
    """The fast optimizer's state, and the steps since the slow weights moved."""

    fast_state: Any
    steps_since_sync: Any


class SplitRealAndImaginaryState(NamedTuple):
    """The state of what sees real numbers."""

    inner_state: Any


def _is_injected(value, default):
    if is_flag(value):
        return False
    if isinstance(value, (int, np.integer)):
        return isinstance(default, float) or default is inspect.Parameter.empty or default is None
    return isinstance(value, (float, np.floating)) or isinstance(value, (Tensor, np.ndarray)) and value.ndim == 0


@checked
def inject_hyperparams(inner_factory: Callable[..., Any], static_args: str | Sequence[str] = (),
                       hyperparam_dtype: Any = None) -> Callable[..., GradientTransformationExtraArgs]:
    """The factory of optimizers whose numbers are in the state, as `state.hyperparams["learning_rate"]`, where a
    program can see and change them without being compiled again; schedules are called with the number of the step.

    Whole numbers stay out where the default is one; `static_args` names others that stay out, such as functions.

    >>> import cotan as ct
    >>> opt, w = ct.optim.inject_hyperparams(ct.optim.sgd)(learning_rate=0.5), ct.array([1.0])
    >>> state = opt.init(w)
    >>> state.hyperparams["learning_rate"] = ct.array(0.25)
    >>> opt.update(ct.array([2.0]), state, w)[0]
    Tensor([-0.5], dtype=float32)
    """
    signature = signature_of(inner_factory)
    if signature is None:
        raise _cotan.TypeError(f"{here()}ct.optim.inject_hyperparams: the parameters of {name_of(inner_factory)} are not known; "
                               "give a function of Python")
    static = {static_args} if isinstance(static_args, str) else set(static_args)
    if static - set(signature.parameters):
        raise _cotan.ValueError(f"{here()}ct.optim.inject_hyperparams: {name_of(inner_factory)} has no parameter "
                                f"{sorted(static - set(signature.parameters))[0]!r}, which 'static_args' names")

    def factory(*args, **keywords):
        check_call(inner_factory, args, keywords)
        given = signature.bind(*args, **keywords)
        given.apply_defaults()
        numbers, schedules, rest = {}, {}, {}
        for name, value in given.arguments.items():
            if name not in static and _is_injected(value, signature.parameters[name].default):
                numbers[name] = value
            elif name not in static and callable(value) and not isinstance(value, (tuple, Tensor)):
                schedules[name] = value
            else:
                rest[name] = value
        return _injected(inner_factory, numbers, schedules, rest, hyperparam_dtype)

    return factory


def _injected(inner_factory, numbers, schedules, rest, given_dtype):
    def values_at(count, dtype, kept):
        return kept | {name: as_tensor(applied(f, count)).astype(dtype) for name, f in schedules.items()}

    def init(params):
        dtype, count = given_dtype or number_type(params), first_step()
        # By way of float64, so that 0.1 beside float64 is 0.1.
        kept = {name: as_tensor(x if isinstance(x, Tensor) else np.asarray(x, np.float64)).astype(dtype)
                for name, x in numbers.items()}
        hyperparams = values_at(count, dtype, kept)
        return InjectHyperparamsState(count, hyperparams, inner_factory(**rest, **hyperparams).init(params))

    def update(updates, state, params=None, **extra_args):
        dtype = given_dtype or number_type(updates)
        hyperparams = values_at(state.count, dtype, {n: as_tensor(x) for n, x in state.hyperparams.items()})
        inner = with_extra_args_support(inner_factory(**rest, **hyperparams))
        updates, inner_state = inner.update(updates, state.inner_state, params, **extra_args)
        return updates, InjectHyperparamsState(state.count + 1, hyperparams, inner_state)

    return GradientTransformationExtraArgs(init, update)


@checked
def flatten(inner: GradientTransformation) -> GradientTransformationExtraArgs:
    """`inner` of one vector of all numbers, which is fast for many small tensors. It must treat each number by
    itself, or all together.

    >>> import cotan as ct
    >>> opt, p = ct.optim.flatten(ct.optim.trace(0.5)), {"a": ct.ones((2, 2)), "b": ct.ones(3)}
    >>> opt.init(p).trace.shape
    (7,)
    """
    tx = with_extra_args_support(inner)

    def joined(tree):
        leaves = [_cotan.ravel(x) for x in _nest.flatten(tree)[0]]
        return _cotan.concatenate(leaves) if leaves else _cotan.zeros((0,))

    def update(updates, state, params=None, **extra_args):
        vector, state = tx.update(joined(updates), state, None if params is None else joined(params), **extra_args)
        leaves, structure = _nest.flatten(updates)
        found, start = [], 0
        for x in map(as_tensor, leaves):
            found.append(narrow(_cotan.reshape(vector[start:start + x.size], x.shape), x))
            start += x.size
        return _nest.unflatten(structure, found), state

    return GradientTransformationExtraArgs(lambda params: tx.init(joined(params)), update)


def _is_complex(x):
    return as_tensor(x).dtype.kind == "c"


def _in_parts(tree):
    """The nest with a pair, real and imaginary part, in place of each complex tensor."""
    return map_leaves(lambda x: (_cotan.real(x), _cotan.imag(x)) if _is_complex(x) else x, tree)


@checked
def split_real_and_imaginary(inner: GradientTransformation) -> GradientTransformationExtraArgs:
    """`inner` of the real and imaginary parts of complex tensors as tensors of their own, each with squares and steps
    of its own.

    >>> import cotan as ct
    >>> opt, z = ct.optim.split_real_and_imaginary(ct.optim.scale_by_adam()), ct.array([1.0 + 1.0j])
    >>> opt.update(ct.array([4.0 - 2.0j]), opt.init(z), z)[0]
    Tensor([1.-1.j], dtype=complex64)
    """
    tx = with_extra_args_support(inner)

    def update(updates, state, params=None, **extra_args):
        found, inner_state = tx.update(_in_parts(updates), state.inner_state,
                                       None if params is None else _in_parts(params), **extra_args)
        rest = iter(_nest.flatten(found)[0])
        merged = map_leaves(lambda u: narrow(_complex(next(rest), next(rest)), u) if _is_complex(u) else next(rest), updates)
        return merged, SplitRealAndImaginaryState(inner_state)

    return GradientTransformationExtraArgs(
        lambda params: SplitRealAndImaginaryState(tx.init(_in_parts(params))), update)


def _complex(real, imaginary):
    return real + 1j * imaginary


@checked
def lookahead(fast_optimizer: GradientTransformation, sync_period: int, slow_step_size: Scalar,
              reset_state: bool = False) -> GradientTransformationExtraArgs:
    """Trains the fast weights of `LookaheadParams`; each `sync_period` steps the slow ones go `slow_step_size` of the
    way to them, and these go there too (Zhang et al. 2019).

    >>> import cotan as ct
    >>> opt = ct.optim.lookahead(ct.optim.sgd(1.0), 1, 0.5)
    >>> p = ct.optim.LookaheadParams.init_synced(ct.array([1.0]))
    >>> ct.optim.apply_updates(p, opt.update(ct.array([1.0]), opt.init(p), p)[0])
    LookaheadParams(fast=Tensor([0.5], dtype=float32), slow=Tensor([0.5], dtype=float32))
    """
    check_count("lookahead", "sync_period", sync_period)
    tx = with_extra_args_support(fast_optimizer)

    def update(updates, state, params=None, **extra_args):
        params = _lookahead_params(given_parameters("lookahead", params))
        fast, fast_state = tx.update(updates, state.fast_state, params.fast, **extra_args)
        steps = (state.steps_since_sync + 1) % sync_period
        slow = map_leaves(lambda f, u, s: _cotan.where(steps == 0, slow_step_size * (wide(f) + wide(u) - wide(s)), 0.0),
                          params.fast, fast, params.slow)
        # Where the slow weights move, the fast ones go to the same place.
        fast = map_leaves(lambda u, f, s, move: narrow(_cotan.where(steps == 0, wide(s) + move - wide(f), wide(u)), u),
                          fast, params.fast, params.slow, slow)
        if reset_state:
            fast_state = chosen(steps == 0, tx.init(params.fast), fast_state)
        return LookaheadParams(fast, map_leaves(narrow, slow, params.slow)), LookaheadState(fast_state, steps)

    return GradientTransformationExtraArgs(
        lambda params: LookaheadState(tx.init(_lookahead_params(params).fast), first_step()), update)


def _lookahead_params(params):
    if not isinstance(params, LookaheadParams):
        raise _cotan.TypeError(f"{here()}ct.optim.lookahead: the parameters must be ct.optim.LookaheadParams; write "
                               "ct.optim.LookaheadParams.init_synced(params)")
    return params

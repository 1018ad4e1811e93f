"""Functions whose derivatives compute again what they need, but for what a policy keeps."""

import functools
from typing import Any, Callable, Iterable, overload

from . import _cotan, _mistakes, _places
from ._core import Function, here, is_tracing
from ._signatures import found as shown
from ._traced import applied, shape_of, shape_of_call, trace
from .checkpoint_policies import Operator, everything_saveable


@overload
def checkpoint(function: Callable[..., Any], *, policy: Callable[[Operator], bool] | None = ...,
               static_argnums: int | Iterable[int] = ..., prevent_cse: bool = ...) -> Function: ...


@overload
def checkpoint(function: None = None, *, policy: Callable[[Operator], bool] | None = ...,
               static_argnums: int | Iterable[int] = ...,
               prevent_cse: bool = ...) -> Callable[[Callable[..., Any]], Function]: ...


def checkpoint(function: Any = None, *, policy: Callable[[Operator], bool] | None = None,
               static_argnums: int | Iterable[int] = (), prevent_cse: bool = True) -> Any:
    """The same function, whose derivatives in reverse mode compute again what they need.

    They keep its arguments, and what it reads from outside, in place of all that is computed on the
    way: less memory, for the time of one more value. `policy` says what they keep all the same: one of
    ct.checkpoint_policies, or a function of each operator that returns whether its results are kept. What is
    computed in branches and loops of the function is computed again in any case; a checkpoint inside of a
    loop's body has a policy of its own. The arguments at `static_argnums` may be any objects, and numbers
    among them are numbers in the function. Without a function it returns a decorator. As `jax.checkpoint`;
    it is called `remat`, too. What the function prints, it prints once. Forward mode keeps nothing anyway.
    `prevent_cse` changes nothing: what is computed again is never merged with what was.

    >>> import cotan as ct
    >>> layer = ct.checkpoint(lambda x, w: ct.tanh(ct.tanh(x @ w) @ w))
    >>> ct.grad(lambda w: ct.sum(layer(ct.ones(2), w)))(ct.zeros((2, 2)))
    Tensor([[0., 0.],
            [0., 0.]], dtype=float32)
    >>> layer = ct.checkpoint(lambda x, w: ct.tanh(x @ w), policy=ct.checkpoint_policies.dots_saveable)
    """
    if function is None:
        return functools.partial(checkpoint, policy=policy, static_argnums=static_argnums, prevent_cse=prevent_cse)
    _mistakes.check_function("checkpoint", function)
    _mistakes.check_flag("checkpoint", "prevent_cse", prevent_cse)
    if policy is not None and not callable(policy):
        raise _cotan.TypeError(f"{here()}ct.checkpoint: 'policy' must be a function of an operator, such as those of "
                               f"ct.checkpoint_policies, but is {shown(policy)}")
    if policy is not None:
        _mistakes.check_call(policy, (None,), {})  # an operator
    static = _places.integers("ct.checkpoint", "static_argnums", static_argnums)

    @functools.wraps(function)
    def checkpointed(*args, **keywords):
        partial, rest = _without_static(function, static, args)
        shape = shape_of_call(partial, rest, keywords, True)
        if not is_tracing() or policy is everything_saveable:
            rest, keywords = shape.filled(shape.tensors)  # numbers are tensors here, too
            return partial(*rest, **keywords)
        traced = trace(partial, shape)
        program = traced.program if policy is None else _keeping(traced.program, policy)
        return traced.shape.filled(_cotan._checkpointed_call(program, shape.tensors))

    return checkpointed


def _without_static(function, static, args):
    """A function of the arguments that are not static, and those."""
    if not static:
        return function, args
    places = _places.among("ct.checkpoint", "static_argnums", static, len(args), f"are {len(args)} arguments by position")
    rest = [i for i in range(len(args)) if i not in places]

    def partial(*given, **keywords):
        every = list(args)
        for i, x in zip(rest, given):
            every[i] = x
        return applied(function, *every, **keywords)

    partial.__name__ = _mistakes.name_of(function)
    return partial, tuple(args[i] for i in rest)


def _keeping(program, policy):
    """The program, of which a checkpoint keeps what the policy says."""
    kept = [_answer(policy(Operator(name, label, tuple(ranks), dict(axes))))
            for name, label, ranks, axes in _cotan._candidates(program)]
    return _cotan._keeping(program, kept) if any(kept) else program


def _answer(kept):
    """A policy that makes policies, such as save_only_these_names without its names, would say yes to everything."""
    if not _places.is_flag(kept):
        raise _cotan.TypeError(f"{here()}ct.checkpoint: 'policy' must say True or False of an operator, but said {shown(kept)}; "
                               "policies that take names are called with them: save_only_these_names('a')")
    return kept


def checkpoint_name(x: Any, name: str) -> Any:
    """`x`, any nest of tensors, under a name that policies of `ct.checkpoint` know.

    As `jax.ad_checkpoint.checkpoint_name`.

    >>> import cotan as ct
    >>> policy = ct.checkpoint_policies.save_only_these_names("wide")
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.checkpoint_name(ct.exp(x), "wide")), policy=policy)
    >>> ct.grad(f)(0.0)
    Tensor(0.5403023, dtype=float32, weak_type=True)
    """
    if not isinstance(name, str):
        raise _cotan.TypeError(f"{here()}ct.checkpoint_name: 'name' must be a string, but is {shown(name)}")
    shape = shape_of(x, "ct.checkpoint_name: 'x'", "x")
    return shape.filled([_cotan._checkpoint_name(leaf, name) for leaf in shape.tensors])

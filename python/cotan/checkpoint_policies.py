"""What `ct.checkpoint` keeps for derivatives, rather than compute it again: jax.checkpoint_policies.

A policy is a function of an operator; it returns whether the operator's results are kept. Write your own so:

>>> import cotan as ct
>>> layer = ct.checkpoint(lambda x, w: ct.tanh(x @ w), policy=lambda operator: operator.name == "prim.matmul")
"""

from typing import Callable as _Callable, Final as _Final, NamedTuple as _NamedTuple

from . import _mistakes


class Operator(_NamedTuple):
    """What a policy looks at: the operator's `name`, as "prim.matmul" (`cotan ops` lists them), the `label` of
    ct.checkpoint_name or None, the numbers of axes of its operands, and its lists of axes by name.

    >>> import cotan as ct
    >>> def policy(operator):
    ...     print(operator)
    ...     return False
    >>> _ = ct.grad(ct.checkpoint(lambda x: ct.sin(x), policy=policy))(1.0)
    Operator(name='prim.sin', label=None, ranks=(0,), axes={})
    """

    name: str
    label: str | None
    ranks: tuple[int, ...]
    axes: dict[str, list[int]]


_Policy = _Callable[[Operator], bool]

_PRODUCTS = {"prim.matmul", "prim.dot_general", "prim.conv", "composite.conv_permuted", "composite.conv_transpose"}


def everything_saveable(operator: Operator) -> bool:
    """Keeps everything, so that nothing is computed again: as without a checkpoint.

    >>> import cotan as ct
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.sin(x)), policy=ct.checkpoint_policies.everything_saveable)
    >>> ct.grad(f)(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    return True


def nothing_saveable(operator: Operator) -> bool:
    """Keeps nothing but the arguments: what a checkpoint does without a policy.

    >>> import cotan as ct
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.sin(x)), policy=ct.checkpoint_policies.nothing_saveable)
    >>> ct.grad(f)(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    return False


def dots_saveable(operator: Operator) -> bool:
    """Keeps products of matrices and convolutions.

    >>> import cotan as ct
    >>> f = ct.checkpoint(lambda x: ct.sum(ct.sin(x @ x)), policy=ct.checkpoint_policies.dots_saveable)
    >>> ct.grad(f)(ct.zeros((1, 1)))
    Tensor([[0.]], dtype=float32)
    """
    return operator.name in _PRODUCTS


def dots_with_no_batch_dims_saveable(operator: Operator) -> bool:
    """Keeps products of matrices, but not those of many at once: of layers, but not of attention.

    >>> import cotan as ct
    >>> policy = ct.checkpoint_policies.dots_with_no_batch_dims_saveable
    >>> f = ct.checkpoint(lambda x: ct.sum(ct.sin(x @ x)), policy=policy)
    >>> ct.grad(f)(ct.zeros((1, 1)))
    Tensor([[0.]], dtype=float32)
    """
    is_batched = operator.axes.get("lhs_batching") or (operator.name == "prim.matmul" and min(operator.ranks) > 2)
    return operator.name in _PRODUCTS and not is_batched


checkpoint_dots: _Final = dots_saveable
checkpoint_dots_with_no_batch_dims: _Final = dots_with_no_batch_dims_saveable


def save_only_these_names(*names: str) -> _Policy:
    """A policy that keeps what ct.checkpoint_name gave these names.

    >>> import cotan as ct
    >>> policy = ct.checkpoint_policies.save_only_these_names("wide")
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.checkpoint_name(ct.sin(x), "wide")), policy=policy)
    >>> ct.grad(f)(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    return lambda operator: operator.label is not None and operator.label in names


def save_any_names_but_these(*names: str) -> _Policy:
    """A policy that keeps what ct.checkpoint_name gave other names, and nothing else.

    >>> import cotan as ct
    >>> policy = ct.checkpoint_policies.save_any_names_but_these("wide")
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.checkpoint_name(ct.sin(x), "wide")), policy=policy)
    >>> ct.grad(f)(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    return lambda operator: operator.label is not None and operator.label not in names


def save_anything_except_these_names(*names: str) -> _Policy:
    """A policy that keeps all but what ct.checkpoint_name gave these names. What it is computed from is kept, too, where
    an operator gave it.

    >>> import cotan as ct
    >>> policy = ct.checkpoint_policies.save_anything_except_these_names("wide")
    >>> f = ct.checkpoint(lambda x: ct.sin(ct.checkpoint_name(ct.sin(x), "wide")), policy=policy)
    >>> ct.grad(f)(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    return lambda operator: operator.label is None or operator.label not in names


def save_from_both_policies(first: _Policy, second: _Policy) -> _Policy:
    """A policy that keeps what one of two keeps.

    >>> import cotan as ct
    >>> policies = ct.checkpoint_policies
    >>> policy = policies.save_from_both_policies(policies.dots_saveable, policies.save_only_these_names("wide"))
    >>> ct.grad(ct.checkpoint(lambda x: ct.sin(ct.sin(x)), policy=policy))(0.0)
    Tensor(1., dtype=float32, weak_type=True)
    """
    for name, policy in (("first", first), ("second", second)):
        _mistakes.check_function("checkpoint_policies.save_from_both_policies", policy, name)
        _mistakes.check_call(policy, (None,), {})
    return lambda operator: first(operator) or second(operator)

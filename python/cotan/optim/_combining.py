"""Transformations made of others: one after the other, or each for a part of the parameters."""

from typing import Any, NamedTuple

from .. import _cotan, _nest
from .._core import here
from .._signatures import found
from .._traced import applied
from ._arguments import check_is, checked
from ._base import (GradientTransformation, GradientTransformationExtraArgs, set_to_zero,
                    with_extra_args_support)


class MaskedState(NamedTuple):
    """The state of what is not masked; None stands where the rest would be."""

    inner_state: Any


class PartitionState(NamedTuple):
    """The states of the transformations, by label."""

    inner_states: Any


def _in_turn(name, txs, keys):
    """The transformation of all, one after the other; `keys` are where their states are."""
    def update(updates, state, params=None, **extra_args):
        if not isinstance(state, dict if name == "named_chain" else (tuple, list)):
            raise _cotan.TypeError(f"{here()}ct.optim.{name}: the state must be what init or update returned, but is "
                                   f"{found(state)}")
        if len(state) != len(txs):
            raise _cotan.ValueError(f"{here()}ct.optim.{name}: the state has {len(state)} parts for {len(txs)} "
                                    "transformations; give the state that this one's init or update returned")
        after = []
        for key, tx in zip(keys, txs):
            updates, new = tx.update(updates, state[key], params, **extra_args)
            after.append(new)
        return updates, after

    return update


def _given(originals):
    """The kind of transformation that takes what any of them takes."""
    takes_more = any(isinstance(tx, GradientTransformationExtraArgs) for tx in originals)
    return GradientTransformationExtraArgs if takes_more else GradientTransformation


@checked
def chain(*args: GradientTransformation) -> GradientTransformation:
    """One transformation after the other; the state is the tuple of theirs.

    >>> import cotan as ct
    >>> opt, w = ct.optim.chain(ct.optim.clip(1.0), ct.optim.scale(-0.5)), ct.array([0.0])
    >>> opt.update(ct.array([7.0]), opt.init(w), w)[0]
    Tensor([-0.5], dtype=float32)
    """
    for tx in args:
        check_is("chain", "each argument", tx, GradientTransformation)
    txs = [with_extra_args_support(tx) for tx in args]
    inner = _in_turn("chain", txs, range(len(txs)))

    def update(updates, state, params=None, **extra_args):
        updates, after = inner(updates, state, params, **extra_args)
        return updates, tuple(after)

    return _given(args)(lambda params: tuple(tx.init(params) for tx in txs), update)


@checked
def named_chain(*args: tuple[str, GradientTransformation]) -> GradientTransformation:
    """As `chain`, of pairs of a name and a transformation; the state is a dict.

    >>> import cotan as ct
    >>> opt = ct.optim.named_chain(("short", ct.optim.clip(1.0)), ("step", ct.optim.trace(0.9)))
    >>> sorted(opt.init(ct.zeros(1)))
    ['short', 'step']
    """
    for pair in args:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not isinstance(pair[0], str):
            raise _cotan.TypeError(f"{here()}ct.optim.named_chain: each argument must be a pair of a name and a "
                                   f"transformation, but one is {found(pair)}")
        check_is("named_chain", f"'{pair[0]}'", pair[1], GradientTransformation)
    names = [name for name, _ in args]
    if len(set(names)) != len(names):
        raise _cotan.ValueError(f"{here()}ct.optim.named_chain: the names must differ, but are {names}")
    txs = [with_extra_args_support(tx) for _, tx in args]
    inner = _in_turn("named_chain", txs, names)

    def update(updates, state, params=None, **extra_args):
        updates, after = inner(updates, state, params, **extra_args)
        return updates, dict(zip(names, after))

    return _given([tx for _, tx in args])(lambda params: {n: tx.init(params) for n, tx in zip(names, txs)}, update)


def spread(name, what, prefix, tree):
    """For each leaf of `tree`, the leaf of `prefix` that stands for it or for a nest that it is in."""
    parts = _nest.parts(prefix)
    if parts is None or (prefix is None and tree is not None):
        return [prefix] * len(_nest.flatten(tree)[0])
    theirs = _nest.parts(tree)
    if theirs is None or list(theirs) != list(parts):
        raise _cotan.ValueError(f"{here()}ct.optim.{name}: '{what}' must be a nest like the parameters, or a beginning of "
                                f"one, but has {list(parts)} where they have {list(theirs or ['a leaf'])}")
    return [x for step in parts for x in spread(name, what, parts[step], theirs[step])]


def _flags(name, mask, tree):
    flags = spread(name, "mask", applied(mask, tree) if callable(mask) else mask, tree)
    for flag in flags:
        if not isinstance(flag, bool):
            raise _cotan.TypeError(f"{here()}ct.optim.{name}: the mask must hold True or False, known when a function is "
                                   f"compiled, but holds {found(flag)}")
    return flags


def _kept(flags, tree):
    """The nest with None where the flags do not hold."""
    leaves, structure = _nest.flatten(tree)
    return _nest.unflatten(structure, [x if flag else None for x, flag in zip(leaves, flags)])


@checked
def masked(inner: GradientTransformation, mask: Any) -> GradientTransformation:
    """`inner` for the leaves where the mask holds; the others' updates stay as they are. The mask is a nest of True
    and False like the parameters, or a beginning of one, or a function that makes it of them.

    >>> import cotan as ct
    >>> opt, p = ct.optim.masked(ct.optim.scale(2.0), {"a": True, "b": False}), {"a": ct.zeros(1), "b": ct.zeros(1)}
    >>> opt.update({"a": ct.array([1.0]), "b": ct.array([1.0])}, opt.init(p), p)[0]
    {'a': Tensor([2.], dtype=float32), 'b': Tensor([1.], dtype=float32)}
    """
    return _masked("masked", inner, mask)


def _masked(name, inner, mask):
    tx = with_extra_args_support(inner)

    def init(params):
        return MaskedState(tx.init(_kept(_flags(name, mask, params), params)))

    def update(updates, state, params=None, **extra_args):
        flags = _flags(name, mask, updates if params is None else params)
        new, inner_state = tx.update(_kept(flags, updates), state.inner_state,
                                     None if params is None else _kept(flags, params), **extra_args)
        changed = iter(_nest.flatten(new)[0])
        leaves, structure = _nest.flatten(updates)
        return (_nest.unflatten(structure, [next(changed) if flag else x for x, flag in zip(leaves, flags)]),
                MaskedState(inner_state))

    return _given([inner])(init, update)


def _labels_of(tree, param_labels, known):
    """The label of each leaf."""
    labels = spread("partition", "param_labels",
                    applied(param_labels, tree) if callable(param_labels) else param_labels, tree)
    for label in labels:
        if label not in known:
            raise _cotan.ValueError(f"{here()}ct.optim.partition: a parameter has the label {label!r}, which is none of "
                                    f"{list(known)}")
    return labels


@checked
def partition(transforms: dict[Any, GradientTransformation], param_labels: Any) -> GradientTransformation:
    """The transformation of each label for the leaves that have it. Labels are a nest like the parameters, or a
    beginning of one, or a function that makes it of them.

    >>> import cotan as ct
    >>> opt = ct.optim.partition({"fast": ct.optim.sgd(1.0), "slow": ct.optim.sgd(0.1)}, {"a": "fast", "b": "slow"})
    >>> p = {"a": ct.array([1.0]), "b": ct.array([1.0])}
    >>> opt.update(p, opt.init(p), p)[0]
    {'a': Tensor([-1.], dtype=float32), 'b': Tensor([-0.1], dtype=float32)}
    """
    for label, tx in transforms.items():
        check_is("partition", f"the transformation of {label!r}", tx, GradientTransformation)

    def of_label(label):
        def mask(tree):
            leaves, structure = _nest.flatten(tree)
            return _nest.unflatten(structure, [x == label for x in _labels_of(tree, param_labels, transforms)])
        return with_extra_args_support(_masked("partition", transforms[label], mask))

    txs = {label: of_label(label) for label in transforms}

    def init(params):
        _labels_of(params, param_labels, transforms)
        return PartitionState({label: tx.init(params) for label, tx in txs.items()})

    def update(updates, state, params=None, **extra_args):
        after = {}
        for label, tx in txs.items():
            updates, after[label] = tx.update(updates, state.inner_states[label], params, **extra_args)
        return updates, PartitionState(after)

    return _given(transforms.values())(init, update)


@checked
def freeze(mask: Any) -> GradientTransformation:
    """Zeros for the updates of leaves where the mask holds, as `masked` takes it.

    >>> import cotan as ct
    >>> ct.optim.freeze([True, False]).update([ct.ones(1), ct.ones(1)], ct.optim.freeze(True).init([]))[0]
    [Tensor([0.], dtype=float32), Tensor([1.], dtype=float32)]
    """
    return _masked("freeze", set_to_zero(), mask)


@checked
def selective_transform(optimizer: GradientTransformation, *, freeze_mask: Any) -> GradientTransformation:
    """The optimizer for the leaves where `freeze_mask` does not hold; the others do not change.

    >>> import cotan as ct
    >>> opt, p = ct.optim.selective_transform(ct.optim.sgd(1.0), freeze_mask=[True, False]), [ct.ones(1), ct.ones(1)]
    >>> opt.update(p, opt.init(p), p)[0]
    [Tensor([0.], dtype=float32), Tensor([-1.], dtype=float32)]
    """
    def labels(tree):
        leaves, structure = _nest.flatten(tree)
        flags = _flags("selective_transform", freeze_mask, tree)
        return _nest.unflatten(structure, ["freeze" if flag else "train" for flag in flags])

    return partition({"train": optimizer, "freeze": set_to_zero()}, labels)

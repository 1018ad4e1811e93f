"""Functions of nests: dicts, lists, tuples, named tuples, dataclasses and None, with leaves in them.

As `jax.tree`. Whatever is no nest is a leaf; None has no leaves. A dict's leaves come in the order of
its keys.
"""

import functools as _functools
from typing import Any, Callable, Iterable

from . import _control, _cotan, _nest
from ._core import here as _here

__all__ = ["all", "flatten", "leaves", "map", "reduce", "structure", "unflatten"]
_all = all


def flatten(tree: Any) -> tuple[list[Any], Any]:
    """The leaves of a nest, and its structure.

    >>> import cotan as ct
    >>> ct.tree.flatten({"b": (1, None), "a": 2})
    ([2, 1], {'a': *, 'b': (*, None)})
    """
    return _nest.flatten(tree)


def unflatten(structure: Any, leaves: Iterable[Any]) -> Any:
    """The nest of this structure with these leaves, as many as it has.

    >>> import cotan as ct
    >>> leaves, structure = ct.tree.flatten({"a": 1, "b": (2, 3)})
    >>> ct.tree.unflatten(structure, [10 * x for x in leaves])
    {'a': 10, 'b': (20, 30)}
    """
    rest = iter(leaves)
    tree = _nest.unflatten(structure, rest)
    for _ in rest:
        raise _cotan.ValueError(f"{_here()}there are more leaves than the nest has places")
    return tree


def leaves(tree: Any) -> list[Any]:
    """The leaves of a nest, in order.

    >>> import cotan as ct
    >>> ct.tree.leaves([1, {"a": 2}, (3, None)])
    [1, 2, 3]
    """
    return flatten(tree)[0]


def structure(tree: Any) -> Any:
    """What a nest is but for its leaves; equal for nests of one form.

    >>> import cotan as ct
    >>> ct.tree.structure([1, 2]) == ct.tree.structure(["a", "b"])
    True
    """
    return flatten(tree)[1]


def map(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """The nest with `function` of each leaf, and of the leaves of `others` in the same place.

    >>> import cotan as ct
    >>> parameters, slopes = {"w": 1.0, "b": 2.0}, {"w": 10.0, "b": 20.0}
    >>> ct.tree.map(lambda p, g: p - 0.1 * g, parameters, slopes)
    {'b': 0.0, 'w': 0.0}
    """
    return _nest.map_leaves(_control.call(function), tree, *others)


def reduce(function: Callable[[Any, Any], Any], tree: Any, *initial: Any) -> Any:
    """The leaves combined one by one, from `initial` on if it is given, as functools.reduce does.

    >>> import cotan as ct
    >>> ct.tree.reduce(lambda total, x: total + x, {"a": 1, "b": (2, 3)}, 0)
    6
    """
    return _functools.reduce(_control.call(function), leaves(tree), *initial)


def all(tree: Any) -> bool:
    """Whether all leaves hold.

    >>> import cotan as ct
    >>> ct.tree.all({"a": True, "b": [False]})
    False
    """
    return _all(leaves(tree))

"""Nests: dicts, lists, tuples, named tuples, dataclasses and None, with leaves in them."""

from . import _cotan
from ._core import here
from ._cotan import _flatten as flatten
from ._cotan import _unflatten as unflatten

__all__ = ["flatten", "map_leaves", "unflatten"]


def map_leaves(function, tree, *others):
    """The nest with `function` of each leaf, and of the leaves of `others` in the same place."""
    leaves, structure = flatten(tree)
    rest = []
    for other in others:
        found, theirs = flatten(other)
        if theirs != structure:
            raise _cotan.ValueError(f"{here()}the nests differ: {structure} and {theirs}")
        rest.append(found)
    return unflatten(structure, [function(*values) for values in zip(leaves, *rest)])

"""Nests: dicts, lists, tuples, named tuples, dataclasses and None, with leaves in them."""

import dataclasses


class Structure:
    """A nest without its leaves; equal structures hold their leaves in the same places."""

    __slots__ = ("kind", "keys", "children", "size")

    def __init__(self, kind, keys, children):
        self.kind, self.keys, self.children = kind, keys, children
        self.size = 1 if kind is None else sum(c.size for c in children)

    def __eq__(self, other):
        return (isinstance(other, Structure) and self.kind is other.kind and self.keys == other.keys
                and self.children == other.children)

    def __hash__(self):
        return hash((self.kind, self.keys, self.children))

    def __repr__(self):
        return describe(self)


LEAF = Structure(None, (), ())
_NOTHING = Structure(type(None), (), ())


def _is_named_tuple(kind):
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _parts(tree):
    """The type, keys and children of an inner node; None for a leaf."""
    kind = type(tree)
    if tree is None:
        return kind, (), ()
    if kind is dict:
        try:
            keys = tuple(sorted(tree))
        except TypeError:  # keys that have no order
            keys = tuple(tree)
        return kind, keys, tuple(tree[k] for k in keys)
    if kind in (list, tuple) or _is_named_tuple(kind):
        return kind, len(tree), tuple(tree)
    if dataclasses.is_dataclass(tree):
        names = tuple(f.name for f in dataclasses.fields(tree))
        return kind, names, tuple(getattr(tree, n) for n in names)
    return None


def flatten(tree):
    """The leaves from left to right, dicts by their sorted keys, and the structure.

    >>> flatten({"b": [1, None], "a": 2})
    ([2, 1], {'a': *, 'b': [*, None]})
    """
    leaves = []
    structure = _flatten(tree, leaves)
    return leaves, structure


def _flatten(tree, leaves):
    parts = _parts(tree)
    if parts is None:
        leaves.append(tree)
        return LEAF
    if parts[0] is type(None):
        return _NOTHING
    kind, keys, children = parts
    return Structure(kind, keys, tuple(_flatten(c, leaves) for c in children))


def unflatten(structure, leaves):
    """The nest of this structure that holds `leaves`."""
    return _unflatten(structure, iter(leaves))


def _unflatten(structure, leaves):
    kind = structure.kind
    if kind is None:
        return next(leaves)
    if kind is type(None):
        return None
    children = [_unflatten(c, leaves) for c in structure.children]
    if kind is dict:
        return dict(zip(structure.keys, children))
    if kind in (list, tuple):
        return kind(children)
    if _is_named_tuple(kind):
        return kind(*children)
    made = object.__new__(kind)  # a dataclass, as it was: __init__ may want something else
    for name, child in zip(structure.keys, children):
        object.__setattr__(made, name, child)
    return made


def map_leaves(function, tree, *others):
    """The nest with `function` of each leaf, and of the leaves of `others` in the same place."""
    leaves, structure = flatten(tree)
    rest = []
    for other in others:
        found, theirs = flatten(other)
        if theirs != structure:
            raise ValueError(f"the nests differ: {structure} and {theirs}")
        rest.append(found)
    return unflatten(structure, [function(*values) for values in zip(leaves, *rest)])


def describe(structure):
    """The nest with a star for each leaf."""
    kind, keys = structure.kind, structure.keys
    if kind is None:
        return "*"
    if kind is type(None):
        return "None"
    parts = [describe(c) for c in structure.children]
    if kind is dict:
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(keys, parts)) + "}"
    if kind is list:
        return "[" + ", ".join(parts) + "]"
    if kind is tuple:
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    names = kind._fields if _is_named_tuple(kind) else keys
    return kind.__name__ + "(" + ", ".join(f"{n}={p}" for n, p in zip(names, parts)) + ")"

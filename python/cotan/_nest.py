"""Nests: dicts, lists, tuples, named tuples, dataclasses, None and registered types, with leaves in them."""

from . import _cotan, _nodes
from ._core import describe, here
from ._cotan import _flatten as flatten
from ._cotan import _unflatten as unflatten
from ._keys import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey

__all__ = ["UnknownLeaf", "flatten", "keyed", "map_leaves", "parts", "text_of", "unflatten"]


def map_leaves(function, tree, *others):
    """The nest with `function` of each leaf, and of the leaves of `others` in the same place."""
    leaves, structure = flatten(tree)
    rest = []
    for other in others:
        found, theirs = flatten(other)
        if theirs != structure:
            from ._structures import up_to

            found = up_to(structure, other, exact=True)
        rest.append(found)
    return unflatten(structure, [function(*values) for values in zip(leaves, *rest)])


def keyed(tree):
    """What a nest holds, each with its step, as DictKey("a"). None for a leaf."""
    cls = type(tree)
    if tree is None:
        return []
    if cls in (list, tuple):
        return [(SequenceKey(i), part) for i, part in enumerate(tree)]
    if cls is dict:
        return [(DictKey(key), tree[key]) for key in _nodes.sorted_keys(tree)]
    kind, *how = _nodes.kind_of(cls)
    if kind == "named tuple":
        return [(GetAttrKey(name), part) for name, part in zip(cls._fields, tree)]
    if kind == "dataclass":
        return [(GetAttrKey(name), getattr(tree, name)) for name in how[0]]
    if kind != "object":
        return None
    if cls in _nodes.with_keys:
        return [tuple(pair) for pair in _nodes.with_keys[cls](tree)[0]]
    found, what = how[0](tree)
    return [(how[2](what, i) if how[2] else FlattenedIndexKey(i), part) for i, part in enumerate(found)]


def parts(tree):
    """The same as a dict, by how they are reached: {"['a']": ..., "['b']": ...}."""
    if hasattr(type(tree), "parts") and type(tree).__module__ == "cotan._own":
        return tree.parts()
    pairs = keyed(tree)
    return pairs if pairs is None else {str(key): part for key, part in pairs}


def _path_to(tree, leaf):
    """How a leaf is reached, as steps; None if it is not there."""
    if tree is leaf:
        return []
    for step, part in (parts(tree) or {}).items():
        path = _path_to(part, leaf)
        if path is not None:
            return [step, *path]
    return None


class _Word(str):
    __repr__ = str.__str__


def text_of(shape):
    """A Shape for errors: "{'w': float32[2]}"."""
    return repr(shape.filled(_Word(describe(x)) for x in shape.tensors))


class UnknownLeaf(_cotan.TypeError):
    """An object in a nest of tensors that may hold tensors, but is not known to be a nest."""

    def __init__(self, tree, leaf):
        self.leaf, self.path = leaf, _path_to(tree, leaf) or []
        super().__init__(self.text("what is given", "x", self.path))

    def text(self, owner, name, path, advice=""):
        """What is wrong, where `owner`, which is called `name`, holds it at `path`."""
        cls = type(self.leaf)
        kind = f"a{'n' if cls.__name__[0] in 'aeiouAEIOU' else ''} {cls.__name__}"
        where = f"holds {kind} at {name}{''.join(path)}" if path else f"is {kind}"
        return (f"{here()}{owner} {where}, which is no tensor and no nest; register its type with "
                f"ct.tree.register_node, or with ct.tree.register_static if it never changes{advice}")


_cotan._set_unknown_leaf(UnknownLeaf)

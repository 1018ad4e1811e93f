"""Nests: dicts, lists, tuples, named tuples, dataclasses, None and registered types, with leaves in them."""

from . import _cotan, _nodes
from ._core import describe, here
from ._cotan import _flatten as flatten
from ._cotan import _unflatten as unflatten

__all__ = ["UnknownLeaf", "flatten", "map_leaves", "parts", "text_of", "unflatten"]


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


def parts(tree):
    """What a nest holds, by how it is reached: {"['a']": ..., "['b']": ...}. None for a leaf."""
    cls = type(tree)
    if tree is None:
        return {}
    if cls in (list, tuple):
        return {f"[{i}]": part for i, part in enumerate(tree)}
    if cls is dict:
        return {f"[{key!r}]": tree[key] for key in _nodes.sorted_keys(tree)}
    if hasattr(cls, "parts") and cls.__module__ == "cotan._own":
        return tree.parts()
    kind, *how = _nodes.kind_of(cls)
    if kind == "named tuple":
        return {f".{name}": part for name, part in zip(cls._fields, tree)}
    if kind == "dataclass":
        return {f".{name}": getattr(tree, name) for name in how[0]}
    if kind != "object":
        return None
    found, what = how[0](tree)
    return {how[2](what, i) if how[2] else f"[{i}]": part for i, part in enumerate(found)}


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

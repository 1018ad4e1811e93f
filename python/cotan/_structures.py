"""What nests are but for their leaves: the structure as an object, and nests that are to fit one.

The extension module has a structure as a list of nodes, each before its children: its kind, the number of its
children, what it is (a type, but of tuples, lists and dicts) and what is no child of it. A child of a dict or
dataclass comes behind a node of the kind "key".
"""

from typing import TYPE_CHECKING, Any, Iterable, NamedTuple

from . import _cotan, _nest, _nodes
from ._core import here
from ._keys import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey, keystr
from ._named import with_checked_calls
from ._signatures import found

__all__ = ["PyTreeDef", "check_structure", "up_to", "where_differ"]
_TYPES = {"tuple": tuple, "list": list, "dict": dict, "none": type(None)}


class _Node(NamedTuple):
    """A node that is no key, with the keys of its children; equal for nests that have such parts."""

    kind: str
    count: int
    what: Any
    fixed: Any
    keys: list


def _nodes_of(structure):
    """The nodes in order."""
    nodes, open_ = [], []  # of these the children are yet to come: their keys, and how many
    for kind, count, what, fixed in structure._nodes:
        while open_ and not open_[-1][1]:
            open_.pop()
        if kind == "key":
            open_[-1][0].append(what)
            continue
        if open_:
            open_[-1][1] -= 1
        nodes.append(_Node(kind, count, what, fixed, []))
        open_.append([nodes[-1].keys, count])
    return nodes


def _text(node):
    """The node with a star for each child."""
    parts = [("leaf", 0, None, None)] * node.count
    if node.keys:
        parts = [x for key in node.keys for x in (("key", 0, key, None), parts[0])]
    return repr(_cotan._structure_of([node[:4], *parts]))


def _level(tree):
    """The outermost node of a nest."""
    return _nodes_of(_nest.flatten(tree, lambda part: part is not tree)[1])[0]


def up_to(structure, tree, name="", exact=False):
    """The parts of a nest in the places of the structure's leaves, which must be leaves if it is to be `exact`.
    Errors begin with `name`, as "ct.tree.map: "."""
    parts, waiting = [], [((), tree)]
    for node in _nodes_of(structure):
        path, part = waiting.pop()
        if node.kind == "leaf" and not exact:
            parts.append(part)
            continue
        other = _level(part)
        if other != node:
            shown = found(part) if other.kind == "leaf" else _text(other)
            wanted = "a leaf" if node.kind == "leaf" else _text(node)
            place = f" at {keystr(path)}" if path else ""
            raise _cotan.ValueError(f"{here()}{name}the nests differ{place}: expected {wanted}, but found {shown}")
        if node.kind == "leaf":
            parts.append(part)
        else:
            waiting += [((*path, key), child) for key, child in reversed(_nest.keyed(part))]
    return parts


def where_differ(structure, other):
    """Where two structures begin to differ, behind what is said of them: "; they differ at ['a'][0]". Nothing if they
    are equal, or differ as a whole."""
    waiting = [()]
    for node, theirs in zip(_nodes_of(structure), _nodes_of(other)):
        path = waiting.pop()
        if node != theirs:
            return f"; they differ at {keystr(path)}" if path else ""
        waiting += [(*path, key) for key in reversed(_steps(node))]
    return ""


def _steps(node):
    """The steps to the children of a node."""
    if node.kind == "dict":
        return [DictKey(key) for key in node.keys]
    if node.kind in ("dataclass", "named tuple"):
        return [GetAttrKey(name) for name in node.keys or node.what._fields]
    if node.kind != "object":
        return [SequenceKey(i) for i in range(node.count)]
    step = _nodes.kind_of(node.what)[3]
    return [step(node.fixed, i) if step else FlattenedIndexKey(i) for i in range(node.count)]


def check_structure(name, what, given):
    if not isinstance(given, _cotan._Structure):
        raise _cotan.TypeError(f"{here()}ct.tree.{name}: '{what}' must be what ct.tree.structure returns, but is "
                               f"{found(given)}")


def _unpickled(nodes):
    return _cotan._structure_of(nodes)


@with_checked_calls("ct.tree.PyTreeDef")
class PyTreeDef:
    """What a nest is but for its leaves, as `ct.tree.structure` returns it. It has `==`, a hash and a text, and can
    be pickled if the types in it can.

    >>> import cotan as ct
    >>> ct.tree.structure({"a": 1, "b": (2, None)})
    {'a': *, 'b': (*, None)}
    """

    if TYPE_CHECKING:
        is_leaf: bool
        _nodes: list[tuple[Any, ...]]

    @property
    def num_leaves(self) -> int:
        """How many leaves there are.

        >>> import cotan as ct
        >>> ct.tree.structure([1, (2, None)]).num_leaves
        2
        """
        return sum(node[0] == "leaf" for node in self._nodes)

    @property
    def num_nodes(self) -> int:
        """How many nests and leaves there are.

        >>> import cotan as ct
        >>> ct.tree.structure([1, (2, None)]).num_nodes
        5
        """
        return sum(node[0] != "key" for node in self._nodes)

    def children(self) -> "list[PyTreeDef]":
        """The structures of the parts.

        >>> import cotan as ct
        >>> ct.tree.structure([1, (2, 3)]).children()
        [*, (*, *)]
        """
        nodes, children, i = self._nodes, [], 1
        while i < len(nodes):
            if nodes[i][0] == "key":
                i += 1
                continue
            start, pending = i, 1
            while pending:
                pending += nodes[i][1] - 1 if nodes[i][0] != "key" else 0
                i += 1
            children.append(_cotan._structure_of(nodes[start:i]))
        return children

    def node_data(self) -> "tuple[type, Any] | None":
        """The type of the outermost nest, and what is no part of it: a dict's keys. None for a leaf.

        >>> import cotan as ct
        >>> ct.tree.structure({"a": 1, "b": 2}).node_data()
        (<class 'dict'>, ['a', 'b'])
        """
        node = _nodes_of(self)[0]
        if node.kind == "leaf":
            return None
        return _TYPES.get(node.kind, node.what), node.keys if node.kind == "dict" else node.fixed

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The nest with these leaves, as `ct.tree.unflatten`.

        >>> import cotan as ct
        >>> ct.tree.structure([0, (0,)]).unflatten("ab")
        ['a', ('b',)]
        """
        from .tree import unflatten

        return unflatten(self, leaves)

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """The parts of a nest in the places of the leaves; they may be nests.

        >>> import cotan as ct
        >>> ct.tree.structure({"a": 0, "b": 0}).flatten_up_to({"a": [1, 2], "b": 3})
        [[1, 2], 3]
        """
        return up_to(self, tree, "ct.tree.PyTreeDef.flatten_up_to: ")

    def compose(self, inner: "PyTreeDef") -> "PyTreeDef":
        """The structure with another in the place of each leaf.

        >>> import cotan as ct
        >>> ct.tree.structure([0, 0]).compose(ct.tree.structure({"a": 0}))
        [{'a': *}, {'a': *}]
        """
        check_structure("PyTreeDef.compose", "inner", inner)
        inside = inner._nodes
        return _cotan._structure_of([x for node in self._nodes for x in (inside if node[0] == "leaf" else [node])])

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._nodes,)


if not TYPE_CHECKING:  # the structures that the extension module makes have these methods
    for _name, _held in list(vars(PyTreeDef).items()):
        if _name[:2] != "__" or _name in ("__doc__", "__reduce__"):
            setattr(_cotan._Structure, _name, _held)
    PyTreeDef = _cotan._Structure
    PyTreeDef.__name__ = PyTreeDef.__qualname__ = "PyTreeDef"
    PyTreeDef.__module__ = "cotan.tree"

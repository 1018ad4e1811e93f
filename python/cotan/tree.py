"""Functions of nests: dicts, lists, tuples and their subclasses, named tuples, dataclasses and classes of attrs,
None and registered types, with leaves in them.

As `jax.tree` and `jax.tree_util`, without `tree_` before the names. Whatever is no nest is a leaf, and so is each part
for which `is_leaf(part)` holds; None has no leaves. A dict's leaves come in the order of its keys, an OrderedDict's
in its own. A dataclass's fields with `metadata={"static": True}` are no leaves.
"""

import functools as _functools
from typing import TYPE_CHECKING as _TYPE_CHECKING, Any, Callable, Iterable

from . import _cotan, _mistakes, _nest, _traced
from ._core import here as _here
from ._keys import DictKey, FlattenedIndexKey, GetAttrKey, SequenceKey, keystr
from ._ravel import ravel
from ._registration import (Partial, register_dataclass, register_node, register_node_class, register_static,
                            static)
from ._signatures import found as _found
from ._structures import PyTreeDef, check_structure as _check_structure, up_to as _up_to

__all__ = ["DictKey", "FlattenedIndexKey", "GetAttrKey", "Partial", "PyTreeDef", "SequenceKey", "all", "all_leaves",
           "broadcast", "flatten", "flatten_with_path", "keystr", "leaves", "leaves_with_path", "map", "map_with_path",
           "ravel", "reduce", "reduce_associative", "register_dataclass", "register_node", "register_node_class",
           "register_static", "static", "structure", "transpose", "treedef_children", "treedef_is_leaf",
           "treedef_tuple", "unflatten"]
_all, _map = all, map
_IsLeaf = Callable[[Any], Any] | None


class _Nothing:
    def __repr__(self) -> str:
        return "not given"


_NOTHING = _Nothing()


def _taken_apart(name, tree, is_leaf, takes_path=False):
    _mistakes.check_flag(f"tree.{name}", "is_leaf_takes_path", takes_path)
    if is_leaf is not None:
        _mistakes.check_function(f"tree.{name}", is_leaf, "is_leaf")
        _mistakes.check_call(is_leaf, ((), tree) if takes_path else (tree,), {})
        if takes_path:
            is_leaf = _told_paths(is_leaf)
    try:
        return _nest.flatten(tree, is_leaf)
    except RecursionError:  # where `is_leaf` was called
        raise _cotan.ValueError(f"{_here()}a nest is too deep to be taken apart; does it hold itself?") from None


def _told_paths(is_leaf):
    """As a function of a part, which is asked of all parts, each before what it holds."""
    waiting = [()]

    def is_leaf_here(part):
        path = waiting.pop()
        if is_leaf(path, part):
            return True
        waiting.extend((*path, key) for key, _ in reversed(_nest.keyed(part) or []))
        return False

    return is_leaf_here


def flatten(tree: Any, is_leaf: _IsLeaf = None) -> tuple[list[Any], PyTreeDef]:
    """The leaves of a nest, and its structure.

    >>> import cotan as ct
    >>> ct.tree.flatten({"b": (1, None), "a": 2})
    ([2, 1], {'a': *, 'b': (*, None)})
    """
    return _taken_apart("flatten", tree, is_leaf)


def leaves(tree: Any, is_leaf: _IsLeaf = None) -> list[Any]:
    """The leaves of a nest, in order.

    >>> import cotan as ct
    >>> ct.tree.leaves([1, {"a": 2}, (3, None)])
    [1, 2, 3]
    >>> ct.tree.leaves([1, None], is_leaf=lambda x: x is None)
    [1, None]
    """
    return _taken_apart("leaves", tree, is_leaf)[0]


def structure(tree: Any, is_leaf: _IsLeaf = None) -> PyTreeDef:
    """What a nest is but for its leaves; equal for nests of one form.

    >>> import cotan as ct
    >>> ct.tree.structure([1, 2]) == ct.tree.structure(["a", "b"])
    True
    """
    return _taken_apart("structure", tree, is_leaf)[1]


def unflatten(treedef: PyTreeDef, leaves: Iterable[Any]) -> Any:
    """The nest of this structure with these leaves, as many as it has.

    >>> import cotan as ct
    >>> leaves, structure = ct.tree.flatten({"a": 1, "b": (2, 3)})
    >>> ct.tree.unflatten(structure, [10 * x for x in leaves])
    {'a': 10, 'b': (20, 30)}
    """
    _check_structure("unflatten", "treedef", treedef)
    if not hasattr(leaves, "__iter__"):
        raise _cotan.TypeError(f"{_here()}ct.tree.unflatten: 'leaves' must be a list, but is {_found(leaves)}")
    rest = iter(leaves)
    tree = _nest.unflatten(treedef, rest)
    for _ in rest:
        raise _cotan.ValueError(f"{_here()}there are more leaves than the nest has places")
    return tree


def flatten_with_path(tree: Any, is_leaf: Callable[..., Any] | None = None,
                      is_leaf_takes_path: bool = False) -> tuple[list[tuple[tuple[Any, ...], Any]], PyTreeDef]:
    """The leaves of a nest, each in a pair with its path, a tuple of keys; and the structure.

    With `is_leaf_takes_path` the path is the first argument of `is_leaf`, and the part the second.

    >>> import cotan as ct
    >>> ct.tree.flatten_with_path({"a": [1]})
    ([((DictKey(key='a'), SequenceKey(idx=0)), 1)], {'a': [*]})
    """
    return _with_paths("flatten_with_path", tree, is_leaf, is_leaf_takes_path)


def _with_paths(name, tree, is_leaf, takes_path):
    found, treedef = _taken_apart(name, tree, is_leaf, takes_path)
    return list(zip(_paths(tree, treedef), found)), treedef


def _paths(tree, treedef):
    """The path to each leaf."""
    paths, waiting = [], [((), tree)]
    for kind, *_ in treedef._nodes:
        if kind == "key":
            continue
        path, part = waiting.pop()
        if kind == "leaf":
            paths.append(path)
        else:
            waiting += [((*path, key), child) for key, child in reversed(_nest.keyed(part))]
    return paths


def leaves_with_path(tree: Any, is_leaf: Callable[..., Any] | None = None,
                     is_leaf_takes_path: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves of a nest, each in a pair with its path; `keystr` makes a text of one.

    With `is_leaf_takes_path` the path is the first argument of `is_leaf`, and the part the second.

    >>> import cotan as ct
    >>> [(ct.tree.keystr(path), x) for path, x in ct.tree.leaves_with_path({"b": [1, 2], "a": 3})]
    [("['a']", 3), ("['b'][0]", 1), ("['b'][1]", 2)]
    """
    return _with_paths("leaves_with_path", tree, is_leaf, is_leaf_takes_path)[0]


def map(function: Callable[..., Any], tree: Any, *others: Any, is_leaf: _IsLeaf = None) -> Any:
    """The nest with `function` of each leaf, and of what `others` have in the same place: a leaf, or any nest.

    >>> import cotan as ct
    >>> parameters, slopes = {"w": 1.0, "b": 2.0}, {"w": 10.0, "b": 20.0}
    >>> ct.tree.map(lambda p, g: p - 0.1 * g, parameters, slopes)
    {'b': 0.0, 'w': 0.0}
    >>> ct.tree.map(lambda name, pair: {name: sum(pair)}, ["a", "b"], [(1, 2), [3, 4]])
    [{'a': 3}, {'b': 7}]
    """
    _mistakes.check_function("tree.map", function)
    return _mapped("map", _traced.applied_to_each(function), tree, others, is_leaf)


def _mapped(name, function, tree, others, is_leaf, with_paths=False, takes_path=False):
    found, treedef = _taken_apart(name, tree, is_leaf, takes_path)
    columns = [_paths(tree, treedef), found] if with_paths else [found]
    for other in others:
        theirs = _nest.flatten(other) if is_leaf is None else ([], None)
        columns.append(theirs[0] if theirs[1] == treedef else _up_to(treedef, other, f"ct.tree.{name}: "))
    return _nest.unflatten(treedef, [function(*values) for values in zip(*columns)])


def map_with_path(function: Callable[..., Any], tree: Any, *others: Any, is_leaf: Callable[..., Any] | None = None,
                  is_leaf_takes_path: bool = False) -> Any:
    """As `map`, with the path of each leaf, a tuple of keys, as the first argument.

    With `is_leaf_takes_path` the path is the first argument of `is_leaf` as well.

    >>> import cotan as ct
    >>> ct.tree.map_with_path(lambda path, x: f"{ct.tree.keystr(path)}={x}", {"a": (1, 2)})
    {'a': ("['a'][0]=1", "['a'][1]=2")}
    """
    _mistakes.check_function("tree.map_with_path", function)
    return _mapped("map_with_path", _traced.applied_to_each(function), tree, others, is_leaf, True, is_leaf_takes_path)


def reduce(function: Callable[[Any, Any], Any], tree: Any, initializer: Any = _NOTHING, is_leaf: _IsLeaf = None) -> Any:
    """The leaves combined one by one, from `initializer` on if it is given, as functools.reduce does.

    >>> import cotan as ct
    >>> ct.tree.reduce(lambda total, x: total + x, {"a": 1, "b": (2, 3)}, 0)
    6
    """
    _mistakes.check_function("tree.reduce", function)
    found = _taken_apart("reduce", tree, is_leaf)[0]
    if initializer is not _NOTHING:
        found = [initializer, *found]
    _check_some("reduce", "initializer", found)
    return _functools.reduce(_traced.applied_to_each(function), found)


def _check_some(name, what, found):
    if not found:
        raise _cotan.TypeError(f"{_here()}ct.tree.{name}: the nest has no leaves; give '{what}', which is the result then")


def reduce_associative(operation: Callable[[Any, Any], Any], tree: Any, *, identity: Any = _NOTHING,
                       is_leaf: _IsLeaf = None) -> Any:
    """The leaves combined in pairs, then the results in pairs, and so on; of no leaves `identity`.

    >>> import cotan as ct
    >>> ct.tree.reduce_associative(lambda a, b: f"({a}{b})", list("abcd"))
    '((ab)(cd))'
    """
    _mistakes.check_function("tree.reduce_associative", operation, "operation")
    found = _taken_apart("reduce_associative", tree, is_leaf)[0]
    if not found and identity is not _NOTHING:
        return identity
    _check_some("reduce_associative", "identity", found)
    return _in_halves(_traced.applied_to_each(operation), found)


def _in_halves(operation, values):
    if len(values) == 1:
        return values[0]
    middle = len(values) // 2
    return operation(_in_halves(operation, values[:middle]), _in_halves(operation, values[middle:]))


def all(tree: Any, *, is_leaf: _IsLeaf = None) -> bool:
    """Whether all leaves hold.

    >>> import cotan as ct
    >>> ct.tree.all({"a": True, "b": [False]})
    False
    """
    return _all(_taken_apart("all", tree, is_leaf)[0])


def all_leaves(iterable: Iterable[Any], is_leaf: _IsLeaf = None) -> bool:
    """Whether there are leaves only in a list, no nests.

    >>> import cotan as ct
    >>> ct.tree.all_leaves([1, 2.0]), ct.tree.all_leaves([1, (2.0,)])
    (True, False)
    """
    if not hasattr(type(iterable), "__iter__"):
        raise _cotan.TypeError(f"{_here()}ct.tree.all_leaves: 'iterable' must be a list, but is {_found(iterable)}")
    return _all(_taken_apart("all_leaves", part, is_leaf)[1].is_leaf for part in iterable)


def broadcast(prefix_tree: Any, full_tree: Any, is_leaf: _IsLeaf = None) -> Any:
    """A nest as `full_tree`, with each leaf of `prefix_tree` in the places of all leaves that `full_tree` has there.

    >>> import cotan as ct
    >>> ct.tree.broadcast({"a": 0, "b": 1}, {"a": [5, 6], "b": 7})
    {'a': [0, 0], 'b': 1}
    """
    found, treedef = _taken_apart("broadcast", prefix_tree, is_leaf)
    parts = _up_to(treedef, full_tree, "ct.tree.broadcast: ")
    spread = [x for x, part in zip(found, parts) for _ in _nest.flatten(part)[0]]
    return _nest.unflatten(_nest.flatten(full_tree)[1], spread)


def transpose(outer_treedef: PyTreeDef, inner_treedef: PyTreeDef | None, pytree_to_transpose: Any) -> Any:
    """A nest `outer_treedef` of nests `inner_treedef`, as a nest `inner_treedef` of nests `outer_treedef`. The inner
    structure is that of the first part if it is None.

    >>> import cotan as ct
    >>> ct.tree.transpose(ct.tree.structure([0, 0]), None, [{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    {'a': [1, 3], 'b': [2, 4]}
    """
    _check_structure("transpose", "outer_treedef", outer_treedef)
    if inner_treedef is None:
        parts = _up_to(outer_treedef, pytree_to_transpose, "ct.tree.transpose: ")
        inner_treedef = structure(parts[0]) if parts else None
    _check_structure("transpose", "inner_treedef", inner_treedef)
    found = _up_to(outer_treedef.compose(inner_treedef), pytree_to_transpose, "ct.tree.transpose: ")
    count = inner_treedef.num_leaves
    return _nest.unflatten(inner_treedef, [_nest.unflatten(outer_treedef, found[i::count]) for i in range(count)])


def treedef_tuple(treedefs: Iterable[PyTreeDef]) -> PyTreeDef:
    """The structure of a tuple of nests, of their structures.

    >>> import cotan as ct
    >>> ct.tree.treedef_tuple([ct.tree.structure([1]), ct.tree.structure(2)])
    ([*], *)
    """
    if not hasattr(type(treedefs), "__iter__"):
        raise _cotan.TypeError(f"{_here()}ct.tree.treedef_tuple: 'treedefs' must be a list, but is {_found(treedefs)}")
    parts = list(treedefs)
    for part in parts:
        _check_structure("treedef_tuple", "treedefs", part)
    return _cotan._structure_of([("tuple", len(parts), None, None), *(node for part in parts for node in part._nodes)])


def treedef_children(treedef: PyTreeDef) -> list[PyTreeDef]:
    """The structures of the parts, as `treedef.children()`.

    >>> import cotan as ct
    >>> ct.tree.treedef_children(ct.tree.structure({"a": 1, "b": (2, 3)}))
    [*, (*, *)]
    """
    _check_structure("treedef_children", "treedef", treedef)
    return treedef.children()


def treedef_is_leaf(treedef: PyTreeDef) -> bool:
    """Whether it is the structure of a leaf.

    >>> import cotan as ct
    >>> ct.tree.treedef_is_leaf(ct.tree.structure(1)), ct.tree.treedef_is_leaf(ct.tree.structure([]))
    (True, False)
    """
    _check_structure("treedef_is_leaf", "treedef", treedef)
    return treedef.is_leaf


# What those who know JAX look for, and where it is, besides `tree_` before the names above.
_ELSEWHERE = {
    "register_pytree_node": "register_node", "register_pytree_node_class": "register_node_class",
    "register_pytree_with_keys": "register_node, with flatten_with_keys_func",
    "register_pytree_with_keys_class": "register_node_class", "ravel_pytree": "ravel",
}


if not _TYPE_CHECKING:  # type checkers know what there is
    def __getattr__(name: str) -> Any:
        where = _ELSEWHERE.get(name) or (name[5:] if name[:5] == "tree_" and name[5:] in __all__ else None)
        raise AttributeError(f"module 'cotan.tree' has no attribute '{name}'" + (f"; it is ct.tree.{where}" if where else ""),
                             name=name)


def __dir__() -> list[str]:
    return __all__

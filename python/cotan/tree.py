"""Functions of nests: dicts, lists, tuples and their subclasses, named tuples, dataclasses, None and
registered types, with leaves in them.

As `jax.tree`. Whatever is no nest is a leaf; None has no leaves. A dict's leaves come in the order of
its keys, an OrderedDict's in its own. A dataclass's fields with `metadata={"static": True}` are no leaves.
"""

import functools as _functools
from typing import Any, Callable, Iterable

from . import _cotan, _mistakes, _nest, _nodes, _traced
from ._core import here as _here
from ._signatures import found as _found

__all__ = ["all", "flatten", "leaves", "map", "reduce", "register_node", "register_static", "structure",
           "unflatten"]
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
    if not isinstance(structure, _cotan._Structure):
        raise _cotan.TypeError(f"{_here()}ct.tree.unflatten: 'structure' must be what ct.tree.structure returns, but is "
                               f"{_found(structure)}")
    if not hasattr(leaves, "__iter__"):
        raise _cotan.TypeError(f"{_here()}ct.tree.unflatten: 'leaves' must be a list, but is {_found(leaves)}")
    rest = iter(leaves)
    tree = _nest.unflatten(structure, rest)
    for _ in rest:
        raise _cotan.ValueError(f"{_here()}there are more leaves than the nest has places")
    return tree


def register_node(
        nodetype: type, flatten_func: Callable[[Any], tuple[Iterable[Any], Any]],
        unflatten_func: Callable[[Any, tuple[Any, ...]], Any]) -> None:
    """Makes objects of a type nests. `flatten_func(object)` returns its parts, and what is no part: a
    constant with `==` and a hash. `unflatten_func(constant, parts)` makes an object of other parts.

    As `jax.tree_util.register_pytree_node`. Objects of subclasses are no nests by that.

    >>> import cotan as ct
    >>> class Line:
    ...     def __init__(self, slope, name):
    ...         self.slope, self.name = slope, name
    >>> ct.tree.register_node(Line, lambda line: ((line.slope,), line.name),
    ...                       lambda name, parts: Line(*parts, name))
    >>> ct.grad(lambda line: line.slope ** 2)(Line(3.0, "a")).slope
    Tensor(6., dtype=float32, weak_type=True)
    """
    _check_new(nodetype, "register_node")
    _mistakes.check_function("register_node", flatten_func, "flatten_func")
    _mistakes.check_function("register_node", unflatten_func, "unflatten_func")

    def checked(tree):
        result = flatten_func(tree)
        if not isinstance(result, (tuple, list)) or len(result) != 2 or not hasattr(result[0], "__iter__"):
            raise _cotan.TypeError(f"{_here()}ct.tree.register_node: flatten_func of {nodetype.__name__} must return a pair, the "
                                   f"parts and what is no part, but returned {_found(result)}")
        return result

    _nodes.register(nodetype, checked, unflatten_func)


def register_static(nodetype: type) -> type:
    """Makes objects of a type constants of compiled functions: each that is not equal to those before
    (`==` and hash) makes another program. They must not change. A decorator of classes, too.

    >>> import cotan as ct
    >>> @ct.tree.register_static
    ... class Unit:
    ...     factor = 1000
    >>> ct.jit(lambda x, unit: x * unit.factor)(2.0, Unit())
    Tensor(2000., dtype=float32, weak_type=True)
    """
    _check_new(nodetype, "register_static")
    if nodetype.__hash__ is None:
        raise _cotan.TypeError(f"{_here()}ct.tree.register_static: objects of {nodetype.__name__} have no hash; define __hash__ "
                               "as well as __eq__")
    _nodes.register_constant(nodetype)
    return nodetype


def _check_new(nodetype, name):
    if not isinstance(nodetype, type):
        raise _cotan.TypeError(f"{_here()}ct.tree.{name}: 'nodetype' must be a class, but is {_found(nodetype)}")
    if nodetype in (tuple, list, dict, type(None)) or _nodes.kind_of(nodetype)[0] == "constant" or (
            _nodes.is_registered(nodetype)):
        raise _cotan.ValueError(f"{_here()}ct.tree.{name}: {nodetype.__name__} is registered already")
    if issubclass(nodetype, (int, float, complex, _cotan.Tensor)) or hasattr(nodetype, "__array__"):
        raise _cotan.ValueError(f"{_here()}ct.tree.{name}: objects of {nodetype.__name__} are leaves: tensors and numbers")


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
    _mistakes.check_function("tree.map", function)
    return _nest.map_leaves(lambda *values: _traced.applied(function, *values), tree, *others)


def reduce(function: Callable[[Any, Any], Any], tree: Any, *initial: Any) -> Any:
    """The leaves combined one by one, from `initial` on if it is given, as functools.reduce does.

    >>> import cotan as ct
    >>> ct.tree.reduce(lambda total, x: total + x, {"a": 1, "b": (2, 3)}, 0)
    6
    """
    _mistakes.check_function("tree.reduce", function)
    return _functools.reduce(lambda so_far, leaf: _traced.applied(function, so_far, leaf), leaves(tree), *initial)


def all(tree: Any) -> bool:
    """Whether all leaves hold.

    >>> import cotan as ct
    >>> ct.tree.all({"a": True, "b": [False]})
    False
    """
    return _all(leaves(tree))

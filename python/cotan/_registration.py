"""Types that users make nests, or constants of programs."""

import dataclasses
import functools
import operator
import types
from typing import Any, Callable, Iterable, Sequence, TypeVar

from . import _cotan, _mistakes, _nodes
from ._core import here
from ._keys import GetAttrKey
from ._signatures import found
from ._traced import Shape

__all__ = ["Partial", "register_dataclass", "register_node", "register_node_class", "register_static", "static"]
_Class = TypeVar("_Class", bound=type)  # decorated classes stay what they are


def register_node(
        nodetype: type, flatten_func: Callable[[Any], tuple[Iterable[Any], Any]],
        unflatten_func: Callable[[Any, tuple[Any, ...]], Any],
        flatten_with_keys_func: Callable[[Any], tuple[Iterable[tuple[Any, Any]], Any]] | None = None) -> None:
    """Makes objects of a type nests. `flatten_func(object)` returns its parts, and what is no part: a
    constant with `==` and a hash. `unflatten_func(constant, parts)` makes an object of other parts.

    `flatten_with_keys_func` returns each part as a pair with its step, for paths. As
    `jax.tree_util.register_pytree_node`. Objects of subclasses are no nests by that.

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
    _mistakes.check_function("tree.register_node", flatten_func, "flatten_func")
    _mistakes.check_function("tree.register_node", unflatten_func, "unflatten_func")
    if flatten_with_keys_func is not None:
        _mistakes.check_function("tree.register_node", flatten_with_keys_func, "flatten_with_keys_func")
    _register("register_node", nodetype, flatten_func, unflatten_func, flatten_with_keys_func)


def _register(name, nodetype, flatten_func, unflatten_func, flatten_with_keys_func):
    def checked(what, flatten):
        def flattened(tree):
            result = flatten(tree)
            if not isinstance(result, (tuple, list)) or len(result) != 2 or not hasattr(result[0], "__iter__"):
                raise _cotan.TypeError(f"{here()}ct.tree.{name}: {what} of {nodetype.__name__} must return a pair, the "
                                       f"parts and what is no part, but returned {found(result)}")
            return result
        return flattened

    with_keys = checked("flatten_with_keys_func", flatten_with_keys_func) if flatten_with_keys_func else None

    def checked_with_keys(tree):
        pairs, what = with_keys(tree)
        pairs = list(pairs)
        for pair in pairs:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise _cotan.TypeError(f"{here()}ct.tree.{name}: flatten_with_keys_func of {nodetype.__name__} must return "
                                       f"pairs of a step and a part, but returned {found(pair)}")
        return pairs, what

    _nodes.register(nodetype, checked("flatten_func", flatten_func), unflatten_func, None,
                    checked_with_keys if with_keys else None)


def register_node_class(cls: _Class) -> _Class:
    """Makes objects of a class nests, which takes them apart itself: `object.tree_flatten()` returns the parts and
    what is no part, `cls.tree_unflatten(what, parts)` makes an object. A decorator.

    A method `tree_flatten_with_keys`, if there is one, returns each part as a pair with its step.

    >>> import cotan as ct
    >>> @ct.tree.register_node_class
    ... class Line:
    ...     def __init__(self, slope, name):
    ...         self.slope, self.name = slope, name
    ...     def tree_flatten(self):
    ...         return (self.slope,), self.name
    ...     @classmethod
    ...     def tree_unflatten(cls, name, parts):
    ...         return cls(*parts, name)
    >>> ct.tree.leaves(Line(3.0, "a"))
    [3.0]
    """
    _check_new(cls, "register_node_class", "cls")
    has_keys, flatten = hasattr(cls, "tree_flatten_with_keys"), operator.methodcaller("tree_flatten")
    for method in ("tree_unflatten", *([] if has_keys else ["tree_flatten"])):
        if not callable(getattr(cls, method, None)):
            raise _cotan.TypeError(f"{here()}ct.tree.register_node_class: {cls.__name__} has no method {method}; define it")
    with_keys = operator.methodcaller("tree_flatten_with_keys") if has_keys else None
    if not hasattr(cls, "tree_flatten"):
        def flatten(tree):
            pairs, what = with_keys(tree)
            return [part for _, part in pairs], what
    _register("register_node_class", cls, flatten, cls.tree_unflatten, with_keys)  # type: ignore[attr-defined]
    return cls


def register_dataclass(nodetype: _Class, data_fields: Sequence[str] | None = None,
                       meta_fields: Sequence[str] | None = None, drop_fields: Sequence[str] = ()) -> _Class:
    """Says which attributes of a class are parts, `data_fields`, and which are constants, `meta_fields`. A decorator,
    too.

    A dataclass is a nest without it. Both may be left out then: the fields are those that are not in `drop_fields`,
    and constants those with `metadata={"static": True}`. Objects are made anew without `__init__`.

    >>> import cotan as ct
    >>> import dataclasses, functools
    >>> @functools.partial(ct.tree.register_dataclass, data_fields=["slope"], meta_fields=["name"])
    ... @dataclasses.dataclass
    ... class Line:
    ...     slope: float
    ...     name: str
    >>> ct.tree.structure(Line(3.0, "a"))
    Line(slope=*)
    """
    if not (isinstance(nodetype, type) and _nodes.kind_of(nodetype)[0] == "dataclass" and (
            not _nodes.is_registered(nodetype))):
        _check_new(nodetype, "register_dataclass")
    given = [_names("data_fields", data_fields), _names("meta_fields", meta_fields)]
    dropped, fields = _names("drop_fields", drop_fields), _nodes.fields_of(nodetype)
    if None in given:
        if given != [None, None] or fields is None:
            raise _cotan.TypeError(f"{here()}ct.tree.register_dataclass: both data_fields and meta_fields must be given"
                                   + ("" if fields else f", for {nodetype.__name__} is no dataclass"))
        given = [[f.name for f in fields if bool(f.metadata.get("static")) == static and f.name not in dropped]
                 for static in (False, True)]
    _check_fields(nodetype, fields, [*given[0], *given[1]], dropped)
    _nodes.register_fields(nodetype, *map(tuple, given))
    return nodetype


def _names(what, given):
    if given is None:
        return None
    if isinstance(given, str) or not hasattr(type(given), "__iter__") or not all(isinstance(n, str) for n in given):
        raise _cotan.TypeError(f"{here()}ct.tree.register_dataclass: '{what}' must be a list of names, but is {found(given)}")
    return list(given)


def _check_fields(nodetype, fields, names, dropped):
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise _cotan.ValueError(f"{here()}ct.tree.register_dataclass: {', '.join(twice)} of {nodetype.__name__} stands twice "
                                "in data_fields and meta_fields")
    if fields is None:
        return
    wanted = {f.name for f in fields if f.init} - set(dropped)
    missing, unknown = sorted(wanted - set(names)), sorted(set(names) - {f.name for f in fields})
    if missing or unknown:
        problem = (f"has a field {missing[0]}, which is in none of data_fields, meta_fields and drop_fields" if missing
                   else f"has no field {unknown[0]}")
        raise _cotan.ValueError(f"{here()}ct.tree.register_dataclass: {nodetype.__name__} {problem}")


def static(**kwargs: Any) -> Any:
    """A field of a dataclass that is a constant of programs: `dataclasses.field` with `metadata={"static": True}`.

    >>> import cotan as ct
    >>> import dataclasses
    >>> @dataclasses.dataclass
    ... class Line:
    ...     slope: float
    ...     name: str = ct.tree.static(default="line")
    >>> ct.tree.leaves(Line(3.0))
    [3.0]
    """
    return dataclasses.field(metadata={**(kwargs.pop("metadata", None) or {}), "static": True}, **kwargs)


def register_static(nodetype: _Class) -> _Class:
    """Makes objects of a type constants of compiled functions: each that is not equal to those before
    (`==` and hash) makes another program. They have no leaves, and must not change. A decorator of classes, too.

    >>> import cotan as ct
    >>> @ct.tree.register_static
    ... class Unit:
    ...     factor = 1000
    >>> ct.jit(lambda x, unit: x * unit.factor)(2.0, Unit())
    Tensor(2000., dtype=float32, weak_type=True)
    """
    _check_new(nodetype, "register_static", may_be_number=True)
    _nodes.register(nodetype, lambda x: ((), x), lambda x, parts: x)
    return nodetype


def _check_new(nodetype, name, what="nodetype", may_be_number=False):
    if not isinstance(nodetype, type):
        raise _cotan.TypeError(f"{here()}ct.tree.{name}: '{what}' must be a class, but is {found(nodetype)}")
    if nodetype in (tuple, list, dict, type(None)) or _nodes.kind_of(nodetype)[0] == "constant" or (
            _nodes.is_registered(nodetype)):
        raise _cotan.ValueError(f"{here()}ct.tree.{name}: {nodetype.__name__} is registered already")
    is_leaf = issubclass(nodetype, _cotan.Tensor) or hasattr(nodetype, "__array__") or nodetype in (bool, int, float, complex)
    if is_leaf or issubclass(nodetype, (int, float, complex)) and not may_be_number:
        raise _cotan.ValueError(f"{here()}ct.tree.{name}: objects of {nodetype.__name__} are leaves: tensors and numbers")


class _Whole:
    """A functools.partial that another does not merge with itself: what it binds is constant."""

    def __init__(self, partial):
        self.partial, self.func, self.args, self.keywords = partial, partial.func, partial.args, partial.keywords

    def __call__(self, *args, **keywords):
        return self.partial(*args, **keywords)

    def _key(self):
        return self.func, self.args, tuple(sorted(self.keywords.items()))

    def __eq__(self, other):
        if not isinstance(other, _Whole) or self.func != other.func:
            return False
        try:
            return self.partial is other.partial or bool(self._key() == other._key())
        except (TypeError, ValueError):  # of arrays
            return False

    def __hash__(self):
        return hash(self.func)

    def __repr__(self):
        return repr(self.partial)


class Partial(functools.partial[Any]):
    """A function with some of its arguments, as functools.partial; these are the parts of a nest, the function is a
    constant. So it can be an argument and a result of compiled functions, and have a gradient.

    >>> import cotan as ct
    >>> scaled = ct.tree.Partial(lambda factor, x: factor * x, 3.0)
    >>> ct.jit(lambda f: f(2.0))(scaled)
    Tensor(6., dtype=float32, weak_type=True)
    >>> ct.grad(lambda f: f(2.0))(scaled).args
    (Tensor(2., dtype=float32, weak_type=True),)
    """

    def __new__(cls, func: Callable[..., Any], /, *args: Any, **keywords: Any) -> "Partial":
        _mistakes.check_function("tree.Partial", func, "func")
        return super().__new__(cls, _Whole(func) if isinstance(func, functools.partial) else func, *args, **keywords)


def _flatten_partial(partial):
    # Functions are one if they are of one place and read the same, as everywhere.
    what = Shape(partial.func) if type(partial.func) is types.FunctionType else partial.func
    return (partial.args, partial.keywords), what


def _unflatten_partial(what, parts):
    return Partial(what.filled(()) if isinstance(what, Shape) else what, *parts[0], **parts[1])


_nodes.register(Partial, _flatten_partial, _unflatten_partial,
                lambda _, i: GetAttrKey(("args", "keywords")[i]))

"""Which objects are nests, which are constants of programs, and which are neither.

A type is asked for once; the extension module remembers the answer.
"""

import collections
import dataclasses
import datetime
import enum
import functools
import pathlib
import re
import types

from . import _cotan
from ._keys import DictKey, GetAttrKey, SequenceKey

_registered = {}  # type: (flatten, unflatten, step)
_fields = {}  # class: the names of what is data and of what is not, where they were registered
with_keys = {}  # by type: what returns the parts with their steps, where that was registered

# What cannot change, or is told from others of its type by what it is (nest_shape.cpp asks functions
# and classes what they read). An object that can hold tensors is not among them.
_constants = {object, types.FunctionType, type(functools.lru_cache(len)), type(_cotan.array), _cotan.DType,
              types.EllipsisType, types.NotImplementedType, range, types.GenericAlias, types.UnionType,
              types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType}
_BASES_OF_CONSTANTS = (str, bytes, type, enum.Enum, types.ModuleType, pathlib.PurePath, re.Pattern,
                       datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
# The same of modules that are not worth the time to import them.
_NAMES_OF_CONSTANTS = {("numpy", "dtype"), ("numpy", "ufunc"), ("fractions", "Fraction"), ("decimal", "Decimal"), ("uuid", "UUID")}
_NUMBERS = (int, float, complex)


def register(cls, flatten, unflatten, step=None, flatten_with_keys=None):
    _registered[cls] = (flatten, unflatten, step)
    if flatten_with_keys:
        with_keys[cls] = flatten_with_keys
    _forget()


def register_fields(cls, data, static):
    _fields[cls] = (data, static)
    _forget()


def register_constant(cls):
    _constants.add(cls)
    _forget()


def _forget():
    kind_of.cache_clear()
    _cotan._forget_types()


def is_registered(cls):
    return cls in _registered or cls in _fields or cls in _constants


def _is_named_constant(cls):
    return any((base.__module__, base.__qualname__) in _NAMES_OF_CONSTANTS for base in cls.__mro__)


@functools.lru_cache(maxsize=4096)
def kind_of(cls):
    """What instances of a type are. With "object" go `flatten(object)`, which returns its parts and what
    is no part, `unflatten(what, parts)`, and `step(what, i)`, which says how a part is reached."""
    if cls in _fields:
        return ("dataclass", *_fields[cls])
    if cls in _registered:
        return ("object", *_registered[cls])
    if cls in _constants or issubclass(cls, _BASES_OF_CONSTANTS) or _is_named_constant(cls):
        return ("constant",)
    if cls is frozenset:
        return "maybe constant", lambda items: all(_is_fixed(x) for x in items)
    if cls in (types.BuiltinFunctionType, types.MethodWrapperType):  # as math.sin, or [].append
        return "maybe constant", lambda method: method.__self__ is None or _is_fixed(method.__self__)
    if any(vars(c).get("__slots__") for c in cls.__mro__) and fields_of(cls) is None and not hasattr(cls, "_fields"):
        return ("leaf",)  # what is in slots would be lost
    return _container(cls)


def _is_fixed(x):
    return isinstance(x, _NUMBERS) or x is None or _cotan._is_constant(x) or (
        type(x) is tuple and all(map(_is_fixed, x)))


def fields_of(cls):
    """Those of a dataclass, or of a class made by the package attrs; None of others."""
    return dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else getattr(cls, "__attrs_attrs__", None)


def _container(cls):
    is_sequence = issubclass(cls, (list, tuple, dict))
    fields = fields_of(cls)
    if fields is not None:
        static = [f.name for f in fields if f.metadata.get("static")]
        names = [f.name for f in fields if f.name not in static]
        return ("leaf",) if is_sequence else ("dataclass", tuple(names), tuple(static))
    if issubclass(cls, tuple) and hasattr(cls, "_fields") and hasattr(cls, "_make"):
        return ("named tuple",)
    if is_sequence:
        return _subclass(cls)
    if issubclass(cls, (collections.UserDict, collections.UserList, collections.ChainMap)):
        return ("object", *_by_attributes(cls))
    return ("leaf",)


def sorted_keys(keys):
    """As they come, if they have no order."""
    keys = tuple(keys)
    try:
        return tuple(sorted(keys))
    except Exception:  # whatever their `<` does
        return keys


def _item(keys, i):
    return DictKey(keys[i])


def _subclass(cls):
    """Lists, tuples and dicts with more to them: what they hold as such, then their attributes."""
    base = next(b for b in (collections.OrderedDict, collections.defaultdict, dict, list, tuple) if issubclass(cls, b))
    try:
        base.__new__(cls)
    except TypeError:  # made by C alone, as time.struct_time
        return ("leaf",)
    return ("object", *(_mapping(cls, base) if issubclass(cls, dict) else _sequence(cls, base)))


def _attributes(tree):
    return getattr(tree, "__dict__", {})


def _mapping(cls, base):
    def flatten(tree):
        keys = tuple(base.keys(tree))
        if base is not collections.OrderedDict:
            keys = sorted_keys(keys)
        more = _attributes(tree)
        factory = tree.default_factory if base is collections.defaultdict else None
        return [*(dict.__getitem__(tree, k) for k in keys), *more.values()], (keys, tuple(more), factory)

    def unflatten(what, parts):
        keys, more, factory = what
        tree = base.__new__(cls)
        if factory is not None:
            tree.default_factory = factory
        for key, part in zip(keys, parts):
            base.__setitem__(tree, key, part)
        if more:
            tree.__dict__.update(zip(more, parts[len(keys):]))
        return tree

    def step(what, i):
        keys, more, _ = what
        return _item(keys, i) if i < len(keys) else GetAttrKey(more[i - len(keys)])

    return flatten, unflatten, step


def _sequence(cls, base):
    def flatten(tree):
        more = _attributes(tree)
        return [*base.__iter__(tree), *more.values()], (base.__len__(tree), tuple(more))

    def unflatten(what, parts):
        count, more = what
        if base is tuple:
            tree = tuple.__new__(cls, parts[:count])
        else:
            tree = list.__new__(cls)
            list.extend(tree, parts[:count])
        if more:
            tree.__dict__.update(zip(more, parts[count:]))
        return tree

    def step(what, i):
        count, more = what
        return SequenceKey(i) if i < count else GetAttrKey(more[i - count])

    return flatten, unflatten, step


def _by_attributes(cls):
    def unflatten(names, parts):
        tree = object.__new__(cls)
        tree.__dict__.update(zip(names, parts))
        return tree

    return (lambda tree: (list(vars(tree).values()), tuple(vars(tree))), unflatten,
            lambda names, i: GetAttrKey(names[i]))


def _flatten_view(view):
    keys = sorted_keys(view)
    return [view[k] for k in keys], keys


def _attribute_steps(*names):
    return lambda _, i: GetAttrKey(names[i])


_registered[types.MappingProxyType] = (
    _flatten_view, lambda keys, parts: types.MappingProxyType(dict(zip(keys, parts))), _item)
# A method is what it does and whose it is: the state of an object is no constant.
_registered[types.MethodType] = (
    lambda method: ([method.__func__, method.__self__], None), lambda _, parts: types.MethodType(*parts),
    _attribute_steps("__func__", "__self__"))
_registered[functools.partial] = (
    lambda partial: ([partial.func, partial.args, partial.keywords], None),
    lambda _, parts: functools.partial(parts[0], *parts[1], **parts[2]),
    _attribute_steps("func", "args", "keywords"))

"""The object whose method is compiled. It is no argument, but holds tensors, and may change between calls.

Its tensors go through a compiled function as arguments do. All else in it is constant: each call looks
whether it is still the same.
"""

import functools
import inspect
import sys
import types

from . import _cotan, _nest, _nodes
from ._core import here
from ._late import np
from ._outside import identity
from ._syntax import convert
from ._traced import applied

_NUMBERS = (int, float, complex)


class Own:
    """A nest of the tensors in an object of a user's class, or in anything that holds such objects."""

    def __init__(self, what, outer=()):
        self.what, self.outer = what, outer

    def parts(self):
        """What it holds, by how it is reached; None if it is a leaf."""
        if is_plain(self.what):
            found = {f".{name}": part for name, part in vars(self.what).items()}
        else:
            found = _nest.parts(self.what)
        return found and {step: self.inner(part) for step, part in found.items()}

    def inner(self, part):
        """A part as a nest, too; what holds itself is none."""
        if any(part is x for x in self.outer):
            return part
        return Own(part, (*self.outer, self.what))


def is_plain(x):
    """Whether it is an object of a user's class that is no nest: all that it holds is in its attributes."""
    return _nodes.kind_of(type(x)) == ("leaf",) and hasattr(x, "__dict__") and _is_users(type(x))


_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by a class statement


@functools.lru_cache(maxsize=4096)
def _is_users(cls):
    if not cls.__flags__ & _HEAP_TYPE or any(vars(c).get("__slots__") for c in cls.__mro__):
        return False
    return convert.is_users_file(getattr(sys.modules.get(cls.__module__), "__file__", None) or "")


def _flatten(own):
    plain = is_plain(own.what)
    leaves, structure = _nest.flatten(vars(own.what) if plain else own.what)
    parts, numbers = [], []
    for leaf in leaves:
        if isinstance(leaf, _NUMBERS) and not isinstance(leaf, np.generic):
            numbers.append(_Number(leaf))
            continue
        numbers.append(None)
        parts.append(own.inner(leaf) if is_plain(leaf) else leaf)
    return parts, (type(own.what) if plain else None, structure, tuple(numbers))


def _unflatten(what, parts):
    cls, structure, numbers = what
    rest = iter(parts)
    tree = _nest.unflatten(structure, [next(rest) if n is None else n.value for n in numbers])
    if cls is None:
        return tree
    made = object.__new__(cls)
    made.__dict__.update(tree)
    return made


class _Number:
    """A number that is part of a program."""

    def __init__(self, value):
        self.value, self.key = value, identity(value)

    def __eq__(self, other):
        return isinstance(other, _Number) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


_nodes.register(Own, _flatten, _unflatten)


def owned(x):
    """An object whose method is compiled, as a nest."""
    return x if _nodes.kind_of(type(x)) != ("leaf",) else Own(x)


def of_function(function):
    """A function as an argument of the program that it is compiled to."""
    if isinstance(function, types.MethodType):
        return types.MethodType(function.__func__, owned(function.__self__))
    if isinstance(function, functools.partial):
        return Own(function)  # what is bound is there to be constant
    return owned(function)


def with_constants(function):
    """The function; of functools.partial that binds arrays or slices one that reads them, as closures do: they are constant."""
    if type(function) is not functools.partial:
        return function
    bound = [*function.args, *function.keywords.values()]
    if not any(isinstance(x, (np.ndarray, slice)) for x in bound):
        return function

    def call(*args, **keywords):
        return applied(function.func, *function.args, *args, **{**function.keywords, **keywords})

    functools.update_wrapper(call, function.func)
    call.__signature__ = inspect.signature(function)
    return call


class Watch:
    """Refuses changes of an object while its method is traced: it is a copy, and would change once."""

    def __init__(self, x):
        self.x = None if _nodes.kind_of(type(x)) == ("constant",) else x
        self.before, self.attributes = _nest.flatten(Own(self.x)), dict(getattr(self.x, "__dict__", {}))

    def check(self, name):
        after = _nest.flatten(Own(self.x))
        if self.before[1] == after[1] and all(a is b for a, b in zip(self.before[0], after[0])):
            return
        now = getattr(self.x, "__dict__", {})
        changed = [k for k in {**self.attributes, **now} if self.attributes.get(k, self) is not now.get(k, self)]
        what = f"'{changed[0]}' of" if changed else "what is held by"
        raise _cotan.TypeError(
            f"{here()}{name} changes {what} its {type(self.x).__name__}, which happens when it is compiled, not when it "
            "runs; return the new value instead")

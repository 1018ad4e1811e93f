"""What functions and classes read by name, so that a compiled function is not older than that.

A function that is a constant of a program is compared by its code, and by what its variables from
outside hold: one that is bound anew makes another program. What changes inside of an object that such a
variable holds is not seen.
"""

import dis
import functools
import types

from . import _cotan, _nest, _nodes
from ._late import np

_VALUES = (int, float, complex, str, bytes, type(None))
_EXPECTED_TO_STAY = {types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type, type(_cotan.array),
                     type(None)}  # a name that is not known is a builtin's


class Reads:
    """Objects; equal are numbers and texts that are, and others that are the same."""

    def __init__(self, objects):
        self.objects = objects

    def __eq__(self, other):
        return len(self.objects) == len(other.objects) and all(map(_is_same, self.objects, other.objects))

    def __hash__(self):
        return 0  # what is equal is compared


def _is_same(a, b):
    return a is b or (type(a) is type(b) and isinstance(a, _VALUES) and a == b and repr(a) == repr(b))


@functools.lru_cache(maxsize=4096)
def _global_names(code):
    """What a function reads that is not its own, and the functions written in it."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            names.update(_global_names(inner))
    return tuple(sorted(names))


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not set yet
        return None


def reads(object_):
    """What a function or a class reads; None if it is nothing. A compiled function asks on each call."""
    if type(object_) is not types.FunctionType:
        return Reads([value for cls in object_.__mro__ if cls.__module__ != "builtins" for value in vars(cls).values()])
    known = object_.__globals__
    found = []
    for name in _global_names(object_.__code__):
        value = known.get(name)
        if type(value) not in _EXPECTED_TO_STAY:
            found.append(value)
    if object_.__defaults__:
        found += object_.__defaults__
    if object_.__kwdefaults__:
        found += object_.__kwdefaults__.values()
    if object_.__closure__:
        found += map(_content, object_.__closure__)
    return Reads(found) if found else None


_cotan._set_reads(reads)


class Static:
    """An argument that is part of the program, as it was when it was given."""

    def __init__(self, value):
        self.value = value
        leaves, self._structure = _nest.flatten(value)
        self._leaves = tuple(map(identity, leaves))
        self._hash = hash((self._structure, self._leaves))

    def __eq__(self, other):
        return self._structure == other._structure and self._leaves == other._leaves

    def __hash__(self):
        return self._hash

    def __repr__(self):
        return repr(self.value)


_nodes.register_constant(Static)


def identity(leaf):
    """Equal for leaves that are one constant; 1, 1.0 and True are three, as are 0.0 and -0.0."""
    if isinstance(leaf, (_cotan.Tensor, np.ndarray)):
        raise TypeError("it is a tensor, which may have other elements in each call")
    if type(leaf).__eq__ is object.__eq__:  # it is equal to itself alone, but may change
        held = reads(leaf) if isinstance(leaf, (types.FunctionType, type)) else None
        return leaf, held or Reads(_nest.flatten(getattr(leaf, "__dict__", None))[0])
    return type(leaf), leaf, repr(leaf) if isinstance(leaf, (float, complex)) else None

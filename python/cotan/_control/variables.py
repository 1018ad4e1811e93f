"""The variables that a construct sets, and how values of two paths become one."""

import functools
import numbers
import sys
import types

import numpy as np

from .. import _core, _cotan, _nest


class _Unset:
    def __repr__(self):
        return "<not set>"


UNSET = _Unset()
# As exits.py names them: a function's result, which is read only where it was set, and flags that are
# true where control has left.
RESULT, FLAGS = "__ret", "__left"


# Variables that a construct on tensors leaves unset, by file and name, and why.
left_unset = {}


def value(get):
    """What a variable holds, or UNSET."""
    try:
        return get()
    except NameError:
        return UNSET


class Variables:
    """The variables a construct sets: their names, and functions that get and set all of them."""

    def __init__(self, names, get, set):  # noqa: A002
        self.names, self.get, self.set = names, get, set


class Place:
    """The line of a construct, the lines where its blocks set variables, the first that changes an
    object and the first that raises."""

    def __init__(self, line, blocks, changes=None, raises=None):
        self.line, self.blocks, self.changes, self.raises = line, blocks, changes, raises

    def refuse_effects(self, kind):
        """Tracing runs every path once: what is not a variable would change on all of them."""
        if self.changes is not None:
            raise _cotan.TypeError(
                f"{self.at(self.changes)}: this changes an object inside '{kind}' (line {self.line}) "
                "on a run-time value, which happens whichever way control goes; assign to a variable "
                "instead, as x = x.at[i].set(v) or items = items + [v]")
        if self.raises is not None:
            raise _cotan.TypeError(
                f"{self.at(self.raises)}: 'raise' inside '{kind}' (line {self.line}) on a run-time "
                "value would be reached whenever the function is compiled; return a value that says "
                "so instead")

    def leaves_unset(self, name, why):
        left_unset[_users_file(), name] = why.format(f"line {self.line}")

    def at(self, line=None):
        return f"{_users_file()}:{line or self.line}"

    def set_at(self, block, index):
        """Where a block sets a variable; the construct's line if it does not."""
        line = self.blocks[block][index] if block < len(self.blocks) else None
        return self.at(line)


def _users_file():
    frame = sys._getframe(1)
    while frame is not None:
        if "__ct__" in frame.f_code.co_freevars:
            return frame.f_code.co_filename
        frame = frame.f_back
    return "<unknown>"


def is_number(leaf):
    return isinstance(leaf, numbers.Number)


def is_dynamic(leaf):
    """Whether a run-time value can stand for it."""
    return _core.is_tensor_like(leaf)


def is_same(a, b):
    """Whether two leaves are known to be the same without running anything."""
    if a is b:
        return True
    if type(a) is not type(b) or isinstance(a, (_core.Tensor, np.ndarray)):
        return False
    try:
        return bool(a == b)
    except Exception:  # whatever their `==` does
        return False


def is_function(found):
    """A dataclass of tensors may be callable, too, but is a nest."""
    return callable(found) and (isinstance(found, (types.MethodType, functools.partial)) or
                                _nest.flatten(found)[1].is_leaf)


def are_two_functions(a, b):
    """Two that differ in more than the tensors that are bound to them."""
    if not is_function(a) or not is_function(b) or is_same(a, b):
        return False
    (xs, left), (ys, right) = _nest.flatten(a), _nest.flatten(b)
    return left != right or not all(is_same(x, y) or (is_dynamic(x) and is_dynamic(y)) for x, y in zip(xs, ys))


def type_of(leaf):
    """The type of a dynamic leaf as a text: "f32[2,3]"."""
    if is_number(leaf) and not isinstance(leaf, np.generic):
        return f"a Python {type(leaf).__name__}"
    return _core.describe(_core.as_tensor(leaf))


def show(name):
    return "the returned value" if name == RESULT else f"'{name}'"


class _Kind:
    """Stands for a leaf in the text of a nest."""

    def __init__(self, leaf):
        self.text = type_of(leaf) if is_dynamic(leaf) else repr(leaf)

    def __repr__(self):
        return self.text


def kind_of(found):
    """What a variable holds, for errors."""
    return "not set" if found is UNSET else repr(_nest.map_leaves(_Kind, found))

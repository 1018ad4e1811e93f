"""The variables that a construct sets, and how values of two paths become one."""

import functools
import numbers
import sys
import types
import warnings

from .. import _core, _cotan, _nest
from .._late import np


class _Unset:
    def __repr__(self):
        return "<not set>"


UNSET = _Unset()
# As exits.py names them: a function's result, which is read only where it was set, and flags that are
# true where control has left.
RESULT, FLAGS = "__ret", "__left"


# Variables that a construct on tensors leaves unset, by file and name, and why.
left_unset = {}
_warned = {}  # what the module warnings knows of warnings given


def value(get):
    """What a variable holds, or UNSET."""
    try:
        return get()
    except NameError:
        return UNSET


class Variables:
    """The variables a construct sets: their names, functions that get and set all of them, and the cells
    they live in; what has no cell is global."""

    def __init__(self, names, get, set, cells=None):  # noqa: A002
        self.names, self.get, self.set = names, get, set
        self.cells = cells
        if cells is None:
            found = zip(get.__code__.co_freevars, get.__closure__ or ())
            self.cells = {name: cell for name, cell in found if name in names}
        self.global_names = {name for name in names if name not in self.cells}

    def is_set(self, cell, values):
        """Whether it is the cell of a variable that is set among these values of all."""
        return any(self.cells.get(name) is cell and value is not UNSET for name, value in zip(self.names, values))

    def and_also(self, name, held):
        """These and one more, which the list `held` holds, as the first."""
        def set_all(new):
            held[:] = new[:1]
            self.set(new[1:])

        return Variables((name, *self.names), lambda: [*held, *self.get()], set_all, self.cells)


NONE = Variables((), lambda: [], lambda new: None, {})


class Place:
    """The line of a construct and what it is, the lines where its blocks set variables, the first that
    changes an object and the first that raises, and those where `+=` may change what variables hold."""

    def __init__(self, line, blocks, changes=None, raises=None, kind="if", augmented=()):
        self.line, self.blocks, self.changes, self.raises, self.kind = line, blocks, changes, raises, kind
        self.augmented = dict(augmented)

    def has_effects(self):
        """Whether blocks do what each turn of a loop must do by itself, while it is traced."""
        return self.changes is not None or self.raises is not None

    def refuse_effects(self):
        """Tracing runs every path once: what is not a variable would change on all of them."""
        if self.changes is not None:
            raise self.refusal("an object", self.at(self.changes))
        if self.raises is not None:
            raise _cotan.TypeError(
                f"{self.at(self.raises)}: 'raise' inside {self.text()} "
                "would be reached whenever the function is compiled; return a value that says "
                "so instead")

    def refuse_in_place(self, name, found):
        """An array of NumPy that goes around is a tensor, but `+=` would change the array."""
        if isinstance(found, np.ndarray) and name in self.augmented:
            raise self.refusal(f"'{name}'", self.at(self.augmented[name]))

    def text(self):
        return f"'{self.kind}' (line {self.line}) on a run-time value"

    def refusal(self, changed, where=None):
        """The error that says that an object is changed inside."""
        return _cotan.TypeError(
            f"{where or self.at()}: this changes {changed} inside {self.text()}, which happens whichever way "
            "control goes; assign to a variable instead, as x = x.at[i].set(v) or items = items + [v]")

    def warn_of_turns(self, number):
        warnings.warn_explicit(
            f"this '{self.kind}' has added to the program {number} times and goes on: its turns are known when the "
            "function is compiled, so each is compiled by itself; go through a range or the rows of a tensor by a "
            "'for' statement, or call ct.while_loop", RuntimeWarning, _users_file(), self.line, registry=_warned)

    def leaves_unset(self, name, why):
        left_unset[_users_file(), name] = why.format(f"line {self.line}")

    def at(self, line=None):
        return f"{_users_file()}:{line or self.line}"

    def set_at(self, block, index):
        """Where a block sets a variable; the construct's line if it does not."""
        line = self.blocks[block][index] if block < len(self.blocks) else None
        return self.at(line)

    def with_one_more(self):
        """The same for variables with one more in front, which no line sets."""
        blocks = tuple((None, *lines) for lines in self.blocks)
        return Place(self.line, blocks, self.changes, self.raises, self.kind, self.augmented)


class GivenTo:
    """Where a function is that is given to one of ours, as a Place."""

    def __init__(self, name):
        self.name = name

    def text(self):
        return f"a function given to ct.{self.name}"

    def refusal(self, changed, where=None):
        return _cotan.TypeError(
            f"{where or _core.here()[:-2]}: this changes {changed} inside {self.text()}, which happens when it is "
            "traced, not whenever it runs; let it return what changes")


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

    def __call__(self):
        """A partial takes it for a function."""


def kind_of(found):
    """What a variable holds, for errors."""
    return "not set" if found is UNSET else repr(_nest.map_leaves(_Kind, found))

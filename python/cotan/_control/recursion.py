"""Functions that call themselves where the way depends on values that are not known yet: their calls are calls of
the program, as deep as it takes when it runs."""

import contextlib
import itertools
import threading

from .. import _core, _cotan, _nest
from . import effects, room
from .closed import closed
from .variables import is_dynamic, is_number, is_same

_MOST_COPIES = 12  # of a call in itself that differs in numbers: more are one function of the numbers


class CallsItself(BaseException):
    """What was traced of a call is of no use: it turned out to be a function that calls itself."""

    def __init__(self, of):
        self.of = of


class Elsewhere(Exception):
    """A function is called that is being traced, by a compiled function that is traced apart from it."""


class _State(threading.local):
    calls = ()  # that are being traced, from outermost to innermost
    apart = 0  # how many of them began before the compiled function that is traced apart


_state = _State()


@contextlib.contextmanager
def apart():
    """A function is traced that others will call, too."""
    before, _state.apart = _state.apart, len(_state.calls)
    try:
        yield
    finally:
        _state.apart = before


@contextlib.contextmanager
def not_followed(functions):
    """Others than the calls here see to it that these functions, which call themselves, come to an end."""
    codes = {getattr(function, "__code__", None) for function in functions}
    before = _state.calls, _state.apart
    kept = [c.function.__code__ not in codes for c in _state.calls]
    _state.calls, _state.apart = tuple(itertools.compress(_state.calls, kept)), sum(kept[:_state.apart])
    try:
        yield
    finally:
        _state.calls, _state.apart = before


def may_begin(function):
    """Whether a call has to be followed: not in a call of the same function without a branch between them, which only
    Python's numbers end. Frames of Python, of which there are not many, are left to those."""
    if not _core.is_tracing():
        return False
    here = _cotan._depth(), effects.is_ahead()
    return all(c.function.__code__ is not function.__code__ or (c.depth, c.is_ahead) != here for c in _state.calls)


def call(function, rewritten, /, *args, **keywords):
    """What the rewritten function returns."""
    if again := called_again(function, args, keywords):
        return again[0]
    before = _state.calls
    this = _Call(function, rewritten, args, keywords)
    _state.calls = (*before, this)
    try:
        return rewritten(*args, **keywords)
    except CallsItself as found:
        return this.define(found)
    finally:
        _state.calls = before


def called_again(function, args, keywords):
    """[what it returns], if this call is in a branch of a call of the same function, which becomes one function of
    both; else None. Where there is no branch between them it is not: Python knows how often it goes on."""
    mine = [c for c in _state.calls if c.function.__code__ is function.__code__]
    if mine and effects.is_ahead() and not mine[-1].is_ahead:
        effects.act()
    outer = [c for c in mine if c.depth < _cotan._depth()]
    if not outer:
        return None
    again = _Leaves(function, args, keywords)
    alike = [c for c in outer if c.takes(again)]
    same = [c for c in alike if not c.differing(again)]
    same = same or (alike if len(alike) >= _MOST_COPIES else [])
    if here := [c for c in same if c.is_here()]:
        return [here[0].again(again)]
    if same:
        _check_orders(function, same)
    return None


def _check_orders(function, calls):
    """The function is called by a part of it that is differentiated or mapped: there it is another one."""
    if any(c in calls for c in _state.calls[:_state.apart]):
        raise Elsewhere
    if len({c.program for c in calls}) >= room.here().orders:
        raise room.TooDeep(function.__name__)


class _Leaves:
    """What a function is called with: its leaves, with what it reads from outside."""

    def __init__(self, function, args, keywords):
        self.leaves, self.structure = _nest.flatten((args, keywords))
        self.function = function

    def fits(self, other):
        """Whether one function can take both."""
        return (self.structure == other.structure and all(map(_can_be_one, self.leaves, other.leaves)) and
                _reads(self.function) == _reads(other.function))


def _reads(function):
    return _cotan._NestShape(function, False, True)


def _can_be_one(x, y):
    if is_dynamic(x) and is_dynamic(y):
        return is_same(x, y) or _core.can_join(x, y)
    return is_same(x, y)


class _Call:
    """A call that is being traced."""

    def __init__(self, function, rewritten, args, keywords):
        self.function, self.rewritten, self.args, self.keywords = function, rewritten, args, keywords
        self.program, self.depth, self.mark = _cotan._program_here(), _cotan._depth(), _cotan._Mark()
        self.is_ahead = effects.is_ahead()
        self.varying = set()  # numbers that are not the same in each call
        self.given = self.recursion = self.shape = None

    def takes(self, again):
        self.given = self.given or _Leaves(self.function, self.args, self.keywords)
        return self.given.fits(again)

    def differing(self, again):
        """The numbers that are others here than in the call `again`."""
        return {i for i, (x, y) in enumerate(zip(self.given.leaves, again.leaves))
                if i not in self.varying and is_number(x) and not is_same(x, y)}

    def goes_in(self, i, leaf):
        """Whether it is an argument of the program's function, instead of a constant in it."""
        return is_dynamic(leaf) and (not is_number(leaf) or i in self.varying)

    def arguments(self, given):
        return [x for i, x in enumerate(given.leaves) if self.goes_in(i, self.given.leaves[i])]

    def is_here(self):
        return self.program == _cotan._program_here()

    def again(self, given):
        effects.act()
        differing = self.differing(given)
        self.varying |= differing
        if self.recursion is None or differing:
            raise CallsItself(self)
        return self.returned(self.recursion.call(self.arguments(given)))

    def returned(self, tensors):
        return self.shape.filled(tensors)

    def define(self, found):
        """As a function of the program, if it is this call of which more was found out."""
        if found.of is not self:
            raise found
        self.mark.go_back()
        while True:
            self.recursion, self.shape = _cotan._Recursion(self.function.__name__), None
            try:
                return self.returned(self.recursion.define(self.arguments(self.given), self.flat))
            except CallsItself as more:
                if more.of is not self:
                    raise

    def flat(self, tensors):
        """The function of a list."""
        tensors = iter(tensors)
        leaves = [next(tensors) if self.goes_in(i, x) else x for i, x in enumerate(self.given.leaves)]
        args, keywords = _nest.unflatten(self.given.structure, leaves)
        shape = self.shape_of(closed(self.rewritten(*args, **keywords)))
        if self.shape is not None and not shape.has_form_of(self.shape):
            raise _cotan.TypeError(self.says(f"returns {_nest.text_of(self.shape)} where it ends, but {_nest.text_of(shape)} where it "
                                             "calls itself; return one kind of nest on all ways"))
        self.shape = shape.types_only()
        return shape.tensors

    def shape_of(self, result):
        try:
            return _cotan._NestShape(result)
        except _nest.UnknownLeaf as unknown:
            raise _cotan.TypeError(unknown.text(f"the result of {self.function.__name__}, which calls itself,", "result",
                                                unknown.path)) from None

    def says(self, what):
        code = self.function.__code__
        return f"{code.co_filename}:{code.co_firstlineno}: '{self.function.__name__}' {what}"

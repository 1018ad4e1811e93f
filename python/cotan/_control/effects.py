"""What happens besides values while a branch or a turn is traced: it happens once, then, instead of
whenever the program comes by. So it is refused, at its line where it can be found."""

import collections
import contextlib
import io
import itertools
import operator
import random
import sys
import threading
import types

from .. import _core, _cotan
from .._late import np
from .._syntax import convert
from . import draws
from .reachable import is_ours, reader, state_of

_MOST = 20_000  # objects that are looked at
_MOST_ELEMENTS = 1000  # of one object, into which is looked
_CONSTANTS = (int, float, complex, bool, str, bytes)


class NotPure(BaseException):
    """What was to be computed ahead has an effect, or might not end."""


class _State(threading.local):
    regions = ()  # what is traced now that may run never, or several times, as texts
    ahead = False  # whether values are computed that may not be wanted
    acts = 0


_state = _State()


def acts():
    """How often something was traced that must happen exactly as often as Python says."""
    return _state.acts


def is_ahead():
    """Whether what is traced now may not be wanted."""
    return _state.ahead


def act():
    """Says that something is traced now that must happen exactly as often as Python says."""
    if _state.ahead:
        raise NotPure
    _state.acts += 1


@contextlib.contextmanager
def _set(**new):
    old = {name: getattr(_state, name) for name in new}
    vars(_state).update(new)
    try:
        yield
    finally:
        vars(_state).update(old)


def ahead(function):
    """[what it returns], though it may not be wanted; None if it must not be computed then."""
    try:
        with _set(ahead=True):
            return [function()]
    except NotPure:
        return None


class _Seen:
    """An object, its state when it was met, and the way to it."""

    def __init__(self, found, state, parent, key):
        self.found, self.state, self.parent, self.key = found, state, parent, key

    def items(self):
        return self.state.items() if isinstance(self.state, dict) else enumerate(self.state)

    def name(self):
        """As a program would call it: "self.rows[0]"."""
        if self.parent is None:
            return self.key
        return _joined(self.parent, self.key)

    def changed(self, own_names):
        """The key that holds something else now, or None."""
        now = state_of(self.found)
        if now is None or (isinstance(now, list) and len(now) == len(self.state) and all(map(operator.is_, now, self.state))):
            return None
        if len(now) != len(self.state):
            return ()
        for key, before in self.items():
            if isinstance(self.state, dict) and key not in now:
                return key
            if not _same(before, now[key]) and not (isinstance(key, tuple) and key[0] in own_names):
                return key
        return None

    def undo(self):
        """Makes it what it was, where that is simple."""
        found, state = self.found, self.state
        if type(found) is list:
            found[:] = state
        elif type(found) is dict:
            found.clear()
            found.update(state)
        elif isinstance(found, np.ndarray) and found.flags.writeable:
            found[...] = np.frombuffer(state[0], found.dtype).reshape(found.shape)
        elif isinstance(found, types.CellType) and state:
            found.cell_contents = state[0]
        elif isinstance(state, dict):
            self.undo_attributes(state_of(found) or {})

    def undo_attributes(self, now):
        with contextlib.suppress(AttributeError, TypeError):  # of a class that does not allow it
            for key in {key for key in (now | self.state) if isinstance(key, str) and key.startswith(".")}:
                if key not in self.state:
                    delattr(self.found, key[1:])
                elif key not in now or now[key] is not self.state[key]:
                    setattr(self.found, key[1:], self.state[key])


def _joined(parent, key):
    if isinstance(parent.found, types.FunctionType):
        return key[0] if isinstance(key, tuple) else f"the {key} of {parent.found.__name__}" if "defaults" in key else key
    if isinstance(parent.found, (types.CellType, types.MethodType, types.BuiltinMethodType)) or key == ():
        return parent.name()
    if isinstance(key, str) and key.startswith("."):
        return parent.name() + key
    if isinstance(parent.found, (list, tuple, dict, collections.deque)):
        return f"{parent.name()}[{key!r}]"
    return parent.name()


def _same(x, y):
    return x is y or (type(x) is type(y) and isinstance(x, _CONSTANTS) and x == y)


class _Watch:
    """All objects that functions can reach, but for the variables that are theirs to set."""

    def __init__(self, functions, own):
        self.own_cells = {id(cell) for cell in own.cells.values()}
        self.own_names = own.global_names
        self.seen = {}
        pending = [(function, None, "") for function in functions]
        if not _state.regions:  # what is inside of another region is watched by that, too
            pending += [(random._inst, None, "the state of random"),
                        (np.random.mtrand._rand, None, "the state of numpy.random")]
        while pending and len(self.seen) < _MOST:
            found, parent, key = pending.pop()
            state = None if id(found) in self.seen else state_of(found)
            if state is None:
                continue
            seen = self.seen[id(found)] = _Seen(found, state, parent, key)
            parts = itertools.islice(seen.items(), _MOST_ELEMENTS)
            pending += [(part, seen, key) for key, part in parts if reader(type(part))]

    def change(self, asked):
        """What changed first: (what was seen, the key that holds something else). Generators of random numbers are
        not looked at where it may be others that have changed them."""
        for seen in self.seen.values():
            is_others = isinstance(seen.found, draws.generators()) and asked.could_be_others(seen.found)
            if id(seen.found) not in self.own_cells and not is_ours(seen.found) and not is_others:
                key = seen.changed(self.own_names)
                if key is not None:
                    return seen, key
        return None


def watched(block, functions, place, own):
    """What `block()` returns; refuses it if objects that the functions can reach are changed by it, but for
    the variables `own`."""
    watch = _Watch(functions, own)
    with _set(regions=(*_state.regions, place.text())), draws.Asked() as asked:
        result = block()
    change = watch.change(asked)
    if change is None:
        return result
    seen, key = change
    name = _joined(seen, key)
    seen.undo()
    line = _line_of_change(block, seen, watch.own_names)
    seen.undo()
    raise place.refusal(f"'{name}'" if name else "an object", line)


def _line_of_change(block, seen, own_names):
    """The line after which the object is another, when it is all done again; None if that does not happen."""
    last, found = None, None

    def follow(frame, event, argument):
        nonlocal last, found
        if found is None and last and seen.changed(own_names) is not None:
            found = last
        if convert.is_users(frame.f_code):
            last = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        return follow

    seen.state = state_of(seen.found)
    with contextlib.suppress(BaseException), draws.followed(sys.settrace, follow):
        block()  # has been done once before, and is refused anyway
    return found or (last if seen.changed(own_names) is not None else None)


_WORLD = {"time", "secrets", "uuid", "subprocess", "logging", "posix", "nt", "socket", "_io", "io"}
_NAMED = {input, open, breakpoint}
_CLOCKS = {"now", "utcnow", "today"}


def refuse_world(function):
    """Refuses to ask or change the world outside of the program inside of a branch or loop that is traced."""
    if not _state.regions:
        return
    module = getattr(function, "__module__", None)
    of = getattr(function, "__self__", None)
    try:
        named = function in _NAMED
    except TypeError:  # no hash
        named = False
    clock = getattr(of, "__module__", None) == "datetime" and function.__name__ in _CLOCKS
    if named or clock or module in _WORLD or isinstance(of, io.IOBase):
        name = getattr(function, "__qualname__", repr(function))
        raise _cotan.TypeError(
            f"{_core.here()}{name}() inside {_state.regions[-1]} would be called once, when the function is "
            "compiled, whichever way control goes; call it outside, and hand over its result")

"""How much room a program has for functions of which only the run says how many there are: a run that needs more ends,
and the program is traced again with more.
"""

import contextlib
import functools
import threading
from typing import NamedTuple

from .. import _core, _cotan


class Room(NamedTuple):
    """What a function captures is kept in `rows` of each kind; one that is part of its own derivative is traced for
    `orders` of them."""

    rows: int = 16
    orders: int = 2

    def raised(self, problem):
        """With more of what a run needs more of."""
        if problem.what_more == "rows":
            more = self._replace(rows=8 * self.rows)
        else:
            more = self._replace(orders=2 + self.orders)
        if more.rows > 1 << 24 or more.orders > 32:
            raise _cotan.Error(f"{problem}; let the loop carry what they are made of") from None
        return more


class TooDeep(BaseException):
    """A function is part of its own derivative more often than there is room for: a branch that this comes from is
    not taken."""


class _State(threading.local):
    room = Room()


_state = _State()


def here():
    return _state.room


@contextlib.contextmanager
def having(room):
    before, _state.room = _state.room, room
    try:
        yield
    finally:
        _state.room = before


def until_it_fits(attempt, room=Room()):
    """The result of attempt(room), which is called again with more room as long as a run needs it."""
    while True:
        try:
            return attempt(room)
        except _cotan._NeedsRoom as problem:
            room = room.raised(problem)
            _cotan._repeat_run()


def made_to_fit(function):
    """The function, which traces and runs others, with as much room as they need."""
    @functools.wraps(function)
    def fitting(*args, **keywords):
        if _core.is_tracing():
            return function(*args, **keywords)

        def attempt(room):
            with having(room):
                return function(*args, **keywords)

        return until_it_fits(attempt)

    return fitting


def without_end(problem):
    """What to raise where no branch is left that could be taken instead."""
    if _core.is_tracing():
        return problem
    return _cotan.Error(f"{_core.here()}'{problem}' takes a derivative of itself, or maps itself, on every way through it, so "
                        "that it would never end; let it return on one way without")


def require(holds, what, text):
    """The run needs more room where this does not hold."""
    _cotan._assert(holds, text, [], what)

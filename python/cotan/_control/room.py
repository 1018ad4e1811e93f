"""How much room a program has for functions of which only the run says how many there are: a run that needs more ends,
and the program is traced again with more. How much there is C++ knows (trace/room.h), for both languages; who begins
again in Python is here.
"""

import contextlib
import functools
from typing import NamedTuple

from .. import _core, _cotan


class Room(NamedTuple):
    """What a function captures is kept in `rows` of each kind; one that is part of its own derivative is traced for
    `orders` of them."""

    rows: int
    orders: int

    def raised(self, problem):
        """With more of what a run needs more of."""
        try:
            return Room(*_cotan._raised_room(*self, str(problem), problem.what_more))
        except _cotan.Error as error:  # there cannot be more
            raise error from None


LEAST = Room(*_cotan._room())


class TooDeep(BaseException):
    """A function is part of its own derivative more often than there is room for: a branch that this comes from is
    not taken."""


def here():
    return Room(*_cotan._room())


@contextlib.contextmanager
def having(room):
    before = _cotan._swap_room(room)
    try:
        yield
    finally:
        _cotan._swap_room(before)


def until_it_fits(attempt):
    """The result of attempt(room), which is called again with more room as long as a run needs it."""
    room = LEAST
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

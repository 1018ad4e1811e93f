"""for."""

import sys

from .. import _core, _cotan
from . import effects
from .conditions import both, if_
from .loops import Loop, Turns, while_
from .reachable import parts_of_iterator
from .variables import Place, is_number

# A `for` over a range of Python numbers, or over the rows of a tensor that is no argument, becomes a
# loop of the compiled program if it is longer; the index is then a tensor. Shorter ones are unrolled,
# so that the index can pick from Python lists.
LONGEST_UNROLLED = 64


class Range:
    """range() of tensors."""

    def __init__(self, start, stop, step=1):
        self.start, self.stop, self.step = start, stop, step

    def __iter__(self):
        raise _cotan.TypeError(f"{_core.here()}a range to a tensor is known only at run time; it can be gone through by "
                               "a 'for' of a compiled function, as 'for i in range(n):', and nothing else")

    __len__ = __getitem__ = __contains__ = __reversed__ = lambda self, *_: iter(self)


class Progress:
    """What ct.progress gives: a range whose turns are told (python/cotan/_progress.py)."""

    def __init__(self, count, text, tell):
        self._count, self._text, self._tell = count, text, tell

    def range(self):
        return range(self._count) if type(self._count) is int else Range(0, self._count)

    def told(self, body):
        def turn(i):
            self._say(i)
            return body(i)

        return turn

    def end(self, may_be_left):
        self._say(-1, -1 if may_be_left else self._count)

    def _say(self, turn, count=None):
        count = self._count if count is None else count
        if not _core.is_tracing():
            return self._tell(self._text.format(turn, count))
        effects.act()
        _cotan._print(self._text, [_core.as_tensor(turn), _core.as_tensor(count)], "cotan.progress")
        return None

    def __iter__(self):
        if type(self._count) is not int:
            yield from self.range()  # which says why not
        done = 0
        try:
            for i in range(self._count):
                self._say(i)
                yield i
                done = i + 1
        finally:
            self._say(-1, done)


def for_(iterable, body, goes_on, variables, place):
    is_named = sys.getrefcount(iterable) > _OF_TEMPORARY
    if isinstance(iterable, range) and len(iterable) > LONGEST_UNROLLED and _core.is_tracing() and not place.has_effects():
        iterable = Range(iterable.start, iterable.stop, iterable.step)
    if (_core.is_traced(iterable) and iterable.ndim > 0) or _is_long_tensor(iterable):
        rows, count = iterable, iterable.shape[0]
        if not place.has_effects() or type(count) is not int:
            return for_(Range(0, count), lambda i: body(rows[i]), goes_on, variables, place)
        iterable, is_named = [rows[i] for i in range(count)], False
    if isinstance(iterable, Progress):
        for_(iterable.range(), iterable.told(body), goes_on, variables, place)
        return iterable.end(goes_on is not None)
    if isinstance(iterable, Range):
        return _over_range(iterable, body, goes_on, variables, place)
    return _over_items(iterable, body, goes_on, variables, place, is_named)


def _is_long_tensor(x):
    """A tensor from outside of what is being traced."""
    return (isinstance(x, _cotan.Tensor) and not x.is_traced and _core.is_tracing() and x.ndim > 0
            and len(x) > LONGEST_UNROLLED)


def _over_items(iterable, body, goes_on, variables, place, is_named):
    """Unrolled. Where it was left is known at run time only, if that depends on a value."""
    iterator, turns, end = iter(iterable), Turns(place), object()
    while True:
        wanted = True if goes_on is None else goes_on()
        if _core.is_traced(wanted):
            _refuse_shared(iterator, is_named and iterator is iterable, place)
        item = next(iterator, end) if _core.is_traced(wanted) or wanted else end
        turns.count()  # the one before
        if item is end:
            return
        if _core.is_traced(wanted):
            if_(wanted, lambda item=item: body(item), lambda: None, variables, place, body, item)
        else:
            body(item)


def counted(iterable, line):
    """What a comprehension goes through. While a function is traced its turns are counted."""
    if not _core.is_tracing():
        return iterable
    return _counting(iter(iterable), Turns(Place(line, (), kind="for")))


def _counting(iterator, turns):
    for item in iterator:
        yield item
        turns.count()


# Iterators that only step, over what holds its items.
_STEPPING = (zip, enumerate, reversed, *(type(iter(x)) for x in ((), [], "", {}, {}.values(), {}.items(), set(),
                                                                 range(0), range(1 << 70), reversed([]))))


def _refuse_shared(iterator, is_named, place):
    """Going on with an iterator after the loop was left at a value must not be seen."""
    steps = type(iterator) in _STEPPING and _inner(iterator)
    if is_named or steps is False or any(sys.getrefcount(steps[i]) > _OF_INNER for i in range(len(steps))):
        raise _cotan.TypeError(f"{place.at()}: this 'for' may be left at a run-time value, so it is not known how far it goes "
                               f"in a {type(iterator).__name__} that others hold or that computes; go through a list")
    for step in steps:
        _refuse_shared(step, False, place)


def _inner(iterator):
    return [part for part in parts_of_iterator(iterator) if hasattr(type(part), "__next__")]


def _references(iterable, *rest):
    return sys.getrefcount(iterable)


def _references_inside(iterator):
    steps = _inner(iterator)
    return sys.getrefcount(steps[0])


# How often something is referred to that is held by nothing else, here and in an iterator.
_OF_TEMPORARY = _references(iter(()), None, None)
_OF_INNER = _references_inside(zip(iter(())))


def _over_range(range_, body, goes_on, variables, place):
    if goes_on is None:
        loop = Loop(variables, place, (body,))
        loop.run(lambda initial: _core.for_loop(
            range_.start, range_.stop, range_.step,
            lambda i, *args: loop.turn(args, lambda: body(i)), initial))
        return
    index = [_core.as_tensor(range_.start)]

    def more():
        i, stop = index[0], range_.stop
        inside = (i < stop) if is_number(range_.step) and range_.step > 0 else _core.where(
            range_.step > 0, i < stop, i > stop)
        return both(place.line, goes_on(), lambda: inside)

    def turn():
        i = index[0]
        index[0] = i + range_.step
        body(i)

    while_(more, None, turn, variables.and_also("the index", index), place.with_one_more(), False)



"""while, and what all loops on tensors have in common: which variables go around."""

import collections
import contextlib
import threading

from .. import _core, _cotan, _nest
from . import effects
from .again import Again
from .chosen import Differ, form_of, joined, of_two
from .conditions import both, if_, not_, truth
from .grown import Growing
from .rows import grows
from .variables import RESULT, UNSET, are_two_functions, is_dynamic, is_number, is_same, kind_of, show

_MOST_FOUND = 8  # times that a variable is found to hold something else
MANY_TURNS = 128  # from here on a loop says that it is unrolled


class _Unrolled(threading.local):
    turns = None  # of loops, by their places, where somebody wants to know


_unrolled = _Unrolled()


@contextlib.contextmanager
def counting_turns(turns):
    """Within it, `turns` gets how many turns of which loops add to the program, by the loops' places."""
    before, _unrolled.turns = _unrolled.turns, turns
    try:
        yield
    finally:
        _unrolled.turns = before


class Turns:
    """Counts turns that add to the program while it is traced, and says so where they are many."""

    def __init__(self, place):
        self.place, self.number, self.last = place, 0, _cotan._last_operation()

    def count(self):
        last = _cotan._last_operation()
        if last == self.last:
            return
        self.number += 1
        self.last = last
        if self.number == MANY_TURNS:
            self.place.warn_of_turns(self.number)
        if _unrolled.turns is not None:
            at = self.place.at()  # of several loops, if they are on a line
            _unrolled.turns[at] = max(_unrolled.turns.get(at, 0), self.number)


def while_(test, left, body, variables, place, sets):
    """`left` says whether control has left the loop; `sets` whether the test sets variables."""
    held = [True]
    tested = variables.and_also("the condition", held)

    def answer():
        held[:] = [test()]

    def leave():
        held[:] = [False]

    def ask():
        """Holds the test, which is not asked where control has left."""
        if left is None:
            answer()
        else:
            if_(left(), leave, answer, tested, place.with_one_more(), test)
        return held[0]

    def both_hold():
        return test() if left is None else both(place.line, not_(left()), test)

    turns = Turns(place)
    while True:
        acts = effects.acts()
        goes_on = ask()
        if _core.is_traced(goes_on):
            break
        if not goes_on:
            return
        body()
        turns.count()
    if sets or acts != effects.acts():
        _asked_once_a_turn(ask, held, body, Loop(tested, place.with_one_more(), (test, body)))
        return
    loop = Loop(variables, place, (test, body))
    loop.run(lambda initial: _core.while_loop(
        lambda *args: loop.watched(args, lambda: truth(both_hold(), place.at())),
        lambda *args: loop.turn(args, body), initial))


def _asked_once_a_turn(ask, held, body, loop):
    """A loop whose test does more than to give a value: it was asked before, and is at the end of each turn."""
    def turn():
        body()
        held[:] = [truth(found) if _core.is_traced(found := ask()) else bool(found)]

    held[:] = [truth(held[0], loop.place.at())]
    loop.run(lambda initial: _core.while_loop(
        lambda *args: loop.given(args, lambda: held[0]), lambda *args: loop.turn(args, turn), initial))


class Loop:
    """Traces a loop: finds out which variables go around."""

    def __init__(self, variables, place, functions):
        place.refuse_effects()
        effects.act()
        self.variables, self.place, self.kind, self.functions = variables, place, place.kind, functions
        self.before = variables.get()
        for name, found in zip(variables.names, self.before):
            place.refuse_in_place(name, found)
        self.start = list(self.before)
        self.varying = set()  # numbers that are not the same in each turn, by variable and leaf
        self.dropped = set()  # variables that are set before the loop, but may hold something else in it
        self.forms = {}  # of variables with functions that differ from turn to turn
        self.found = collections.Counter()  # how often that was something new
        self.growing = Growing(self.is_kept)  # those with functions that are made of those of the turn before

    def run(self, trace):
        try:
            while True:
                try:
                    results = trace(self.initial())
                    break
                except Again:
                    continue
            after = self.filled_with(results)
        except BaseException:
            self.variables.set(self.before)
            raise
        self.variables.set(after)

    def goes_around(self, i, j, leaf):
        return is_dynamic(leaf) and (not is_number(leaf) or (i, j) in self.varying)

    def initial(self):
        leaves = [x for i, found in enumerate(self.start) if found is not UNSET for x in self.tensors(i, found)]
        return leaves + self.growing.written(self.start)

    def tensors(self, i, found):
        """What goes around of a variable."""
        if i in self.growing:
            return []  # the rows of all come last
        if i in self.forms:
            return self.forms[i].encode(found)
        return [x for j, x in enumerate(_nest.flatten(found)[0]) if self.goes_around(i, j, x)]

    def is_kept(self, cell):
        return self.variables.is_set(cell, self.start)

    def filled_with(self, args):
        """The variables with `args` for what goes around."""
        args = iter(args)
        values = []
        for i, found in enumerate(self.start):
            if found is UNSET or i in self.growing:
                values.append(UNSET)
                continue
            if i in self.forms:
                values.append(self.forms[i].decode(args))
                continue
            leaves, structure = _nest.flatten(found)
            new = [next(args) if self.goes_around(i, j, x) else x for j, x in enumerate(leaves)]
            values.append(_nest.unflatten(structure, new))
        self.growing.fill(values, args)
        return values

    def given(self, args, function):
        self.variables.set(self.filled_with(args))
        return function()

    def watched(self, args, function):
        """The same, where nothing else than the variables may change."""
        values = self.filled_with(args)

        def run():
            self.variables.set(values)
            return function()

        self.variables.set(values)
        return effects.watched(run, self.functions, self.place, self.variables)

    def turn(self, args, body):
        """Traces the body; what goes around after it."""
        self.watched(args, body)
        end = self.variables.get()
        results, again = [], False
        for i, name in enumerate(self.variables.names):
            if self.start[i] is UNSET:
                again |= self.settle_unset(i, name, end[i])
            else:
                again |= self.compare(i, name, end[i], results)
        if again:
            raise Again
        return results + self.growing.written(end)

    def settle_unset(self, i, name, end):
        """A result is read only where it was set: it starts as zeros. Other variables are the body's."""
        if i in self.dropped:
            return False
        if end is UNSET or name != RESULT:
            self.place.leaves_unset(name, f"the '{self.kind}' in {{}} may not run once; set it before")
            return False
        self.start[i] = _nest.map_leaves(lambda x: _core.zeros_like(x) if is_dynamic(x) else x, end)
        return True

    def compare(self, i, name, end, results):
        """Adds what goes around; whether to trace again, with more that does."""
        if name != RESULT and end is UNSET:
            return self.drop(i, name, end)
        if i in self.forms or i in self.growing:
            return self.see_functions(i, end, results)
        (before, structure), (after, found) = _nest.flatten(self.start[i]), _nest.flatten(end)
        if structure != found or are_two_functions(self.start[i], end):
            return self.begin_to_choose(i, name, end)
        again = False
        for j, (x, y) in enumerate(zip(before, after)):
            if self.goes_around(i, j, x):
                if not is_dynamic(y) or not _core.can_join(y, x):
                    self.refuse(i, name, x, y)
                results.append(y)
            elif not is_same(x, y):
                if not (is_dynamic(x) and is_dynamic(y)):
                    return self.begin_to_choose(i, name, end)
                self.varying.add((i, j))
                again = True
        return again

    def begin_to_choose(self, i, name, end):
        """From now on the variable is one of several functions, or holds such."""
        form = of_two(self.start[i], end, self.is_kept)
        if form is not None:
            self.forms[i] = form
            return True
        if name != RESULT and are_two_functions(self.start[i], end):
            return self.drop(i, name, end)
        return self.refuse(i, name, self.start[i], end)

    def see_functions(self, i, end, results):
        """Whether to trace again, as the variable holds a function that it was not known to hold."""
        try:
            found = form_of(end, self.is_kept)
            if i in self.growing:
                return self.growing.sees(i, found)
            form, self.forms[i] = self.forms[i], joined(self.forms[i], found)
            if self.forms[i] != form and grows(self.forms[i]):
                self.growing.begin(i, self.forms.pop(i))
                return True
        except Differ:
            return self.refuse(i, self.variables.names[i], self.start[i], end)
        if self.forms[i] != form:
            self.found[i] += 1
            if self.found[i] > _MOST_FOUND:
                raise _cotan.TypeError(
                    f"{self.place.at()}: {show(self.variables.names[i])} holds functions that are others in each turn of this "
                    f"'{self.kind}' (set at {self.place.set_at(0, i)}); of what they are made is not known before it runs, so let "
                    "the loop carry that")
            return True
        results += form.encode(end)
        return False

    def drop(self, i, name, end):
        """From the second turn on, the variable is not what it is before the loop."""
        self.start[i] = UNSET
        self.dropped.add(i)
        if end is not UNSET:
            self.place.leaves_unset(name, f"the '{self.kind}' in {{}} sets it to a function that has captured something "
                                    "of another shape than the one before; set it where it is called")
        return True

    def refuse(self, i, name, before, after):
        raise _cotan.TypeError(
            f"{self.place.at()}: {show(name)} is {kind_of(before)} before this '{self.kind}' but "
            f"{kind_of(after)} after a turn (set at {self.place.set_at(0, i)}); {advice(before, after)}")


def advice(before, after):
    """How a variable could stay what it was."""
    if isinstance(before, list) and isinstance(after, list):
        return ("a list cannot grow in a compiled loop, so let ct.scan stack the rows, or set them in a "
                "tensor, as rows = rows.at[i].set(row)")
    return "give it one type and shape for all turns"

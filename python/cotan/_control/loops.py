"""while and for."""

from .. import _core, _cotan, _nest
from .conditions import Again, and_, if_, truth
from .variables import RESULT, UNSET, Variables, are_two_functions, is_dynamic, is_number, is_same, kind_of, show

# A `for` over a range of Python numbers that is longer becomes a loop of the compiled program; its
# index is then a tensor. Shorter ones are unrolled, so that the index can pick from Python lists.
LONGEST_UNROLLED = 64


class Range:
    """range() of tensors."""

    def __init__(self, start, stop, step=1):
        self.start, self.stop, self.step = start, stop, step


def while_(test, body, variables, place):
    goes_on = test()
    while not _core.is_traced(goes_on):
        if not goes_on:
            return
        body()
        goes_on = test()
    loop = _Loop(variables, place, "while")
    loop.run(lambda initial: _core.while_loop(
        lambda *args: loop.given(args, lambda: truth(test(), place.at())),
        lambda *args: loop.turn(args, body), initial))


def for_(iterable, body, goes_on, variables, place):
    if isinstance(iterable, range) and len(iterable) > LONGEST_UNROLLED and _core.is_tracing():
        iterable = Range(iterable.start, iterable.stop, iterable.step)
    if _core.is_traced(iterable) and iterable.ndim > 0:
        rows = iterable
        return for_(Range(0, rows.shape[0]), lambda i: body(rows[i]), goes_on, variables, place)
    if isinstance(iterable, Range):
        return _over_range(iterable, body, goes_on, variables, place)
    for item in iterable:
        wanted = True if goes_on is None else goes_on()
        if _core.is_traced(wanted):
            if_(wanted, lambda item=item: body(item), lambda: None, variables, place)
        elif wanted:
            body(item)
        else:
            break
    return None


def _over_range(range_, body, goes_on, variables, place):
    if goes_on is None:
        loop = _Loop(variables, place, "for")
        loop.run(lambda initial: _core.for_loop(
            range_.start, range_.stop, range_.step,
            lambda i, *args: loop.turn(args, lambda: body(i)), initial))
        return
    index = [_core.as_tensor(range_.start)]

    def set_all(new):
        index[0] = new[0]
        variables.set(new[1:])

    def more():
        i, stop = index[0], range_.stop
        inside = (i < stop) if is_number(range_.step) and range_.step > 0 else _core.where(
            range_.step > 0, i < stop, i > stop)
        return and_(goes_on(), lambda: inside)

    def turn():
        i = index[0]
        index[0] = i + range_.step
        body(i)

    both = Variables(("the index", *variables.names), lambda: [index[0], *variables.get()], set_all)
    place.blocks = tuple((None, *lines) for lines in place.blocks)
    while_(more, turn, both, place)


class _Loop:
    """Traces a loop: finds out which variables go around."""

    def __init__(self, variables, place, kind):
        place.refuse_effects(kind)
        self.variables, self.place, self.kind = variables, place, kind
        self.before = variables.get()
        self.start = list(self.before)
        self.varying = set()  # numbers that are not the same in each turn, by variable and leaf
        self.dropped = set()  # variables that are set before the loop, but may hold something else in it

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

    def leaves(self):
        """Each variable's number, leaf's number, and leaf."""
        for i, found in enumerate(self.start):
            if found is not UNSET:
                for j, leaf in enumerate(_nest.flatten(found)[0]):
                    yield i, j, leaf

    def initial(self):
        return [leaf for i, j, leaf in self.leaves() if self.goes_around(i, j, leaf)]

    def filled_with(self, args):
        """The variables with `args` for what goes around."""
        args = iter(args)
        values = []
        for i, found in enumerate(self.start):
            if found is UNSET:
                values.append(UNSET)
                continue
            leaves, structure = _nest.flatten(found)
            new = [next(args) if self.goes_around(i, j, x) else x for j, x in enumerate(leaves)]
            values.append(_nest.unflatten(structure, new))
        return values

    def given(self, args, function):
        self.variables.set(self.filled_with(args))
        return function()

    def turn(self, args, body):
        """Traces the body; what goes around after it."""
        self.given(args, body)
        end = self.variables.get()
        results, again = [], False
        for i, name in enumerate(self.variables.names):
            if self.start[i] is UNSET:
                again |= self.settle_unset(i, name, end[i])
            else:
                again |= self.compare(i, name, end[i], results)
        if again:
            raise Again
        return results

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
        if name != RESULT and (end is UNSET or are_two_functions(self.start[i], end)):
            return self.drop(i, name, end)
        (before, structure), (after, found) = _nest.flatten(self.start[i]), _nest.flatten(end)
        if structure != found:
            self.refuse(i, name, self.start[i], end)
        again = False
        for j, (x, y) in enumerate(zip(before, after)):
            if self.goes_around(i, j, x):
                if not is_dynamic(y) or not _core.can_become(y, x):
                    self.refuse(i, name, x, y)
                results.append(y)
            elif not is_same(x, y):
                if not (is_dynamic(x) and is_dynamic(y)):
                    self.refuse(i, name, x, y)
                self.varying.add((i, j))
                again = True
        return again

    def drop(self, i, name, end):
        """From the second turn on, the variable is not what it is before the loop."""
        self.start[i] = UNSET
        self.dropped.add(i)
        if end is not UNSET:
            self.place.leaves_unset(name, f"the '{self.kind}' in {{}} sets it to another function in each turn, and how "
                                    "many turns there are is known at run time only; set it where it is called")
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

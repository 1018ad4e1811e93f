"""if, conditional expressions, and, or, not and chains of comparisons."""

import operator

from .. import _core, _cotan, _nest
from .variables import (FLAGS, RESULT, UNSET, Place, Variables, are_two_functions, is_dynamic, is_function, is_same,
                        kind_of, show)


class Again(Exception):
    """What one path needs is known only after another was traced: trace both once more."""


def truth(test, place_text):
    """A traced test as a truth value."""
    if test.ndim != 0:
        raise _cotan.TypeError(f"{place_text}: the condition is {_core.describe(test)}, which has no single "
                        "truth value; use .any() or .all()")
    return test if test.dtype == "bool" else test != 0


def if_(test, body, orelse, variables, place):
    if not _core.is_traced(test):
        (body if test else orelse)()
        return
    place.refuse_effects("if")
    before = variables.get()
    try:
        after = _Branches(variables, place, before).run(truth(test, place.at()), (orelse, body))
    except BaseException:
        variables.set(before)
        raise
    variables.set(after)


def advice(first, second):
    """How two values of a variable could become one."""
    if is_function(first) or is_function(second):
        return "a function cannot be chosen at run time, so call it in each branch"
    return "both branches must leave a value of one type and shape"


class _Branches:
    """Traces both branches of an if, and makes one value of each variable's two."""

    def __init__(self, variables, place, before):
        self.variables, self.place, self.before = variables, place, before
        self.dropped = set()  # variables that only one branch sets
        self.filled = {}  # for a result only one branch sets: what it is there

    def run(self, test, branches):
        while True:
            self.ends = []
            try:
                results = _core.branch(test, [lambda b=b: self.branch(b) for b in branches])
            except Again:
                continue
            return self.merged(iter(results))

    def branch(self, block):
        self.variables.set(self.before)
        block()
        end = self.variables.get()
        for i, name in enumerate(self.variables.names):
            if end[i] is UNSET and i in self.filled:
                end[i] = _nest.map_leaves(
                    lambda x: _core.zeros_like(x) if is_dynamic(x) else x, self.filled[i])
        self.ends.append(end)
        if len(self.ends) == 2:
            self.compare()
        kept = [v for i, v in enumerate(end) if v is not UNSET and i not in self.dropped]
        return [x for v in kept for x in _nest.flatten(v)[0] if is_dynamic(x)]

    def compare(self):
        again = False
        for i, name in enumerate(self.variables.names):
            first, second = self.ends[0][i], self.ends[1][i]
            if first is UNSET and second is UNSET:
                continue
            if first is UNSET or second is UNSET:
                again |= self.settle_unset(i, name, first, second)
            elif i not in self.dropped:
                again |= self.compare_nests(i, name, first, second)
        if again:
            raise Again

    def settle_unset(self, i, name, first, second):
        """Whether to trace again, now that it is known what the other branch sets."""
        unset = self.ends[0 if first is UNSET else 1]
        if (name == RESULT or self.leaves(unset)) and i not in self.filled:
            self.filled[i] = second if first is UNSET else first
            return True
        again = i not in self.dropped and second is UNSET
        self.place.leaves_unset(name, "only one branch of the 'if' in {} sets it; set it in both, or before")
        self.dropped.add(i)
        return again

    def leaves(self, end):
        """Whether control leaves at the end of this branch: what it does not set is not read then."""
        return any(name.startswith(FLAGS) and found is True
                   for name, found in zip(self.variables.names, end))

    def compare_nests(self, i, name, first, second):
        """Whether to trace again, without what the first branch gave."""
        if name != RESULT and are_two_functions(first, second):
            self.place.leaves_unset(name, "after the 'if' in {} it would be one of two functions, and which one is "
                                    "known at run time only; call them in the branches")
            self.dropped.add(i)
            return any(map(is_dynamic, _nest.flatten(first)[0]))
        (a, left), (b, right) = _nest.flatten(first), _nest.flatten(second)
        agree = left == right and all(
            is_dynamic(x) == is_dynamic(y) and (is_dynamic(x) or is_same(x, y)) for x, y in zip(a, b))
        if agree:
            agree = all(not is_dynamic(x) or _core.can_join(x, y) for x, y in zip(a, b))
        if not agree:
            raise _cotan.TypeError(
                f"{self.place.at()}: after this 'if' {show(name)} is {kind_of(second)} from "
                f"{self.place.set_at(0, i)} but {kind_of(first)} from {self.place.set_at(1, i)}; "
                f"{advice(first, second)}")
        return False

    def merged(self, results):
        after = []
        for i, (first, second) in enumerate(zip(*self.ends)):
            if first is UNSET or second is UNSET or i in self.dropped:
                after.append(UNSET)
                continue
            (a, structure), (b, _) = _nest.flatten(first), _nest.flatten(second)
            leaves = []
            for x, y in zip(a, b):
                result = next(results) if is_dynamic(x) else x
                leaves.append(x if is_same(x, y) else result)
            after.append(_nest.unflatten(structure, leaves))
        return after


def if_exp(test, body, orelse, line):
    if not _core.is_traced(test):
        return body() if test else orelse()
    held = [UNSET]

    def hold(new):
        held[:] = new

    variables = Variables((RESULT,), lambda: list(held), hold)
    place = Place(line, ((line,), (line,)))
    if_(test, lambda: hold([body()]), lambda: hold([orelse()]), variables, place)
    return held[0]


def not_(operand):
    return _core.logical_not(operand) if _core.is_traced(operand) else not operand


def and_(first, *others):
    for other in others:
        if _core.is_traced(first):
            first = _core.logical_and(first, other())
        elif not first:
            return first
        else:
            first = other()
    return first


def or_(first, *others):
    for other in others:
        if _core.is_traced(first):
            first = _core.logical_or(first, other())
        elif first:
            return first
        else:
            first = other()
    return first


_COMPARISONS = {
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge,
    "Eq": operator.eq, "NotEq": operator.ne, "Is": operator.is_, "IsNot": operator.is_not,
    "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b,
}


def compare(left, kinds, *operands):
    """left < b < c, where each operand is a function; it is called once, if at all."""
    result = True
    for kind, operand in zip(kinds, operands):
        right = operand()
        holds = _COMPARISONS[kind](left, right)
        result = holds if result is True else and_(result, lambda holds=holds: holds)
        if not _core.is_traced(result) and not result:
            return result
        left = right
    return result

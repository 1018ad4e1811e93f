"""if, conditional expressions, and, or, not and chains of comparisons."""

import operator

from .. import _core, _cotan, _nest
from . import effects, room
from .again import Again
from .chosen import Differ, form_of, joined, of_two
from .variables import (FLAGS, NONE, RESULT, UNSET, Place, are_two_functions, is_dynamic, is_function, is_same,
                        kind_of, show)


def truth(test, place_text=None):
    """A traced test as a truth value."""
    if any(size != 1 for size in test._sizes):
        place_text = place_text or _core.here()[:-2]
        raise _cotan.TypeError(f"{place_text}: the condition is {_core.describe(test)}, which has no single "
                               "truth value; use .any() or .all()")
    test = test.reshape(()) if test.ndim else test
    return test if test.dtype == "bool" else test != 0


def if_(test, body, orelse, variables, place, *touched):
    """What else the branches can touch than what they refer to is `touched`."""
    if not _core.is_traced(test):
        (body if test else orelse)()
        return
    place.refuse_effects()
    before = variables.get()
    try:
        after = _Branches(variables, place, before, touched).run(truth(test, place.at()), (orelse, body))
    except BaseException:
        variables.set(before)
        raise
    variables.set(after)


def advice(first, second):
    """How two values of a variable could become one."""
    if is_function(first) and is_function(second):
        return ("of functions one can be chosen at run time if what they have captured has the same types in each branch; "
                "call them in the branches")
    return "both branches must leave a value of one type and shape"


def _is_same_or_joins(x, y):
    return _core.can_join(x, y) if is_dynamic(x) and is_dynamic(y) else is_dynamic(x) == is_dynamic(y) and is_same(x, y)


class _Branches:
    """Traces both branches of an if, and makes one value of each variable's two."""

    def __init__(self, variables, place, before, touched):
        self.variables, self.place, self.before, self.touched = variables, place, before, touched
        self.dropped = set()  # variables that only one branch sets
        self.filled = {}  # for a result only one branch sets: what it is there
        self.forms = {}  # of variables with functions that differ

    def run(self, test, branches):
        while True:
            self.ends, self.too_deep = [], {}
            try:
                results = _core.branch(test, [lambda b=b: self.branch(b) for b in branches])
            except Again:
                continue
            except _cotan._ResultsUnknown:
                if len(self.too_deep) == len(branches):
                    raise self.too_deep[0] from None
                raise
            self.leave_out(test)
            return self.merged(iter(results))

    def leave_out(self, test):
        """The run needs more orders where a branch was set aside for want of them."""
        for i, problem in self.too_deep.items():
            room.require(_core.logical_not(test) if i else test, "orders",
                         f"more than {room.here().orders} derivatives are taken of '{problem}', one of the other")

    def branch(self, block):
        def run():
            self.variables.set(self.before)
            block()

        self.variables.set(self.before)
        try:
            effects.watched(run, (block, *self.touched), self.place, self.variables)
        except _cotan._ResultsUnknown:  # so this branch tells nothing
            self.ends.append(None)
            raise
        except room.TooDeep as problem:
            self.too_deep[len(self.ends)] = problem
            self.ends.append(None)
            _cotan._set_aside()
        end = self.variables.get()
        for i, name in enumerate(self.variables.names):
            if end[i] is UNSET and i in self.filled:
                end[i] = _nest.map_leaves(
                    lambda x: _core.zeros_like(x) if is_dynamic(x) else x, self.filled[i])
        self.ends.append(end)
        self.see_functions(end)
        if len(self.ends) == 2 and None not in self.ends:
            self.compare()
        kept = {i: v for i, v in enumerate(end) if v is not UNSET and i not in self.dropped}
        return [x for i, v in kept.items() for x in self.tensors(i, v)]

    def tensors(self, i, found):
        return self.forms[i].encode(found) if i in self.forms else list(filter(is_dynamic, _nest.flatten(found)[0]))

    def is_kept(self, cell):
        return self.variables.is_set(cell, self.before)

    def see_functions(self, end):
        """Traces again if a variable holds a function that it was not known to hold."""
        for i, form in self.forms.items():
            if end[i] is UNSET:
                continue
            try:
                self.forms[i] = joined(form, form_of(end[i], self.is_kept))
            except Differ:
                raise self.refusal(i, self.ends[0][i], end[i]) from None
            if self.forms[i] != form:
                raise Again

    def compare(self):
        again = False
        for i, name in enumerate(self.variables.names):
            first, second = self.ends[0][i], self.ends[1][i]
            if first is UNSET and second is UNSET:
                continue
            if first is UNSET or second is UNSET:
                again |= self.settle_unset(i, name, first, second)
            elif i not in self.dropped and i not in self.forms:
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
        self.place.leaves_unset(name, f"only one branch of the '{self.place.kind}' in {{}} sets it; set it in both, or before")
        self.dropped.add(i)
        return again

    def leaves(self, end):
        """Whether control leaves at the end of this branch: what it does not set is not read then."""
        return any(name.startswith(FLAGS) and found is True
                   for name, found in zip(self.variables.names, end))

    def compare_nests(self, i, name, first, second):
        """Whether to trace again, without what the first branch gave."""
        (a, left), (b, right) = _nest.flatten(first), _nest.flatten(second)
        if left == right and all(map(_is_same_or_joins, a, b)):
            return False
        form = of_two(first, second, self.is_kept)
        if form is not None:
            self.forms[i] = form
            return True
        if name == RESULT or not are_two_functions(first, second):
            raise self.refusal(i, first, second)
        self.place.leaves_unset(name, f"after the '{self.place.kind}' in {{}} it would be one of two functions, and "
                                "what they have captured differs in its shape; call them in the branches")
        self.dropped.add(i)
        return any(map(is_dynamic, _nest.flatten(first)[0]))

    def refusal(self, i, first, second):
        return _cotan.TypeError(
            f"{self.place.at()}: after this '{self.place.kind}' {show(self.variables.names[i])} is {kind_of(second)} from "
            f"{self.place.set_at(0, i)} but {kind_of(first)} from {self.place.set_at(1, i)}; "
            f"{advice(first, second)}")

    def merged(self, results):
        if None in self.ends:
            return self.ends_of_one(results)
        after = []
        for i, (first, second) in enumerate(zip(*self.ends)):
            if first is UNSET or second is UNSET or i in self.dropped:
                after.append(UNSET)
                continue
            if i in self.forms:
                after.append(self.forms[i].decode(results))
                continue
            (a, structure), (b, _) = _nest.flatten(first), _nest.flatten(second)
            leaves = []
            for x, y in zip(a, b):
                result = next(results) if is_dynamic(x) else x
                leaves.append(x if is_same(x, y) else result)
            after.append(_nest.unflatten(structure, leaves))
        return after

    def ends_of_one(self, results):
        """Where the other branch tells nothing."""
        def after(i, found):
            if found is UNSET or i in self.dropped:
                return UNSET
            if i in self.forms:
                return self.forms[i].decode(results)
            return _nest.map_leaves(lambda x: next(results) if is_dynamic(x) else x, found)

        return [after(i, found) for i, found in enumerate(next(end for end in self.ends if end is not None))]


def if_exp(test, body, orelse, line, variables=NONE, kind="if"):
    """The value of one of two functions, which may set the variables, too."""
    if not _core.is_traced(test):
        return body() if test else orelse()
    held = [UNSET]

    def hold(function):
        held[:] = [function()]

    place = Place(line, [(line,) * (1 + len(variables.names))] * 2, kind=kind)
    if_(test, lambda: hold(body), lambda: hold(orelse), variables.and_also(RESULT, held), place)
    return held[0]


def not_(operand):
    return _core.logical_not(truth(operand)) if _core.is_traced(operand) else not operand


def and_(line, first, *others, variables=NONE):
    """The value of `first and ...`, whose later parts are functions."""
    return _chain(And, line, first, others, variables, _value_of_two)


def or_(line, first, *others, variables=NONE):
    return _chain(Or, line, first, others, variables, _value_of_two)


def both(line, first, *others, variables=NONE):
    """As and_, where only the truth counts."""
    return _chain(And, line, first, others, variables, _truth_of_two)


def either(line, first, *others, variables=NONE):
    return _chain(Or, line, first, others, variables, _truth_of_two)


class And:
    name, combine = "and", staticmethod(_core.logical_and)
    goes_on = staticmethod(bool)

    @staticmethod
    def choose(first, second, keep, line, variables):
        return if_exp(first, second, keep, line, variables, "and")


class Or:
    name, combine = "or", staticmethod(_core.logical_or)
    goes_on = staticmethod(operator.not_)

    @staticmethod
    def choose(first, second, keep, line, variables):
        return if_exp(first, keep, second, line, variables, "or")


def _chain(kind, line, first, others, variables, of_two):
    for other in others:
        if _core.is_traced(first):
            first = of_two(kind, line, first, other, variables)
        elif kind.goes_on(first):
            first = other()
        else:
            return first
    return first


def _is_truth(x):
    return isinstance(x, bool) or (_core.is_traced(x) and x.dtype == "bool")


def _ahead(function, line, variables, kind):
    """[what it returns], if that may be computed before it is known whether it is wanted."""
    if variables is not NONE:
        return None
    place = Place(line, (), kind=kind.name)
    return effects.ahead(lambda: effects.watched(function, [function], place, NONE))


def _value_of_two(kind, line, first, other, variables):
    second = _ahead(other, line, variables, kind)
    if second and _is_truth(first) and _is_truth(second[0]):
        return kind.combine(truth(first), _as_truth(second[0]))
    return kind.choose(first, other, lambda: first, line, variables)


def _truth_of_two(kind, line, first, other, variables):
    second = _ahead(other, line, variables, kind)
    if second:
        return kind.combine(truth(first), _as_truth(second[0]))
    return kind.choose(first, lambda: _as_truth(other()), lambda: kind is Or, line, variables)


def _as_truth(x):
    return truth(x) if _core.is_traced(x) else bool(x)


_COMPARISONS = {
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge,
    "Eq": operator.eq, "NotEq": operator.ne, "Is": operator.is_, "IsNot": operator.is_not,
    "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b,
}


def compare(line, left, kinds, *operands, variables=NONE):
    """left < b < c, where each operand is a function; it is called once, if at all."""
    right = operands[0]()
    holds = _COMPARISONS[kinds[0]](left, right)
    if len(kinds) == 1:
        return holds
    return and_(line, holds, lambda: compare(line, right, kinds[1:], *operands[1:], variables=variables),
                variables=variables)


def known(value, why):
    """The value of a condition that cannot be compiled, for this reason."""
    if _core.is_traced(value):
        raise _cotan.TypeError(f"{_core.here()}a traced {_core.describe(value)} has no truth value yet; {why}")
    return value

"""The kinds of functions that a loop makes of those of the turns before, and what rows keep of each.

A kind is the form of a function, where those that it captures are Links; where what it captures is the same for all,
nothing is kept.
"""

import types

from .. import _core, _cotan
from . import room
from .chosen import (Closure, Differ, Dynamic, Fixed, Live, Nest, any_cell, by_value, captured, content_of, form_of,
                     functions_in, joined, with_parts)


class Link:
    """In what a function captures: one of the functions of these kinds, as the number of its row."""

    count = 1

    def __init__(self, kinds):
        self.kinds = frozenset(kinds)

    def __eq__(self, other):
        return type(other) is Link and self.kinds == other.kinds

    def encode(self, value):
        return [value]

    def decode(self, leaves):
        return next(leaves)


class Rows:
    """The forms of the kinds of functions that there may be; those that they capture are Links."""

    def __init__(self, kinds=()):
        self.kinds = tuple(kinds)
        self.leaves = [list(leaves_of(form)) for form in self.kinds]
        self.count = 2 + sum(map(len, self.leaves))

    def __eq__(self, other):
        return self.kinds == other.kinds

    def first(self, kind):
        """Of what is kept of this kind, the place among all that is kept."""
        return 2 + sum(map(len, self.leaves[:kind]))

    def empty(self):
        """How many rows there are, of which kind each is, and what functions of each kind have captured."""
        count = room.here().rows
        kept = [_cotan.zeros((count, *sizes_of(leaf)), dtype=kept_type_of(leaf)) for leaves in self.leaves for leaf in leaves]
        return [_core.as_tensor(0), _cotan.zeros(count, dtype="int64"), *kept]


def leaves_of(form):
    if type(form) in (Dynamic, Link):
        yield form
    for part in getattr(form, "parts", ()):
        yield from leaves_of(part)


def sizes_of(leaf):
    return () if type(leaf) is Link else _core.as_tensor(leaf.like).shape


def is_weak(leaf):
    return _core.as_tensor(leaf.like).weak_type


def kept_type_of(leaf):
    """Numbers that give way keep their digits."""
    if type(leaf) is Link:
        return "int64"
    like = _core.as_tensor(leaf.like)
    return "float64" if like.weak_type and like.dtype.kind == "f" else like.dtype


class InRows:
    """The form of what is one of the functions of some kinds in rows."""

    def __init__(self, rows, of):
        self.rows, self.of = rows, frozenset(of)


class Folding:
    """Finds the kinds of functions, where those that functions capture are Links."""

    def __init__(self, rows, is_kept=any_cell, is_variable=lambda cell: False):
        self.kinds, self.is_kept = list(rows.kinds), is_kept
        self.is_variable = is_variable  # whether a cell may hold something else when a function reads it
        self.fixed = set()  # kinds of functions that were made in loops before: what they capture is as it is
        self.added = []  # the rows these are of, and which number each of their kinds has here
        self.open = set()  # cells whose functions are being added

    @property
    def rows(self):
        return Rows(self.kinds)

    def add(self, form):
        """The kinds of functions that are of this form."""
        if isinstance(form, InRows):
            numbers = self.add_rows(form.rows)
            return frozenset(numbers[kind] for kind in form.of)
        functions = functions_in(form)
        if len(functions) == 1:
            return frozenset([self.kind(form)])
        return frozenset().union(*map(self.add, functions))

    def add_rows(self, rows):
        """The numbers that these kinds have here."""
        known = next((numbers for other, numbers in self.added if other == rows), None)
        if known is not None:
            return known
        numbers = []
        for kind in map(self.with_values, rows.kinds):
            known = next((i for i, own in enumerate(self.kinds) if self.is_alike(own, kind) and i not in numbers), None)
            numbers.append(len(self.kinds) if known is None else known)
            if known is None:
                self.kinds.append(_without_links(kind))
        for i, kind in zip(numbers, rows.kinds):
            self.kinds[i] = self.merged(self.kinds[i], self.with_values(_with_numbers(kind, numbers)))
        self.fixed.update(numbers)
        self.added.append((rows, numbers))
        return numbers

    def kind(self, form):
        linked = self.linked(form)
        alike = [i for i, known in enumerate(self.kinds) if _is_one(known, linked)]
        for i in sorted(alike, key=lambda i: not self.is_alike(self.kinds[i], linked)):
            merged = self.merged_or_none(self.kinds[i], linked)
            if merged is not None and (i not in self.fixed or self.is_alike(merged, self.kinds[i])):
                self.kinds[i] = self.merged(self.kinds[i], merged)  # which may have changed
                return i
        self.kinds.append(linked)
        return len(self.kinds) - 1

    def kind_of(self, function):
        """Of a function that is of a known kind."""
        return self.kind(form_of(function, self.is_kept))

    def linked(self, form):
        return with_parts(form, self.part)

    def part(self, form):
        if type(form) is Live:
            return form
        return Link(self.add(form)) if functions_in(form) else self.linked(form)

    def with_values(self, form):
        """The form of a kind, where what belongs to the branch or turn that is traced is held by value."""
        if type(form) is Live:
            held = by_value(form, self.is_kept)
            return form if held is form else self.part(held)
        return with_parts(form, self.with_values)

    def content(self, form):
        """What is in the cell; functions that hold each other do not end."""
        if type(form) is not Live:
            return form
        if id(form.cell) in self.open:
            return Link(())  # they come where it began
        self.open.add(id(form.cell))
        try:
            return self.part(form_of(content_of(form.cell), self.is_kept))
        finally:
            self.open.remove(id(form.cell))

    def hold_one(self, x, y):
        """Whether two cells hold the same, and will."""
        return (type(x) is type(y) is Live and not self.is_variable(x.cell) and not self.is_variable(y.cell) and
                _are_one(content_of(x.cell), content_of(y.cell)))

    def is_alike(self, x, y):
        """Whether functions of two forms have captured the same but for tensors, so that one array can hold these."""
        if type(x) is type(y) is Link:
            return True
        if type(x) is type(y) and type(x) in (Closure, Nest):
            return _is_one(x, y) and all(map(self.is_alike, x.parts, y.parts))
        if type(x) is type(y) is Dynamic:
            return sizes_of(x) == sizes_of(y) and kept_type_of(x) == kept_type_of(y) and is_weak(x) == is_weak(y)
        return x == y or self.hold_one(x, y)

    def merged_or_none(self, x, y):
        try:
            return self.merged(x, y)
        except Differ:
            return None

    def merged(self, x, y):
        """What a function of a kind captures, from two of them."""
        if x == y:
            return x
        if type(x) is type(y) is Link:
            return Link(x.kinds | y.kinds)
        if self.hold_one(x, y):
            return x
        if Live in (type(x), type(y)):
            return self.merged(self.content(x), self.content(y))
        if _is_one(x, y) and type(x) is not Fixed:
            others = iter(y.parts)
            return with_parts(x, lambda part: self.merged(part, next(others)))
        return joined(x, y)


def _are_one(x, y, depth=0):
    """Whether two values are one, or functions that are written once and read the same."""
    if x is y:
        return True
    if type(x) is not type(y) or depth > 12:
        return False
    if isinstance(x, types.FunctionType):
        return (x.__code__ is y.__code__ and x.__globals__ is y.__globals__ and
                all(_are_one(a, b, depth + 1) for a, b in zip(captured(x), captured(y))))
    if isinstance(x, (tuple, list)):
        return len(x) == len(y) and all(_are_one(a, b, depth + 1) for a, b in zip(x, y))
    return isinstance(x, (int, float, str, bool)) and x == y


class Same:
    """What functions of a kind have captured where it is the same for all of them."""

    def __init__(self, value):
        self.value = value

    def array(self, leaf):
        x = _core.as_tensor(self.value).astype(kept_type_of(leaf))
        return _cotan.broadcast_to(x, (room.here().rows, *sizes_of(leaf)))


def arrays_for(form, target, own):
    """What is kept of a kind, from the arrays of its `own` rows, as the form `target` has it."""
    if type(form) is Live and type(target) in (Dynamic, Link):
        yield Same(content_of(form.cell))
    elif type(target) in (Dynamic, Link):
        yield next(own)
    else:
        for part, other in zip(getattr(form, "parts", ()), getattr(target, "parts", ())):
            yield from arrays_for(part, other, own)


def _without_links(form):
    """The form of a kind whose Links are not known yet."""
    if type(form) is Link:
        return Link(())
    return with_parts(form, _without_links)


def _with_numbers(form, numbers):
    """The form, where kinds have these numbers."""
    if type(form) is Link:
        return Link(numbers[kind] for kind in form.kinds)
    return with_parts(form, lambda part: _with_numbers(part, numbers))


def _is_one(x, y):
    """Whether two forms are of one function, but for what it has captured."""
    if type(x) is type(y) is Closure:
        return x.is_of(y)
    if type(x) is type(y) is Nest:
        return x.kind == y.kind
    return type(x) is type(y) is Fixed and x == y


def grows(form, around=()):
    """Whether a function captures one that is it but for what it has captured, or is in rows already."""
    for function in functions_in(form) or ():
        if isinstance(function, InRows) or any(_is_one(function, outer) for outer in around):
            return True
        if any(grows(part, (*around, function)) for part in getattr(function, "parts", ())):
            return True
    if functions_in(form):
        return False
    return any(grows(part, around) for part in getattr(form, "parts", ()))

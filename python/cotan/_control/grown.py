"""Functions that a loop makes of that of the turn before: how many there are is known only when the program runs.

What each of them has captured is kept in rows. Such a function is the number of its row, and a call of it is a call of
a function of the program that may call itself.
"""

import numpy as np

from .. import _core, _cotan, _nodes
from . import recursion, room
from .again import Again
from .chosen import (Chosen, Closure, Differ, Dynamic, Fixed, Live, Nest, any_cell, by_value, content_of, form_of,
                     functions_in, joined)


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
        self.leaves = [list(_leaves(form)) for form in self.kinds]
        self.count = 2 + sum(map(len, self.leaves))

    def __eq__(self, other):
        return self.kinds == other.kinds

    def first(self, kind):
        """Of what is kept of this kind, the place among all that is kept."""
        return 2 + sum(map(len, self.leaves[:kind]))

    def empty(self):
        """How many rows there are, of which kind each is, and what functions of each kind have captured."""
        count = room.here().rows
        kept = [_cotan.zeros((count, *_sizes(leaf)), dtype=_kept_type(leaf)) for leaves in self.leaves for leaf in leaves]
        return [_core.as_tensor(0), _cotan.zeros(count, dtype="int64"), *kept]


def _leaves(form):
    if type(form) in (Dynamic, Link):
        yield form
    for part in getattr(form, "parts", ()):
        yield from _leaves(part)


def _sizes(leaf):
    return () if type(leaf) is Link else _core.as_tensor(leaf.like).shape


def _is_weak(leaf):
    return _core.as_tensor(leaf.like).weak_type


def _kept_type(leaf):
    """Numbers that give way keep their digits."""
    if type(leaf) is Link:
        return "int64"
    like = _core.as_tensor(leaf.like)
    return "float64" if like.weak_type and like.dtype.kind == "f" else like.dtype


class Grown(Chosen):
    """A function in a row: the number of the row, then all rows."""

    @property
    def row(self):
        return self.leaves[0]

    @property
    def store(self):
        return self.leaves[1:]

    @property
    def number(self):
        return _cotan.take(self.store[1], self.row, axis=0)

    def functions(self):
        return [self.function(kind) for kind in sorted(self.form.of)]

    def function(self, kind):
        """The one it is, if it is of this kind."""
        rows = self.form.rows
        arrays = self.store[rows.first(kind):]
        found = [self.read(leaf, array) for leaf, array in zip(rows.leaves[kind], arrays)]
        return rows.kinds[kind].decode(iter(found))

    def form_where(self, is_kept):
        """Where rows were there before, they are the same in any case."""
        is_new = is_kept is not any_cell and any(_cotan._is_made_here(x) for x in self.store)
        return self.form if is_new else GrownForm(self.form.rows, self.form.of, self.store)

    def closed(self):
        """The same, where functions in rows hold by value what they read of the function that is being traced."""
        folding = Folding(Rows(), lambda cell: False)
        kinds = folding.add(self.form)
        writing = Writing(folding, [self])
        return Grown(GrownForm(folding.rows, kinds), [self.row, *writing.store])

    def __repr__(self):
        return "<function that a loop has made>"

    def read(self, leaf, array):
        found = _cotan.take(array, self.row, axis=0)
        if type(leaf) is Link:
            return Grown(GrownForm(self.form.rows, leaf.kinds), [found, *self.store])
        return _cotan._weak(found) if _is_weak(leaf) else found

    def __call__(self, *args, **keywords):
        follow = recursion.may_begin(_applied)
        return (recursion.call(_applied, _applied, self, args, keywords) if follow else
                _applied(self, args, keywords))


_nodes.register(Grown, lambda grown: (list(grown.leaves), grown.form), lambda form, leaves: Grown(form, leaves))


def _applied(grown, args, keywords):
    from .calls import call
    from .conditions import if_exp

    kinds, line = sorted(grown.form.of), _core.line_here()

    def among(first, last):
        if first == last:
            return call(grown.function(kinds[first]))(*args, **keywords)
        middle = (first + last + 1) // 2
        return if_exp(grown.number < kinds[middle], lambda: among(first, middle - 1), lambda: among(middle, last), line,
                      kind="call of a function that a loop makes")

    return among(0, len(kinds) - 1)


class GrownForm:
    """The form of what is one of the functions of some kinds in rows; `store` are the rows if they are there in any
    case, so that the number of one says which it is."""

    def __init__(self, rows, of, store=None):
        self.rows, self.of, self.store = rows, frozenset(of), store
        self.count = 1 if store else 1 + rows.count

    def __eq__(self, other):
        return (type(other) is GrownForm and self.rows == other.rows and self.of == other.of and
                _are_one(self.store, other.store))

    def __hash__(self):
        return hash(self.of)

    def joined(self, other):
        if self.rows != other.rows:
            raise Differ
        return GrownForm(self.rows, self.of | other.of, self.store if _are_one(self.store, other.store) else None)

    def examples(self):
        return [0] if self.store else [0, *self.rows.empty()]

    def encode(self, value):
        if self.store:
            return [value.row]
        if isinstance(value, Grown):
            return list(value.leaves)
        writing = Writing(Folding(self.rows), [value])
        return [writing.row_of(value), *writing.store]

    def decode(self, leaves):
        found = [next(leaves) for _ in range(self.count)]
        return Grown(GrownForm(self.rows, self.of), found + list(self.store or ()))


def _require_rows(fit):
    room.require(fit, "rows", f"more than {room.here().rows} functions are made of those before them")


def _are_one(store, other):
    if store is None or other is None:
        return store is other
    return all(x is y for x, y in zip(store, other))


class MoreKinds(Exception):
    """A value has functions that the rows are not made for."""


class Writing:
    """Adds rows for values, and for the functions that they have captured, to those that are there."""

    def __init__(self, folding, values):
        self.folding, self.rows, self.store = folding, folding.rows, None
        self.moved = []  # of functions that were made in a loop of their own: the rows there, and how far each has moved
        for value in values:
            for grown in self.grown_in(value):
                self.stand_on(grown)
        self.store = self.store or self.rows.empty()

    def stand_on(self, grown):
        if self.shift_of(grown) is not None:
            return
        store = self.as_here(grown)
        self.moved.append((grown.store, 0 if self.store is None else self.store[0]))
        self.store = store if self.store is None else self.both(store)

    def as_here(self, grown):
        """Its rows, where kinds have the numbers that they have here."""
        rows, store = grown.form.rows, self.rows.empty()
        numbers = self.folding.add_rows(rows)
        store[0], store[1] = grown.store[:2]
        if numbers != list(range(len(numbers))):
            store[1] = _cotan.take(_core.as_tensor(np.array(numbers)), store[1], axis=0)
        for i, kind in enumerate(numbers):
            own, first = iter(grown.store[rows.first(i):]), self.rows.first(kind)
            arrays = list(_arrays(rows.kinds[i], self.rows.kinds[kind], own))
            store[first:first + len(arrays)] = arrays
        return store

    def shift_of(self, grown):
        return next((shift for store, shift in self.moved if _are_one(store, grown.store)), None)

    def both(self, others):
        """The rows that are there, and others behind them."""
        count, most = self.store[0], room.here().rows
        _require_rows(count + others[0] <= most)
        places = _cotan.arange(most)
        old, before = places < count, _cotan.clip(places - count, 0, most - 1)
        links = [False, *(type(leaf) is Link for leaves in self.rows.leaves for leaf in leaves)]
        both = [count + others[0]]
        for own, other, is_link in zip(self.store[1:], others[1:], links):
            moved = _cotan.take(other, before, axis=0) + (count if is_link else 0)
            both.append(_core.where(old.reshape((most,) + (1,) * (own.ndim - 1)), own, moved))
        return both

    def grown_in(self, value):
        """The functions in rows that it may be, or that are in it."""
        if isinstance(value, Grown):
            return [value]
        inside = value.functions() if isinstance(value, Chosen) else [x for leaf, x in self.captured(value)[1] if type(leaf) is Link]
        return [grown for x in inside for grown in self.grown_in(x)]

    def captured(self, function):
        """The kind of a function, and what it has captured, with the forms of that."""
        folding = Folding(self.rows)
        kind = folding.kind_of(function)
        if folding.rows != self.rows:
            raise MoreKinds(folding.rows)
        return kind, list(zip(self.rows.leaves[kind], self.rows.kinds[kind].encode(function)))

    def row_of(self, value):
        if isinstance(value, Grown):
            return value.row + self.shift_of(value)
        if isinstance(value, Chosen):
            return self.row_of_chosen(value)
        kind, captured = self.captured(value)
        return self.write(kind, [self.row_of(x) if type(leaf) is Link else x for leaf, x in captured])

    def row_of_chosen(self, value):
        from .conditions import if_exp

        functions, line, before = value.functions(), _core.line_here(), self.store

        def among(first, last):
            if first == last:
                self.store = before
                return [_core.as_tensor(self.row_of(functions[first])), *self.store]
            middle = (first + last + 1) // 2
            return if_exp(value.number < middle, lambda: among(first, middle - 1), lambda: among(middle, last), line)

        row, *self.store = among(0, len(functions) - 1)
        return row

    def write(self, kind, captured):
        row, kinds = self.store[:2]
        _require_rows(row < room.here().rows)
        store = [row + 1, kinds.at[row].set(kind), *self.store[2:]]
        for i, x in enumerate(captured, self.rows.first(kind)):
            store[i] = store[i].at[row].set(x)
        self.store = store
        return row


class Folding:
    """Finds the kinds of functions, where those that functions capture are Links."""

    def __init__(self, rows, is_kept=any_cell):
        self.kinds, self.is_kept = list(rows.kinds), is_kept
        self.fixed = set()  # kinds of functions that were made in loops before: what they capture is as it is
        self.added = []  # the rows these are of, and which number each of their kinds has here
        self.open = set()  # cells whose functions are being added

    @property
    def rows(self):
        return Rows(self.kinds)

    def add(self, form):
        """The kinds of functions that are of this form."""
        if type(form) is GrownForm:
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
        numbers, kinds = [], [by_value(kind, self.is_kept) for kind in rows.kinds]
        for kind in kinds:
            known = next((i for i, own in enumerate(self.kinds) if _is_alike(own, kind) and i not in numbers), None)
            numbers.append(len(self.kinds) if known is None else known)
            if known is None:
                self.kinds.append(kind)
        for i, kind in zip(numbers, kinds):
            renumbered = _with_numbers(kind, numbers)
            self.kinds[i] = renumbered if self.kinds[i] is kind else self.merged(self.kinds[i], renumbered)
        self.fixed.update(numbers)
        self.added.append((rows, numbers))
        return numbers

    def kind(self, form):
        linked = self.linked(form)
        alike = [i for i, known in enumerate(self.kinds) if _is_one(known, linked)]
        for i in sorted(alike, key=lambda i: not _is_alike(self.kinds[i], linked)):
            merged = self.merged_or_none(self.kinds[i], linked)
            if merged is not None and (i not in self.fixed or _is_alike(merged, self.kinds[i])):
                self.kinds[i] = self.merged(self.kinds[i], merged)  # which may have changed
                return i
        self.kinds.append(linked)
        return len(self.kinds) - 1

    def kind_of(self, function):
        """Of a function that is of a known kind."""
        return self.kind(form_of(function, self.is_kept))

    def linked(self, form):
        if type(form) is Closure:
            return Closure(form.function, [self.part(part) for part in form.parts])
        if type(form) is Nest:
            return Nest(form.kind, [self.part(part) for part in form.parts])
        return form

    def part(self, form):
        if type(form) is Live:
            return form
        return Link(self.add(form)) if functions_in(form) else self.linked(form)

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
        if Live in (type(x), type(y)):
            return self.merged(self.content(x), self.content(y))
        if _is_one(x, y) and type(x) is not Fixed:
            parts = [self.merged(a, b) for a, b in zip(x.parts, y.parts)]
            return Closure(x.function, parts) if type(x) is Closure else Nest(x.kind, parts)
        return joined(x, y)


def _arrays(form, target, own):
    """What is kept of a kind, from the arrays of its `own` rows, as the form `target` has it."""
    if type(form) is Live and type(target) is Dynamic:  # it was the same for all of them
        x = _core.as_tensor(content_of(form.cell)).astype(_kept_type(target))
        yield _cotan.broadcast_to(x, (room.here().rows, *_sizes(target)))
    elif type(target) in (Dynamic, Link):
        yield next(own)
    else:
        for part, other in zip(getattr(form, "parts", ()), getattr(target, "parts", ())):
            yield from _arrays(part, other, own)


def _with_numbers(form, numbers):
    """The form, where kinds have these numbers."""
    if type(form) is Link:
        return Link(numbers[kind] for kind in form.kinds)
    parts = [_with_numbers(part, numbers) for part in getattr(form, "parts", ())]
    if type(form) is Closure:
        return Closure(form.function, parts)
    return Nest(form.kind, parts) if type(form) is Nest else form


def _is_alike(x, y):
    """Whether functions of two forms have captured the same but for tensors, so that one array can hold these."""
    if type(x) is type(y) is Link:
        return True
    if type(x) is type(y) and type(x) in (Closure, Nest):
        return _is_one(x, y) and all(map(_is_alike, x.parts, y.parts))
    if type(x) is type(y) is Dynamic:
        return _sizes(x) == _sizes(y) and _kept_type(x) == _kept_type(y) and _is_weak(x) == _is_weak(y)
    return x == y


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
        if type(function) is GrownForm or any(_is_one(function, outer) for outer in around):
            return True
        if any(grows(part, (*around, function)) for part in getattr(function, "parts", ())):
            return True
    if functions_in(form):
        return False
    return any(grows(part, around) for part in getattr(form, "parts", ()))


class Growing:
    """The variables of a loop, by number, that hold functions in rows; all share the rows. The form of one has Links."""

    def __init__(self, is_kept):
        self.folding, self.forms = Folding(Rows(), is_kept), {}

    def __contains__(self, i):
        return i in self.forms

    def begin(self, i, form):
        self.forms[i] = self.folding.part(form)

    def sees(self, i, form):
        """Whether there are more functions than were known."""
        before = self.folding.rows, self.forms[i]
        self.forms[i] = self.folding.merged(self.forms[i], self.folding.part(form))
        return before != (self.folding.rows, self.forms[i])

    def written(self, values):
        """What goes around of the variables, and then all rows, with those that these values need."""
        if not self.forms:
            return []
        leaves = [pair for i, form in self.forms.items() for pair in zip(_leaves(form), form.encode(values[i]))]
        try:
            return self.written_with(leaves)
        except MoreKinds as more:
            self.folding.kinds = list(more.args[0].kinds)
            raise Again from None

    def written_with(self, leaves):
        writing = Writing(self.folding, [x for leaf, x in leaves if type(leaf) is Link])
        found = [_core.as_tensor(writing.row_of(x)) if type(leaf) is Link else x for leaf, x in leaves]
        return [*found, *writing.store]

    def fill(self, values, written):
        """Sets the variables among `values`."""
        rows = self.folding.rows
        leaves = {i: [(leaf, next(written)) for leaf in _leaves(form)] for i, form in self.forms.items()}
        store = list(written)
        for i, form in self.forms.items():
            values[i] = form.decode(iter([
                Grown(GrownForm(rows, leaf.kinds), [x, *store]) if type(leaf) is Link else x for leaf, x in leaves[i]]))

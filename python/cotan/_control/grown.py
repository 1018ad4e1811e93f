"""Functions that a loop makes of that of the turn before: how many there are is known only when the program runs.

What each of them has captured is kept in rows. Such a function is the number of its row, and a call of it is a call of
a function of the program that may call itself.
"""

from .. import _core, _cotan, _nodes
from .._late import np
from . import recursion, room
from .again import Again
from .chosen import Chosen, Differ, any_cell
from .rows import Folding, InRows, Link, Rows, Same, arrays_for, is_weak, leaves_of

_MOST_ROUNDS = 100  # that functions in a loop are looked at: they have no more kinds than that


class Grown(Chosen):
    """A function in a row: the number of the row, then all rows."""

    __name__ = "a function that a loop makes"

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

    def form_here(self):
        return GrownForm(self.form.rows, self.form.of, self.store)

    def closed(self):
        """The same, where functions in rows hold by value what they read of the function that is being traced."""
        folding = Folding(Rows(), lambda cell: False)
        kinds = folding.add(self.form)
        writing = Writing(folding, [self])
        return Grown(GrownForm(folding.rows, kinds), [self.row, *writing.store])

    def __repr__(self):
        return "<function that a loop makes>"

    def read(self, leaf, array):
        found = _cotan.take(array, self.row, axis=0)
        if type(leaf) is Link:
            return Grown(GrownForm(self.form.rows, leaf.kinds), [found, *self.store])
        return _cotan._weak(found) if is_weak(leaf) else found

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


class GrownForm(InRows):
    """The form of a function in rows; `store` are the rows if they are there in any case, so that the number of one says
    which it is."""

    def __init__(self, rows, of, store=None):
        super().__init__(rows, of)
        self.store = store
        self.count = 1 if store else 1 + rows.count

    def __eq__(self, other):
        return (type(other) is GrownForm and self.rows == other.rows and self.of == other.of and
                _is_store(self.store, other.store))

    def __hash__(self):
        return hash(self.of)

    def by_value(self, is_kept):
        """Rows that were there before are the same in any case, but not those of a turn or branch."""
        is_new = is_kept is not any_cell and self.store and any(map(_cotan._is_made_here, self.store))
        return GrownForm(self.rows, self.of) if is_new else self

    def joined(self, other):
        if self.rows != other.rows:
            folding = Folding(self.rows)
            of = self.of | folding.add(other)
            return GrownForm(folding.rows, of)
        return GrownForm(self.rows, self.of | other.of, self.store if _is_store(self.store, other.store) else None)

    def examples(self):
        return [0] if self.store else [0, *self.rows.empty()]

    def encode(self, value):
        if self.store:
            return [value.row]
        if isinstance(value, Grown) and value.form.rows == self.rows:
            return list(value.leaves)
        writing = Writing(Folding(self.rows), [value])
        return [writing.row_of(value), *writing.store]

    def decode(self, leaves):
        found = [next(leaves) for _ in range(self.count)]
        return Grown(GrownForm(self.rows, self.of), found + list(self.store or ()))


def _require_rows(fit):
    room.require(fit, "rows", f"more than {room.here().rows} functions are made of those before them")


def _is_store(store, other):
    if store is None or other is None:
        return store is other
    return all(x is y for x, y in zip(store, other))


class MoreKinds(Differ):
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
        arrays = self.as_here(grown)
        functions = [(i, x.value) for i, x in enumerate(arrays) if isinstance(x, Same)]
        for _, function in functions:
            for inner in self.grown_in(function):
                self.stand_on(inner)
        first = 0 if self.store is None else self.store[0]
        self.moved.append((grown.store, first))
        store = [_cotan.zeros(room.here().rows, dtype="int64") if isinstance(x, Same) else x for x in arrays]
        self.store = store if self.store is None else self.both(store)
        for i, function in functions:
            self.set_all(i, first, first + arrays[0], function)

    def set_all(self, i, first, last, function):
        """The functions of the rows from `first` on have captured this one."""
        row, places = self.row_of(function), _cotan.arange(room.here().rows)
        self.store[i] = _core.where(_core.logical_and(places >= first, places < last), row, self.store[i])

    def as_here(self, grown):
        """Its rows, where kinds have the numbers that they have here."""
        rows, store = grown.form.rows, self.rows.empty()
        numbers = self.folding.add_rows(rows)
        store[0], store[1] = grown.store[:2]
        if numbers != list(range(len(numbers))):
            store[1] = _cotan.take(_core.as_tensor(np.array(numbers)), store[1], axis=0)
        for i, kind in enumerate(numbers):
            own, first = iter(grown.store[rows.first(i):]), self.rows.first(kind)
            leaves = self.rows.leaves[kind]
            arrays = list(arrays_for(rows.kinds[i], self.rows.kinds[kind], own))
            store[first:first + len(arrays)] = [
                x.array(leaf) if isinstance(x, Same) and type(leaf) is not Link else x for leaf, x in zip(leaves, arrays)]
        return store

    def shift_of(self, grown):
        return next((shift for store, shift in self.moved if _is_store(store, grown.store)), None)

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
        folding = Folding(self.rows, is_variable=self.folding.is_variable)
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


class Growing:
    """The variables of a loop, by number, that hold functions in rows; all share the rows. The form of one has Links."""

    def __init__(self, is_kept):
        self.folding, self.forms = Folding(Rows(), is_kept, is_kept), {}
        self.rounds = 0

    def __contains__(self, i):
        return i in self.forms

    def begin(self, i, form):
        self.forms[i] = self.folding.part(form)

    def sees(self, i, form):
        """Whether there are more functions than were known."""
        before = self.folding.rows, self.forms[i]
        self.rounds += 1
        if self.rounds > _MOST_ROUNDS:
            raise Differ
        self.forms[i] = self.folding.merged(self.forms[i], self.folding.part(form))
        return before != (self.folding.rows, self.forms[i])

    def written(self, values):
        """What goes around of the variables, and then all rows, with those that these values need."""
        if not self.forms:
            return []
        leaves = [pair for i, form in self.forms.items() for pair in zip(leaves_of(form), form.encode(values[i]))]
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
        leaves = {i: [(leaf, next(written)) for leaf in leaves_of(form)] for i, form in self.forms.items()}
        store = list(written)
        for i, form in self.forms.items():
            values[i] = form.decode(iter([
                Grown(GrownForm(rows, leaf.kinds), [x, *store]) if type(leaf) is Link else x for leaf, x in leaves[i]]))

"""Functions that are chosen while a program runs: which one of those that are known, and what it has captured.

The form of a value is what is known of it before: which functions it may be, where tensors are in it and in what they
have captured. A value is its form and these tensors.
"""

import functools
import itertools
import types

from .. import _core, _cotan, _nest, _nodes
from .variables import is_dynamic, is_number, is_same

_MOST = 64  # functions to choose from
_DEEPEST = 12  # functions in what functions have captured


class Differ(Exception):
    """Two values have no form together."""


class Fixed:
    """What is the same in any case."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return type(other) is Fixed and is_same(self.value, other.value)

    count = 0

    def encode(self, value):
        return []

    def decode(self, leaves):
        return self.value


class Dynamic:
    """A tensor, or a number that is known when the program runs; `like` is one of its type."""

    def __init__(self, like):
        self.like = like

    def __eq__(self, other):
        return type(other) is Dynamic and _core.can_join(self.like, other.like)

    count = 1

    def encode(self, value):
        return [value]

    def decode(self, leaves):
        return next(leaves)


class Live:
    """A variable that a function reads when it is called."""

    def __init__(self, cell):
        self.cell = cell

    def __eq__(self, other):
        return type(other) is Live and self.cell is other.cell

    count = 0

    def encode(self, value):
        return []

    def decode(self, leaves):
        return self.cell


class Nest:
    """Several values; `kind` says how they are put together."""

    def __init__(self, kind, parts):
        self.kind, self.parts = kind, list(parts)
        self.count = sum(part.count for part in self.parts)

    def __eq__(self, other):
        return type(other) is Nest and self.kind == other.kind and self.parts == other.parts

    def encode(self, value):
        return _encoded(self.parts, taken_apart(value)[0])

    def decode(self, leaves):
        parts = [part.decode(leaves) for part in self.parts]
        if not isinstance(self.kind, tuple):
            return _nest.unflatten(self.kind, parts)
        cls, keys = self.kind
        if cls is functools.partial:
            return cls(parts[0], *parts[1], **parts[2])
        return cls(zip(keys, parts)) if cls is dict else cls(parts)


class Closure:
    """A function that is written somewhere, and what it has captured: the cells, then the defaults."""

    def __init__(self, function, parts):
        self.function, self.parts = function, list(parts)
        self.count = sum(part.count for part in self.parts)

    def is_of(self, other):
        """Whether both are one function but for what it has captured."""
        return (type(other) is Closure and self.function.__code__ is other.function.__code__ and
                self.function.__globals__ is other.function.__globals__)

    def __eq__(self, other):
        return self.is_of(other) and self.parts == other.parts

    def encode(self, function):
        return _encoded(self.parts, captured(function))

    def decode(self, leaves):
        if all(type(part) is Live or part == Fixed(None) for part in self.parts):
            return self.function
        *cells, defaults, keyword_defaults = (part.decode(leaves) for part in self.parts)
        cells = [cell if type(part) is Live else types.CellType(cell) for cell, part in zip(cells, self.parts)]
        old = self.function
        made = types.FunctionType(old.__code__, old.__globals__, old.__name__, defaults, tuple(cells))
        made.__kwdefaults__, made.__qualname__ = keyword_defaults, old.__qualname__
        made.__dict__.update(old.__dict__)
        return made


class Choice:
    """One of several functions: the number of the one, then what each of them has captured."""

    def __init__(self, forms):
        self.forms = tuple(forms)
        self.count = 1 + sum(form.count for form in self.forms)

    def __eq__(self, other):
        return type(other) is Choice and self.forms == other.forms

    def __hash__(self):
        return len(self.forms)

    def place_of(self, form):
        for i, own in enumerate(self.forms):
            if _joined_or_none(own, form) == own:
                return i
        raise Differ

    def encode(self, value):
        if type(value) is Chosen:
            return self.encode_chosen(value)
        number = self.place_of(form_of(value, any_cell))
        return [number, *self.of_captured({number: value})]

    def encode_chosen(self, chosen):
        functions = chosen.functions()
        places = [self.place_of(form) for form in chosen.form.forms]
        number = chosen.number
        if places != list(range(len(places))):
            number = places[0]
            for i, place in enumerate(places[1:], 1):
                number = _core.where(chosen.number == i, place, number)
        return [number, *self.of_captured(dict(zip(places, functions)))]

    def of_captured(self, values):
        """What these functions have captured, by their number; zeros for the others."""
        leaves = []
        for i, form in enumerate(self.forms):
            leaves += form.encode(values[i]) if i in values else map(_core.zeros_like, _examples(form))
        return leaves

    def decode(self, leaves):
        return Chosen(self, itertools.islice(leaves, self.count))


class Chosen:
    """One of several functions, known when the program runs."""

    def __init__(self, form, leaves):
        self.form, self.leaves = form, tuple(leaves)

    @property
    def number(self):
        return self.leaves[0]

    def form_here(self):
        return self.form

    def functions(self):
        leaves = iter(self.leaves[1:])
        return [form.decode(leaves) for form in self.form.forms]

    def __call__(self, *args, **keywords):
        from .calls import call
        from .conditions import if_exp

        functions, line = self.functions(), _core.line_here()

        def among(first, last):
            if first == last:
                return call(functions[first])(*args, **keywords)
            middle = (first + last + 1) // 2
            return if_exp(self.number < middle, lambda: among(first, middle - 1), lambda: among(middle, last), line,
                          kind="call of a chosen function")

        return among(0, len(functions) - 1)

    def __repr__(self):
        names = [getattr(function, "__name__", type(function).__name__) for function in self.functions()]
        return f"<function {' or '.join(names)}>"


_nodes.register(Chosen, lambda chosen: (list(chosen.leaves), chosen.form), lambda form, leaves: Chosen(form, leaves))


def _encoded(forms, values):
    return [leaf for form, value in zip(forms, values) for leaf in form.encode(value)]


def _examples(form):
    """Tensors as those of the form, without what chooses between functions."""
    if type(form) is Dynamic:
        return [form.like]
    if type(form) is Choice:
        return [0, *(x for inner in form.forms for x in _examples(inner))]
    if hasattr(form, "examples"):  # of functions in rows
        return form.examples()
    return [x for part in getattr(form, "parts", ()) for x in _examples(part)]


#--- From values to forms


def taken_apart(value):
    """The parts of a nest, and how they are put together; None for a leaf. Functions in it stay whole."""
    if type(value) in (tuple, list):
        return list(value), (type(value), len(value))
    if type(value) is functools.partial:
        return [value.func, value.args, value.keywords], (functools.partial, None)
    if type(value) is dict:
        keys = _nodes.sorted_keys(value)  # as other nests: in whatever order they came
        return [value[key] for key in keys], (dict, keys)
    leaves, structure = _nest.flatten(value)
    return None if structure.is_leaf else (leaves, structure)


def content_of(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not set yet
        return None


def captured(function):
    return [*map(content_of, function.__closure__ or ()), function.__defaults__, function.__kwdefaults__]


def _is_made_here(value, depth=0):
    """Whether a tensor in it belongs to the branch or turn that is traced, or was: it is not there afterwards."""
    if depth > _DEEPEST:
        return False
    if isinstance(value, types.FunctionType):
        return any(_is_made_here(x, depth + 1) for x in captured(value) if x is not value)
    return any(_is_made_here(x, depth + 1) if isinstance(x, types.FunctionType) else _cotan._is_made_here(x)
               for x in _nest.flatten(value)[0] if isinstance(x, (types.FunctionType, _core.Tensor)))


def any_cell(cell):
    """Where it is asked what a function is: what it holds by value was found out when it was made."""
    return True


def form_of(value, is_kept=lambda cell: False):
    """The form of a value; cells that are kept hold what a function reads after it is made."""
    if isinstance(value, Chosen):
        return by_value(value.form_here(), is_kept)
    if isinstance(value, types.FunctionType):
        cells = [Live(cell) if is_kept(cell) or not _is_made_here(content_of(cell)) else form_of(content_of(cell), is_kept)
                 for cell in value.__closure__ or ()]
        return Closure(value, [*cells, form_of(value.__defaults__, is_kept), form_of(value.__kwdefaults__, is_kept)])
    apart = taken_apart(value)
    if apart is None:
        return Dynamic(value) if is_dynamic(value) and not is_number(value) else Fixed(value)
    return Nest(apart[1], [form_of(part, is_kept) for part in apart[0]])


def with_parts(form, change):
    """The form with other parts: those that `change` makes of them."""
    if type(form) is Closure:
        return Closure(form.function, map(change, form.parts))
    if type(form) is Nest:
        return Nest(form.kind, map(change, form.parts))
    return form


def by_value(form, is_kept):
    """The form, where what belongs to the branch or turn that is traced is held by value."""
    if type(form) is Live:
        return form if is_kept(form.cell) or not _is_made_here(content_of(form.cell)) else form_of(
            content_of(form.cell), is_kept)
    if type(form) in (Closure, Nest):
        return with_parts(form, lambda part: by_value(part, is_kept))
    if type(form) is Choice:
        return Choice([by_value(part, is_kept) for part in form.forms])
    return form.by_value(is_kept) if hasattr(form, "by_value") else form


def functions_in(form):
    """The forms of the functions it is one of; None if it is no function."""
    if type(form) is Choice:
        return form.forms
    if type(form) is Nest and isinstance(form.kind, tuple):
        return (form,) if form.kind[0] is functools.partial else None
    is_function = type(form) is Closure or hasattr(form, "examples") or callable(form.value if type(form) is Fixed else None) or (
        type(form) is Nest and callable(form.decode(itertools.repeat(None))))
    return (form,) if is_function else None


def joined(x, y, depth=0):
    """The form of what may be one or the other."""
    if x == y:
        return x
    if depth > _DEEPEST:
        raise Differ
    if hasattr(x, "joined") and type(x) is type(y):
        return x.joined(y)
    if type(x) is Live or type(y) is Live:
        return joined(*(form_of(content_of(f.cell), any_cell) if type(f) is Live else f for f in (x, y)), depth + 1)
    if type(x) is type(y) is Nest and x.kind == y.kind:
        return Nest(x.kind, _all_joined(x, y, depth))
    if type(x) is Closure and x.is_of(y):
        return Closure(x.function, _all_joined(x, y, depth))
    functions, others = functions_in(x), functions_in(y)
    if functions and others:
        return _choice(functions, others, depth)
    values = [f.like if type(f) is Dynamic else f.value if type(f) is Fixed else None for f in (x, y)]
    if all(map(is_dynamic, values)) and _core.can_join(*values):
        return Dynamic(values[0])
    raise Differ


def _all_joined(x, y, depth):
    return [joined(a, b, depth + 1) for a, b in zip(x.parts, y.parts)]


def _joined_or_none(x, y):
    try:
        return joined(x, y)
    except Differ:
        return None


def _choice(functions, others, depth):
    """Of functions that are one but for what they have captured, there is one."""
    found = list(functions)
    for other in others:
        for i, own in enumerate(found):
            both = _joined_or_none(own, other) if type(own) is type(other) is Closure and own.is_of(other) else (
                own if own == other else None)
            if both is not None:
                found[i] = both
                break
        else:
            found.append(other)
    if len(found) > _MOST:
        raise Differ
    return Choice(found) if len(found) > 1 else found[0]


def of_two(first, second, is_kept):
    """The form of what may be one or the other, because of functions in it; else None."""
    forms = form_of(first, is_kept), form_of(second, is_kept)
    if not all(map(has_functions, forms)):
        return None
    return _joined_or_none(*forms)


def has_functions(form):
    """Whether there is one in it."""
    return functions_in(form) is not None or any(map(has_functions, getattr(form, "parts", ())))

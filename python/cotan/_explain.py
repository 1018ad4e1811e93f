"""What a compiled function was compiled for, why again, and how long it took."""

import collections
import functools
from typing import Any, Final, NamedTuple

from . import _cotan, _mistakes, _nest, _notebook
from ._outside import Static
from ._traced import Shape

_MANY = 8  # programs for one function that differ in the same way
_MANY_TURNS = 64  # of a loop that is unrolled
_STEPS = 3  # that are named, of those that took longest

_made = collections.Counter()  # compiled functions by their code


class CompiledProgram(NamedTuple):
    """One of the programs of a compiled function: `signature` says what it takes, `cause` why it was made,
    `trace_seconds` and `compile_seconds` how long that took. `compile_seconds` is None if it has not
    run yet; `was_found` says that its machine code was there, `found_in` where: "process" or "disk", else "".
    `steps` are pairs of the steps of compiling and how many seconds each took. `is_quick` says that its
    code was made quickly, since its calls are brief: it is made once more, faster, when they have taken
    some milliseconds together. `optimize_seconds` says how long that took, None if it was not."""

    signature: str
    cause: str
    trace_seconds: float
    compile_seconds: float | None
    was_found: bool
    found_in: str
    steps: tuple[tuple[str, float], ...]
    is_quick: bool
    optimize_seconds: float | None

    def _how(self) -> str:
        """Where its code is from, and how long that took."""
        if self.compile_seconds is None:
            return "not compiled yet"
        was_quick = self.is_quick or self.optimize_seconds is not None
        how = f"compiled{' quickly' if was_quick else ''} in {self.compile_seconds:.3f} s"
        if self.was_found:
            where = "in this process" if self.found_in == "process" else "on the disk"
            how = f"found {where} in {self.compile_seconds:.3f} s"
        elif self.steps:
            longest = sorted(self.steps, key=lambda step: -step[1])[:_STEPS]
            how += f" ({', '.join(f'{name} {seconds:.3f} s' for name, seconds in longest)})"
        if self.optimize_seconds is not None:
            how += f", and once more, for speed, in {self.optimize_seconds:.3f} s"
        return how

    def __str__(self) -> str:
        return f"{self.signature}\n    {self.cause}; traced in {self.trace_seconds:.3f} s, {self._how()}"


class Explanation:
    """What `f.explain()` returns: its text, `programs`, a list of CompiledProgram, and `advice`, of texts."""

    def __init__(self, name: str, programs: list[CompiledProgram], advice: list[str]) -> None:
        self.name: Final = name
        self.programs: Final = programs
        self.advice: Final = advice

    def _repr_html_(self) -> str:
        cells = [(str(i), x.signature, x.cause, f"{x.trace_seconds:.3f} s", x._how()) for i, x in enumerate(self.programs, 1)]
        return (_notebook.rows(("", "signature", "cause", "traced in", "code"), cells)
                + "".join(f"<p>Advice: {_notebook.escaped(text)}</p>" for text in self.advice))

    def __repr__(self) -> str:
        count = len(self.programs)
        lines = [f"{self.name}: {count or 'no'} program{'' if count == 1 else 's'}{'' if count else ' yet'}"]
        lines += [f"{i}. {program}" for i, program in enumerate(self.programs, 1)]
        return "\n".join([*lines, *(f"Advice: {text}" for text in self.advice)])


def _code(function):
    """What functions have in common that the same line makes. Other objects, as layers, have nothing."""
    return getattr(function, "__code__", None)


class Record:
    """What is noted when a program is made: what it is called with, of which texts are made when somebody asks."""

    def __init__(self, function, shape, program, seconds, records, turns):
        self.function, self.program, self.seconds, self.turns = function, program, seconds, turns
        if not records and _code(function):
            _made[_code(function)] += 1
        self._types, self._records, self._number = shape.types_only(), records, len(records)

    @functools.cached_property
    def parts(self):
        """The types of each argument, by name."""
        args, keywords = self._types.filled(self._types.tensors)[:2]
        parts = {_mistakes.parameter(self.function, i): _part(x) for i, x in enumerate(args)}
        return {**parts, **{name: _part(x) for name, x in keywords.items()}}

    @functools.cached_property
    def changed(self):
        """The number of the program before that is most like this one, and the arguments that differ; None for the first."""
        before = self._records[:self._number]
        if not before:
            return None
        number = min(range(len(before)), key=lambda i: len(self.changes(before[i])))
        return number, self.changes(before[number])

    @property
    def cause(self):
        if self.changed is None:
            return "the first call"
        number, changes = self.changed
        if not changes:
            return "what the function reads from outside is another"
        parts = self._records[number].parts
        return "; ".join(f"{name} was {parts.get(name, ('not given',))[0]} in program {number + 1}" for name in changes)

    def changes(self, other):
        """The arguments that differ."""
        names = [*self.parts, *(name for name in other.parts if name not in self.parts)]
        return [name for name in names if self.parts.get(name) != other.parts.get(name)]

    def differs_in_sizes_alone(self, other):
        return self is other or bool(self.changes(other)) and self.parts.keys() == other.parts.keys() and all(
            self.parts[name][1] == other.parts[name][1] for name in self.parts)

    def explained(self):
        how = _cotan._compilation(self.program.program)
        signature = "(" + ", ".join(f"{name}: {part[0]}" for name, part in self.parts.items()) + ")"
        seconds, where, steps, is_quick, optimizing = how or (None, "", (), False, 0)
        steps = tuple(map(tuple, steps))
        return CompiledProgram(signature, self.cause, self.seconds, seconds, bool(where), where, steps, is_quick,
                               optimizing or None)

    def advice(self):
        """What may not be meant in this program."""
        given = {x for part in self.parts.values() for x in part[2]}
        made = {x.dtype.name for x in self.program.shape.tensors if not x.weak_type}
        for narrow, wide in (("float32", "float64"), ("complex64", "complex128")):
            if _cotan._default_dtype() == "float32" and narrow in given and wide in made and not given & {"float64", "complex128"}:
                yield (f"a result is {wide} though all arguments are {narrow}: an array of NumPy's, or a constant "
                       f"with dtype={wide!r}, makes it so; give it dtype={narrow!r} if that is not meant")
        for place, turns in self.turns.items():
            if turns > _MANY_TURNS:
                yield (f"the loop at {place} is unrolled: {turns} turns are a part of the program each; go through a range or "
                       "the rows of a tensor by a 'for' statement, or call ct.while_loop")

    @property
    def constant(self):
        """The argument that is why it was made, if that is a constant alone: "" if none is, but something from outside."""
        names = self.changed[1] if self.changed else None
        if names is None or len(names) > 1 or names and not self.parts.get(names[0], ("",))[0].endswith((" (static)", " (constant)")):
            return None
        return names[0] if names else ""


def _part(x):
    """An argument: its text, the same without sizes, and its element types."""
    if isinstance(x, Static):
        return f"{x.value!r} (static)", f"{x.value!r} (static)", ()
    shape = Shape(x, True, True)
    if shape.structure.is_leaf and not shape.tensors:
        return f"{x!r} (constant)", f"{x!r} (constant)", ()
    kinds = [f"{t.dtype.name}[{t.ndim}]{' weak' * t.weak_type}" for t in shape.tensors]
    text = _nest.text_of(shape) + (" weak" if shape.structure.is_leaf and shape.tensors[0].weak_type else "")
    return text, (repr(shape.structure), *kinds), tuple(t.dtype.name for t in shape.tensors)


def explained(name, records):
    """The Explanation of all programs that a function has."""
    advice = dict.fromkeys(text for record in records for text in record.advice())
    largest: Any = max((sum(r.differs_in_sizes_alone(s) for s in records) for r in records), default=0)
    if largest >= _MANY:
        advice[f"{largest} programs differ in sizes alone; dynamic_axes={{...}} of ct.jit leaves sizes open, so that "
               "one serves all"] = None
    for what, count in collections.Counter(record.constant for record in records).items():
        if what is not None and count >= _MANY - 1:
            again = f"'{what}' is another constant" if what else "what the function reads from outside is another"
            advice[f"{again} in {count + 1} programs, each of which is compiled; pass it as a tensor, or a number that is not "
                   "static, so that one serves all"] = None
    made = _made[_code(records[0].function)] if records else 0
    if made >= _MANY:
        advice[f"ct.jit was called {made} times for this function, and each of what it gave was compiled; call it once, "
               "outside of loops"] = None
    return Explanation(name, [record.explained() for record in records], list(advice))

"""Compiled functions."""

import functools
import time
import types
from typing import Any, Callable, Generic, Iterable, TypeVar, overload

from . import _control, _cotan, _decomposition, _mistakes, _nest, _nodes, _own, _places
from ._core import here, is_tracing
from ._debug import disable_jit
from ._decomposition import Decomposition
from ._donation import Donation
from ._explain import Explanation, Record, explained
from ._lowered import Lowered
from ._named import with_checked_calls
from ._open import OpenAxes
from ._outside import Static
from ._parts import Parts
from ._profile import Profile
from ._traced import Shape, Traced, shape_of_call, trace


R = TypeVar("R")
_NO_PROGRAM = _cotan._no_program


@with_checked_calls("ct.jit(f)")
class Jitted(Generic[R]):
    """A function that runs as machine code, compiled once per shapes and element types."""

    def __init__(self, function: Callable[..., R], static_argnums: int | Iterable[int] | None = (),
                 static_argnames: str | Iterable[str] | None = (), dynamic_axes: dict[str, Any] | None = None,
                 calls: str | None = None, decomposition: Decomposition | None = None,
                 donate_argnums: int | Iterable[int] | None = (), donate_argnames: str | Iterable[str] | None = (),
                 inline: bool = False) -> None:
        self._descriptor = type(function) if isinstance(function, (classmethod, staticmethod)) else None
        function = function.__func__ if self._descriptor else function
        function = function.__wrapped__ if isinstance(function, JittedMethod) else function
        function = _own.with_constants(function)
        functools.update_wrapper(self, function)
        self._function = function
        self.__name__: str = _mistakes.name_of(function)
        parameters = _places.Parameters(_mistakes.signature_of(function))
        self._static, self._static_names = _places.chosen(
            "static", self.__name__, parameters, static_argnums, static_argnames)
        self._donation = Donation(  # None costs a call nothing
            self.__name__, parameters, donate_argnums, donate_argnames, (self._static, self._static_names)) or None
        self._open = None if dynamic_axes is None else OpenAxes(
            self.__name__, parameters, dynamic_axes, self._static_names)
        if calls not in (None, "keep", "inline"):
            raise _cotan.ValueError(f"{here()}jit: 'calls' is {calls!r}; it is 'keep', 'inline' or None")
        _decomposition.check("jit", decomposition)
        self._options = (calls or "", decomposition and decomposition._members())
        self._programs, self._room, self._records = _cotan._ProgramTable(), _control.LEAST, []
        _mistakes.check_flag("jit", "inline", inline)
        self._parts = Parts(function, inline)
        # Whether the arguments are what a program is looked up by.
        self._is_plain: bool = isinstance(function, types.FunctionType) and not (
            self._static or self._static_names or self._donation or self._open)

    def __deepcopy__(self, memo: Any) -> "Jitted[R]":
        return self  # as functions are

    def __call__(self, *args: Any, **keywords: Any) -> R:
        if self._is_plain and not disable_jit._on:
            try:
                result = self._programs.call((args, keywords, self._function))
                if result is not _NO_PROGRAM:
                    return result
            except _nest.UnknownLeaf:
                pass  # which is said below
            except _cotan._NeedsRoom as problem:
                self._make_room(problem)
        if is_tracing():  # a part of the function that is being compiled
            return self._parts.call(args, keywords)
        if disable_jit._on:
            return self._as_written(args, keywords)
        return self._run(self._given(args, keywords))

    def _as_written(self, args, keywords):
        """The function at once, of tensors as it would be compiled for."""
        shape = Shape(self._held(args, keywords), True, True)
        args, keywords = self._with_static(*shape.filled(shape.tensors))
        return self._function(*args, **keywords)

    def _with_static(self, args, keywords):
        if not self._static_names and not self._static:
            return args, keywords
        return (tuple(a.value if isinstance(a, Static) else a for a in args),
                {k: v.value if isinstance(v, Static) else v for k, v in keywords.items()})

    def _given(self, args, keywords, is_method=False):
        """What the program is called with. The function is an argument, too: what it reads may change,
        and the state of an object whose method it is."""
        function = self._function
        if not isinstance(function, types.FunctionType):
            function = _own.of_function(function)
        args, keywords = self._held(args, keywords)
        if is_method:
            args = (_own.owned(args[0]), *args[1:])
        return args, keywords, function

    def _run(self, given):
        try:
            shape = Shape(given, False)  # without copies; a named argument would take 0.3 us
        except _nest.UnknownLeaf as unknown:
            raise self._unknown(unknown) from None
        program = self._program(self._class_of(given, shape), given)
        if self._donation is not None:
            return self._donation.call(program, shape, *given[:2])
        try:
            return program(shape)
        except _cotan._NeedsRoom as problem:
            self._make_room(problem)
        return self._run(given)

    def _make_room(self, problem):
        """For functions of which only the run says how many there are: it begins again."""
        self._room = self._room.raised(problem)
        self._programs = _cotan._ProgramTable()
        _cotan._repeat_run()

    def _class_of(self, given, shape):
        """What the program depends on: `shape`, with sizes left open."""
        return Shape((*self._open.opened(*given[:2]), given[2])) if self._open else shape

    def _program(self, shape, given):
        try:
            program = self._programs.find(shape)
        except TypeError as problem:
            raise _cotan.TypeError(
                f"{here()}{self.__name__}: an argument that is no tensor has no hash ({problem}); "
                "pass tensors, nests of them, or constants such as strings and functions") from None
        if program is None:
            began, turns = time.perf_counter(), {}
            with _control.having(self._room), _control.counting_turns(turns):
                program = trace(self._function, shape, self._apply, self._options)
            if self._donation is not None:
                program = self._donation.program(program, shape)
            self._records.append(Record(self._function, shape, program, time.perf_counter() - began, self._records, turns))
            # What tracing changed outside, as a counter, is not what is changed between calls.
            after = self._class_of(given, Shape(given, False))
            parts = (program.program, program.shape) if isinstance(program, Traced) else (None, None)
            self._programs.keep(after.types_only(), program, *parts)
        return program

    def _held(self, args, keywords):
        """The arguments, with those that are static out of reach."""
        if not self._static_names and not self._static:
            return args, keywords
        return (tuple(self._static_of(a, i) if i in self._static else a for i, a in enumerate(args)),
                {k: self._static_of(v, k) if k in self._static_names else v for k, v in keywords.items()})

    def _static_of(self, value, which):
        try:
            return Static(value)
        except TypeError as problem:
            name = which if isinstance(which, str) else _mistakes.parameter(self._function, which)
            raise _cotan.TypeError(f"{here()}{self.__name__}: the static argument '{name}' cannot be part of a program "
                                   f"({problem}); give a number, a text, or a nest of such") from None

    def _unknown(self, unknown):
        return _cotan.TypeError(_mistakes.unknown_argument(
            self._function, unknown, ", or choose the argument by static_argnames"))

    def _apply(self, _, args, keywords, function):
        args, keywords = self._with_static(args, keywords)
        own = function.__self__ if isinstance(function, types.MethodType) else function
        if args and _own.is_plain(args[0]):  # the object of a method; others are refused
            own = args[0]
        watch = _own.Watch(own)
        result = _control.call(function)(*args, **keywords)
        watch.check(self.__name__)
        return result

    def lower(self, *args: Any, **keywords: Any) -> Lowered:
        """The program for these arguments, to look at, save or measure; types (ct.ShapeDtypeStruct) do."""
        return self._lowered(self._given(args, keywords))

    def _lowered(self, given):
        try:
            shape = Shape(given)
        except _nest.UnknownLeaf as unknown:
            raise self._unknown(unknown) from None
        types = self._class_of(given, shape)
        return Lowered(self, self._program(types, given), shape, types)

    def eval_shape(self, *args: Any, **keywords: Any) -> Any:
        """What it would return for these arguments, tensors or types, with types in the place of tensors. Nothing is
        computed.

        >>> import cotan as ct
        >>> ct.jit(lambda x: ct.sum(x, axis=0)).eval_shape(ct.ones((2, 3)))
        ShapeDtypeStruct(float32[3])
        """
        return self.lower(*args, **keywords).out_info

    def clear_cache(self) -> None:
        """Forgets what it was compiled for, and gives the memory back; the next call compiles again.

        >>> import cotan as ct
        >>> f = ct.jit(lambda x: x + 1)
        >>> _ = f(1), f.clear_cache()
        >>> len(f.explain().programs)
        0
        """
        self._programs, self._parts = _cotan._ProgramTable(), Parts(self._function, self._parts.are_inline)
        self._records = []

    def explain(self) -> Explanation:
        """What the function was compiled for so far, why again each time, where its code was found, and how long each
        step took; what may not be meant: a program for each call, loops that are unrolled, float64 by accident. Print it.

        >>> import cotan as ct
        >>> f = ct.jit(lambda x, n: x * n)
        >>> _ = f(ct.ones(2), 1.0), f(ct.ones(3), 1.0)
        >>> print(f.explain().programs[1].signature, f.explain().programs[1].cause)
        (x: float32[3], n: float32[] weak) x was float32[2] in program 1
        """
        return explained(self.__name__, self._records)

    def profile(self, *args: Any, **keywords: Any) -> Profile:
        """Where the time and the memory of one call go, by your lines.

        The function is compiled once more, so that each kernel, call of the runtime, loop and function of it takes
        its own time, and called once; `result` of what is returned is what it returned. A kernel that does the work of
        several lines names them all, work of a derivative the line that it differentiates. Arithmetic of
        single numbers is not timed by itself: it belongs to the loop or function around it. Counts of
        calls and turns are those of the code that ran: a loop whose turns run at once, as one kernel, has none.
        Recursive functions are compiled without the step that does several levels in one call.
        Cost: two looks at the clock, about 0.1 us, for each kernel that is called, which `overhead_seconds`
        estimates. The first call also gets memory from the system; profile twice to be without.

        >>> import cotan as ct
        >>> @ct.jit
        ... def decay(x):
        ...     for i in range(100):
        ...         x = x - 0.01 * ct.tanh(x)
        ...     return x
        >>> p = decay.profile(ct.ones((100, 100)))
        >>> [(row.kind, row.turns, row.calls) for row in p.rows if row.kind == "loop"]
        [('loop', 100, 1)]
        """
        return self._profiled(self._given(args, keywords))

    def _profiled(self, given):
        program, shape = self._lowered(given)._called()
        try:
            return Profile(self.__name__, *_cotan._profile(program.program, shape, program.shape))
        except _cotan._NeedsRoom as problem:
            self._make_room(problem)
        return self._profiled(given)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if self._descriptor is classmethod:
            return types.MethodType(self, owner)
        return self if instance is None or self._descriptor is staticmethod else JittedMethod(self, instance)

    def __repr__(self) -> str:
        return f"<jit {self.__name__}>"


_nodes.register_constant(Jitted)


class JittedMethod:
    """A compiled method of an object."""

    def __init__(self, jitted: Jitted[Any], instance: Any) -> None:
        self._jitted = jitted
        self.__self__: Any = instance
        functools.update_wrapper(self, types.MethodType(jitted.__wrapped__, instance))

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if is_tracing() or disable_jit._on:
            return self._jitted(self.__self__, *args, **keywords)
        return self._jitted._run(self._jitted._given((self.__self__, *args), keywords, True))

    def profile(self, *args: Any, **keywords: Any) -> Profile:
        """As of a compiled function."""
        return self._jitted._profiled(self._jitted._given((self.__self__, *args), keywords, True))

    def lower(self, *args: Any, **keywords: Any) -> Lowered:
        """As of a compiled function."""
        return self._jitted._lowered(self._jitted._given((self.__self__, *args), keywords, True))

    def eval_shape(self, *args: Any, **keywords: Any) -> Any:
        """As of a compiled function."""
        return self.lower(*args, **keywords).out_info


def eval_shape(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """What `function` would return for these arguments, with types in the place of tensors.

    Nothing is computed. Arguments are tensors or types of them.

    >>> import cotan as ct
    >>> ct.eval_shape(lambda x: {"rows": x.shape[0], "sum": ct.sum(x, axis=0)}, ct.ones((2, 3)))
    {'rows': ShapeDtypeStruct(int64[], weak_type=True), 'sum': ShapeDtypeStruct(float32[3])}
    """
    _mistakes.check_function("eval_shape", function, makes_another=False)
    shape = trace(function, shape_of_call(function, args, keywords, True, True)).shape
    return shape.filled(shape.tensors)


_OPTIONS = ("static_argnums", "static_argnames", "dynamic_axes", "calls", "decomposition", "donate_argnums",
            "donate_argnames", "inline")


@overload
def jit(function: Callable[..., R], *, static_argnums: int | Iterable[int] | None = ...,
        static_argnames: str | Iterable[str] | None = ..., dynamic_axes: dict[str, Any] | None = ...,
        calls: str | None = ..., decomposition: Decomposition | None = ...,
        donate_argnums: int | Iterable[int] | None = ..., donate_argnames: str | Iterable[str] | None = ...,
        inline: bool = ...) -> Jitted[R]: ...


@overload
def jit(function: None = None, *, static_argnums: int | Iterable[int] | None = ...,
        static_argnames: str | Iterable[str] | None = ...,
        dynamic_axes: dict[str, Any] | None = ..., calls: str | None = ...,
        decomposition: Decomposition | None = ...,
        donate_argnums: int | Iterable[int] | None = ..., donate_argnames: str | Iterable[str] | None = ...,
        inline: bool = ...) -> Callable[[Callable[..., R]], Jitted[R]]: ...


def jit(function: Any = None, *, static_argnums: int | Iterable[int] | None = (),
        static_argnames: str | Iterable[str] | None = (), dynamic_axes: dict[str, Any] | None = None,
        calls: str | None = None, decomposition: Decomposition | None = None,
        donate_argnums: int | Iterable[int] | None = (), donate_argnames: str | Iterable[str] | None = (),
        inline: bool = False) -> Any:
    """Compile `function` the first time it is called with arguments of these shapes and element types.

    Plain `if`, `while`, `for`, `break`, `continue` and early `return` in it compile as they are
    written. Arguments are nests of tensors and numbers, with strings, functions, types and members of
    enums as constants of the program, as are arguments that `static_argnums` and `static_argnames`
    choose. Other objects, which may hold tensors, are refused: register their types with
    `ct.tree.register_node`, or make them dataclasses. Another program is made when a variable that the
    function reads from outside is bound to something else, not when an object that it holds changes.
    Inside of another compiled function it is traced once for the same types and constants; numbers are
    constants there. Called there often enough to make the program much longer, it becomes a function
    of the program, compiled once with its derivatives. `calls="keep"` lets all such functions be
    that, however small, `calls="inline"` none but those that call themselves. With `inline` this function
    is none: it becomes part of each function that calls it. `decomposition` says which composite operators
    stay whole (ct.Decomposition).

    The tensors of arguments that `donate_argnums` and `donate_argnames` choose are given away: results of
    their sizes may have their memory, and any use of them afterwards is an error. What others hold, such as
    NumPy arrays, is copied; inside of another compiled function it has no meaning.

    `dynamic_axes` names axes of arguments whose sizes stay open, as {"x": 0, "y": (0, 1)}: the function
    is compiled once for all of them. Inside it, an open size in `x.shape` is a tensor. Two open sizes
    that meet must be equal when it runs. Functions that must know a size say so.

    >>> import cotan as ct
    >>> @ct.jit
    ... def collatz(n):
    ...     steps = 0
    ...     while n != 1:
    ...         n = n // 2 if n % 2 == 0 else 3 * n + 1
    ...         steps += 1
    ...     return steps
    >>> int(collatz(27))
    111
    >>> centred = ct.jit(lambda x: x - ct.sum(x) / x.shape[0], dynamic_axes={"x": 0})
    >>> centred(ct.array([1.0, 3.0])), centred(ct.array([1.0, 2.0, 3.0]))
    (Tensor([-1.,  1.], dtype=float32), Tensor([-1.,  0.,  1.], dtype=float32))
    >>> step = ct.jit(lambda w, g: w - 0.1 * g, donate_argnums=0)
    >>> w = ct.zeros(1000)
    >>> w = step(w, ct.ones(1000))  # in the memory of the w before
    """
    options = (static_argnums, static_argnames, dynamic_axes, calls, decomposition, donate_argnums, donate_argnames, inline)
    if function is None:
        return lambda function: jit(function, **dict(zip(_OPTIONS, options)))
    if not isinstance(function, (classmethod, staticmethod)):
        _mistakes.check_function("jit", function)
    return Jitted(function, *options)

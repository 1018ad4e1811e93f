"""Compiled functions."""

import functools
import os
import types
from typing import Any, Callable, Generic, Iterable, NamedTuple, TypeVar, overload

from . import _control, _cotan, _mistakes, _nest
from ._core import here, is_tracing
from ._files import whole_file
from ._open import OpenAxes
from ._traced import Shape, trace


R = TypeVar("R")


class _Static:
    """An argument that is part of the program."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


class Memory(NamedTuple):
    """What a call needs, in bytes: its arguments, and what is held beside them at once, results
    among it. Where `exact` is false, sizes or stacks that depend on data come on top."""

    arguments: int
    peak: int
    exact: bool


class Lowered:
    """The program of a compiled function."""

    def __init__(self, function, traced):
        self._function, self._traced = function, traced

    def compile(self) -> Any:
        """Compiles now what the first call would have compiled; returns the function."""
        self.memory()
        return self._function

    def as_text(self, stage: str = "traced") -> str:
        """The program as it was "traced" (MLIR), "fused" into kernels (MLIR), or as code of "llvm"
        before LLVM's own passes."""
        return _cotan._text(self._traced.program, stage)

    def memory(self) -> Memory:
        """What a call needs; the program is compiled for that.

        >>> import cotan as ct
        >>> ct.jit(lambda x: ct.sum(x * x)).lower(ct.ones((1000, 1000))).memory()
        Memory(arguments=4000000, peak=8, exact=True)
        """
        return Memory(*_cotan._memory(self._traced.program))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the program, for `cotan run` and `ct::Program::load`. The file is complete or not there."""
        with whole_file(path) as file:
            file.write(self.as_text().encode())


class Jitted(Generic[R]):
    """A function that runs as machine code, compiled once per shapes and element types."""

    def __init__(self, function: Callable[..., R], static_argnums: int | Iterable[int] = (),
                 static_argnames: str | Iterable[str] = (), dynamic_axes: dict[str, Any] | None = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._static = {static_argnums} if isinstance(static_argnums, int) else set(static_argnums)
        self._static_names = (
            {static_argnames} if isinstance(static_argnames, str) else set(static_argnames))
        self._open = OpenAxes(function, dynamic_axes) if dynamic_axes else None
        self._programs = {}

    def __call__(self, *args: Any, **keywords: Any) -> R:
        if is_tracing():  # a part of the function that is being compiled
            return _control.call(self._function)(*args, **keywords)
        given = self._held(args, keywords)
        shape = Shape(given, False)  # without copies; a named argument would take 0.3 us
        return self._program(self._class_of(given, shape))(shape)

    def _class_of(self, given, shape):
        """What the program depends on: `shape`, with sizes left open."""
        return Shape(self._open.opened(*given)) if self._open else shape

    def _program(self, shape):
        try:
            program = self._programs.get(shape)
        except TypeError as problem:
            raise _cotan.TypeError(
                f"{here()}{self.__name__}: an argument that is no tensor has no hash ({problem}); "
                "pass tensors, nests of them, or constants such as strings and functions") from None
        if program is None:
            program = self._programs[shape.types_only()] = trace(self._unwrapped, shape, self._function)
        return program

    def _held(self, args, keywords):
        """The arguments, with those that are static out of reach."""
        if not self._static and not self._static_names:
            return args, keywords
        args = tuple(_Static(a) if i in self._static else a for i, a in enumerate(args))
        return args, {k: _Static(v) if k in self._static_names else v for k, v in keywords.items()}

    def _unwrapped(self, *args, **keywords):
        args, keywords = _nest.map_leaves(
            lambda x: x.value if isinstance(x, _Static) else x, (args, keywords))
        return _control.call(self._function)(*args, **keywords)

    def lower(self, *args: Any, **keywords: Any) -> Lowered:
        """The program for these arguments, to look at, save or measure; types (ct.ShapeDtypeStruct) do."""
        given = self._held(args, keywords)
        return Lowered(self, self._program(self._class_of(given, Shape(given))))

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<jit {self.__name__}>"


def eval_shape(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """What `function` would return for these arguments, with types in the place of tensors.

    Nothing is computed. Arguments are tensors or types of them.

    >>> import cotan as ct
    >>> ct.eval_shape(lambda x: {"rows": x.shape[0], "sum": ct.sum(x, axis=0)}, ct.ones((2, 3)))
    {'rows': ShapeDtypeStruct(int64[], weak_type=True), 'sum': ShapeDtypeStruct(float32[3])}
    """
    shape = trace(function, Shape((args, keywords))).shape
    return shape.filled(shape.tensors)


@overload
def jit(function: Callable[..., R], *, static_argnums: int | Iterable[int] = ...,
        static_argnames: str | Iterable[str] = ..., dynamic_axes: dict[str, Any] | None = ...) -> Jitted[R]: ...


@overload
def jit(function: None = None, *, static_argnums: int | Iterable[int] = ...,
        static_argnames: str | Iterable[str] = ...,
        dynamic_axes: dict[str, Any] | None = ...) -> Callable[[Callable[..., R]], Jitted[R]]: ...


def jit(function: Any = None, *, static_argnums: int | Iterable[int] = (),
        static_argnames: str | Iterable[str] = (), dynamic_axes: dict[str, Any] | None = None) -> Any:
    """Compile `function` the first time it is called with arguments of these shapes and element types.

    Plain `if`, `while`, `for`, `break`, `continue` and early `return` in it compile as they are
    written. Arguments are nests of tensors and numbers; other objects (strings, functions) are
    constants of the program, as are those that `static_argnums` and `static_argnames` choose.

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
    """
    if function is None:
        return functools.partial(jit, static_argnums=static_argnums, static_argnames=static_argnames,
                                 dynamic_axes=dynamic_axes)
    _mistakes.check_function("jit", function)
    return Jitted(function, static_argnums, static_argnames, dynamic_axes)

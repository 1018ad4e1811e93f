"""The program that a compiled function has for some arguments."""

import os
from typing import Any, NamedTuple

from . import _cotan, _mistakes
from ._files import put_page, whole_file
from ._named import with_checked_calls
from ._traced import Traced, without_types


class Memory(NamedTuple):
    """What a call needs, in bytes: its arguments, and what is held beside them at once, results
    among it. Where `exact` is false, sizes or stacks that depend on data come on top."""

    arguments: int
    peak: int
    exact: bool


@with_checked_calls("f.lower(...)")
class Lowered:
    """The program of a compiled function."""

    def __init__(self, function: Any, traced: Traced, arguments: Any, types: Any) -> None:
        self._function, self._traced, self._arguments, self._types = function, traced, arguments, types

    def compile(self) -> Any:
        """Compiles now what the first call would have compiled; returns the function. Code of brief
        programs, which calls get quickly first, is optimized here."""
        _cotan._compile(self._traced.program)
        return self._function

    def _called(self):
        """The program and what it is called with, which must be tensors."""
        without_types(self._function.__name__, self._arguments)
        return self._traced, self._arguments

    def as_text(self, stage: str = "traced") -> str:
        """The program as it was "traced" (MLIR), "fused" into kernels (MLIR), or as code of "llvm"
        before LLVM's own passes."""
        _mistakes.check_kind("Lowered.as_text", "stage", stage, str, "a text")
        return _cotan._text(self._traced.program, stage)

    @property
    def out_info(self) -> Any:
        """What a call returns, with types in the place of tensors."""
        shape = self._traced.shape
        return shape.filled(shape.tensors)

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

    def view(self, path: str | os.PathLike[str] | None = None) -> str:
        """Writes a page for a browser that shows the program after each step to machine code, beside
        your lines, and its kernels; returns its path. Without one it opens the page. If the function was
        lowered for tensors, it is run on them once, and the kernels have times; types are not run.

        >>> import cotan as ct
        >>> ct.jit(lambda x: ct.sum(x * x)).lower(ct.ones(1000)).view("/tmp/squares.html")
        '/tmp/squares.html'
        """
        is_run = not any(isinstance(x, _cotan.ShapeDtypeStruct) for x in self._arguments.tensors)
        page = _cotan._page(self._traced.program, self._function.__name__, self._arguments if is_run else None)
        return put_page(page, path)

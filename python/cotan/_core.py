"""What the package asks of the extension module."""

import os
import sys
import warnings
from typing import Any, Protocol

from . import _cotan
from ._cotan import (Tensor, array, logical_and, logical_not, logical_or, maximum, minimum, where,
                     zeros_like)

__all__ = ["Function", "Tensor", "as_tensor", "branch", "can_join", "describe", "for_loop",
           "is_traced", "is_tracing", "here", "logical_and", "logical_not", "logical_or", "maximum",
           "minimum", "where", "while_loop", "zeros_like"]

is_tracing = _cotan._is_tracing
is_tensor_like = _cotan._is_tensor_like
# Whether a value may be one or the other, or a variable of a loop become it.
can_join = _cotan._can_join


class Function(Protocol):
    """A function of nests, which a transformation gives."""

    def __call__(self, *args: Any, **keywords: Any) -> Any: ...


_PACKAGE = os.path.dirname(os.path.realpath(__file__))


def is_ours(frame):
    """Whether what runs in it is the package's."""
    is_written = str(frame.f_globals.get("__name__")).startswith("cotan.")  # by dataclasses, in no file
    return is_written or os.path.realpath(frame.f_code.co_filename).startswith(_PACKAGE)


def _users_frame():
    """Of the user's line that led into the package."""
    frame = sys._getframe(2)
    while frame is not None and is_ours(frame):
        frame = frame.f_back
    return frame


def here():
    """That line, as errors begin: "fit.py:12: "."""
    frame = _users_frame()
    return f"{frame.f_code.co_filename}:{frame.f_lineno}: " if frame else ""


def line_here():
    """The number of that line."""
    frame = _users_frame()
    return frame.f_lineno if frame else 0


def warn(text):
    """A warning about that line."""
    frame = _users_frame()
    where = (frame.f_code.co_filename, frame.f_lineno) if frame else ("cotan", 0)
    warnings.warn_explicit(text, UserWarning, *where, registry=frame and frame.f_globals.setdefault("__warningregistry__", {}))


def is_traced(x):
    """Whether `x` belongs to a function that is being traced, and so has no value yet."""
    return isinstance(x, Tensor) and x.is_traced


def as_tensor(x, name="ct.array"):
    """`x` as a tensor; errors are those of the function `name`."""
    return x if isinstance(x, Tensor) else _cotan._array_of(name, x)


def as_own_tensor(x, name):
    """The same, of which an array shares no memory with it: for what is returned as it is."""
    tensor = as_tensor(x, name)
    return tensor if isinstance(x, Tensor) else _cotan.array(x)


def is_inexact(x):
    """Whether a tensor has floating-point or complex numbers, which derivatives are of."""
    return x.dtype.kind in "fc"


def describe(x):
    """"float32[2,3]"."""
    return f"{x.dtype.name}[{','.join('?' if n is None else str(n) for n in x._sizes)}]"


def branch(test, branches):
    """The results of the second branch where `test` holds, else of the first."""
    otherwise, then = branches
    return _cotan._cond(test, lambda _: then(), lambda _: otherwise(), [])


def while_loop(test, body, initial):
    return _cotan._while_loop(lambda args: [test(*args)], lambda args: body(*args), initial)


def for_loop(start, stop, step, body, initial):
    return _cotan._fori_loop(start, stop, step, lambda args: body(*args), initial)

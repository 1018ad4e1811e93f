"""The equation that a user wrote as one of a vector."""

import math
from typing import Any, Callable

from .. import _cotan, _mistakes, _ravel
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._nest import text_of
from .._traced import applied, shape_of
from .._vmap import vmap

_HALVES = ("float16", "bfloat16")


class Equation:
    """`fun(t, y, *args)` with a state like `y0`. `name` is that of the function that is asked."""

    def __init__(self, name: str, fun: Callable[..., Any], t: Any, y0: Any, args: Any):
        _mistakes.check_function(name, fun, "fun")
        self.name, self.fun, self.args = name, fun, tuple(args)
        given = shape_of(y0, f"ct.{name}: 'y0'", "y0")
        for x in given.tensors:
            if x.dtype.kind not in "fciu" or x.dtype.name.startswith("float8"):
                raise _cotan.TypeError(f"{here()}ct.{name}: 'y0' must be of numbers, but holds {describe(x)}")
        # Integers become floats; Python's numbers have the type that the slopes have.
        tensors = [x if is_inexact(x) else x.astype(float) for x in given.tensors]
        self.shape = given
        slopes = self._slopes(t, given.filled(tensors))
        tensors = [x.astype(_cotan._common_type([x, s])) if x.weak_type else x for x, s in zip(tensors, slopes)]
        self.shape = shape_of(given.filled(tensors), "", "y0")
        state, self._nest_of = _ravel.ravel(given.filled(tensors))
        # Numbers of 16 bits could not tell a short step from none: the user's function alone sees them.
        self.kept, is_half = state.dtype, state.dtype.name in _HALVES
        self.state = state.astype("float32") if is_half else state

    def _slopes(self, t, y):
        """The tensors of what the function returns."""
        found = applied(self.fun, t, y, *self.args)
        if isinstance(y, Tensor) and isinstance(found, (list, tuple)) and not hasattr(found, "_fields"):
            found = _cotan.array(list(found))  # as SciPy's users write
        shape = shape_of(found, f"ct.{self.name}: what {_mistakes.name_of(self.fun)} returned", "result")
        if not shape.has_form_of(self.shape) or any(
                x.shape != like.shape for x, like in zip(shape.tensors, self.shape.tensors)):
            raise _cotan.TypeError(f"{here()}ct.{self.name}: {_mistakes.name_of(self.fun)} returned {text_of(shape)} for the "
                                   f"state {text_of(self.shape)}; it must return the slope of each number of the state")
        for x, like in zip(shape.tensors, self.shape.tensors):
            if x.dtype.kind == "c" and like.dtype.kind != "c" and not like.weak_type:
                raise _cotan.TypeError(f"{here()}ct.{self.name}: {_mistakes.name_of(self.fun)} returned {describe(x)} for a "
                                       f"state of {describe(like)}; begin with a complex state: y0.astype('complex64')")
        return shape.tensors

    def unravel(self, y: Any) -> Any:
        """The nest of a vector."""
        return self._nest_of(y.astype(self.kept))

    def field(self, t: Any, y: Any) -> Any:
        """The slope of the vector."""
        slopes = self._slopes(t, self.unravel(y))
        flat = [x.astype(y.dtype).reshape(-1) for x in slopes]
        return _cotan.concatenate(flat) if flat else _cotan.zeros_like(y)

    def rows(self, states: Any) -> Any:
        """The nest of a matrix whose rows are states."""
        return vmap(self.unravel)(states)


def times(name: str, what: str, given: Any, axes: int) -> Tensor:
    """Times as a tensor of so many axes."""
    t = as_tensor(given, f"ct.{name}")
    if t.dtype.kind not in "fiu" or t.dtype.name.startswith("float8"):
        raise _cotan.TypeError(f"{here()}ct.{name}: {what} must be of real numbers, but is {describe(t)}")
    if t.ndim != axes:
        wanted = "one number" if axes == 0 else "a vector of times"
        raise _cotan.ValueError(f"{here()}ct.{name}: {what} must be {wanted}, but is {describe(t)}")
    return t


def time_type(tensors: Any, state: Tensor) -> Any:
    """The type to count time in: that of the times and the state together."""
    real = _cotan.real(state) if state.dtype.kind == "c" else state
    return _cotan._common_type([*(t if t.dtype.kind == "f" else t.astype(float) for t in tensors), real])


def check_order(name: str, t: Any, first: Any, last: Any) -> None:
    """Refuses times that are known and do not go from `first` to `last`."""
    if any(x.is_traced for x in (t, first, last)):
        return
    known = [float(first), *map(float, t), float(last)]
    sign = math.copysign(1.0, known[-1] - known[0])
    for before, after in zip(known, known[1:]):
        if not (after - before) * sign >= 0:
            raise _cotan.ValueError(f"{here()}ct.{name}: 't_eval' must go from {known[0]:g} to {known[-1]:g} as 't_span' does, "
                                    f"but {after:g} comes after {before:g}")

"""ct.add.reduce and the like: the methods that NumPy's functions of two numbers have."""

import functools
import math
from typing import Any

from . import _cotan
from ._core import as_tensor
from ._named import named
from ._ufunc import ufunc

# Those that have the methods, and their identities.
_IDENTITIES: dict[str, Any] = {
    "add": 0, "multiply": 1, "logical_and": True, "logical_or": False, "logical_xor": False, "bitwise_and": -1,
    "bitwise_or": 0, "bitwise_xor": 0, "gcd": 0, "hypot": 0, "logaddexp": -math.inf, "logaddexp2": -math.inf,
    **dict.fromkeys("""arctan2 copysign divide equal float_power floor_divide fmax fmin fmod greater greater_equal heaviside
        lcm ldexp left_shift less less_equal maximum minimum nextafter not_equal power remainder right_shift
        subtract""".split())}
# What does at once what the methods do element by element.
_REDUCTIONS = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any"}
_ACCUMULATIONS = {"add": "cumsum", "multiply": "cumprod", "maximum": "cummax", "minimum": "cummin"}
_CHANGES = {"add": "add", "multiply": "multiply", "maximum": "max", "minimum": "min"}  # of x.at[...]
_METHODS = ("accumulate", "at", "outer", "reduce", "reduceat")
_NUMBERS = ("identity", "nargs", "nin", "nout")


class _Binary(ufunc):
    """A function of the package as a ufunc."""

    def __init__(self, function: Any):
        super().__init__(function, 2, 1, identity=_IDENTITIES[function.__name__])
        self._each = function

    def _rows(self, method, a, axis, dtype):
        """Sums and products of small integers have the type that those of `reduce` have."""
        whole = _REDUCTIONS.get(self.__name__)
        if whole in ("sum", "prod") and dtype is None:
            dtype = getattr(_cotan, whole)(_cotan.zeros((), as_tensor(a).dtype)).dtype
        return super()._rows(method, a, axis, dtype)

    def _at_once(self, whole, a, axis, dtype, **options):
        x = as_tensor(a) if dtype is None else as_tensor(a).astype(dtype)
        result = getattr(_cotan, whole)(x, axis, **options)
        return result if dtype is None else result.astype(dtype)  # that of small integers may be wider

    def reduce(self, a: Any, axis: Any = 0, dtype: Any = None, keepdims: bool = False, initial: Any = None,
               where: Any = None) -> Any:
        whole = _REDUCTIONS.get(self.__name__)
        if whole is None:
            return super().reduce(a, axis, dtype, keepdims, initial, where)
        if whole not in ("all", "any"):
            return self._at_once(whole, a, axis, dtype, keepdims=keepdims, initial=initial, where=where)
        result = self._at_once(whole, a, axis, dtype, keepdims=keepdims, where=where)
        return result if initial is None else self._each(result, initial)

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None) -> Any:
        whole = _ACCUMULATIONS.get(self.__name__)
        return super().accumulate(array, axis, dtype) if whole is None else self._at_once(whole, array, axis, dtype)

    def at(self, a: Any, indices: Any, b: Any = None, *, inplace: bool = False) -> Any:
        change = _CHANGES.get(self.__name__)
        if change is None or b is None or inplace:
            return super().at(a, indices, b, inplace=inplace)
        return getattr(as_tensor(a).at[indices], change)(b)


@functools.cache
def _attribute(function, name):
    held = getattr(_Binary(function), name)
    return named(f"ct.{function.__name__}.{name}")(held) if name in _METHODS else held


def has_methods(function):
    name = function.__name__
    return name in _IDENTITIES and getattr(_cotan, name) is function


def attribute(function, name):
    """What a function has beside what all have; the extension module asks for it when it is looked up."""
    if name in _METHODS + _NUMBERS and has_methods(function):
        return _attribute(function, name)
    raise AttributeError(f"'cotan.function' object has no attribute '{name}'", name=name, obj=function)


def names(function):
    """What dir() shows of a function."""
    own = object.__dir__(function)
    return sorted([*own, *_METHODS, *_NUMBERS]) if has_methods(function) else own

"""Arithmetic that optimizers share: of tensors of all float types, and of whole nests."""

import math
from typing import Any

from .. import _cotan, _nest
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._nest import map_leaves
from .._traced import applied
from ._arguments import checked

_HALVES = ("float16", "bfloat16")


def wide(x):
    """A tensor to compute with: numbers of 16 bits in float32, where they neither overflow nor vanish."""
    x = as_tensor(x, "ct.optim")
    return x.astype("float32") if x.dtype.name in _HALVES else x


def narrow(x, like):
    """`x` in the element type of `like`."""
    x, dtype = as_tensor(x), as_tensor(like).dtype
    if x.dtype == dtype:
        return x
    return (_cotan.real(x) if x.dtype.kind == "c" and dtype.kind != "c" else x).astype(dtype)


def squared(x):
    """The squares of absolute values."""
    if x.dtype.kind != "c":
        return x * x
    return _cotan.real(x) ** 2 + _cotan.imag(x) ** 2


def inexact(x):
    x = as_tensor(x, "ct.optim")
    if not is_inexact(x) or x.dtype.name.startswith("float8"):
        raise _cotan.TypeError(f"{here()}ct.optim: parameters must be floating-point or complex tensors, but one is "
                               f"{describe(x)}; convert it with astype, or leave it out with ct.optim.masked")
    return x


def zeros_of(x, dtype=None):
    """A sum of gradients to begin with."""
    x = inexact(x)
    return _cotan.zeros_like(x) if dtype is None else _cotan.zeros_like(x).astype(dtype)


def squares_of(x, start=0.0):
    """A sum of squares to begin with: real, and never of 16 bits, which cannot hold squares of small numbers."""
    x = wide(inexact(x))
    return _cotan.full_like(_cotan.real(x) if x.dtype.kind == "c" else x, start)


def number_type(tree):
    """The type for numbers beside these parameters: float64 for float64, else float32."""
    types = {x.dtype.name for x in map(as_tensor, _nest.flatten(tree)[0])}
    return "float64" if types & {"float64", "complex128"} else "float32"


def first_step():
    return _cotan.zeros((), dtype="int64")


def value_at(number, step):
    """A number, or that of a schedule at this step."""
    return applied(number, step) if callable(number) and not isinstance(number, Tensor) else number


def one_minus_power(base, exponent):
    """1 - base ** exponent, to the last digits for bases near 1."""
    if isinstance(base, Tensor):
        return -_cotan.expm1(exponent * _cotan.log(base.astype("float64")))
    return -_cotan.expm1(exponent * (math.log(base) if base else -math.inf))


def check_sizes(first, second, what):
    """Refuses tensors of which one would be broadcast to the other."""
    one, two = as_tensor(first, "ct.optim"), as_tensor(second, "ct.optim")
    if one.ndim != two.ndim or any(None not in (a, b) and a != b for a, b in zip(one._sizes, two._sizes)):
        raise _cotan.ValueError(f"{here()}ct.optim: {what} must have the same shape, but found {describe(one)} and "
                                f"{describe(two)}")


def map_many(count, function, tree, *others, are_alike=True):
    """As many nests as `function` of each leaf returns values. Leaves in one place must have one shape."""
    leaves, structure = _nest.flatten(tree)
    found = []

    def one(first, *rest):
        for x in rest if are_alike else ():
            check_sizes(first, x, "a gradient and what is kept of those before")
        found.append(function(first, *rest))

    map_leaves(one, tree, *others)
    return [_nest.unflatten(structure, [values[i] for values in found]) for i in range(count)]


class Turn:
    """A step that is being made, the first of which is number 1."""

    def __init__(self, count):
        self.count = count
        self._number = count.astype("float64")
        self._found = {}

    def known(self, decay, like, later=0):
        """1 - decay ** t: which part of a running mean that began with 0 is made of what was seen. `later`
        is added to t."""
        key = (decay if isinstance(decay, float) else id(decay), later)
        if key not in self._found:
            self._found[key] = one_minus_power(decay, self._number + later if later else self._number)
        return narrow(self._found[key], _cotan.real(like) if like.dtype.kind == "c" else like)


def total(numbers):
    """The sum of scalars of a list, 0 if there are none."""
    numbers = list(numbers)
    result = numbers[0] if numbers else _cotan.zeros(())
    for number in numbers[1:]:
        result = result + number
    return result


def dot(a, b):
    """The inner product of two nests, as vectors of real numbers."""
    def of_leaves(x, y):
        x, y = wide(x), wide(y)
        product = _cotan.conj(x) * y if x.dtype.kind == "c" else x * y
        return _cotan.sum(_cotan.real(product) if product.dtype.kind == "c" else product)

    return total(_nest.flatten(map_leaves(of_leaves, a, b))[0])


def norm_of(x):
    """The Euclidean norm of a tensor, in float32 at least."""
    return _cotan.sqrt(_cotan.sum(squared(wide(x))))


@checked
def global_norm(updates: Any) -> Tensor:
    """The Euclidean norm of all numbers of a nest together, a scalar, of float32 at least; 0 for an empty nest.

    >>> import cotan as ct
    >>> ct.optim.global_norm({"a": ct.array([3.0]), "b": ct.array(4.0)})
    Tensor(5., dtype=float32)
    """
    return _cotan.sqrt(total(_cotan.sum(squared(wide(x))) for x in _nest.flatten(updates)[0]))


def are_finite(tree):
    """Whether all numbers of a nest are."""
    result = _cotan.array(True)
    for x in _nest.flatten(tree)[0]:
        result = _cotan.logical_and(result, _cotan.all(_cotan.isfinite(x)))
    return result


def chosen(test, first, second):
    """One nest or the other."""
    return map_leaves(lambda a, b: narrow(_cotan.where(test, a, b), b), first, second)

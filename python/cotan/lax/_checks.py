"""What functions of jax.lax ask of their arguments: operands of one type and shape, and axes that there are."""

import itertools
from typing import Any, Callable, TypeVar

from .. import _cotan
from .._core import as_tensor, describe, here
from .._late import np
from .._mistakes import check_flag
from .._named import named
from .._places import among, integers, is_integer
from .._signatures import found

F = TypeVar("F", bound=Callable[..., Any])

# Python's numbers become what they meet, if that has their kind of numbers, or a larger one.
_RANK = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


def public(function: F) -> F:
    """Has errors begin with its own name, also those of the functions of `ct` that it is made of."""
    return named(f"ct.lax.{'linalg.' * function.__module__.endswith(('.linalg', '._reflections'))}{function.__name__}")(function)


def tensor(name, x):
    return as_tensor(x, f"ct.lax.{name}")


def matrix(name, x):
    """The operand of a function of ct.lax.linalg."""
    t = tensor(f"linalg.{name}", x)
    if t.ndim < 2:
        refuse(_cotan.ValueError, f"linalg.{name}", f"the operand must be a matrix or several, but is {describe(t)}")
    return t


def same_types(name, tensors, instead=None):
    """Refuses operands of different element types."""
    strong = {t.dtype.name for t in tensors if not t.weak_type}
    least = max((_RANK[t.dtype.kind] for t in tensors if not t.weak_type), default=-1)
    weak = {t.dtype.kind for t in tensors if t.weak_type}
    fits = len(strong) <= 1 and (all(_RANK[k] <= least for k in weak) if strong else len(weak) <= 1)
    if not fits:
        advice = f"use ct.{instead}, which promotes them, or" if instead else "use"
        raise _cotan.TypeError(f"{here()}ct.lax.{name}: the operands must have one element type, but are "
                               f"{', '.join(map(describe, tensors))}; {advice} ct.lax.convert_element_type")


def joined(name, *xs, instead=None):
    """Operands of one element type as tensors of it; Python's numbers have all the digits that it has."""
    tensors = [tensor(name, x) for x in xs]
    same_types(name, tensors, instead)
    dtype = next((t.dtype for t in tensors if not t.weak_type), None)
    if dtype is None:
        return tensors
    return [t if not t.weak_type else _cotan.array(x, dtype) if isinstance(x, (int, float, complex)) else t.astype(dtype)
            for x, t in zip(xs, tensors)]


def same_shapes(name, tensors, instead=None, repeats=True):
    """Refuses operands of different shapes, but for sizes of 1 that are repeated; those without axes go with all."""
    shapes = [t._sizes for t in tensors if t._sizes]
    if not all(_agree(*pair, repeats) for pair in itertools.combinations(shapes, 2)):
        advice = f"use ct.{instead}, which broadcasts them, or" if instead else "use"
        wanted = "one shape, but for sizes of 1, or none" if repeats else "one shape, or none"
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: the operands must have {wanted}, but are "
                                f"{', '.join(map(describe, tensors))}; {advice} ct.lax.broadcast_in_dim")


def _agree(a, b, repeats):
    """Whether sizes, some of which may not be known yet, go together."""
    return len(a) == len(b) and all(m == n or None in (m, n) or (repeats and 1 in (m, n)) for m, n in zip(a, b))


def kinds(name, tensors, wanted, words):
    for t in tensors:
        if t.dtype.kind not in wanted:
            raise _cotan.TypeError(f"{here()}ct.lax.{name}: the operands must be {words}, but one is {describe(t)}; use "
                                   "ct.lax.convert_element_type")


def _known(x):
    return x.tolist() if isinstance(x, _cotan.Tensor) and not x.is_traced and x.dtype.kind in "iu" else x


def _integers(name, what, given):
    """Python's integers, also of tensors that are known."""
    return integers(f"ct.lax.{name}", what, [_known(x) for x in given] if isinstance(given, (list, tuple)) else _known(given))


def axes(name, what, given, rank):
    """Axes as places from 0."""
    return tuple(among(f"ct.lax.{name}", f"'{what}'", _integers(name, what, given), rank,
                       "is 1 axis" if rank == 1 else f"are {rank} axes"))


def axis(name, what, given, rank):
    """One of them."""
    if not is_integer(given):
        raise _cotan.TypeError(f"{here()}ct.lax.{name}: '{what}' must be an integer, but is {found(given)}")
    return axes(name, what, given, rank)[0]


def sizes(name, what, given):
    """Sizes, none of them negative."""
    numbers = _integers(name, what, given)
    if any(n < 0 for n in numbers):
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: '{what}' must be sizes, but has {min(numbers)}")
    return numbers


def as_many(name, what, given, count, default=None):
    """As many integers as there are axes. Where there is a default, None stands for it, and one integer for all."""
    if default is not None and (given is None or is_integer(given)):
        return (default if given is None else int(given),) * count
    numbers = _integers(name, what, given)
    if len(numbers) != count:
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: '{what}' must have an integer for each of {count} axes, but has "
                                f"{len(numbers)}: {numbers}")
    return numbers


def is_list(given):
    """Whether it holds tensors: a list, or an array with an axis."""
    return isinstance(given, (list, tuple)) or isinstance(given, (_cotan.Tensor, np.ndarray)) and given.ndim > 0


def flags(name, **given):
    """Refuses what is no truth value."""
    for what, value in given.items():
        check_flag(f"lax.{name}", what, value)


def refuse(kind, name, text):
    raise kind(f"{here()}ct.lax.{name}: {text}")


def function(name, what, given):
    if not callable(given):
        raise _cotan.TypeError(f"{here()}ct.lax.{name}: '{what}' must be a function, but is {found(given)}")
    return given

"""What solvers are given: a function of a nest and where to begin, as a function of a vector."""

import difflib
from typing import Any, Callable

from .. import _cotan, _mistakes
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._linear import closure_convert, custom_root
from .._nest import map_leaves, text_of
from .._ravel import ravel
from .._signatures import found as shown
from .._traced import applied, shape_of
from .._vmap import vmap
from ..sparse.linalg import bicgstab

_HALVES = ("float16", "bfloat16")
_MOST_DENSE = 500  # with more numbers, the equation of the derivative is solved without its matrix


class Problem:
    """`fun(x, *args)` for x like `x0`. `name` is that of the function that is asked, as "minimize"."""

    def __init__(self, name: str, fun: Callable[..., Any], x0: Any, args: Any):
        _mistakes.check_function(f"optimize.{name}", fun, "fun")
        self.name, self.fun = name, fun
        self.args = tuple(args) if isinstance(args, (tuple, list)) else (args,)
        given = shape_of(x0, f"ct.optimize.{name}: 'x0'", "x0")
        for x in given.tensors:
            if x.dtype.kind not in "fiu" or x.dtype.name.startswith("float8"):
                raise _cotan.TypeError(f"{here()}ct.optimize.{name}: 'x0' must be of real numbers, but holds {describe(x)}")
        tensors = [x if is_inexact(x) else x.astype(float) for x in given.tensors]
        first = shape_of(applied(fun, given.filled(tensors), *self.args), self._owner(), "result")
        floats = [x for x in first.tensors if is_inexact(x)]
        # Python's numbers have the type of what is computed with them.
        tensors = [x.astype(_cotan._common_type([x, *floats])) if x.weak_type else x for x in tensors]
        self.shape = shape_of(given.filled(tensors), "", "x0")
        flat, self._nest_of = ravel(given.filled(tensors))
        self._kept = flat.dtype
        self.start = flat.astype("float32") if flat.dtype.name in _HALVES else flat

    def _owner(self):
        return f"ct.optimize.{self.name}: what {_mistakes.name_of(self.fun)} returned"

    def unravel(self, x: Any) -> Any:
        """The nest of a vector."""
        return self._nest_of(x.astype(self._kept))

    def fitted(self, what: str, given: Any) -> Tensor:
        """Numbers for those of x, one for all or a nest as x, as a tensor."""
        if not isinstance(given, (dict, list, tuple)):
            x = as_tensor(given, f"ct.optimize.{self.name}")
            if x.ndim == 0:
                return x.astype(self.start.dtype)
        shape = shape_of(given, f"ct.optimize.{self.name}: '{what}'", what)
        if not shape.has_form_of(self.shape) or any(a.shape != b.shape for a, b in zip(shape.tensors, self.shape.tensors)):
            raise _cotan.ValueError(f"{here()}ct.optimize.{self.name}: '{what}' has {text_of(shape)}, but 'x0' is "
                                    f"{text_of(self.shape)}; give numbers, or nests that are alike")
        return ravel(shape.filled(shape.tensors))[0].astype(self.start.dtype)

    def returned(self, x: Any) -> Any:
        """What the function returns for a vector."""
        return applied(self.fun, self.unravel(x), *self.args)

    def value(self, x: Any) -> Tensor:
        """The function's one number."""
        found = as_tensor(self.returned(x), self._owner())
        if found.ndim or found.dtype.kind not in "fiu":
            raise _cotan.TypeError(f"{here()}{self._owner()} must be one real number, but is {describe(found)}")
        return found.astype(x.dtype)

    def values(self, x: Any) -> Tensor:
        """The function's numbers, of any nest, as a vector."""
        found = shape_of(self.returned(x), self._owner(), "result")
        flat = [y.astype(x.dtype).reshape(-1) for y in found.tensors]
        return _cotan.concatenate(flat) if flat else _cotan.zeros((0,), dtype=x.dtype)

    def image(self, x: Any) -> Tensor:
        """The function's numbers, of a nest like x."""
        found = shape_of(self.returned(x), self._owner(), "result")
        if not found.has_form_of(self.shape) or any(a.shape != b.shape for a, b in zip(found.tensors, self.shape.tensors)):
            raise _cotan.TypeError(f"{here()}{self._owner()} is {text_of(found)}, but 'x0' is {text_of(self.shape)}; it must "
                                   "return as many numbers, in the same nest")
        flat = [y.astype(x.dtype).reshape(-1) for y in found.tensors]
        return _cotan.concatenate(flat) if flat else x


def stopped(tree: Any) -> Any:
    """The nest as constants."""
    return map_leaves(_cotan.stop_gradient, tree)


def implicit(f: Callable[[Any], Any], condition: Callable[[Any], Any], start: Any,
             solve: Callable[[Any, Any], tuple[Any, Any]], through: Callable[..., Any] | None = None) -> tuple[Any, Any]:
    """What `solve(f, start)` finds, a tensor and a nest of constants, with the derivative of the implicit function: of
    the root of `condition(f)`, which returns as many numbers. The solver sees what `f` reads as constants."""
    converted, read = closure_convert(f, start)
    still = stopped(read)

    def search(_, x):
        return solve(lambda x: converted(x, *still), x)

    return custom_root(condition(lambda x: converted(x, *read)), start, search, through or _solved, has_aux=True)


def _solved(linear, y):
    n = y.shape[0]
    if n == 0:
        return y
    if n > _MOST_DENSE:
        return bicgstab(linear, y, tol=1e-10 if y.dtype == "float64" else 1e-6)[0]
    return _cotan.linalg.solve(vmap(linear, out_axes=1)(_cotan.eye(n, dtype=y.dtype)), y)


def largest(x: Any) -> Tensor:
    """The largest absolute value, 0 of nothing."""
    return _cotan.max(abs(x), initial=0.0)


def typed(tree: Any) -> Any:
    """With element types that do not give way, so that a loop finds its types in the first trace."""
    return map_leaves(lambda x: as_tensor(x).astype(as_tensor(x).dtype), tree)


def count(n: int = 0) -> Tensor:
    """A number of turns or calls."""
    return _cotan.full((), n, dtype="int64")


def chosen_method(name: str, given: Any, known: dict[str, Any]) -> Any:
    """What a method's name stands for."""
    if isinstance(given, str) and given in known:
        return known[given]
    near = difflib.get_close_matches(str(given).lower(), [word.lower() for word in known], 1)
    meant = next((f"; did you mean {word!r}?" for word in known if near and word.lower() == near[0]), "")
    raise _cotan.ValueError(f"{here()}ct.optimize.{name}: 'method' must be one of {', '.join(map(repr, known))}, but is "
                            f"{repr(given) if isinstance(given, str) else shown(given)}{meant}")


def chosen_options(name: str, method: str, given: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The options of a method, of which `known` has the defaults."""
    if given is not None and not isinstance(given, dict):
        raise _cotan.TypeError(f"{here()}ct.optimize.{name}: 'options' must be a dict or None, but is {shown(given)}")
    for key in given or {}:
        if key not in known:
            raise _cotan.ValueError(f"{here()}ct.optimize.{name}: {method!r} has no option {key!r}; it has "
                                    f"{', '.join(map(repr, known))}")
    return {**known, **(given or {})}


def number(x: Any, like: Any) -> Tensor:
    """A tolerance as a constant of the type of `like`."""
    return _cotan.stop_gradient(as_tensor(x).astype(like.dtype))

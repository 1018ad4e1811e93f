"""Functions of numbers as functions of tensors, with the methods that NumPy's have."""

import math
import operator
from typing import Any, Callable

from . import _cotan, _mistakes, _nodes, _places
from ._core import Tensor, as_own_tensor, as_tensor, describe, here
from ._jit import eval_shape
from ._loops import fori_loop, scan
from ._named import with_checked_calls
from ._signatures import found
from ._vectorize import vectorize
from ._vmap import vmap

__all__ = ["frompyfunc", "ufunc"]


class _Kind(type):
    """The package's own functions that have the methods are of the kind, too."""

    def __instancecheck__(cls, x: Any) -> bool:
        return super().__instancecheck__(x) or cls is ufunc and type(x) is type(_cotan.add) and hasattr(x, "reduce")


@with_checked_calls("ct.ufunc")
class ufunc(metaclass=_Kind):
    """A function of numbers as one of tensors, for each of their elements, as numpy.ufunc; `frompyfunc` makes it.

    The methods are for functions of two numbers, but for `at`, which takes those of one, too. The package's own
    functions that NumPy has as such have them as they are: `ct.maximum.accumulate(x)`.

    >>> import cotan as ct
    >>> lesser = ct.frompyfunc(lambda a, b: a if a < b else b, 2, 1)
    >>> lesser(ct.array([1, 5]), 3)
    Tensor([1, 3], dtype=int64)
    """

    def __init__(self, func: Callable[..., Any], nin: int, nout: int, *, name: str | None = None, identity: Any = None):
        _mistakes.check_function("frompyfunc", func, "func")
        for what, count in (("nin", nin), ("nout", nout)):
            if not _places.is_integer(count) or count < 1:
                raise _cotan.TypeError(f"{here()}ct.frompyfunc: '{what}' must be an integer above 0, but is {found(count)}")
        self.nin: int = operator.index(nin)
        self.nout: int = operator.index(nout)
        self.identity: Any = identity
        self.__name__: str = name or _mistakes.name_of(func)
        self._function = func
        self._each = vectorize(func)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__ and name[0] != "_":
            raise AttributeError(f"'{name}' of a ufunc does not change; make another by ct.frompyfunc", name=name, obj=self)
        super().__setattr__(name, value)

    def _key(self):
        return self._function, self.nin, self.nout, self.identity, self.__name__

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def nargs(self) -> int:
        """How many numbers it takes and returns together.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a + b, 2, 1).nargs
        3
        """
        return self.nin + self.nout

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args: Any) -> Any:
        if len(args) != self.nin:
            raise _cotan.TypeError(f"{here()}ct.ufunc {self.__name__}: takes {self.nin} arguments, but {len(args)} were given")
        return self._each(*args)

    def _check(self, method, nin=2):
        if self.nin > nin or self.nin < min(nin, 2) or self.nout != 1:
            raise _cotan.ValueError(f"{here()}ct.ufunc.{method}: is for functions of two numbers that return one, but "
                                    f"{self.__name__} takes {self.nin} and returns {self.nout}")

    def _rows(self, method, a, axis, dtype):
        """The slices along an axis, of the type that the function returns for them."""
        self._check(method)
        x = as_tensor(a, f"ct.ufunc.{method}")
        (axis,) = _axes(method, x, axis)
        x = _cotan.moveaxis(x if dtype is None else x.astype(dtype), axis, 0)
        one = _cotan.ShapeDtypeStruct((), x.dtype)
        return x.astype(eval_shape(self._each, one, one).dtype), axis

    def reduce(self, a: Any, axis: Any = 0, dtype: Any = None, keepdims: bool = False, initial: Any = None,
               where: Any = None) -> Tensor:
        """The elements along an axis, several, or all (None), combined one by one; those of `where` only.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a + b, 2, 1).reduce(ct.arange(6).reshape(2, 3), axis=1)
        Tensor([ 3, 12], dtype=int64)
        """
        self._check("reduce")
        x = as_tensor(a, "ct.ufunc.reduce")
        axes = sorted(_axes("reduce", x, range(x.ndim) if axis is None else axis))
        start = self.identity if initial is None else initial
        if where is not None:
            if start is None:
                raise _cotan.ValueError(f"{here()}ct.ufunc.reduce: with 'where', 'initial' must be given: {self.__name__} has no "
                                        "identity")
            where = _merged(_cotan.broadcast_to(where, x.shape), axes)
        rows, _ = self._rows("reduce", _merged(x, axes), 0, dtype)
        result = self._folded(rows, start if initial is not None or where is not None or rows._sizes[0] == 0 else None, where)
        return _cotan.expand_dims(result, tuple(axes)) if keepdims else result

    def _folded(self, rows, start, where):
        if start is None:
            if rows._sizes[0] == 0:
                raise _cotan.ValueError(f"{here()}ct.ufunc.reduce: there is nothing to combine; give 'initial', for "
                                        f"{self.__name__} has no identity")
            start, rows = rows[0], rows[1:]
        start = _cotan.broadcast_to(as_tensor(start, "ct.ufunc.reduce").astype(rows.dtype), rows.shape[1:])

        def step(so_far, given):
            row, chosen = given
            after = self._each(so_far, row).astype(rows.dtype)
            return (after if chosen is None else _cotan.where(chosen, after, so_far)), None

        return scan(step, start, (rows, where))[0]

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None) -> Tensor:
        """What `reduce` makes of the first element along an axis, of the first two, and so on.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a * b, 2, 1).accumulate(ct.arange(1, 5))
        Tensor([ 1,  2,  6, 24], dtype=int64)
        """
        rows, axis = self._rows("accumulate", array, axis, dtype)
        if rows._sizes[0] == 0:
            return _cotan.moveaxis(rows, 0, axis)

        def step(so_far, row):
            after = self._each(so_far, row).astype(rows.dtype)
            return after, after

        rest = scan(step, rows[0], rows[1:])[1]
        return _cotan.moveaxis(_cotan.concatenate([rows[:1], rest]), 0, axis)

    def reduceat(self, array: Any, indices: Any, axis: int = 0, dtype: Any = None) -> Tensor:
        """What `reduce` makes of the elements from each index up to the next, or of one element where that is not greater.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a + b, 2, 1).reduceat(ct.arange(6), [0, 4, 2])
        Tensor([ 6,  4, 14], dtype=int64)
        """
        rows, axis = self._rows("reduceat", array, axis, dtype)
        places = as_tensor(indices, "ct.ufunc.reduceat")
        if places.ndim != 1 or places.dtype.kind not in "iu":
            raise _cotan.TypeError(f"{here()}ct.ufunc.reduceat: 'indices' must be a vector of integers, but is {describe(places)}")
        places = places.astype("int64")
        ends = _cotan.concatenate([places[1:], _cotan.full((min(len(places), 1),), rows.shape[0], "int64")])

        def from_to(start, end):
            return fori_loop(start + 1, end, lambda k, so_far: self._each(so_far, rows[k]).astype(rows.dtype), rows[start])

        return _cotan.moveaxis(vmap(from_to)(places, ends), 0, axis)

    def outer(self, A: Any, B: Any) -> Tensor:
        """The function of each element of A with each of B.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a + b, 2, 1).outer([1, 2], [10, 20, 30])
        Tensor([[11, 21, 31],
                [12, 22, 32]], dtype=int64)
        """
        self._check("outer")
        a, b = as_tensor(A, "ct.ufunc.outer"), as_tensor(B, "ct.ufunc.outer")
        return self._each(a[(..., *(None,) * b.ndim)], b)

    def at(self, a: Any, indices: Any, b: Any = None, *, inplace: bool = False) -> Tensor:
        """A tensor with the function of the elements at the indices (and of those of `b`) in their places, one after
        the other, so that it is applied as often as an index occurs. `inplace` must be false, as tensors do not change.

        >>> import cotan as ct
        >>> ct.frompyfunc(lambda a, b: a + b, 2, 1).at(ct.zeros(3), ct.array([0, 0, 2]), 1.0)
        Tensor([2., 0., 1.], dtype=float32)
        """
        self._check("at", self.nin if self.nin < 2 else 2)
        if (b is None) != (self.nin == 1):
            raise _cotan.TypeError(f"{here()}ct.ufunc.at: {self.__name__} takes {self.nin} arguments, so 'b' must "
                                   f"{'not ' if self.nin == 1 else ''}be given")
        if inplace:
            raise _cotan.ValueError(f"{here()}ct.ufunc.at: inplace is true, but tensors do not change; leave it away and "
                                    "take the result")
        x = as_own_tensor(a, "ct.ufunc.at")
        places = as_tensor(_cotan.arange(math.prod(x.shape)).reshape(x.shape)[indices])
        others = [] if b is None else [_cotan.broadcast_to(as_tensor(b, "ct.ufunc.at"), places.shape).reshape(-1)]
        if 0 in places._sizes:
            return x
        flat, places = x.reshape(-1), places.reshape(-1)

        def turn(k, flat):
            after = self._each(flat[places[k]], *(other[k] for other in others))
            return flat.at[places[k]].set(after.astype(flat.dtype))

        return fori_loop(0, math.prod(places.shape), turn, flat).reshape(x.shape)


_nodes.register_constant(ufunc)


def _axes(method, x, axis):
    """The axes that are chosen, counted from the first."""
    axes = _places.integers(f"ct.ufunc.{method}", "axis", axis if not isinstance(axis, range) else tuple(axis))
    for one in axes:
        if not -x.ndim <= one < x.ndim:
            raise _cotan.ValueError(f"{here()}ct.ufunc.{method}: axis {one} is out of range for {describe(x)}")
    return tuple(one % x.ndim for one in axes)


def _merged(x, axes):
    """`x` with these axes as one, the first."""
    front = _cotan.moveaxis(x, axes, tuple(range(len(axes))))
    return front.reshape(math.prod(front.shape[:len(axes)]), *front.shape[len(axes):])


def frompyfunc(func: Callable[..., Any], /, nin: int, nout: int, *, identity: Any = None) -> ufunc:
    """A function of `nin` numbers that returns `nout` as one of tensors, with `reduce`, `accumulate`, `reduceat`, `outer`
    and `at`. Unlike NumPy's it is compiled, has derivatives, and keeps element types.

    >>> import cotan as ct
    >>> ct.frompyfunc(lambda a, b: 2 * a + b, 2, 1).reduce([1, 0, 1, 1])
    Tensor(11, dtype=int64)
    """
    return ufunc(func, nin, nout, identity=identity)

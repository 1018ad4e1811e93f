"""Objects that are indexed rather than called, as NumPy has them: r_, c_, s_, mgrid and others."""

from typing import Any, Final

from . import _cotan
from ._core import Tensor, as_own_tensor, as_tensor, here
from ._signatures import found

__all__ = ["c_", "index_exp", "ix_", "mgrid", "ogrid", "r_", "s_"]


def _row(name, piece):
    """The numbers of a slice as start:stop:step has them, or so many between both if step is 5j."""
    start, stop, step = piece.start, piece.stop, piece.step
    if stop is None:
        raise _cotan.ValueError(f"{here()}ct.{name}: found {_shown(piece)}, which has no end; write one, as 0:5")
    start, step = 0 if start is None else start, 1 if step is None else step
    if isinstance(step, complex):
        return _cotan.linspace(start, stop, int(abs(step)))
    return _cotan.arange(start, stop, step)


def _shown(piece):
    parts = [piece.start, piece.stop] + ([] if piece.step is None else [piece.step])
    return ":".join("" if x is None else str(x) for x in parts)


def _as_tuple(key):
    return key if isinstance(key, tuple) else (key,)


class _Rows:
    """`ct.r_`: what stands in brackets in a row, slices as their numbers and the rest as they are.

    A text in front says the axis along which, the fewest axes, and where the given ones begin among them; "r" and "c"
    make a matrix of what is a vector then: one row, or one column.

    >>> import cotan as ct
    >>> ct.r_[1:4, 0, ct.array([7, 8])]
    Tensor([1, 2, 3, 0, 7, 8], dtype=int64)
    >>> ct.r_["0,2", [1, 2], [3, 4]]
    Tensor([[1, 2],
            [3, 4]], dtype=int64)
    """

    _name, _how = "r_", (0, 1, -1)

    def __getitem__(self, key: Any) -> Tensor:
        parts, how, matrix = _as_tuple(key), self._how, None
        if parts and isinstance(parts[0], str):
            matrix = {"r": 0, "c": 1}.get(parts[0])
            how, parts = how if matrix is not None else self._directive(parts[0]), parts[1:]
        if not parts:
            raise _cotan.ValueError(f"{here()}ct.{self._name}: there is nothing in the brackets")
        axis, least, begin = how
        row = _cotan.concatenate([self._part(x, least, begin) for x in parts], axis)
        return row if matrix is None or row.ndim != 1 else _cotan.expand_dims(row, matrix)

    def _directive(self, text):
        try:
            numbers = tuple(map(int, text.split(",")))
        except ValueError:
            numbers = ()
        if not 1 <= len(numbers) <= 3:
            raise _cotan.ValueError(f"{here()}ct.{self._name}: found {text!r}, but a text is an axis, or more: 'axis,ndmin,trans1d', or 'r' or 'c'")
        return numbers + self._how[len(numbers):]

    def _part(self, x, least, begin):
        if isinstance(x, str):
            raise _cotan.ValueError(f"{here()}ct.{self._name}: found {x!r}; a text stands in front of all else")
        x = _row(self._name, x) if isinstance(x, slice) else as_tensor(x, f"ct.{self._name}")
        new = max(least - x.ndim, 0)
        before = begin if begin >= 0 else begin + new + 1
        return x[(None,) * before + (...,) + (None,) * (new - before)] if 0 <= before <= new else x[(None,) * new]

    def __len__(self) -> int:
        return 0


class _Columns(_Rows):
    """`ct.c_`: what stands in brackets as columns beside each other.

    >>> import cotan as ct
    >>> ct.c_[ct.array([1, 2]), [3, 4]]
    Tensor([[1, 3],
            [2, 4]], dtype=int64)
    """

    _name, _how = "c_", (-1, 2, 0)


class _Index:
    """`ct.s_`: what stands in brackets, as it is: an index to use later.

    >>> import cotan as ct
    >>> ct.s_[1:, 0], ct.s_[::2]
    ((slice(1, None, None), 0), slice(None, None, 2))
    """

    def __getitem__(self, key: Any) -> Any:
        return key


class _TupleIndex:
    """`ct.index_exp`: what stands in brackets as a tuple: an index to use later.

    >>> import cotan as ct
    >>> ct.arange(4)[ct.index_exp[1:3]]
    Tensor([1, 2], dtype=int64)
    """

    def __getitem__(self, key: Any) -> tuple[Any, ...]:
        return _as_tuple(key)


class _Grid:
    """`ct.mgrid`: of a slice for each axis, the coordinates of all points of the grid, those along each axis in turn.

    >>> import cotan as ct
    >>> ct.mgrid[0:2, 0:3]
    Tensor([[[0, 0, 0],
             [1, 1, 1]],
            [[0, 1, 2],
             [0, 1, 2]]], dtype=int64)
    >>> ct.mgrid[0:1:5j]
    Tensor([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    """

    def __getitem__(self, key: Any) -> Tensor:
        if isinstance(key, slice):
            return _row("mgrid", key)
        return _cotan.stack(_cotan.meshgrid(*_rows("mgrid", key), indexing="ij"))


class _OpenGrid:
    """`ct.ogrid`: as `mgrid`, but each axis alone, so that they are broadcast to the grid.

    >>> import cotan as ct
    >>> ct.ogrid[0:2, 0:3]
    [Tensor([[0],
            [1]], dtype=int64), Tensor([[0, 1, 2]], dtype=int64)]
    """

    def __getitem__(self, key: Any) -> Tensor | list[Tensor]:
        if isinstance(key, slice):
            return _row("ogrid", key)
        return _crossed(_rows("ogrid", key))


def _rows(name, key):
    """The numbers along each axis, all of one type."""
    for piece in _as_tuple(key):
        if not isinstance(piece, slice):
            raise _cotan.TypeError(f"{here()}ct.{name}: found {found(piece)}, but all in the brackets must be slices, as 0:5")
    if not _as_tuple(key):
        raise _cotan.ValueError(f"{here()}ct.{name}: there is nothing in the brackets")
    rows = [_row(name, piece) for piece in _as_tuple(key)]
    dtype = _cotan._common_type(rows)
    return [row.astype(dtype) for row in rows]


def _crossed(rows):
    """Vectors, each along an axis of its own."""
    return [_cotan.expand_dims(row, tuple(k for k in range(len(rows)) if k != i)) for i, row in enumerate(rows)]


def ix_(*args: Any) -> tuple[Tensor, ...]:
    """Vectors of places (or of truth values, which say which) as an index of all that have a place of each.

    >>> import cotan as ct
    >>> ct.arange(12).reshape(3, 4)[ct.ix_([0, 2], [1, 3])]
    Tensor([[ 1,  3],
            [ 9, 11]], dtype=int64)
    """
    rows = []
    for i, given in enumerate(args):
        row = as_own_tensor(given, "ct.ix_")
        if row.ndim != 1:
            raise _cotan.ValueError(f"{here()}ct.ix_: argument {i} must have one axis, but has {row.ndim}")
        if row.dtype == "bool":
            (row,) = _cotan.nonzero(row)
        rows.append(row.astype("int64") if 0 in row._sizes else row)
    return tuple(_crossed(rows))


r_: Final = _Rows()
c_: Final = _Columns()
s_: Final = _Index()
index_exp: Final = _TupleIndex()
mgrid: Final = _Grid()
ogrid: Final = _OpenGrid()

"""Tensors of bytes, texts and iterators, and in the files that NumPy writes, .npy and .npz."""

import contextlib
import itertools
import os
from typing import Any, Iterable

from . import _cotan, _mistakes
from ._core import Tensor, as_tensor, here
from ._late import np
from ._signatures import found
from ._standard import _dtype

__all__ = ["frombuffer", "fromfile", "fromiter", "fromstring", "load_of_numpy", "savez"]
_MAGIC = (b"\x93NUMPY", b"PK\x03\x04", b"PK\x05\x06")


def _read(name, dtype, read):
    """What NumPy reads as numbers of this type; of one that it does not have, as their bits."""
    kind = np.dtype(float) if dtype is None or dtype is float else _dtype(name, "dtype", dtype)
    own = kind if isinstance(kind, _cotan.DType) else None
    if own in (_cotan.DType.int4, _cotan.DType.uint4):
        raise _cotan.TypeError(f"{here()}ct.{name}: numbers of {own.name} have no bytes of their own; read int8, and convert it "
                               f"with astype('{own.name}')")
    bits = np.dtype(f"uint{8 * own.itemsize}") if own else kind
    try:
        numbers = _cotan.array(read(bits))
    except (TypeError, ValueError, BufferError, OverflowError, AttributeError) as problem:
        kind = _cotan.TypeError if isinstance(problem, (TypeError, BufferError, AttributeError)) else _cotan.ValueError
        raise kind(f"{here()}ct.{name}: {problem}") from None
    except MemoryError as problem:
        raise _cotan.MemoryError(f"{here()}ct.{name}: {problem}") from None
    return _cotan.bitcast_convert_type(numbers, own) if own else numbers


def _check(name, count, offset=0):
    _mistakes.check_kind(name, "count", count, int, "an integer")
    _mistakes.check_kind(name, "offset", offset, int, "an integer")
    if offset < 0:
        raise _cotan.ValueError(f"{here()}ct.{name}: 'offset' must not be negative, but is {offset}")


def _written(name, dtype, read):
    """What NumPy reads of texts or numbers, which are not bits: of a type that it does not have, by float64."""
    kind = np.dtype(float) if dtype is None or dtype is float else _dtype(name, "dtype", dtype)
    if isinstance(kind, _cotan.DType):
        return _read(name, "float64" if kind.kind == "f" else "int64", read).astype(kind)
    return _read(name, kind, read)


def frombuffer(buffer: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> Tensor:
    """The numbers whose bytes a buffer has, from byte `offset` on; all that there are if `count` is -1.

    >>> import cotan as ct
    >>> ct.frombuffer(bytes([1, 0, 0, 0, 2, 0, 0, 0]), dtype="int32")
    Tensor([1, 2], dtype=int32)
    """
    _check("frombuffer", count, offset)
    return _read("frombuffer", dtype, lambda kind: np.frombuffer(buffer, kind, count, offset))


def fromfile(file: Any, dtype: Any = float, count: int = -1, sep: str = "", offset: int = 0) -> Tensor:
    """The numbers whose bytes a file has, or their texts if a separator is given.

    >>> import cotan as ct
    >>> import numpy as np
    >>> np.array([1, 2], np.int16).tofile("/tmp/numbers.bin")
    >>> ct.fromfile("/tmp/numbers.bin", dtype="int16")
    Tensor([1, 2], dtype=int16)
    """
    _check("fromfile", count, offset)
    _mistakes.check_kind("fromfile", "sep", sep, str, "a text")
    read = _written if sep else _read
    return read("fromfile", dtype, lambda kind: np.fromfile(file, kind, count, sep, offset))


def fromstring(string: str, dtype: Any = float, count: int = -1, *, sep: str) -> Tensor:
    """The numbers that a text has, with a separator between them.

    >>> import cotan as ct
    >>> ct.fromstring("1, 2, 3", dtype=int, sep=",")
    Tensor([1, 2, 3], dtype=int64)
    """
    if not isinstance(string, str) or not isinstance(sep, str) or not sep:
        raise _cotan.TypeError(f"{here()}ct.fromstring: 'string' and 'sep' must be texts, but are {found(string)} and {found(sep)}; "
                               "ct.frombuffer reads bytes")
    _check("fromstring", count)
    try:
        numbers = [part.strip() for part in (string.split(sep) if sep.strip() else string.split())]
        return _written("fromstring", dtype, lambda kind: np.array([_number(x, kind) for x in _counted(numbers, count)], kind))
    except _cotan.ValueError:
        raise _cotan.ValueError(f"{here()}ct.fromstring: found {string[:80]!r}, which is not numbers with {sep!r} between "
                                "them") from None


def _counted(numbers, count):
    if numbers and not numbers[-1]:  # nothing, or nothing behind the last separator
        numbers = numbers[:-1]
    if count >= 0 and len(numbers) < count:
        raise ValueError
    return numbers[:count] if count >= 0 else numbers


def _number(text, kind):
    if kind.kind in "iu":
        number, limits = int(text), np.iinfo(kind)
        if not limits.min <= number <= limits.max:
            raise ValueError
        return number
    return bool(int(text)) if kind.kind == "b" else complex(text) if kind.kind == "c" else float(text)


def fromiter(iter: Iterable[Any], dtype: Any, count: int = -1) -> Tensor:
    """The numbers that an iterator gives, in a vector; the first `count` if that is not -1.

    >>> import cotan as ct
    >>> ct.fromiter(range(4), dtype="float32")
    Tensor([0., 1., 2., 3.], dtype=float32)
    """
    _check("fromiter", count)
    if count >= 0 and hasattr(type(iter), "__iter__"):
        iter = _first(iter, count)
    return _written("fromiter", dtype, lambda kind: np.fromiter(iter, kind))


def _first(numbers, count):
    """So many of them; NumPy would make room for all before it has one."""
    given = 0
    for given, number in enumerate(itertools.islice(numbers, count), 1):
        yield number
    if given < count:
        raise ValueError(f"there are {given} numbers, fewer than {count}")


def savez(file: str | os.PathLike[str], *args: Any, **kwds: Any) -> None:
    """Writes tensors to a file .npz, which numpy.load reads: `kwds` under their names, `args` as arr_0, arr_1, ...

    `ct.save` is for nests, and for element types that NumPy does not have.

    >>> import cotan as ct
    >>> ct.savez("/tmp/tensors.npz", ct.arange(2), w=ct.ones(1))
    >>> ct.load("/tmp/tensors.npz")
    {'arr_0': Tensor([0, 1], dtype=int64), 'w': Tensor([1.], dtype=float32)}
    """
    from ._files import whole_file

    given = {f"arr_{i}": x for i, x in enumerate(args)}
    for name in given.keys() & kwds.keys():
        raise _cotan.ValueError(f"{here()}ct.savez: the name '{name}' is that of a tensor without one; choose another")
    arrays = {}
    for name, x in (given | kwds).items():
        x = as_tensor(x, f"ct.savez: '{name}'")
        if isinstance(x.dtype, _cotan.DType):
            raise _cotan.TypeError(f"{here()}ct.savez: '{name}' is of {x.dtype.name}, which NumPy does not have; convert it, or "
                                   "write it with ct.save")
        arrays[name] = x.numpy()
    _mistakes.check_kind("savez", "file", file, (str, os.PathLike), "a path")
    path = os.fspath(file)
    with whole_file(path if path.endswith(".npz") else f"{path}.npz") as opened:
        np.savez(opened, **arrays)


def is_of_numpy(start):
    """Whether a file that begins so is one of NumPy's."""
    return start.startswith(_MAGIC)


def load_of_numpy(path, name=None):
    """The tensor of a file .npy, or the dict of tensors of a file .npz. An open file has a name for errors."""
    try:
        with contextlib.nullcontext(path) if name else open(path, "rb") as file:
            held = np.load(file, allow_pickle=False)
            if isinstance(held, np.ndarray):
                return _cotan.array(held)
            return {name: _cotan.array(held[name]) for name in held.files}
    except Exception as problem:  # whatever the readers of zip files and of headers say of broken ones
        raise _cotan.ValueError(f"{here()}ct.load: {name or path} cannot be read ({problem or type(problem).__name__})") from None

"""The steps of a path into a nest, with the names that JAX has for them."""

import dataclasses
from typing import Any, Iterable

from . import _cotan
from ._core import here
from ._named import with_checked_calls
from ._signatures import found

__all__ = ["DictKey", "FlattenedIndexKey", "GetAttrKey", "SequenceKey", "keystr"]


@with_checked_calls("ct.tree.SequenceKey")
@dataclasses.dataclass(frozen=True)
class SequenceKey:
    """The step into a list or tuple.

    >>> import cotan as ct
    >>> ct.tree.leaves_with_path([5, 6])[1]
    ((SequenceKey(idx=1),), 6)
    """

    idx: int

    def __str__(self) -> str:
        return f"[{self.idx!r}]"


@with_checked_calls("ct.tree.DictKey")
@dataclasses.dataclass(frozen=True)
class DictKey:
    """The step into a dict.

    >>> import cotan as ct
    >>> str(ct.tree.DictKey("a"))
    "['a']"
    """

    key: Any

    def __str__(self) -> str:
        return f"[{self.key!r}]"


@with_checked_calls("ct.tree.GetAttrKey")
@dataclasses.dataclass(frozen=True)
class GetAttrKey:
    """The step to an attribute: of a named tuple, a dataclass.

    >>> import cotan as ct
    >>> str(ct.tree.GetAttrKey("weight"))
    '.weight'
    """

    name: str

    def __str__(self) -> str:
        return f".{self.name}"


@with_checked_calls("ct.tree.FlattenedIndexKey")
@dataclasses.dataclass(frozen=True)
class FlattenedIndexKey:
    """The step to a part of an object whose type was registered without names of its parts.

    >>> import cotan as ct
    >>> str(ct.tree.FlattenedIndexKey(0))
    '[<flat index 0>]'
    """

    key: int

    def __str__(self) -> str:
        return f"[<flat index {self.key!r}>]"


def _simple(key):
    """A step without brackets, quotes and points."""
    return str(getattr(key, {SequenceKey: "idx", GetAttrKey: "name"}.get(type(key), "key"))
               if type(key) in (SequenceKey, DictKey, GetAttrKey, FlattenedIndexKey) else key)


def keystr(keys: Iterable[Any], *, simple: bool = False, separator: str = "") -> str:
    """A path as text: as Python would reach what is there, or with `simple` the bare names.

    >>> import cotan as ct
    >>> path, _ = ct.tree.leaves_with_path({"layers": [{"w": 1.0}]})[0]
    >>> ct.tree.keystr(path), ct.tree.keystr(path, simple=True, separator="/")
    ("['layers'][0]['w']", 'layers/0/w')
    """
    if isinstance(keys, str) or not hasattr(type(keys), "__iter__"):
        raise _cotan.TypeError(f"{here()}ct.tree.keystr: 'keys' must be a path as of ct.tree.leaves_with_path, but is "
                               f"{found(keys)}")
    if not isinstance(separator, str):
        raise _cotan.TypeError(f"{here()}ct.tree.keystr: 'separator' must be a text, but is {found(separator)}")
    return separator.join(map(_simple if simple else str, keys))

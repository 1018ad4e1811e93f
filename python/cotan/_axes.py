"""The axes with names of the vmaps around what is being traced (ct.vmap(axis_name=))."""

import contextlib
import threading
from typing import Any, Hashable, Iterator, NamedTuple

from . import _cotan
from ._core import here as place
from ._signatures import found as shown


class UnboundAxis(_cotan.Error, NameError):
    """No vmap around has an axis of this name."""


class Axis(NamedTuple):
    """`symbol` is what the program calls it: no two that are open have one. `size` is None if it is open."""

    name: Hashable
    symbol: str
    size: int | None


class _State(threading.local):
    axes: tuple[Axis, ...] = ()


_state = _State()


def here() -> tuple[Axis, ...]:
    """Those around, the innermost last."""
    return _state.axes


@contextlib.contextmanager
def having(name: Hashable | None, size: int | None) -> Iterator[str]:
    """Gives an axis its name, which hides that of an outer one; yields its symbol, empty without a name."""
    if name is None:
        yield ""
        return
    before, symbol = _state.axes, str(name) or "axis"
    while any(axis.symbol == symbol for axis in before):
        symbol += "'"
    _state.axes = (*before, Axis(name, symbol, size))
    try:
        yield symbol
    finally:
        _state.axes = before


def check_name(name: Any) -> None:
    try:
        hash(name)
    except TypeError:
        raise _cotan.TypeError(f"{place()}ct.vmap: 'axis_name' must be a name, such as a string, but is {shown(name)}") from None
    if isinstance(name, (tuple, _cotan.Tensor)):  # a tuple is several names
        raise _cotan.TypeError(f"{place()}ct.vmap: 'axis_name' must be one name, such as a string, but is {shown(name)}")


def named(given: Any) -> list[Axis]:
    """The axes of a name or of a tuple of names."""
    names = list(given) if isinstance(given, (tuple, list)) else [given]
    return [_find(name) for name in names]


def _find(name):
    try:
        found = [axis for axis in _state.axes if axis.name == name]
    except TypeError:
        found = []
    if found:
        return found[-1]
    names = ", ".join(repr(axis.name) for axis in _state.axes)
    raise UnboundAxis(f"{place()}unbound axis name {name!r}: " + (
        f"the axes here are {names}" if names else "there is no axis with a name here; give it to ct.vmap, as axis_name"))

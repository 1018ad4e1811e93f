"""The calls of a vmap that a collective goes along: one axis with a name or several, in groups or together."""

import math
from typing import Hashable, NamedTuple, Sequence

from .. import _axes, _cotan
from .._core import here

Groups = Sequence[Sequence[int]] | None


def _size(axis):
    """How many calls it has; a tensor if that is open."""
    return _cotan._psum(1, axis.symbol) if axis.size is None else axis.size


class Line(NamedTuple):
    """The axes that a function goes along, the first the slowest, and what is the same along each group."""

    axes: list[_axes.Axis]
    groups: list[list[int]] | None

    def size(self):
        """How many calls there are; a tensor if that is open."""
        return math.prod(map(_size, self.axes))

    def known_size(self, name):
        size = self.size()
        if not isinstance(size, int):
            raise _cotan.ValueError(f"{here()}ct.lax.{name}: the size of the axis {self.axes[0].name!r} is open, but must be known "
                                    "when the function is compiled; leave it out of dynamic_axes")
        return size

    def index(self):
        index = 0
        for axis in self.axes:
            index = index * _size(axis) + _cotan._axis_index(axis.symbol)
        return index

    def psum(self, x):
        for axis in self.axes:
            x = _cotan._psum(x, axis.symbol)
        return x

    def rows(self, x):
        """What each call of the group holds, along a new first axis: zeros for those that do not come here."""
        shape = getattr(x, "_sizes", ())  # of a number none
        for axis in reversed(self.axes):
            x = _cotan._all_gather(x, axis.symbol, axis.size, 0)
        if len(self.axes) > 1:
            size = self.size()
            x = _cotan.reshape(x, (size if isinstance(size, int) else -1, *shape))
        return _cotan.take(x, self.own(self.groups), axis=0) if self.groups else x

    def own(self, by_group):
        """What is said for each group, for that of the call."""
        group_of = [0] * sum(map(len, self.groups))
        for number, group in enumerate(self.groups):
            for i in group:
                group_of[i] = number
        return _cotan.take(_cotan.array(by_group), _cotan.take(_cotan.array(group_of), self.index(), axis=0), axis=0)

    def place(self):
        """Which call of its group it is."""
        if not self.groups:
            return self.index()
        place_of = [0] * sum(map(len, self.groups))
        for group in self.groups:
            for place, i in enumerate(group):
                place_of[i] = place
        return _cotan.take(_cotan.array(place_of), self.index(), axis=0)

    def count(self, name):
        return len(self.groups[0]) if self.groups else self.known_size(name)


def line_of(name, axis_name, axis_index_groups=None):
    line = Line(_axes.named(axis_name), None)
    if axis_index_groups is None:
        return line
    groups = [list(group) for group in axis_index_groups]
    size = line.known_size(name)
    if sorted(i for group in groups for i in group) != list(range(size)) or len({len(group) for group in groups}) > 1:
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: axis_index_groups are {groups}, but must be groups of one size with each "
                                f"number below {size} once")
    return line._replace(groups=groups)

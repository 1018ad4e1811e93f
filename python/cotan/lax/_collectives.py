"""What the calls of a vmap make together, along its axis with a name (jax.lax's parallel operators)."""

import math
from typing import Any, Hashable, Sequence

from .. import _cotan, _nest
from .._core import describe, here, is_inexact
from .._places import is_integer
from .._signatures import found
from .._traced import shape_of
from .._types import iinfo
from ._checks import public
from ._lines import Groups, line_of


def _map(name, function, x):
    """`function` of each tensor of a nest."""
    shape = shape_of(x, f"ct.lax.{name}: 'x'", "x")
    if shape.structure.is_leaf and not shape.tensors:
        raise _cotan.TypeError(f"{here()}ct.lax.{name}: 'x' must be a tensor, a number or a nest of such, but is {found(x)}")
    return shape.filled([function(leaf) for leaf in shape.tensors])


def _as_number(x):
    return _cotan.astype(x, "int64") if x.dtype.kind == "b" else x


def _summed(line, x):
    if not line.groups:
        return line.psum(_as_number(x))
    return _cotan.sum(line.rows(_as_number(x)), axis=0, dtype=_as_number(x).dtype)


@public
def psum(x: Any, axis_name: Hashable, *, axis_index_groups: Groups = None) -> Any:
    """The sum of `x`, any nest of tensors, over the calls of the vmap with this name, or with a tuple of names.

    Each call gets it, of the shape of `x`; truth values are counted. A number is multiplied by the number of
    calls, so that `psum(1, name)` is that. With `axis_index_groups`, lists of numbers of calls, the sums are those
    of each group. Calls that do not come here add nothing: those that go another way at a branch, and those whose
    loop has ended. The derivative is a `psum`, too, so a gradient taken inside of the vmap is that of the sum of all
    calls' results. Takes the time of a sum. As `jax.lax.psum`. Raises NameError if no vmap around has the name.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.psum(x, "i"), axis_name="i")(ct.array([1.0, 2.0, 4.0]))
    Tensor([7., 7., 7.], dtype=float32)
    """
    line = line_of("psum", axis_name, axis_index_groups)
    leaves, structure = _nest.flatten(x)
    if all(isinstance(leaf, (int, float, complex)) for leaf in leaves):
        size = len(line.groups[0]) if line.groups else line.size()
        return _nest.unflatten(structure, [leaf * size for leaf in leaves])
    return _map("psum", lambda leaf: _summed(line, leaf), x)


def _mean(line, x):
    is_half = x.dtype.name in ("float16", "bfloat16")  # of which the sum may be too large where the mean is not
    total = _summed(line, _cotan.astype(x, "float32" if is_half else float) if is_half or not is_inexact(x) else x)
    mean = total / (_cotan.sum(line.rows(1.0)) if line.groups else line.psum(1.0))
    return _cotan.astype(mean, x.dtype) if is_half else mean


@public
def pmean(x: Any, axis_name: Hashable, *, axis_index_groups: Groups = None) -> Any:
    """The mean of `x`, any nest of tensors, over the calls of the vmap with this name: those that come here.

    As `psum` divided by how many there are; integers become float32. As `jax.lax.pmean`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: x - ct.lax.pmean(x, "i"), axis_name="i")(ct.array([1.0, 2.0, 6.0]))
    Tensor([-2., -1.,  3.], dtype=float32)
    """
    line = line_of("pmean", axis_name, axis_index_groups)
    return _map("pmean", lambda leaf: _mean(line, leaf), x)


def _extreme(line, x, function, sign):
    """The largest or least of the group's, those that come here."""
    kind = x.dtype.kind
    if kind in "iu":
        limits = iinfo(x.dtype)
        least = int(limits.min if sign < 0 else limits.max)
    else:
        least = sign > 0 if kind == "b" else sign * math.inf
    are_here = line.rows(True)
    return function(line.rows(x), axis=0, where=_cotan.reshape(are_here, (-1, *[1] * x.ndim)), initial=least)


@public
def pmax(x: Any, axis_name: Hashable, *, axis_index_groups: Groups = None) -> Any:
    """The largest of each element of `x`, any nest of tensors, over the calls of the vmap with this name.

    Those that come here, as of `psum`. Its derivative goes to the calls that have the largest, in equal parts.
    As `jax.lax.pmax`, which has no derivative.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.pmax(x, "i"), axis_name="i")(ct.array([1.0, 4.0, 2.0]))
    Tensor([4., 4., 4.], dtype=float32)
    """
    line = line_of("pmax", axis_name, axis_index_groups)
    return _map("pmax", lambda leaf: _extreme(line, leaf, _cotan.max, -1), x)


@public
def pmin(x: Any, axis_name: Hashable, *, axis_index_groups: Groups = None) -> Any:
    """The least of each element of `x`, any nest of tensors, over the calls of the vmap with this name.

    As `pmax`. As `jax.lax.pmin`, which has no derivative.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.pmin(x, "i"), axis_name="i")(ct.array([3, 1, 2]))
    Tensor([1, 1, 1], dtype=int64)
    """
    line = line_of("pmin", axis_name, axis_index_groups)
    return _map("pmin", lambda leaf: _extreme(line, leaf, _cotan.min, 1), x)


def _axis(name, what, axis, ndim):
    if not is_integer(axis):
        raise _cotan.TypeError(f"{here()}ct.lax.{name}: '{what}' must be an integer, but is {found(axis)}")
    if not -ndim <= axis < ndim:
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: {what} is {axis}, but must be in [{-ndim}, {ndim})")
    return axis % ndim


def _merged(x, axis):
    """Makes one axis of `axis` and the next."""
    sizes = list(x._sizes)
    first, second = sizes[axis:axis + 2]
    sizes[axis:axis + 2] = [-1 if None in (first, second) else first * second]
    return _cotan.reshape(x, sizes)


def _cut(name, x, axis, count):
    """Cuts `axis` in two: of `count`, and what is left."""
    size = x._sizes[axis]
    if size is None or (size % count if count else size):
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: axis {axis} of {describe(x)} cannot be cut for {count} calls; its size "
                                "must be a multiple of that")
    return _cotan.reshape(x, (*x._sizes[:axis], count, size // count if count else 0, *x._sizes[axis + 1:]))


def _check_size(name, x, axis, count):
    if x._sizes[axis] != count:
        raise _cotan.ValueError(f"{here()}ct.lax.{name}: axis {axis} of {describe(x)} must have the size {count}, that of the axis "
                                "of calls; or say tiled=True to cut it")


@public
def all_gather(x: Any, axis_name: Hashable, *, axis_index_groups: Groups = None, axis: int = 0,
               tiled: bool = False) -> Any:
    """What each call of the vmap with this name has of `x`, any nest of tensors: each call gets all.

    They lie along a new axis, at `axis`; with `tiled`, one behind the other along that axis of `x`. Calls that do not
    come here, as of `psum`, give zeros. Takes no time where nothing but `axis` moves. As `jax.lax.all_gather`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.all_gather(x, "i")[::-1], axis_name="i")(ct.array([1.0, 2.0]))
    Tensor([[2., 1.],
            [2., 1.]], dtype=float32)
    """
    line = line_of("all_gather", axis_name, axis_index_groups)

    def gathered(leaf):
        to = _axis("all_gather", "axis", axis, leaf.ndim if tiled else leaf.ndim + 1)
        rows = _cotan.moveaxis(line.rows(leaf), 0, to)
        return _merged(rows, to) if tiled else rows

    return _map("all_gather", gathered, x)


def _scattered(line, x):
    """The place of the call in the sum of `x`, along the first axis."""
    if line.groups:
        return _cotan.take(_summed(line, x), line.place(), axis=0)
    if len(line.axes) > 1:
        x = _cotan.reshape(x, (*[axis.size for axis in line.axes], *x._sizes[1:]))
    for axis in line.axes:
        x = _cotan._psum_scatter(x, axis.symbol, 0)
    return x


@public
def psum_scatter(x: Any, axis_name: Hashable, *, scatter_dimension: int = 0, axis_index_groups: Groups = None,
                 tiled: bool = False) -> Any:
    """To call i what is at place i, along `scatter_dimension`, of the sum of `x`, any nest of tensors, over the calls.

    That axis has a place for each call and is no more there; with `tiled` it is cut into as many pieces. As
    `jax.lax.psum_scatter`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.psum_scatter(x, "i"), axis_name="i")(ct.array([[1.0, 2.0], [3.0, 4.0]]))
    Tensor([4., 6.], dtype=float32)
    """
    line = line_of("psum_scatter", axis_name, axis_index_groups)
    count = line.count("psum_scatter")

    def scattered(leaf):
        axis = _axis("psum_scatter", "scatter_dimension", scatter_dimension, leaf.ndim)
        if tiled:
            leaf = _cut("psum_scatter", leaf, axis, count)
        else:
            _check_size("psum_scatter", leaf, axis, count)
        return _scattered(line, _cotan.moveaxis(_as_number(leaf), axis, 0))

    return _map("psum_scatter", scattered, x)


def _exchanged(line, x, axis):
    """Along `axis`, which has a place for each call: what each of them has at the place of this one."""
    if not line.groups and len(line.axes) == 1:
        return _cotan._all_to_all(x, line.axes[0].symbol, axis)
    return _cotan.moveaxis(_cotan.take(line.rows(x), line.place(), axis=axis + 1), 0, axis)


@public
def all_to_all(x: Any, axis_name: Hashable, split_axis: int, concat_axis: int, *, axis_index_groups: Groups = None,
               tiled: bool = False) -> Any:
    """From each call of the vmap with this name a piece of `x`, any nest of tensors, to each other call.

    Axis `split_axis` has a place for each call: call i gets what is at place i, of all calls, along a new axis at
    `concat_axis`. With `tiled` the first is cut into as many pieces, and they come one behind the other along the
    second. Calls that do not come here give zeros. Takes the time of a copy. As `jax.lax.all_to_all`.

    >>> import cotan as ct
    >>> swap = ct.vmap(lambda x: ct.lax.all_to_all(x, "i", 0, 0), axis_name="i")
    >>> swap(ct.array([[1.0, 2.0], [3.0, 4.0]]))
    Tensor([[1., 3.],
            [2., 4.]], dtype=float32)
    """
    line = line_of("all_to_all", axis_name, axis_index_groups)
    count = line.count("all_to_all")

    def exchanged(leaf):
        split, to = (_axis("all_to_all", what, axis, leaf.ndim) for what, axis in
                     [("split_axis", split_axis), ("concat_axis", concat_axis)])
        if tiled:
            cut = _cut("all_to_all", leaf, split, count)
            return _merged(_cotan.moveaxis(_exchanged(line, cut, split), split, to), to)
        _check_size("all_to_all", leaf, split, count)
        return _cotan.moveaxis(_exchanged(line, leaf, split), split, to)

    return _map("all_to_all", exchanged, x)


@public
def pswapaxes(x: Any, axis_name: Hashable, axis: int, *, axis_index_groups: Groups = None) -> Any:
    """`all_to_all` with one axis: the axis of the calls and this one of `x` change places. As `jax.lax.pswapaxes`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.pswapaxes(x, "i", 0), axis_name="i")(ct.array([[1.0, 2.0], [3.0, 4.0]]))
    Tensor([[1., 3.],
            [2., 4.]], dtype=float32)
    """
    return all_to_all(x, axis_name, axis, axis, axis_index_groups=axis_index_groups)


def _sources(name, perm, count):
    """For each call the one it gets from; -1 if none."""
    sources = [-1] * count
    for pair in perm:
        source, target = pair
        for i in (source, target):
            if not is_integer(i) or not 0 <= i < count:
                raise _cotan.ValueError(f"{here()}ct.lax.{name}: perm has {pair}, but the calls are 0 to {count - 1}")
        if sources[target] >= 0 or source in sources:
            raise _cotan.ValueError(f"{here()}ct.lax.{name}: perm has {pair}, but no call may give or get twice: {list(perm)}")
        sources[target] = int(source)
    return sources


def _permuted(line, x, sources):
    if len(line.axes) == 1:
        return _cotan._ppermute(x, line.axes[0].symbol, sources)
    source = _cotan.take(_cotan.array(sources), line.index(), axis=0)
    found = _cotan.take(line.rows(x), _cotan.maximum(source, 0), axis=0)
    return _cotan.where(source >= 0, found, _cotan.zeros_like(found))


@public
def ppermute(x: Any, axis_name: Hashable, perm: Sequence[tuple[int, int]]) -> Any:
    """What other calls of the vmap with this name have of `x`, any nest of tensors, by pairs (from, to) of numbers.

    Calls that get nothing have zeros. Takes the time of a copy. As `jax.lax.ppermute`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.ppermute(x, "i", [(0, 1), (1, 2)]), axis_name="i")(ct.array([1.0, 2.0, 3.0]))
    Tensor([0., 1., 2.], dtype=float32)
    """
    line = line_of("ppermute", axis_name)
    sources = _sources("ppermute", perm, line.known_size("ppermute"))
    return _map("ppermute", lambda leaf: _permuted(line, leaf, sources), x)


@public
def pshuffle(x: Any, axis_name: Hashable, perm: Sequence[int]) -> Any:
    """What call `perm[i]` of the vmap with this name has of `x`, any nest of tensors, for call i. As `jax.lax.pshuffle`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.pshuffle(x, "i", [2, 0, 1]), axis_name="i")(ct.array([1.0, 2.0, 3.0]))
    Tensor([3., 1., 2.], dtype=float32)
    """
    size = line_of("pshuffle", axis_name).known_size("pshuffle")
    if sorted(perm) != list(range(size)):
        raise _cotan.ValueError(f"{here()}ct.lax.pshuffle: perm is {list(perm)}, but must have each number below {size} once")
    return ppermute(x, axis_name, list(zip(perm, range(size))))


@public
def pbroadcast(x: Any, axis_name: Hashable, source: int) -> Any:
    """What call number `source` of the vmap with this name has of `x`, any nest of tensors. As `jax.lax.pbroadcast`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: ct.lax.pbroadcast(x, "i", 1), axis_name="i")(ct.array([1.0, 2.0, 3.0]))
    Tensor([2., 2., 2.], dtype=float32)
    """
    line = line_of("pbroadcast", axis_name)
    place = _axis("pbroadcast", "source", source, line.known_size("pbroadcast"))
    return _map("pbroadcast", lambda leaf: _cotan.take(line.rows(leaf), place, axis=0), x)


@public
def axis_index(axis_name: Hashable) -> _cotan.Tensor:
    """Which call of the vmap with this name it is: 0, 1, ...; of a tuple of names, the last counts fastest.

    An int64. As `jax.lax.axis_index`. Raises NameError if no vmap around has the name.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: x * ct.lax.axis_index("i"), axis_name="i")(ct.ones(3))
    Tensor([0., 1., 2.], dtype=float32)
    """
    return line_of("axis_index", axis_name).index()


@public
def axis_size(axis_name: Hashable) -> Any:
    """How many calls the vmap with this name has, or those of a tuple of names together.

    An int; a tensor if the size is open. As `jax.lax.axis_size`.

    >>> import cotan as ct
    >>> ct.vmap(lambda x: x / ct.lax.axis_size("i"), axis_name="i")(ct.ones(4))
    Tensor([0.25, 0.25, 0.25, 0.25], dtype=float32)
    """
    return line_of("axis_size", axis_name).size()

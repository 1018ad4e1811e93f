"""Products of matrices, and Fourier transforms."""

import enum
from typing import Any, NamedTuple, Sequence

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from .._scaled_products import in_blocks
from .._signatures import found
from ._checks import axes, kinds, public, refuse, sizes, tensor


class Precision(enum.Enum):
    """How exact products are on other devices; here all are computed in the operands' type or a larger one.

    >>> import cotan as ct
    >>> ct.lax.Precision.HIGHEST
    <Precision.HIGHEST: 2>
    """

    DEFAULT = 0
    HIGH = 1
    HIGHEST = 2


PrecisionLike = None | str | Precision | tuple[str, str] | tuple[Precision, Precision]
DotDimensionNumbers = tuple[tuple[Sequence[int], Sequence[int]], tuple[Sequence[int], Sequence[int]]]


def in_type(name, dtype, *xs):
    """Operands in the type that the result should have; without one as they are."""
    ts = [tensor(name, x) for x in xs]
    return ts if dtype is None else [t.astype(dtype) for t in ts]


@public
def dot_general(lhs: Any, rhs: Any, dimension_numbers: Any, precision: Any = None, preferred_element_type: Any = None) -> Tensor:
    """ct.dot_general, in the element type that is preferred: products summed over axes, for each place of batch axes.

    >>> import cotan as ct
    >>> ct.lax.dot_general(ct.ones((2, 3)), ct.ones((3, 4)), (((1,), (0,)), ((), ()))).shape
    (2, 4)
    """
    x, y = in_type("dot_general", preferred_element_type, lhs, rhs)
    return _cotan.dot_general(x, y, dimension_numbers)


@public
def dot(lhs: Any, rhs: Any, *, dimension_numbers: Any = None, precision: Any = None, preferred_element_type: Any = None) -> Tensor:
    """The product of vectors and matrices; with dimension numbers, `dot_general`.

    >>> import cotan as ct
    >>> ct.lax.dot(ct.array([1.0, 2.0]), ct.array([3.0, 4.0]))
    Tensor(11., dtype=float32)
    """
    x, y = in_type("dot", preferred_element_type, lhs, rhs)
    if dimension_numbers is None:
        if x.ndim not in (1, 2) or y.ndim not in (1, 2):
            refuse(_cotan.ValueError, "dot", f"the operands must be vectors or matrices, but are {describe(x)} and {describe(y)}; use ct.matmul")
        dimension_numbers = (((x.ndim - 1,), (0,)), ((), ()))
    return _cotan.dot_general(x, y, dimension_numbers)


@public
def batch_matmul(lhs: Any, rhs: Any, precision: Any = None) -> Tensor:
    """Products of matrices, for each place of the axes before the last two, which are the same.

    >>> import cotan as ct
    >>> ct.lax.batch_matmul(ct.ones((5, 2, 3)), ct.ones((5, 3, 4))).shape
    (5, 2, 4)
    """
    x, y = tensor("batch_matmul", lhs), tensor("batch_matmul", rhs)
    if x.ndim < 2 or tuple(x.shape[:-2]) != tuple(y.shape[:-2]):
        refuse(_cotan.ValueError, "batch_matmul", f"the operands must have two axes or more, and the same before the last two, but are "
                                                  f"{describe(x)} and {describe(y)}; use ct.matmul")
    return _cotan.matmul(x, y)


@public
def scaled_dot(lhs: Any, rhs: Any, *, lhs_scale: Any = None, rhs_scale: Any = None, dimension_numbers: Any = None,
               preferred_element_type: Any = None) -> Tensor:
    """`dot_general` of operands that are multiplied by the scale of their block: scales have the operand's sizes, but along
    axes that are summed over one for each block. Without dimension numbers it is a product of matrices, for each place of
    the axes before the last two. Sums are float32, the result bfloat16 unless another type is preferred.

    >>> import cotan as ct
    >>> ct.lax.scaled_dot(ct.ones((1, 4)), ct.ones((4, 1)), lhs_scale=ct.array([[1.0, 3.0]]), preferred_element_type="float32")
    Tensor([[8.]], dtype=float32)
    """
    x, y = tensor("scaled_dot", lhs), tensor("scaled_dot", rhs)
    if dimension_numbers is None:
        if x.ndim < 2 or y.ndim < 2:
            refuse(_cotan.ValueError, "scaled_dot", f"the operands must have two axes or more, but are {describe(x)} and {describe(y)}")
        batch = tuple(range(x.ndim - 2))
        dimension_numbers = (((x.ndim - 1,), (y.ndim - 2,)), (batch, batch))
    _cotan.dot_general(x.astype("float32"), y.astype("float32"), dimension_numbers)  # it checks; unread, it is not computed
    both = []
    for t, scale, summed in zip((x, y), (lhs_scale, rhs_scale), dimension_numbers[0]):
        if scale is not None:
            t = in_blocks("lax.scaled_dot", t, tensor("scaled_dot", scale), axes("scaled_dot", "dimension_numbers", summed, t.ndim))
        both.append(t.astype("float32"))
    return _cotan.dot_general(*both, dimension_numbers).astype("bfloat16" if preferred_element_type is None else preferred_element_type)


@public
def ragged_dot(lhs: Any, rhs: Any, group_sizes: Any, precision: Any = None, preferred_element_type: Any = None,
               group_offset: Any = None) -> Tensor:
    """Products of the rows of `lhs`, (m, k), with the matrix of their group, of `rhs`, (groups, k, n): the first
    `group_sizes[0]` rows with the first, and so on. Rows that are in no group are 0.

    >>> import cotan as ct
    >>> ct.lax.ragged_dot(ct.ones((3, 1)), ct.array([[[1.0]], [[5.0]]]), ct.array([1, 2]))[:, 0]
    Tensor([1., 5., 5.], dtype=float32)
    """
    x, y = in_type("ragged_dot", preferred_element_type, lhs, rhs)
    counts = tensor("ragged_dot", group_sizes)
    kinds("ragged_dot", [counts], "iu", "integers, where they are sizes of groups")
    if x.ndim != 2 or y.ndim != 3 or counts.ndim != 1 or x.shape[1] != y.shape[1] or counts.shape[0] != y.shape[0]:
        refuse(_cotan.ValueError, "ragged_dot", f"the operands must be (m, k), (groups, k, n) and (groups,), but are {describe(x)}, "
                                                f"{describe(y)} and {describe(counts)}")
    if group_offset is not None:
        refuse(_cotan.ValueError, "ragged_dot", "'group_offset' must be None, as all groups are here")
    (rows, inner), (groups, _, columns) = x.shape, y.shape
    stops = _cotan.cumsum(counts.astype("int64"))
    row = _cotan.reshape(_cotan.arange(rows), (rows, 1))
    own = (row >= stops - counts.astype("int64")) & (row < stops)
    wide = _cotan.where(_cotan.expand_dims(own, 2), _cotan.expand_dims(x, 1), _cotan.zeros((), x.dtype))
    return _cotan.matmul(_cotan.reshape(wide, (rows, groups * inner)), _cotan.reshape(y, (groups * inner, columns)))


class RaggedDotDimensionNumbers(NamedTuple):
    """What axes mean to `ragged_dot_general`: those of the product, which one of `lhs` is parted into groups, and which of `rhs`,
    if one, is that of groups.

    >>> import cotan as ct
    >>> ct.lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), (0,), (0,)).lhs_ragged_dimensions
    (0,)
    """

    dot_dimension_numbers: DotDimensionNumbers
    lhs_ragged_dimensions: Sequence[int]
    rhs_group_dimensions: Sequence[int]


def _in_groups(x, dim, counts, outer):
    """For each group, along a new first axis, what of x is in it, along an axis, and 0 elsewhere; counts, (..., groups), are for
    each place of the axes `outer`."""
    counts = _cotan.broadcast_to(counts.astype("int64"), (*(x.shape[d] for d in outer), counts.shape[-1]))
    stops = _cotan.cumsum(counts, axis=-1)
    shape = [counts.shape[-1], *(x.shape[d] if d in outer else 1 for d in range(x.ndim))]
    order = (len(outer), *(outer.index(d) for d in sorted(outer)))
    stops, counts = (_cotan.reshape(_cotan.transpose(t, order), shape) for t in (stops, counts))
    place = _cotan.reshape(_cotan.arange(x.shape[dim]), [-1 if d == dim else 1 for d in range(x.ndim)])
    return _cotan.where((place >= stops - counts) & (place < stops), x, _cotan.zeros((), x.dtype))


@public
def ragged_dot_general(lhs: Any, rhs: Any, group_sizes: Any, ragged_dot_dimension_numbers: RaggedDotDimensionNumbers,
                       precision: Any = None, preferred_element_type: Any = None, group_offset: Any = None) -> Tensor:
    """`dot_general` in groups along one axis of `lhs`, whose sizes are `group_sizes`, (groups,), or with axes before them for the
    batch axes and those of its kind further out.

    If that axis is not summed over, `rhs` has an axis of groups, and each part of `lhs` is multiplied with that of its group. If
    it is, the result has the sums of each group, along a first axis. If it is a batch axis, groups change nothing.

    >>> import cotan as ct
    >>> numbers = ct.lax.RaggedDotDimensionNumbers((((1,), (0,)), ((), ())), (1,), ())
    >>> ct.lax.ragged_dot_general(ct.ones((1, 5)), ct.ones((5, 1)), ct.array([2, 3]), numbers)[:, 0, 0]
    Tensor([2., 3.], dtype=float32)
    """
    x, y = in_type("ragged_dot_general", preferred_element_type, lhs, rhs)
    counts, given = tensor("ragged_dot_general", group_sizes), ragged_dot_dimension_numbers
    kinds("ragged_dot_general", [counts], "iu", "integers, where they are sizes of groups")
    if not isinstance(given, RaggedDotDimensionNumbers) or group_offset is not None or counts.ndim == 0:
        refuse(_cotan.TypeError, "ragged_dot_general", "'ragged_dot_dimension_numbers' must be a ct.lax.RaggedDotDimensionNumbers, "
                                                       "'group_sizes' have an axis, and 'group_offset' be None")
    (summed, y_summed), (batch, y_batch) = ([list(axes("ragged_dot_general", "dot_dimension_numbers", dims, t.ndim))
                                             for dims, t in zip(pair, (x, y))] for pair in given.dot_dimension_numbers)
    ragged = axes("ragged_dot_general", "lhs_ragged_dimensions", given.lhs_ragged_dimensions, x.ndim)
    groups = axes("ragged_dot_general", "rhs_group_dimensions", given.rhs_group_dimensions, y.ndim)
    if len(ragged) != 1 or len(groups) != (ragged[0] not in summed + batch):
        refuse(_cotan.ValueError, "ragged_dot_general", "there must be one ragged dimension, and a group dimension if that is not summed "
                                                        f"over and no batch axis, but they are {ragged} and {groups}")
    dim = ragged[0]
    if dim in batch:
        return _cotan.dot_general(x, y, ((summed, y_summed), (batch, y_batch)))
    alike = summed if dim in summed else [d for d in range(x.ndim) if d not in batch + summed]
    parted = _in_groups(x, dim, counts, batch + alike[:alike.index(dim)])
    left = [d + 1 for d in summed], [d + 1 for d in batch]
    if dim in summed:
        return _cotan.moveaxis(_cotan.dot_general(parted, y, ((left[0], y_summed), (left[1], y_batch))), len(batch), 0)
    return _cotan.dot_general(parted, y, ((left[0] + [0], y_summed + [groups[0]]), (left[1], y_batch)))


class FftType(enum.Enum):
    """Which Fourier transform.

    >>> import cotan as ct
    >>> ct.lax.FftType.RFFT
    <FftType.RFFT: 2>
    """

    FFT = 0
    IFFT = 1
    RFFT = 2
    IRFFT = 3


@public
def fft(x: Any, fft_type: FftType | str, fft_lengths: Sequence[int]) -> Tensor:
    """The Fourier transform of the last axes, of these lengths: "FFT", "IFFT", "RFFT" or "IRFFT"; ct.fft has others.

    >>> import cotan as ct
    >>> ct.lax.fft(ct.array([1.0, 0.0, 0.0, 0.0]), "RFFT", (4,))
    Tensor([1.+0.j, 1.+0.j, 1.+0.j], dtype=complex64)
    """
    name = fft_type.name if isinstance(fft_type, FftType) else fft_type
    if not isinstance(name, str) or name.upper() not in FftType.__members__:
        refuse(_cotan.ValueError, "fft", f"'fft_type' must be one of {', '.join(FftType.__members__)}, but is {found(fft_type)}")
    t, lengths = tensor("fft", x), sizes("fft", "fft_lengths", fft_lengths)
    if not lengths:
        return t
    have = tuple(t.shape[-len(lengths):])
    if name.upper() == "IRFFT":
        have = (*have[:-1], lengths[-1]) if have and have[-1] == lengths[-1] // 2 + 1 else (*have[:-1], -1)
    if len(lengths) > t.ndim or have != lengths:
        refuse(_cotan.ValueError, "fft", f"'fft_lengths' must be the sizes of the last axes of the result of IRFFT, else of the operand, "
                                         f"{describe(t)}, but are {lengths}")
    return getattr(_cotan.fft, f"{name.lower()}n")(t, s=lengths, axes=tuple(range(-len(lengths), 0)))

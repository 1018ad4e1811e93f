"""Convolutions, with jax.lax's ways to say what axes mean."""

import math
from typing import Any, NamedTuple, Sequence

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from .._places import integers, is_integer
from .._signatures import found
from ._checks import as_many, flags, public, refuse, tensor
from ._products import in_type
from ._windows import count_of, pads_of, spread


class ConvDimensionNumbers(NamedTuple):
    """Which axes of both operands and of the result are which: batch (of the kernel, output features), features (of the
    kernel, input features), then the window's.

    >>> import cotan as ct
    >>> ct.lax.conv_dimension_numbers((1, 4, 4, 2), (3, 3, 2, 5), ("NHWC", "HWIO", "NHWC")).rhs_spec
    (3, 2, 0, 1)
    """

    lhs_spec: Sequence[int]
    rhs_spec: Sequence[int]
    out_spec: Sequence[int]


ConvGeneralDilatedDimensionNumbers = None | ConvDimensionNumbers | tuple[str, str, str]


@public
def conv_general_permutations(dimension_numbers: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Where the axes are that three texts name, as ("NHWC", "HWIO", "NHWC"): batch, features, and the window's in the order
    of the kernel's.

    >>> import cotan as ct
    >>> ct.lax.conv_general_permutations(("NHWC", "HWIO", "NHWC"))
    ((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2))
    """
    return _permutations("conv_general_permutations", dimension_numbers)


def _permutations(name, specs):
    if not isinstance(specs, (list, tuple)) or len(specs) != 3 or not all(isinstance(s, str) for s in specs):
        refuse(_cotan.TypeError, name, f"'dimension_numbers' must be three texts, as ('NHWC', 'HWIO', 'NHWC'), but are {found(specs)}")
    pairs = ("NC", "OI", "NC")
    window = [c for c in specs[1] if c not in "OI"]
    for spec, pair in zip(specs, pairs):
        if sorted(spec) != sorted([*pair, *window]) or len(set(spec)) != len(spec):
            refuse(_cotan.ValueError, name, f"'dimension_numbers' must name {' and '.join(pair)} and the window's axes "
                                            f"{''.join(window)} once, but have {spec!r}")
    return tuple(tuple(spec.index(c) for c in (*pair, *window)) for spec, pair in zip(specs, pairs))


@public
def conv_dimension_numbers(lhs_shape: Sequence[int], rhs_shape: Sequence[int], dimension_numbers: Any) -> ConvDimensionNumbers:
    """What three texts say of axes; None says ("NCHW", "OIHW", "NCHW"), with as many of the window's as there are.

    >>> import cotan as ct
    >>> ct.lax.conv_dimension_numbers((1, 2, 5), (3, 2, 2), None).out_spec
    (0, 1, 2)
    """
    name = "conv_dimension_numbers"
    ranks = [len(integers(f"ct.lax.{name}", what, s)) for what, s in (("lhs_shape", lhs_shape), ("rhs_shape", rhs_shape))]
    return _numbers(name, *ranks, dimension_numbers)


def _numbers(name, rank, rhs_rank, given):
    if rank != rhs_rank or rank < 2:
        refuse(_cotan.ValueError, name, f"both operands must have the same number of axes, 2 or more, but have {rank} and {rhs_rank}")
    if given is None:
        return ConvDimensionNumbers(*[tuple(range(rank))] * 3)
    if isinstance(given, ConvDimensionNumbers):
        specs = [integers(f"ct.lax.{name}", "dimension_numbers", spec) for spec in given]
        if any(sorted(spec) != list(range(rank)) for spec in specs):
            refuse(_cotan.ValueError, name, f"'dimension_numbers' must have each of {rank} axes once, but are {given}")
        return ConvDimensionNumbers(*specs)
    specs = _permutations(name, given)
    if len(specs[0]) != rank:
        refuse(_cotan.ValueError, name, f"'dimension_numbers' name {len(specs[0])} axes, but there are {rank}: {given}")
    return ConvDimensionNumbers(*specs)


def _inverse(order):
    return [order.index(i) for i in range(len(order))]


def _convolved(name, lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, numbers, groups, batch_groups, dtype):
    """Of operands with any order of axes; numbers of the window are in the kernel's order."""
    x, w = in_type(name, dtype, lhs, rhs)
    numbers = _numbers(name, x.ndim, w.ndim, numbers)
    rank = x.ndim - 2
    x, w = _cotan.transpose(x, numbers.lhs_spec), _cotan.transpose(w, numbers.rhs_spec)
    strides = as_many(name, "window_strides", strides, rank)
    dilations = [as_many(name, what, d, rank, 1) for what, d in (("lhs_dilation", lhs_dilation), ("rhs_dilation", rhs_dilation))]
    if any(n < 1 for numbers_ in (strides, *dilations) for n in numbers_):
        refuse(_cotan.ValueError, name, f"strides and dilations must be 1 or more, but are {strides}, {dilations[0]} and {dilations[1]}")
    pads = pads_of(name, [spread(n, d) for n, d in zip(x.shape[2:], dilations[0])],
                   [spread(n, d) for n, d in zip(w.shape[2:], dilations[1])], strides, padding)
    y = _cotan.conv_general_dilated(x, w, strides, pads, *dilations, None, groups, batch_groups)
    return _cotan.transpose(y, _inverse(numbers.out_spec))


@public
def conv_general_dilated(lhs: Any, rhs: Any, window_strides: Sequence[int], padding: Any,
                         lhs_dilation: Sequence[int] | None = None, rhs_dilation: Sequence[int] | None = None,
                         dimension_numbers: Any = None, feature_group_count: int = 1, batch_group_count: int = 1,
                         precision: Any = None, preferred_element_type: Any = None) -> Tensor:
    """ct.conv_general_dilated, also with a ConvDimensionNumbers, in the element type that is preferred.

    >>> import cotan as ct
    >>> ct.lax.conv_general_dilated(ct.ones((1, 1, 2, 3)), ct.ones((1, 1, 2, 2)), (1, 1), "VALID")
    Tensor([[[[4., 4.]]]], dtype=float32)
    """
    return _convolved("conv_general_dilated", lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, dimension_numbers,
                      feature_group_count, batch_group_count, preferred_element_type)


@public
def conv(lhs: Any, rhs: Any, window_strides: Sequence[int], padding: str, precision: Any = None,
         preferred_element_type: Any = None) -> Tensor:
    """The convolution of (batch, features, ...) with a kernel (output features, input features, ...), not flipped.

    >>> import cotan as ct
    >>> ct.lax.conv(ct.ones((1, 1, 3)), ct.ones((1, 1, 2)), (1,), "SAME")
    Tensor([[[2., 2., 1.]]], dtype=float32)
    """
    return _convolved("conv", lhs, rhs, window_strides, padding, None, None, None, 1, 1, preferred_element_type)


@public
def conv_with_general_padding(lhs: Any, rhs: Any, window_strides: Sequence[int], padding: Any,
                              lhs_dilation: Sequence[int] | None, rhs_dilation: Sequence[int] | None, precision: Any = None,
                              preferred_element_type: Any = None) -> Tensor:
    """`conv` with padding as pairs of numbers, and with zeros between neighbours of both operands.

    >>> import cotan as ct
    >>> ct.lax.conv_with_general_padding(ct.ones((1, 1, 3)), ct.ones((1, 1, 2)), (1,), [(1, 0)], None, None)
    Tensor([[[1., 2., 2.]]], dtype=float32)
    """
    return _convolved("conv_with_general_padding", lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, None, 1, 1,
                      preferred_element_type)


def _transposed_padding(name, width, stride, padding):
    """What is put around the spread operand, so that the result fits a convolution with this padding."""
    if padding == "VALID":
        return width - 1, max(width, stride) - 1
    if padding == "SAME":
        before = width - 1 if stride > width - 1 else -(-(width + stride - 2) // 2)
        return before, width + stride - 2 - before
    if isinstance(padding, str):
        refuse(_cotan.ValueError, name, f"there is no padding {padding!r}; there are 'SAME' and 'VALID'")
    return width - 1 - padding[0], width - 1 - padding[1]


@public
def conv_transpose(lhs: Any, rhs: Any, strides: Sequence[int], padding: Any, rhs_dilation: Sequence[int] | None = None,
                   dimension_numbers: Any = None, transpose_kernel: bool = False, precision: Any = None,
                   preferred_element_type: Any = None, use_consistent_padding: bool = False) -> Tensor:
    """A convolution of an operand with zeros between its neighbours: with `transpose_kernel`, which takes the kernel
    backwards and its features swapped, the transpose of a convolution with these strides.

    Axes are as in ("NHWC", "HWIO", "NHWC"), unless others are said. Texts are the convolution's padding; pairs are
    what is put around the spread operand, or with `use_consistent_padding` the convolution's, too.

    >>> import cotan as ct
    >>> ct.lax.conv_transpose(ct.ones((1, 1, 2, 1)), ct.ones((2, 1, 1, 1)), (1, 2), "VALID")[0, :, :, 0]
    Tensor([[1., 0., 1., 0.],
            [1., 0., 1., 0.]], dtype=float32)
    """
    name = "conv_transpose"
    x, w = tensor(name, lhs), tensor(name, rhs)
    if dimension_numbers is None and x.ndim >= 2:
        letters = "HWDABCEFGJKLMPQRSTUV"[:x.ndim - 2]
        dimension_numbers = ("N" + letters.replace("C", "X") + "C", letters.replace("C", "X") + "IO", "N" + letters.replace("C", "X") + "C")
    flags(name, transpose_kernel=transpose_kernel, use_consistent_padding=use_consistent_padding)
    numbers = _numbers(name, x.ndim, w.ndim, dimension_numbers)
    rank = x.ndim - 2
    strides = as_many(name, "strides", strides, rank)
    dilation = as_many(name, "rhs_dilation", rhs_dilation, rank, 1)
    widths = [spread(w.shape[d], gap) for d, gap in zip(numbers.rhs_spec[2:], dilation)]
    if isinstance(padding, str) or use_consistent_padding:
        pairs = [padding] * rank if isinstance(padding, str) else pads_of(name, widths, widths, strides, padding)
        padding = [_transposed_padding(name, *each) for each in zip(widths, strides, pairs)]
    if transpose_kernel:
        w = _cotan.flip(w, numbers.rhs_spec[2:]) if rank else w
        w = _cotan.swapaxes(w, numbers.rhs_spec[0], numbers.rhs_spec[1])
    return _convolved(name, x, w, (1,) * rank, padding, strides, dilation, numbers, 1, 1, preferred_element_type)


def _shape_of(name, lhs_shape, rhs_shape, strides, padding, numbers, batch_groups=1):
    lhs, rhs = (integers(f"ct.lax.{name}", what, s) for what, s in (("lhs_shape", lhs_shape), ("rhs_shape", rhs_shape)))
    numbers = _numbers(name, len(lhs), len(rhs), numbers)
    lhs, rhs = [lhs[i] for i in numbers.lhs_spec], [rhs[i] for i in numbers.rhs_spec]
    strides = as_many(name, "window_strides", strides, len(lhs) - 2)
    if not is_integer(batch_groups) or min(*strides, batch_groups) < 1:
        refuse(_cotan.ValueError, name, f"strides and groups must be integers of 1 or more, but are {strides} and {found(batch_groups)}")
    pads = pads_of(name, lhs[2:], rhs[2:], strides, padding)
    window = [count_of(n + sum(p), width, stride) for n, p, width, stride in zip(lhs[2:], pads, rhs[2:], strides)]
    made = [lhs[0] // batch_groups, rhs[0], *window]
    return tuple(made[i] for i in _inverse(numbers.out_spec))


@public
def conv_shape_tuple(lhs_shape: Sequence[int], rhs_shape: Sequence[int], strides: Sequence[int], pads: Any,
                     batch_group_count: int = 1) -> tuple[int, ...]:
    """The shape of what `conv` returns.

    >>> import cotan as ct
    >>> ct.lax.conv_shape_tuple((1, 1, 5), (2, 1, 2), (2,), "VALID")
    (1, 2, 2)
    """
    return _shape_of("conv_shape_tuple", lhs_shape, rhs_shape, strides, pads, None, batch_group_count)


@public
def conv_general_shape_tuple(lhs_shape: Sequence[int], rhs_shape: Sequence[int], window_strides: Sequence[int], padding: Any,
                             dimension_numbers: Any) -> tuple[int, ...]:
    """The shape of what `conv_general_dilated` returns, without dilation and groups.

    >>> import cotan as ct
    >>> ct.lax.conv_general_shape_tuple((1, 5, 1), (2, 1, 2), (1,), "SAME", ("NHC", "HIO", "NHC"))
    (1, 5, 2)
    """
    return _shape_of("conv_general_shape_tuple", lhs_shape, rhs_shape, window_strides, padding, dimension_numbers)


@public
def conv_transpose_shape_tuple(lhs_shape: Sequence[int], rhs_shape: Sequence[int], window_strides: Sequence[int], padding: Any,
                               dimension_numbers: Any) -> tuple[int, ...]:
    """The shape of what `conv_transpose` returns, without dilation of the kernel.

    >>> import cotan as ct
    >>> ct.lax.conv_transpose_shape_tuple((1, 5, 1), (2, 1, 2), (2,), "SAME", ("NHC", "HIO", "NHC"))
    (1, 10, 2)
    """
    name = "conv_transpose_shape_tuple"
    wide, kernel = (list(integers(f"ct.lax.{name}", what, s)) for what, s in (("lhs_shape", lhs_shape), ("rhs_shape", rhs_shape)))
    numbers = _numbers(name, len(wide), len(kernel), dimension_numbers)
    strides = as_many(name, "window_strides", window_strides, len(wide) - 2)
    widths = [kernel[d] for d in numbers.rhs_spec[2:]]
    for place, stride in zip(numbers.lhs_spec[2:], strides):
        wide[place] = spread(wide[place], stride)
    pads = [_transposed_padding(name, *p) for p in zip(widths, strides, [padding] * len(widths))] if isinstance(padding, str) else padding
    return _shape_of(name, wide, kernel, (1,) * len(widths), pads, numbers)


@public
def conv_general_dilated_patches(lhs: Any, filter_shape: Sequence[int], window_strides: Sequence[int], padding: Any,
                                 lhs_dilation: Sequence[int] | None = None, rhs_dilation: Sequence[int] | None = None,
                                 dimension_numbers: Any = None, precision: Any = None,
                                 preferred_element_type: Any = None) -> Tensor:
    """The elements in each window of a convolution, as its features: of each input feature all places in the window.

    >>> import cotan as ct
    >>> ct.lax.conv_general_dilated_patches(ct.arange(3.0).reshape(1, 1, 1, 3), (1, 2), (1, 1), "VALID")[0, :, 0]
    Tensor([[0., 1.],
            [1., 2.]], dtype=float32)
    """
    return _patches("conv_general_dilated_patches", lhs, filter_shape, window_strides, padding, lhs_dilation, rhs_dilation,
                    dimension_numbers, preferred_element_type)


def _patches(name, lhs, filter_shape, strides, padding, lhs_dilation, rhs_dilation, numbers, dtype):
    x = tensor(name, lhs)
    window = as_many(name, "filter_shape", filter_shape, max(x.ndim - 2, 0))
    numbers = _numbers(name, x.ndim, 2 + len(window), numbers)
    features, count = x.shape[numbers.lhs_spec[1]], math.prod(window)
    # A kernel for each place in the window, which is 1 there, for each feature alone.
    kernel = _cotan.reshape(_cotan.tile(_cotan.eye(count, dtype=x.dtype), (features, 1)), (features * count, 1, *window))
    kernel = _cotan.transpose(kernel, _inverse(numbers.rhs_spec))
    return _convolved(name, x, kernel, strides, padding, lhs_dilation, rhs_dilation, numbers, features, 1, dtype)


@public
def conv_general_dilated_local(lhs: Any, rhs: Any, window_strides: Sequence[int], padding: Any, filter_shape: Sequence[int],
                               lhs_dilation: Sequence[int] | None = None, rhs_dilation: Sequence[int] | None = None,
                               dimension_numbers: Any = None, precision: Any = None) -> Tensor:
    """A convolution with a kernel of its own for each place of the result: the kernel's window axes are those places, and
    its input features are what `conv_general_dilated_patches` gives.

    >>> import cotan as ct
    >>> kernels = ct.array([[[1.0, 0.0], [0.0, 10.0]]]).reshape(1, 2, 1, 2)
    >>> ct.lax.conv_general_dilated_local(ct.arange(3.0).reshape(1, 1, 1, 3), kernels, (1, 1), "VALID", (1, 2))
    Tensor([[[[ 0., 20.]]]], dtype=float32)
    """
    name = "conv_general_dilated_local"
    x, w = tensor(name, lhs), tensor(name, rhs)
    numbers = _numbers(name, x.ndim, w.ndim, dimension_numbers)
    parts = _patches(name, x, filter_shape, window_strides, padding, lhs_dilation, rhs_dilation, numbers, None)
    parts, w = _cotan.transpose(parts, numbers.out_spec), _cotan.transpose(w, numbers.rhs_spec)
    if tuple(parts.shape[1:]) != tuple(w.shape[1:]):
        refuse(_cotan.ValueError, name, f"the kernel must have input features and places as {describe(parts)} has, but is {describe(w)}")
    window = tuple(range(2, x.ndim))
    places = _cotan.dot_general(parts, w, (((1,), (1,)), (window, window)))  # (places, batch, features)
    y = _cotan.moveaxis(places, (-2, -1), (0, 1))
    return _cotan.transpose(y, _inverse(numbers.out_spec))

"""Products of numbers of few bits, which have a scale for each block: scaled_matmul, and scaled_dot_general, which rounds to
such numbers. The formats are those of the OCP's microscaling specification 1.0 (2023) and of NVFP4."""

import math
from typing import Any, NamedTuple, Sequence

from . import _cotan
from ._core import Tensor, as_tensor, describe, here
from ._custom import custom_vjp
from ._named import named
from ._signatures import found
from ._standard import _dtype


def computed_in(*types: Any) -> str:
    """float32, or float64 where that is among the types."""
    return "float64" if any(getattr(t, "name", t) == "float64" for t in types) else "float32"


def in_blocks(name: str, x: Any, scales: Any, axes: Sequence[int], dtype: str = "float32") -> Tensor:
    """Numbers times the scale of their block along axes, in this type."""
    fits = x.ndim == scales.ndim and all(n == m if d not in axes else m and n % m == 0
                                         for d, (n, m) in enumerate(zip(x.shape, scales.shape)))
    if not fits:
        raise _cotan.ValueError(f"{here()}ct.{name}: scales must have the sizes of the operand, but along the axes that are summed "
                                f"over one for each block; but they are {describe(scales)} for {describe(x)}")
    scales = scales.astype(dtype)
    for d in axes:
        scales = _cotan.repeat(scales, x.shape[d] // scales.shape[d], axis=d)
    return x.astype(dtype) * scales


@named("ct.nn.scaled_matmul")
def scaled_matmul(lhs: Any, rhs: Any, lhs_scales: Any, rhs_scales: Any, preferred_element_type: Any = "float32") -> Tensor:
    """Products of matrices (B, M, K) and (B, N, K), over K, of numbers that are multiplied by the scale of their block of K:
    scales are (B, M, K / block) and (B, N, K / block), of any type. Sums are float32, or float64 of that; the result has the type that is preferred.

    >>> import cotan as ct
    >>> x, y = ct.array([[[1.0, 2.0, 3.0, 4.0]]], dtype="float8_e4m3"), ct.ones((1, 1, 4))
    >>> ct.nn.scaled_matmul(x, y, ct.array([[[1.0, 10.0]]]), ct.array([[[0.5]]]))
    Tensor([[[36.5]]], dtype=float32)
    """
    dtype = _dtype("nn.scaled_matmul", "preferred_element_type", preferred_element_type)
    x, y, xs, ys = (as_tensor(t, "ct.nn.scaled_matmul") for t in (lhs, rhs, lhs_scales, rhs_scales))
    if any(t.ndim != 3 for t in (x, y, xs, ys)) or x.shape[0] != y.shape[0] or x.shape[2] != y.shape[2]:
        raise _cotan.ValueError(f"{here()}ct.nn.scaled_matmul: the operands must be (B, M, K) and (B, N, K) and have scales of three "
                                f"axes, but are {', '.join(map(describe, (x, y, xs, ys)))}")
    wide = computed_in(dtype, *(t.dtype for t in (x, y, xs, ys)))
    x, y = in_blocks("nn.scaled_matmul", x, xs, (2,), wide), in_blocks("nn.scaled_matmul", y, ys, (2,), wide)
    return _cotan.matmul(x, _cotan.swapaxes(y, 1, 2)).astype(dtype)


class BlockScaleConfig(NamedTuple):
    """How `scaled_dot_general` rounds numbers: how many have a scale together, and of which types both are.

    >>> import cotan as ct
    >>> ct.nn.get_scaled_dot_general_config("mxfp8").block_size
    32
    """

    mode: str
    block_size: int
    data_type: str
    scale_type: str
    global_scale: Any
    infer_only: bool = False


@named("ct.nn.get_scaled_dot_general_config")
def get_scaled_dot_general_config(mode: str, global_scale: Any = None) -> BlockScaleConfig:
    """The formats that `scaled_dot_general` rounds to: "mxfp8", blocks of 32 numbers of float8_e4m3 whose scale is a power of
    2; or "nvfp4", blocks of 16 numbers of 4 bits whose scale is float8_e4m3, and a scale of all, `global_scale`.

    >>> import cotan as ct
    >>> ct.nn.get_scaled_dot_general_config("nvfp4").data_type
    'float4_e2m1fn'
    """
    if mode == "mxfp8":
        return BlockScaleConfig(mode, 32, "float8_e4m3fn", "float8_e8m0fnu", None)
    if mode != "nvfp4":
        raise _cotan.ValueError(f"{here()}ct.nn.get_scaled_dot_general_config: there is no mode {found(mode)}; there are 'mxfp8' "
                                "and 'nvfp4'")
    scale = as_tensor(1.0 if global_scale is None else global_scale, "ct.nn.get_scaled_dot_general_config").astype("float32")
    return BlockScaleConfig(mode, 16, "float4_e2m1fn", "float8_e4m3fn", scale)


_MOST = {"mxfp8": 448.0, "nvfp4": 6.0}  # of the numbers


def _power_of_two_above(x):
    """The least one that is not below x, from 2**-127 to 2**127."""
    mantissa, exponent = _cotan.frexp(x)
    exponent = _cotan.where(mantissa > 0.5, exponent, exponent - 1)
    return _cotan.ldexp(_cotan.ones_like(x), _cotan.clip(_cotan.where(x > 0, exponent, -127), -127, 127))


def _to_four_bits(x):
    """The nearest of 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; in the middle the one whose last bit is 0."""
    size = abs(x)
    step = _cotan.where(size < 2.0, 0.5, _cotan.where(size < 4.0, 1.0, 2.0))
    return _cotan.round(x / step) * step


def _rounded(x, config):
    """The numbers nearest to x, (B, M, K), that the format has, as float32."""
    size, block, most = x.shape[2], config.block_size, _MOST[config.mode]
    x = x.astype("float32") / (1.0 if config.global_scale is None else _cotan.reshape(config.global_scale, ()))
    x = _cotan.pad(x, ((0, 0), (0, 0), (0, -size % block)))
    x = _cotan.reshape(x, (*x.shape[:2], x.shape[2] // block, block))
    scale = _cotan.max(abs(x), axis=3, keepdims=True, initial=0.0) / most
    if config.mode == "mxfp8":
        scale = _power_of_two_above(scale)
    else:
        scale = _cotan.clip(scale, 0.0, 448.0).astype("float8_e4m3").astype("float32")
    small = _cotan.clip(x / _cotan.where(scale > 0, scale, 1.0), -most, most)
    small = small.astype("float8_e4m3").astype("float32") if config.mode == "mxfp8" else _to_four_bits(small)
    back = _cotan.reshape(small * scale, (*x.shape[:2], x.shape[2] * block))[:, :, :size]
    return back if config.global_scale is None else back * _cotan.reshape(config.global_scale, ())


def _product(x, y, configs):
    """Of (B, M, K) and (B, N, K), over K."""
    return _cotan.matmul(_rounded(x, configs[0]), _cotan.swapaxes(_rounded(y, configs[1]), 1, 2))


def _passed_on(cotangent, x, config):
    """The derivative where numbers are not beyond the format's."""
    if config.mode == "mxfp8":
        return cotangent.astype(x.dtype)
    most = _cotan.reshape(config.global_scale, ()) * _MOST["nvfp4"] * 448.0
    return _cotan.where(abs(x) <= most, cotangent, 0.0).astype(x.dtype)


def _ruled(configs):
    """The product with its derivative, as if nothing were rounded; products of cotangents are rounded as configs[2] says, but
    those of 4 bits."""
    def forward(x, y):
        return _product(x, y, configs), (x, y)

    def backward(kept, g):
        x, y = kept
        turned = [_cotan.swapaxes(t, 1, 2) for t in (g, x, y)]
        if configs[2].mode == "nvfp4":
            along_x, along_y = _cotan.matmul(g, y.astype("float32")), _cotan.matmul(turned[0], x.astype("float32"))
        else:
            along_x, along_y = _product(g, turned[2], configs[2:0:-1]), _product(turned[0], turned[1], configs[2::-2])
        return _passed_on(along_x, x, configs[0]), _passed_on(along_y, y, configs[1])

    product = custom_vjp(lambda x, y: _product(x, y, configs))
    product.defvjp(forward, backward)
    return product


def _as_matrices(x, contracting, batch):
    """(B, M, K), and the sizes of M."""
    rest = [d for d in range(x.ndim) if d not in contracting and d not in batch]
    turned = _cotan.transpose(x, (*batch, *rest, *contracting))
    sizes = [[x.shape[d] for d in axes] for axes in (batch, rest, contracting)]
    return _cotan.reshape(turned, tuple(map(math.prod, sizes))), sizes[0], sizes[1]


@named("ct.nn.scaled_dot_general")
def scaled_dot_general(lhs: Any, rhs: Any, dimension_numbers: Any, preferred_element_type: Any = "float32",
                       configs: Sequence[BlockScaleConfig] | None = None, implementation: Any = None) -> Tensor:
    """ct.dot_general of numbers that are rounded to a format of few bits, as processors with such products do it. Without
    `configs` nothing is rounded; with three of `get_scaled_dot_general_config`, the operands and cotangents are.

    Blocks lie along the axes that are summed over; where these are no multiple of the block, the last is shorter. The
    derivative, in reverse mode alone, is that of the product. It costs a few products of elements more than ct.dot_general.

    >>> import cotan as ct
    >>> configs = [ct.nn.get_scaled_dot_general_config("mxfp8")] * 3
    >>> x = ct.array([[0.3, 100.0]])
    >>> ct.nn.scaled_dot_general(x, x, (((1,), (1,)), ((), ())), configs=configs)
    Tensor([[9216.098]], dtype=float32)
    """
    dtype = _dtype("nn.scaled_dot_general", "preferred_element_type", preferred_element_type)
    x, y = as_tensor(lhs, "ct.nn.scaled_dot_general"), as_tensor(rhs, "ct.nn.scaled_dot_general")
    wide = computed_in(dtype, x.dtype, y.dtype)
    plain = _cotan.dot_general(x.astype(wide), y.astype(wide), dimension_numbers)  # it checks; unread, it is not computed
    if configs is None:
        return plain.astype(dtype)
    if not isinstance(configs, (list, tuple)) or len(configs) != 3 or not all(isinstance(c, BlockScaleConfig) for c in configs):
        raise _cotan.TypeError(f"{here()}ct.nn.scaled_dot_general: 'configs' must be None or a list of three of "
                               f"ct.nn.get_scaled_dot_general_config, but is {found(configs)}")
    (x_summed, y_summed), (x_batch, y_batch) = ([[int(d) for d in axes] for axes in pair] for pair in dimension_numbers)
    x, batch, rows = _as_matrices(x, [d % x.ndim for d in x_summed], [d % x.ndim for d in x_batch])
    y, _, columns = _as_matrices(y, [d % y.ndim for d in y_summed], [d % y.ndim for d in y_batch])
    return _cotan.reshape(_ruled(list(configs))(x, y), (*batch, *rows, *columns)).astype(dtype)

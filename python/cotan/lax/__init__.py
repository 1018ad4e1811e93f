"""Functions with the names, signatures and rules of jax.lax: operands have one element type, and one
shape but for sizes of 1, or none.

Programs written against `jax.lax` change the import. What is the same in `ct` is the same function; ct.add and the like
promote types and broadcast shapes, those here do not.

>>> import cotan as ct
>>> ct.lax.add(ct.array([1.0, 2.0]), 3.0)
Tensor([4., 5.], dtype=float32)
"""

from typing import Final as _Final

from .. import _cotan
from .._cotan import (abs as abs, betainc as betainc, bitcast_convert_type as bitcast_convert_type,
                      bitwise_not as bitwise_not, broadcast_shapes as broadcast_shapes, ceil as ceil, clamp as clamp,
                      conj as conj, cosh as cosh, digamma as digamma, empty as empty, erf as erf, erfc as erfc, floor as floor,
                      full as full, igamma as igamma, igammac as igammac, imag as imag, lgamma as lgamma, real as real,
                      reciprocal as reciprocal, sign as sign, sinh as sinh, square as square, stack as stack, tile as tile,
                      unstack as unstack)
from .._derivatives import stop_gradient as stop_gradient
from .._linear import custom_linear_solve as custom_linear_solve, custom_root as custom_root
from .._loops import while_loop as while_loop
from .._named import check_calls as _check_calls
from .._scans import associative_scan as associative_scan
from . import linalg as linalg
from ._collectives import (
    all_gather as all_gather, all_to_all as all_to_all, axis_index as axis_index, axis_size as axis_size,
    pbroadcast as pbroadcast, pmax as pmax, pmean as pmean, pmin as pmin, ppermute as ppermute, pshuffle as pshuffle,
    psum as psum, psum_scatter as psum_scatter, pswapaxes as pswapaxes)
from ._convolutions import (
    ConvDimensionNumbers as ConvDimensionNumbers, ConvGeneralDilatedDimensionNumbers as ConvGeneralDilatedDimensionNumbers,
    conv as conv, conv_dimension_numbers as conv_dimension_numbers, conv_general_dilated as conv_general_dilated,
    conv_general_dilated_local as conv_general_dilated_local, conv_general_dilated_patches as conv_general_dilated_patches,
    conv_general_permutations as conv_general_permutations, conv_general_shape_tuple as conv_general_shape_tuple,
    conv_shape_tuple as conv_shape_tuple, conv_transpose as conv_transpose,
    conv_transpose_shape_tuple as conv_transpose_shape_tuple, conv_with_general_padding as conv_with_general_padding)
from ._elementwise import (
    RoundingMethod as RoundingMethod, add as add, atan2 as atan2, bitwise_and as bitwise_and, bitwise_or as bitwise_or,
    bitwise_xor as bitwise_xor, clz as clz, complex as complex, div as div, eq as eq, erf_inv as erf_inv, ge as ge, gt as gt,
    integer_pow as integer_pow, is_finite as is_finite, le as le, lt as lt, max as max, min as min, mul as mul, mulhi as mulhi,
    ne as ne, neg as neg, nextafter as nextafter, population_count as population_count, pow as pow,
    reduce_precision as reduce_precision, rem as rem, round as round, shift_left as shift_left,
    shift_right_arithmetic as shift_right_arithmetic, shift_right_logical as shift_right_logical, sub as sub)
from ._flow import (
    composite as composite, cond as cond, fori_loop as fori_loop, map as map, optimization_barrier as optimization_barrier,
    platform_dependent as platform_dependent, scan as scan, stage as stage, switch as switch)
from ._gathers import (
    GatherDimensionNumbers as GatherDimensionNumbers, GatherScatterMode as GatherScatterMode,
    ScatterDimensionNumbers as ScatterDimensionNumbers, gather as gather, index_take as index_take, scatter as scatter,
    scatter_add as scatter_add, scatter_apply as scatter_apply, scatter_max as scatter_max, scatter_min as scatter_min,
    scatter_mul as scatter_mul, scatter_sub as scatter_sub)
from ._products import (
    DotDimensionNumbers as DotDimensionNumbers, FftType as FftType, Precision as Precision, PrecisionLike as PrecisionLike,
    RaggedDotDimensionNumbers as RaggedDotDimensionNumbers, batch_matmul as batch_matmul, dot as dot, dot_general as dot_general,
    fft as fft, ragged_dot as ragged_dot, ragged_dot_general as ragged_dot_general, scaled_dot as scaled_dot)
from ._random import RandomAlgorithm as RandomAlgorithm, rng_bit_generator as rng_bit_generator
from ._reductions import (
    approx_max_k as approx_max_k, approx_min_k as approx_min_k, argmax as argmax, argmin as argmin,
    cumlogsumexp as cumlogsumexp, cummax as cummax, cummin as cummin, cumprod as cumprod, cumsum as cumsum, reduce as reduce,
    reduce_and as reduce_and, reduce_max as reduce_max, reduce_min as reduce_min, reduce_or as reduce_or,
    reduce_prod as reduce_prod, reduce_sum as reduce_sum, reduce_xor as reduce_xor, sort as sort, sort_key_val as sort_key_val,
    top_k as top_k)
from ._shapes import (
    broadcast as broadcast, broadcast_in_dim as broadcast_in_dim, broadcast_like as broadcast_like,
    broadcast_to_rank as broadcast_to_rank, broadcasted_iota as broadcasted_iota, collapse as collapse,
    concatenate as concatenate, convert_element_type as convert_element_type, dtype as dtype, expand_dims as expand_dims,
    full_like as full_like, iota as iota, pad as pad, reshape as reshape, rev as rev, select as select, select_n as select_n,
    shape_as_value as shape_as_value, split as split, squeeze as squeeze, transpose as transpose)
from ._slices import (
    dynamic_index_in_dim as dynamic_index_in_dim, dynamic_slice as dynamic_slice, dynamic_slice_in_dim as dynamic_slice_in_dim,
    dynamic_update_index_in_dim as dynamic_update_index_in_dim, dynamic_update_slice as dynamic_update_slice,
    dynamic_update_slice_in_dim as dynamic_update_slice_in_dim, index_in_dim as index_in_dim, slice as slice,
    slice_in_dim as slice_in_dim)
from ._special import (
    AccuracyMode as AccuracyMode, Tolerance as Tolerance, bessel_i0e as bessel_i0e, bessel_i1e as bessel_i1e, cbrt as cbrt, cos as cos, exp as exp, exp2 as exp2, expm1 as expm1,
    igamma_grad_a as igamma_grad_a, log as log, log1p as log1p, logistic as logistic, polygamma as polygamma,
    random_gamma_grad as random_gamma_grad, rsqrt as rsqrt, sin as sin, sqrt as sqrt, tan as tan, tanh as tanh, zeta as zeta)
from ._windows import (
    padtype_to_pads as padtype_to_pads, reduce_window as reduce_window, reduce_window_shape_tuple as reduce_window_shape_tuple)

acos: _Final = _cotan.arccos
asin: _Final = _cotan.arcsin
atan: _Final = _cotan.arctan
acosh: _Final = _cotan.arccosh
asinh: _Final = _cotan.arcsinh
atanh: _Final = _cotan.arctanh


_check_calls(globals(), "ct.lax.")

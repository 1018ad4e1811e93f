"""Other names: those of element types and constants, and those that NumPy has several of. One a line, so that type
checkers see what each is."""

from typing import Final as _Final

import numpy as _np

from . import _cotan
from ._checkpoint import checkpoint as _checkpoint
from ._jacobians import jacrev as _jacrev

bool_: _Final = _np.bool_
int8: _Final = _np.int8
int16: _Final = _np.int16
int32: _Final = _np.int32
int64: _Final = _np.int64
uint8: _Final = _np.uint8
uint16: _Final = _np.uint16
uint32: _Final = _np.uint32
uint64: _Final = _np.uint64
float16: _Final = _np.float16
float32: _Final = _np.float32
float64: _Final = _np.float64
complex64: _Final = _np.complex64
complex128: _Final = _np.complex128
bfloat16: _Final = _cotan.DType.bfloat16
float8_e4m3: _Final = _cotan.DType.float8_e4m3
float8_e4m3fn: _Final = _cotan.DType.float8_e4m3
float8_e5m2: _Final = _cotan.DType.float8_e5m2
int4: _Final = _cotan.DType.int4
uint4: _Final = _cotan.DType.uint4
pi: _Final = _np.pi
e: _Final = _np.e
euler_gamma: _Final = _np.euler_gamma
inf: _Final = _np.inf
nan: _Final = _np.nan
newaxis: _Final = None

# What NumPy calls them, too; those without a size are what Python's numbers become.
bool: _Final = bool_
single: _Final = float32
double: _Final = float64
csingle: _Final = complex64
cdouble: _Final = complex128
int_: _Final = int64
uint: _Final = uint64
float_: _Final = float32
complex_: _Final = complex64
# Kinds of element types, for issubdtype.
generic: _Final = _np.generic
number: _Final = _np.number
inexact: _Final = _np.inexact
floating: _Final = _np.floating
complexfloating: _Final = _np.complexfloating
integer: _Final = _np.integer
signedinteger: _Final = _np.signedinteger
unsignedinteger: _Final = _np.unsignedinteger

# NumPy has several names for these.
absolute: _Final = _cotan.abs
true_divide: _Final = _cotan.divide
mod: _Final = _cotan.remainder
invert: _Final = _cotan.bitwise_not
acos: _Final = _cotan.arccos
asin: _Final = _cotan.arcsin
atan: _Final = _cotan.arctan
atan2: _Final = _cotan.arctan2
pow: _Final = _cotan.power
acosh: _Final = _cotan.arccosh
asinh: _Final = _cotan.arcsinh
atanh: _Final = _cotan.arctanh
concat: _Final = _cotan.concatenate
permute_dims: _Final = _cotan.transpose
amax: _Final = _cotan.max
amin: _Final = _cotan.min
around: _Final = _cotan.round
rint: _Final = _cotan.round
fix: _Final = _cotan.trunc
radians: _Final = _cotan.deg2rad
degrees: _Final = _cotan.rad2deg
bitwise_invert: _Final = _cotan.bitwise_not
bitwise_left_shift: _Final = _cotan.left_shift
bitwise_right_shift: _Final = _cotan.right_shift
jacobian: _Final = _jacrev
remat: _Final = _checkpoint

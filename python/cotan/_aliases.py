"""Other names: those of constants and of element types that NumPy does not have, and those that NumPy has several of.
One a line, so that type checkers see what each is."""

import math as _math
from typing import Final as _Final

from . import _cotan
from ._checkpoint import checkpoint as _checkpoint
from ._jacobians import jacrev as _jacrev

bfloat16: _Final = _cotan.DType.bfloat16
float8_e4m3: _Final = _cotan.DType.float8_e4m3
float8_e4m3fn: _Final = _cotan.DType.float8_e4m3
float8_e5m2: _Final = _cotan.DType.float8_e5m2
int4: _Final = _cotan.DType.int4
uint4: _Final = _cotan.DType.uint4
pi: _Final = _math.pi
e: _Final = _math.e
euler_gamma: _Final = 0.5772156649015329
inf: _Final = _math.inf
nan: _Final = _math.nan
newaxis: _Final = None

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

"""Tensors, array functions named as in jax.numpy, derivatives of any order, and control flow."""

import numpy as _np

from . import _cotan
from ._cotan import *  # noqa: F403
from ._cotan import linalg, nn, random  # noqa: F401
from . import optim  # noqa: F401
from ._custom import custom_vjp  # noqa: F401
from ._derivatives import grad, jet, jvp, stop_gradient, value_and_grad, vjp  # noqa: F401
from ._files import load, save  # noqa: F401
from ._jit import eval_shape, jit  # noqa: F401
from ._vectorize import vectorize  # noqa: F401
from ._vmap import apply_along_axis, hessian, jacfwd, jacrev, vmap  # noqa: F401
from ._loops import cond, fori_loop, map, scan, switch, while_loop  # noqa: F401
from ._scans import associative_scan  # noqa: F401

bool_, int8, int16, int32, int64 = _np.bool_, _np.int8, _np.int16, _np.int32, _np.int64
uint8, uint16, uint32, uint64 = _np.uint8, _np.uint16, _np.uint32, _np.uint64
float16, float32, float64 = _np.float16, _np.float32, _np.float64
bfloat16 = _cotan.DType.bfloat16
pi, e, inf, nan, newaxis = _np.pi, _np.e, _np.inf, _np.nan, None

# NumPy has several names for these.
absolute, true_divide, mod, invert = abs, divide, remainder, bitwise_not  # noqa: F405
acos, asin, atan, atan2, pow = arccos, arcsin, arctan, arctan2, power  # noqa: F405
acosh, asinh, atanh = arccosh, arcsinh, arctanh  # noqa: F405
concat, permute_dims, amax, amin = concatenate, transpose, max, min  # noqa: F405
around, rint, fix, radians, degrees = round, round, trunc, deg2rad, rad2deg  # noqa: F405
bitwise_invert, bitwise_left_shift, bitwise_right_shift = bitwise_not, left_shift, right_shift  # noqa: F405
del _np


def _add_methods():
    """Array functions that are methods of a tensor too, as in NumPy."""
    names = ("sum prod max min any all mean var std argmax argmin cumsum cumprod clip dot squeeze "
             "repeat swapaxes sort argsort take diagonal round nonzero ptp trace choose compress searchsorted "
             "partition argpartition")
    for name in names.split():
        setattr(Tensor, name, _method(globals()[name]))  # noqa: F405


def _method(function):
    def method(self, *args, **options):
        return function(self, *args, **options)

    method.__name__, method.__doc__ = function.__name__, function.__doc__
    return method


_add_methods()

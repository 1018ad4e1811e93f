"""Element types that are NumPy's classes. One a line, so that type checkers see what each is."""

from typing import Final as _Final

import numpy as _np

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

"""Arithmetic, comparisons, logic and bits, elementwise."""

import numpy as np

from .rows import (BYTES, DOUBLES, FLOATS, HALVES, INTS, MASK, NOTHING, NUMBER, NUMBERS, POSITIVE, PROMOTED,
                   SHORTS, SPECIAL, TRUTH, WHOLE, X, Y, call, each, table)

FUNCTIONS, of = table()
KINK = "the arguments are equal somewhere"
STEPS = "it has steps"


def binary(name, reference, *more, dtype=NUMBERS, **options):
    """Pairs of shapes and element types that go together."""
    of(name, reference, call(X, Y), call(X, Y[:, :1]), call(Y[0], DOUBLES), call(X, 2.5), call(HALVES, X[0]),
       call(NOTHING, np.ones(3, np.float32)), call(NUMBER, Y), *more, dtype=dtype, **options)


binary("add", np.add, call(INTS, SHORTS), call(MASK, ~MASK), call(BYTES, 3), call(SPECIAL, SPECIAL), dtype=PROMOTED)
binary("subtract", np.subtract, call(INTS, SHORTS), call(BYTES, SHORTS), call(SPECIAL, 1.0))
binary("multiply", np.multiply, call(INTS, SHORTS), call(MASK, ~MASK), call(MASK, 3), call(SPECIAL, -2.0),
       dtype=PROMOTED)
binary("divide", np.divide, call(INTS, WHOLE), call(SPECIAL, 0.0), call(3, WHOLE), dtype=FLOATS)
binary("maximum", np.maximum, call(INTS, SHORTS), call(MASK, ~MASK), call(SPECIAL, 0.5), dtype=PROMOTED)
binary("minimum", np.minimum, call(INTS, SHORTS), call(MASK, ~MASK), call(SPECIAL, 0.5), dtype=PROMOTED)
binary("fmax", np.fmax, call(INTS, SHORTS), call(SPECIAL, 0.5), call(0.5, SPECIAL), dtype=PROMOTED)
binary("fmin", np.fmin, call(INTS, SHORTS), call(SPECIAL, 0.5), call(0.5, SPECIAL), dtype=PROMOTED)
binary("remainder", np.remainder, call(INTS, WHOLE), call(SPECIAL, 2.0), call(-7, WHOLE), grad=STEPS, exact=True)
binary("floor_divide", np.floor_divide, call(INTS, WHOLE), call(SPECIAL, 2.0), call(-7, WHOLE),
       grad=STEPS, exact=True)
of("bitcast_convert_type", lambda x, dtype: np.asarray(x).view(dtype), call(X, "int32"), call(DOUBLES, "uint64"),
   call(HALVES, "int16"), call(INTS, "float64"), call(NOTHING, "uint32"),
   dtype=lambda x, dtype: np.dtype(dtype), grad=STEPS, exact=True)
of("fmod", np.fmod, call(X, Y), call(DOUBLES, 0.5), call(INTS, WHOLE), call(INTS, -WHOLE), call(SPECIAL, -2.0),
   dtype=NUMBERS, exact=True)
of("divmod", np.divmod, call(INTS, WHOLE), call(X, Y), call(-7, WHOLE), dtype=each(NUMBERS, NUMBERS),
   grad=STEPS, exact=True)
of("power", np.power, call(POSITIVE, Y), call(POSITIVE, 2), call(X, 3), call(X, -1), call(INTS, np.abs(SHORTS)),
   call(2.0, Y),
   call(SPECIAL, 0), call(HALVES, 2), call(POSITIVE, 0.5), dtype=NUMBERS, tolerance=4)
of("float_power", np.float_power, call(WHOLE, INTS), call(POSITIVE, Y), call(WHOLE, -1), dtype=FLOATS, tolerance=4)
of("left_shift", np.left_shift, call(INTS, 2), call(BYTES, BYTES // 3), dtype=PROMOTED)
of("right_shift", np.right_shift, call(INTS, 2), call(BYTES, BYTES // 3), dtype=PROMOTED)
for name in "bitwise_and", "bitwise_or", "bitwise_xor":
    of(name, getattr(np, name), call(INTS, SHORTS), call(MASK, ~MASK), call(BYTES, 5), dtype=PROMOTED)
of("bitwise_not", np.invert, call(INTS), call(MASK), call(BYTES), dtype=PROMOTED)

for name in "less", "less_equal", "greater", "greater_equal", "equal", "not_equal":
    of(name, getattr(np, name), call(X, Y), call(INTS, SHORTS), call(MASK, ~MASK), call(SPECIAL, SPECIAL),
       call(SPECIAL, 0),
       call(INTS, 0.5), call(NOTHING, NOTHING), dtype=TRUTH)
for name in "logical_and", "logical_or", "logical_xor":
    of(name, getattr(np, name), call(MASK, ~MASK), call(INTS, BYTES), call(SPECIAL, MASK), dtype=TRUTH)
of("logical_not", np.logical_not, call(MASK), call(INTS), call(SPECIAL), dtype=TRUTH)
for name in "isnan", "isinf", "isfinite", "isposinf", "isneginf", "signbit":
    of(name, getattr(np, name), call(SPECIAL), call(X), call(SPECIAL.astype(np.float16)),
       call(SPECIAL.astype(np.float64)), call(NOTHING),
       dtype=TRUTH)
of("isclose", np.isclose, call(X, X + np.float32(1e-7)), call(SPECIAL, SPECIAL),
   call(SPECIAL, SPECIAL, equal_nan=True), call(INTS, SHORTS),
   call(X, Y, rtol=0.5), call(SPECIAL, 2.0, atol=9.0),
   call(SPECIAL, SPECIAL[::-1], atol=np.inf), call(SPECIAL, SPECIAL[::-1], rtol=np.inf), dtype=TRUTH)
of("allclose", np.allclose, call(X, X), call(X, Y), call(SPECIAL, SPECIAL), call(SPECIAL, SPECIAL, equal_nan=True),
   call(NOTHING, NOTHING),
   dtype=TRUTH)
of("array_equal", np.array_equal, call(X, X), call(X, Y), call(X, X[0]), call(SPECIAL, SPECIAL),
   call(SPECIAL, SPECIAL, equal_nan=True),
   call(INTS, SHORTS), dtype=TRUTH)

of("abs", np.abs, call(X), call(INTS), call(BYTES), call(SPECIAL), call(NOTHING), dtype=NUMBERS)
of("fabs", np.fabs, call(X), call(INTS), call(SPECIAL), dtype=FLOATS)
of("negative", np.negative, call(X), call(INTS), call(SPECIAL), dtype=NUMBERS)
of("positive", lambda x: x * 1, call(X), call(INTS), call(MASK), dtype=NUMBERS)
of("sign", np.sign, call(X), call(INTS), call(SPECIAL), dtype=NUMBERS)
of("square", np.square, call(X), call(INTS), call(SPECIAL), dtype=NUMBERS)
of("reciprocal", np.reciprocal, call(X), call(SPECIAL), dtype=FLOATS)
for name in "floor", "ceil", "trunc":
    of(name, getattr(np, name), call(X), call(SPECIAL), call(HALVES), dtype=FLOATS)
of("round", np.round, call(X), call(SPECIAL), call(X, 1, grad=STEPS), call(DOUBLES, decimals=3, grad=STEPS),
   call(INTS), call(INTS, 2),
   call(np.float32([123.4, -176.0]), -1, grad=STEPS), call(HALVES, 2, grad=STEPS), dtype=lambda x, *_: x.dtype)
of("copysign", np.copysign, call(X, Y), call(SPECIAL, -SPECIAL), call(INTS, SHORTS), call(X, -0.0), dtype=FLOATS)
of("nextafter", np.nextafter, call(X, Y), call(SPECIAL, -SPECIAL), call(DOUBLES, 0.0), call(HALVES, HALVES[0]),
   call(INTS, 2.5), call(NOTHING, NUMBER), dtype=FLOATS, exact=True)
of("frac", lambda x: x - np.trunc(x), call(X), call(SPECIAL), call(DOUBLES), call(INTS), call(HALVES), dtype=FLOATS)
of("fma", lambda x, y, z: x * y + z, call(X, Y, X), call(X, Y[:, :1], 2.5), call(INTS, SHORTS, BYTES),
   call(SPECIAL, SPECIAL, 1.0), call(DOUBLES, X, Y[0]), call(HALVES, HALVES, 1.0), call(NOTHING, 2.0, NUMBER),
   call(MASK, MASK, INTS), call(MASK, ~MASK, MASK), dtype=PROMOTED)
of("modf", np.modf, call(X), call(SPECIAL), call(INTS), dtype=each(FLOATS, FLOATS))
of("ldexp", lambda x, n: x * 2.0 ** n, call(X, SHORTS), call(DOUBLES, INTS),
   call(np.float32([1e-30, 1e30]), np.array([120, -120]), vmap="the other products overflow"),
   call(X, 3), dtype=lambda x, n: x.dtype)
of("gcd", np.gcd, call(INTS, WHOLE), call(SHORTS, 6), call(np.array([0, 0, 5]), np.array([0, 7, 0])),
   call(BYTES, BYTES[:1]),
   dtype=PROMOTED)
of("lcm", np.lcm, call(INTS, WHOLE), call(SHORTS, 6), call(np.array([0, 0, 5]), np.array([0, 7, 0])), dtype=PROMOTED)
of("heaviside", np.heaviside, call(X, 0.5), call(SPECIAL, Y), call(INTS, 0.5), dtype=FLOATS)
of("nan_to_num", np.nan_to_num, call(X), call(SPECIAL, nan=3.0, posinf=7.0, neginf=-8.0),
   call(INTS), call(SPECIAL), call(SPECIAL.astype(np.float16)), dtype=lambda x, *_: x.dtype, exact=True)
of("clip", np.clip, call(X, -0.5, 0.5), call(INTS, -2, 3), call(X, Y, Y + 1), call(X, None, 0.25),
   call(X, 0.25, None), call(SPECIAL, -1.0, 1.0),
   dtype=NUMBERS)
of("clamp", lambda low, x, high: np.clip(x, low, high), call(-0.5, X, 0.5), call(-2, INTS, 3), dtype=NUMBERS)
of("hypot", np.hypot, call(X, Y), call(INTS, WHOLE), call(SPECIAL, 1.0), call(SPECIAL, SPECIAL),
   call(np.float32(2e38), np.float32(1e38), grad="finite differences are too small"),
   dtype=FLOATS)
of("logaddexp", np.logaddexp, call(X, Y), call(SPECIAL, SPECIAL), call(X, X), call(1000.0, 100 * X),
   call(SPECIAL, -np.inf), call(INTS, 1),
   dtype=FLOATS)
of("logaddexp2", np.logaddexp2, call(X, Y), call(SPECIAL, SPECIAL), call(X, X), call(1000.0, 100 * X), dtype=FLOATS)
of("arctan2", np.arctan2, call(X, Y), call(SPECIAL, SPECIAL), call(INTS, WHOLE), dtype=FLOATS)
STEEP = "its exponents are beyond the steps"
TINY = np.float32([1e-45, 1e-40, -3e-39, np.finfo(np.float32).tiny, np.finfo(np.float32).max])
of("frexp", np.frexp, call(X), call(SPECIAL), call(DOUBLES), call(HALVES), call(INTS), call(TINY, grad=STEEP), call(100 * DOUBLES),
   call(np.float64([5e-324, -2e-308, 1.7e308]), grad=STEEP), call(np.float16([6e-8, 65504, -1]), grad=STEEP), call(NOTHING), call(NUMBER),
   dtype=lambda x: [FLOATS(x), np.dtype(np.int32)], exact=True)
of("spacing", np.spacing, call(X), call(SPECIAL), call(DOUBLES), call(HALVES), call(1000 * X), call(TINY), call(NOTHING),
   call(np.float64([5e-324, 1.7e308, np.finfo(np.float64).max]), grad=STEEP), dtype=FLOATS, exact=True)


def bitwise_count(x):
    if x.dtype.kind == "f":
        raise TypeError(x.dtype)
    return np.vectorize(lambda one: abs(int(one)).bit_count(), otypes=[np.uint8])(x)


of("bitwise_count", bitwise_count, call(INTS), call(SHORTS), call(BYTES), call(MASK),
   call(np.int8([-128, 127, -1])), call(np.array([-2**63, 2**63 - 1, 0])), call(np.uint64([2**64 - 1, 2**63])), call(np.uint32([2**32 - 1])),
   dtype=lambda x: np.dtype(np.uint8))

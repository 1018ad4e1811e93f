// What numbers are made of: signs, bits, digits, whole parts.
include "cotan/functions/function.td"

def : Function<"bitcast_convert_type", (ins Tensor:$operand, DType:$new_dtype)> {
  let summary = "The bits of each element read as another type (jax.lax).";
  let description = [{
    Elements of a narrower type stand along a new last axis, the lowest bits first; those of a wider type are made of
    the last axis, which must hold as many as one takes.
  }];
  let example = [{
    >>> ct.bitcast_convert_type(ct.array([1.0, -2.0]), "int32")
    Tensor([ 1065353216, -1073741824], dtype=int32)
  }];
}

def : Function<"signbit", (ins Tensor:$x)> {
  let summary = "Whether the sign is minus, also that of -0, elementwise.";
  let example = [{
    >>> ct.signbit(ct.array([-1.0, -0.0, 0.0]))
    Tensor([ True,  True, False], dtype=bool)
  }];
}

def : Function<"isposinf", (ins Tensor:$x)> {
  let summary = "Whether it is infinity, elementwise.";
  let example = [{
    >>> ct.isposinf(ct.array([ct.inf, -ct.inf, ct.nan]))
    Tensor([ True, False, False], dtype=bool)
  }];
}

def : Function<"isneginf", (ins Tensor:$x)> {
  let summary = "Whether it is minus infinity, elementwise.";
  let example = [{
    >>> ct.isneginf(ct.array([ct.inf, -ct.inf, ct.nan]))
    Tensor([False,  True, False], dtype=bool)
  }];
}

def : Function<"fmod", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "What division rounded towards zero leaves over, elementwise.";
  let description = [{
    It has the sign of x1; that of `remainder` has the sign of the divisor. Of integers and 0 it is 0.
  }];
  let example = [{
    >>> ct.fmod(ct.array([-7.0, 7.0]), 3.0)
    Tensor([-1.,  1.], dtype=float32)
  }];
}

def : Function<"divmod", (ins Tensor:$x1, Tensor:$x2), "std::pair<Tensor, Tensor>"> {
  let summary = "The results of floor_divide and of remainder.";
  let description = [{
    No division of integers fails: by 0 they are -1 (all bits set) and 0.
  }];
  let example = [{
    >>> ct.divmod(ct.array([-7, 7]), 3)
    (Tensor([-3,  2], dtype=int64), Tensor([2, 1], dtype=int64))
  }];
}

def : Function<"modf", (ins Tensor:$x), "std::pair<Tensor, Tensor>"> {
  let summary = "The part behind the point and the whole part, both with the sign of x, elementwise.";
  let example = [{
    >>> ct.modf(ct.array([-1.5, 2.0]))
    (Tensor([-0.5,  0. ], dtype=float32), Tensor([-1.,  2.], dtype=float32))
  }];
}

def : Function<"ldexp", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "x1 * 2**x2 for integers x2, elementwise.";
  let description = [{
    It is finite wherever the product is, though 2**x2 alone may not be.
  }];
  let example = [{
    >>> ct.ldexp(ct.array([0.75, 1e-30]), ct.array([3, 128]))
    Tensor([6.0000000e+00, 3.4028237e+08], dtype=float32)
  }];
}

def : Function<"gcd", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "The greatest common divisor of integers, elementwise.";
  let example = [{
    >>> ct.gcd(ct.array([12, -18, 0]), 8)
    Tensor([4, 2, 8], dtype=int64)
  }];
}

def : Function<"lcm", (ins Tensor:$x1, Tensor:$x2)> {
  let summary = "The least common multiple of integers, elementwise.";
  let example = [{
    >>> ct.lcm(ct.array([4, -6, 0]), 6)
    Tensor([12,  6,  0], dtype=int64)
  }];
}

def : Function<"frexp", (ins Tensor:$x), "std::pair<Tensor, Tensor>"> {
  let summary = "The mantissa m and the exponent e with x = m * 2**e and 0.5 <= |m| < 1, elementwise.";
  let description = [{
    Exponents are int32. Of 0, infinity and NaN the mantissa is x, and the exponent 0.
  }];
  let example = [{
    >>> ct.frexp(ct.array([8.0, -0.75]))
    (Tensor([ 0.5 , -0.75], dtype=float32), Tensor([4, 0], dtype=int32))
  }];
}

def : Function<"spacing", (ins Tensor:$x)> {
  let summary = "The distance to the next number of the element type, away from 0, elementwise; with the sign of x.";
  let description = [{
    Integers become floats. NaN of infinity.
  }];
  let example = [{
    >>> ct.spacing(ct.array([1.0, -1024.0]))
    Tensor([ 1.1920929e-07, -1.2207031e-04], dtype=float32)
  }];
}

def : Function<"bitwise_count", (ins Tensor:$x)> {
  let summary = "How many bits of the absolute value of integers are set, elementwise, as uint8.";
  let example = [{
    >>> ct.bitwise_count(ct.array([0, 1, 255, -3]))
    Tensor([0, 1, 8, 2], dtype=uint8)
  }];
}

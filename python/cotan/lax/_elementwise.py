"""Functions of single elements: operands have one type and one shape but for sizes of 1, or none."""

import enum
from typing import Any, Protocol

from .. import _cotan
from .._cotan import Tensor
from .._custom import custom_jvp
from .._places import is_integer
from .._signatures import found
from ._checks import joined, kinds, public, refuse, same_shapes, same_types, tensor


class Unary(Protocol):
    """A function of one operand."""

    def __call__(self, x: Any) -> Tensor: ...


class Binary(Protocol):
    """A function of two operands."""

    def __call__(self, x: Any, y: Any) -> Tensor: ...


class RoundingMethod(enum.Enum):
    """Where a half is rounded to.

    >>> import cotan as ct
    >>> ct.lax.round(2.5, ct.lax.RoundingMethod.TO_NEAREST_EVEN)
    Tensor(2., dtype=float32, weak_type=True)
    """

    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


_WORDS = {"iufc": "numbers", "iuf": "real numbers", "iu": "integers", "biu": "integers or truth values",
          "f": "floating-point numbers", "fc": "floating-point or complex numbers"}


def _documented(function: Any, name: str, text: str, call: str, shown: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{text}

    >>> import cotan as ct
    >>> ct.lax.{name}({call})
    {shown}
    """
    return public(function)


def _binary(name: str, of: Any, instead: str, allowed: str, text: str, call: str, shown: str) -> Binary:
    """A function of two operands of one type and shape; `instead` is the one of `ct` that takes others, too."""
    def function(x: Any, y: Any) -> Tensor:
        tensors = tensor(name, x), tensor(name, y)
        if allowed != "all":
            kinds(name, tensors, allowed, _WORDS[allowed])
        same_types(name, tensors, instead)
        same_shapes(name, tensors, instead)
        return of(x, y)

    return _documented(function, name, text + " The operands have one element type, and one shape but for sizes of 1, or none.", call, shown)


def _unary(name: str, of: Any, allowed: str, text: str, call: str, shown: str) -> Unary:
    def function(x: Any) -> Tensor:
        kinds(name, [tensor(name, x)], allowed, _WORDS[allowed])
        return of(x)

    return _documented(function, name, text, call, shown)


def _quotient(x, y):
    """Integers are rounded toward 0; divided by 0 they give -1, as in XLA."""
    if tensor("div", x).dtype.kind not in "iu" or tensor("div", y).dtype.kind not in "iu":
        return _cotan.divide(x, y)
    x, y = _both("div", x, y)
    down, rest = _cotan.floor_divide(x, y), _cotan.remainder(x, y)
    return _cotan.where((rest != 0) & ((x < 0) != (y < 0)), down + 1, down)


def _left(x, y):
    """Of integers and 0 it is x, as in XLA."""
    left = _cotan.fmod(x, y)
    return left if left.dtype.kind == "f" else _cotan.where(_cotan.equal(y, 0), x, left)


def _bits(x):
    return tensor("", x).dtype.itemsize * 8


def _unsigned(x):
    """The same bits as an unsigned integer."""
    x = tensor("", x)
    return x if x.dtype.kind == "u" else _cotan.bitcast_convert_type(x, f"uint{_bits(x)}")


def _both(name, x, y):
    """Operands of one type and one shape."""
    return _cotan.broadcast_arrays(*joined(name, x, y))


def _logical_shift(x, y):
    x, y = _both("shift_right_logical", x, y)
    return _cotan.bitcast_convert_type(_cotan.right_shift(_unsigned(x), _unsigned(y)), x.dtype)


def _high(x, y):
    """Of halves of the bits: the carry of the lower products goes to the higher ones."""
    x, y = _both("mulhi", x, y)
    half = _bits(x) // 2
    mask = _cotan.full((), (1 << half) - 1, dtype=x.dtype)
    low, high = (x & mask, y & mask), (x >> half, y >> half)
    if x.dtype.kind == "i":  # the product of the lower halves has no sign
        carry = _logical_shift(low[0] * low[1], _cotan.full((), half, dtype=x.dtype))
    else:
        carry = (low[0] * low[1]) >> half
    first = high[0] * low[1] + carry
    second = low[0] * high[1] + (first & mask)
    return high[0] * high[1] + (first >> half) + (second >> half)


def _leading_zeros(x):
    """With all bits right of the highest one set, those that are not are the zeros."""
    x, bits = tensor("clz", x), _bits(x)
    filled = _unsigned(x)
    step = 1
    while step < bits:
        filled, step = filled | (filled >> _cotan.full((), step, dtype=filled.dtype)), 2 * step
    return (bits - _cotan.bitwise_count(filled).astype("int32")).astype(x.dtype)


_AB = "ct.array([7.0, -7.0]), 2.0"
_IJ = "ct.array([7, -7]), 2"
add: Binary = _binary("add", _cotan.add, "add", "iufc", "x + y.", _AB, "Tensor([ 9., -5.], dtype=float32)")
sub: Binary = _binary("sub", _cotan.subtract, "subtract", "iufc", "x - y.", _AB, "Tensor([ 5., -9.], dtype=float32)")
div: Binary = _binary("div", _quotient, "divide", "iufc", "x / y; of integers it is rounded toward 0.", _IJ,
              "Tensor([ 3, -3], dtype=int64)")
rem: Binary = _binary("rem", _left, "fmod", "iuf", "What x / y leaves, with the sign of x; x where an integer y is 0.", _IJ,
              "Tensor([ 1, -1], dtype=int64)")
max: Binary = _binary("max", _cotan.maximum, "maximum", "all", "The larger of x and y.", _AB, "Tensor([7., 2.], dtype=float32)")
min: Binary = _binary("min", _cotan.minimum, "minimum", "all", "The smaller of x and y.", _AB,
              "Tensor([ 2., -7.], dtype=float32)")
atan2: Binary = _binary("atan2", _cotan.arctan2, "arctan2", "f", "The angle of the point (y, x): its tangent is x / y.",
                "ct.array([1.0]), 1.0", "Tensor([0.7853982], dtype=float32)")
nextafter: Binary = _binary("nextafter", _cotan.nextafter, "nextafter", "f", "The number next to x in the direction of y.",
                    "ct.array([1.0]), 2.0", "Tensor([1.0000001], dtype=float32)")
complex: Binary = _binary("complex", _cotan.complex, "complex", "f", "x + y * 1j.", "ct.array([1.0]), 2.0",
                  "Tensor([1.+2.j], dtype=complex64)")

eq: Binary = _binary("eq", _cotan.equal, "equal", "all", "Whether x == y.", _AB, "Tensor([False, False], dtype=bool)")
ne: Binary = _binary("ne", _cotan.not_equal, "not_equal", "all", "Whether x != y.", _AB, "Tensor([ True,  True], dtype=bool)")
lt: Binary = _binary("lt", _cotan.less, "less", "all", "Whether x < y.", _AB, "Tensor([False,  True], dtype=bool)")
le: Binary = _binary("le", _cotan.less_equal, "less_equal", "all", "Whether x <= y.", _AB, "Tensor([False,  True], dtype=bool)")
gt: Binary = _binary("gt", _cotan.greater, "greater", "all", "Whether x > y.", _AB, "Tensor([ True, False], dtype=bool)")
ge: Binary = _binary("ge", _cotan.greater_equal, "greater_equal", "all", "Whether x >= y.", _AB,
             "Tensor([ True, False], dtype=bool)")

bitwise_and: Binary = _binary("bitwise_and", _cotan.bitwise_and, "bitwise_and", "biu", "Bits that both have.",
                      "ct.array([6]), 3", "Tensor([2], dtype=int64)")
bitwise_or: Binary = _binary("bitwise_or", _cotan.bitwise_or, "bitwise_or", "biu", "Bits that one of them has.",
                     "ct.array([6]), 3", "Tensor([7], dtype=int64)")
bitwise_xor: Binary = _binary("bitwise_xor", _cotan.bitwise_xor, "bitwise_xor", "biu", "Bits that only one of them has.",
                      "ct.array([6]), 3", "Tensor([5], dtype=int64)")
shift_left: Binary = _binary("shift_left", _cotan.left_shift, "left_shift", "iu", "The bits of x, y places higher.",
                     "ct.array([5]), 1", "Tensor([10], dtype=int64)")
shift_right_arithmetic: Binary = _binary(
    "shift_right_arithmetic", lambda x, y: _arithmetic_shift(x, y), "right_shift", "iu",
    "The bits of x, y places lower; the highest bit fills what becomes free.", "ct.array([-8]), 1",
    "Tensor([-4], dtype=int64)")
shift_right_logical: Binary = _binary(
    "shift_right_logical", _logical_shift, "right_shift", "iu", "The bits of x, y places lower; zeros fill what becomes free.",
    "ct.array([-8], 'int8'), 1", "Tensor([124], dtype=int8)")
mulhi: Binary = _binary("mulhi", _high, "multiply", "iu", "The higher half of the bits of x * y.",
                "ct.array([100], 'int8'), ct.array([100], 'int8')", "Tensor([39], dtype=int8)")

neg: Unary = _unary("neg", _cotan.negative, "iufc", "-x.", "2.0", "Tensor(-2., dtype=float32, weak_type=True)")
is_finite: Unary = _unary("is_finite", _cotan.isfinite, "f", "Whether x is neither infinite nor NaN.", "ct.array([1.0, ct.inf])",
                   "Tensor([ True, False], dtype=bool)")
erf_inv: Unary = _unary("erf_inv", _cotan.erfinv, "f", "The inverse of erf.", "0.5",
                 "Tensor(0.47693628, dtype=float32, weak_type=True)")
population_count: Unary = _unary("population_count", lambda x: _cotan.bitwise_count(_unsigned(x)).astype(tensor("", x).dtype), "iu",
                          "How many bits of x are 1, in its own type.", "ct.array([5, -1], 'int8')",
                          "Tensor([2, 8], dtype=int8)")
clz: Unary = _unary("clz", _leading_zeros, "iu", "How many of the highest bits of x are 0.", "ct.array([1, 0], 'uint8')",
             "Tensor([7, 8], dtype=uint8)")


def _arithmetic_shift(x, y):
    """Of unsigned integers, too, the highest bit is the sign."""
    x, y = _both("shift_right_arithmetic", x, y)
    if x.dtype.kind == "i":
        return _cotan.right_shift(x, y)
    signed = (_cotan.bitcast_convert_type(t, f"int{_bits(t)}") for t in (x, y))
    return _cotan.bitcast_convert_type(_cotan.right_shift(*signed), x.dtype)


@public
def mul(x: Any, y: Any, *, out_dtype: Any = None) -> Tensor:
    """x * y, in `out_dtype` if it is given. The operands have one element type, and one shape but for
    sizes of 1, or none.

    >>> import cotan as ct
    >>> ct.lax.mul(ct.array([1.0, 2.0]), 3.0)
    Tensor([3., 6.], dtype=float32)
    """
    tensors = tensor("mul", x), tensor("mul", y)
    kinds("mul", tensors, "iufc", _WORDS["iufc"])
    same_types("mul", tensors, "multiply")
    same_shapes("mul", tensors, "multiply")
    if out_dtype is None:
        return _cotan.multiply(x, y)
    return _cotan.multiply(tensors[0].astype(out_dtype), tensors[1].astype(out_dtype))


@public
def pow(x: Any, y: Any) -> Tensor:
    """x to the power of y; y may be an integer beside floating-point or complex x. Shapes are one but for sizes of 1, or
    none.

    >>> import cotan as ct
    >>> ct.lax.pow(ct.array([2.0, 3.0]), 2)
    Tensor([4., 9.], dtype=float32)
    """
    tensors = tensor("pow", x), tensor("pow", y)
    kinds("pow", tensors, "iufc", _WORDS["iufc"])
    if tensors[1].dtype.kind not in "iu" or tensors[0].dtype.kind in "iu":
        same_types("pow", tensors, "power")
    same_shapes("pow", tensors, "power")
    result = _cotan.power(x, y)
    return result if result.dtype == tensors[0].dtype or tensors[0].weak_type else result.astype(tensors[0].dtype)


@public
def integer_pow(x: Any, y: int) -> Tensor:
    """x to the power of an integer that is no tensor.

    >>> import cotan as ct
    >>> ct.lax.integer_pow(ct.array([2.0, 4.0]), -1)
    Tensor([0.5 , 0.25], dtype=float32)
    """
    if not is_integer(y):
        refuse(_cotan.TypeError, "integer_pow", f"'y' must be an integer, but is {found(y)}; use ct.lax.pow")
    t = tensor("integer_pow", x)
    kinds("integer_pow", [t], "iufc", _WORDS["iufc"])
    if y < 0 and t.dtype.kind in "iu":
        refuse(_cotan.ValueError, "integer_pow", f"integers have no power {y}; use floating-point numbers")
    return _cotan.power(x, int(y))


@public
def round(x: Any, rounding_method: RoundingMethod = RoundingMethod.AWAY_FROM_ZERO) -> Tensor:
    """The nearest whole number; a half goes away from 0, unless to the even one is asked for.

    >>> import cotan as ct
    >>> ct.lax.round(ct.array([0.5, -2.5]))
    Tensor([ 1., -3.], dtype=float32)
    """
    if not isinstance(rounding_method, RoundingMethod):
        refuse(_cotan.TypeError, "round", "'rounding_method' must be a ct.lax.RoundingMethod, but is " + found(rounding_method))
    t = tensor("round", x)
    kinds("round", [t], "f", _WORDS["f"])
    if rounding_method is RoundingMethod.TO_NEAREST_EVEN:
        return _cotan.round(x)
    whole = _cotan.trunc(t)  # adding 0.5 would round 0.49999997 up
    return _cotan.where(abs(t - whole) >= 0.5, whole + _cotan.sign(t), whole)


@public
def reduce_precision(operand: Any, exponent_bits: int, mantissa_bits: int) -> Tensor:
    """The nearest number with so many bits of exponent and mantissa, ties to even, in the same element type; what is too
    large becomes infinite, what is too small 0. Its derivative is 1, as if nothing were rounded.

    >>> import cotan as ct
    >>> ct.lax.reduce_precision(ct.array([1.0009, 0.1]), 5, 10)
    Tensor([1.0009766 , 0.09997559], dtype=float32)
    """
    for what, bits, least in (("exponent_bits", exponent_bits, 1), ("mantissa_bits", mantissa_bits, 0)):
        if not is_integer(bits):
            refuse(_cotan.TypeError, "reduce_precision", f"'{what}' must be an integer, but is {found(bits)}")
        if bits < least:
            refuse(_cotan.ValueError, "reduce_precision", f"'{what}' must be {least} or more, but is {bits}")
    x = tensor("reduce_precision", operand)
    kinds("reduce_precision", [x], "f", _WORDS["f"])
    rounded = custom_jvp(lambda x: _rounded(x, int(exponent_bits), int(mantissa_bits)))
    rounded.defjvp(lambda primals, tangents: (rounded(*primals), tangents[0]))
    return rounded(x)


def _rounded(x, exponent_bits, mantissa_bits):
    wide = x.astype("float64")
    mantissa, exponent = _cotan.frexp(wide)
    kept = _cotan.ldexp(_cotan.round(_cotan.ldexp(mantissa, mantissa_bits + 1)), exponent - (mantissa_bits + 1))
    bias = 2 ** (exponent_bits - 1) - 1 if exponent_bits < 11 else 1023
    largest, least_normal = (2.0 - 2.0**-mantissa_bits) * 2.0**bias, 2.0 ** (1 - bias)
    kept = _cotan.where(abs(kept) > largest, _cotan.copysign(float("inf"), wide), kept)
    kept = _cotan.where(abs(kept) < least_normal, 0.0 * wide, kept)
    return _cotan.where(_cotan.isfinite(wide), kept, wide).astype(x.dtype)

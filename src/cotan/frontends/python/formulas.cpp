// The elementwise functions of formulas.h and number_parts.h.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

void bindLogarithmic(Module &m) {
  bindBinary(m, "logaddexp", logaddexp, R"(log(exp(x1) + exp(x2)) without overflow, elementwise.

>>> ct.logaddexp(ct.array([0.0, 1000.0]), 0.0)
Tensor([6.931472e-01, 1.000000e+03], dtype=float32)
)");
  bindBinary(m, "logaddexp2", logaddexp2, R"(log2(2**x1 + 2**x2) without overflow, elementwise.

>>> ct.logaddexp2(3.0, ct.array([3.0, 1000.0]))
Tensor([   4., 1000.], dtype=float32)
)");
  bindBinary(m, "float_power", float_power, R"(x1 to the power x2, as floats, elementwise.

>>> ct.float_power(ct.array([2, 4]), -1)
Tensor([0.5 , 0.25], dtype=float32)
)");
}

void bindGeometric(Module &m) {
  bindUnary(m, "sinc", sinc, R"(sin(pi x) / (pi x), and 1 at 0, elementwise.

Derivatives at 0 are those of the function.

>>> ct.sinc(ct.array([0.0, 0.5, 1.5]))
Tensor([ 1.        ,  0.63661975, -0.21220659], dtype=float32)
)");
  bindUnary(m, "deg2rad", deg2rad, R"(Degrees to radians, elementwise.

>>> ct.deg2rad(ct.array([0.0, 180.0]))
Tensor([0.       , 3.1415927], dtype=float32)
)");
  bindUnary(m, "rad2deg", rad2deg, R"(Radians to degrees, elementwise.

>>> ct.rad2deg(ct.array([0.0, ct.pi]))
Tensor([  0., 180.], dtype=float32)
)");
}

void bindSteps(Module &m) {
  bindBinary(m, "heaviside", heaviside, R"(0 where x1 is below 0, 1 where it is above, else x2.

>>> ct.heaviside(ct.array([-2.0, 0.0, 2.0]), 0.5)
Tensor([0. , 0.5, 1. ], dtype=float32)
)");
  bindFunction(m, "nan_to_num", nan_to_num, py::arg("x"), py::arg("nan") = 0.0,
               py::arg("posinf") = py::none(), py::arg("neginf") = py::none(),
               R"(With numbers in the places of NaN and infinities, elementwise.

Without posinf and neginf, infinities become the largest and the smallest finite number.

>>> ct.nan_to_num(ct.array([ct.nan, ct.inf, 1.0]), posinf=9.0)
Tensor([0., 9., 1.], dtype=float32)
)");
  bindFunction(
      m, "round", ct::round, py::arg("x"), py::arg("decimals") = 0,
      R"(To the nearest number with this many decimals, halves to the even one, elementwise.

Integers stay as they are; a negative number of decimals is an error for them.

>>> ct.round(ct.array([0.125, 1.5, 2.5])), ct.round(ct.array([0.126, 17.3]), 1)
(Tensor([0., 2., 2.], dtype=float32), Tensor([ 0.1, 17.3], dtype=float32))
)");
  bindFunction(m, "clamp", clamp, py::arg("min"), py::arg("x"), py::arg("max"),
               R"(x, but at least min and at most max, elementwise.

>>> ct.clamp(0.0, ct.array([-1.0, 0.5, 2.0]), 1.0)
Tensor([0. , 0.5, 1. ], dtype=float32)
)");
  bindUnary(m, "positive", positive, R"(x as it is; truth values become numbers.

>>> ct.positive(ct.array([-1.0, 2.0]))
Tensor([-1.,  2.], dtype=float32)
)");
}

void bindExtremes(Module &m) {
  bindUnary(m, "fabs", fabs, R"(The absolute value as a float, elementwise.

>>> ct.fabs(ct.array([-1, 2]))
Tensor([1., 2.], dtype=float32)
)");
  bindBinary(m, "fmax", fmax, R"(The larger number, elementwise; of a number and NaN, the number.

>>> ct.fmax(ct.array([1.0, ct.nan]), ct.array([2.0, 3.0]))
Tensor([2., 3.], dtype=float32)
)");
  bindBinary(m, "fmin", fmin, R"(The smaller number, elementwise; of a number and NaN, the number.

>>> ct.fmin(ct.array([1.0, ct.nan]), ct.array([2.0, 3.0]))
Tensor([1., 3.], dtype=float32)
)");
}

void bindSigns(Module &m) {
  bindUnary(m, "signbit", signbit, R"(Whether the sign is minus, also that of -0, elementwise.

>>> ct.signbit(ct.array([-1.0, -0.0, 0.0]))
Tensor([ True,  True, False], dtype=bool)
)");
  bindBinary(m, "copysign", copysign, R"(The size of x1 with the sign of x2, elementwise.

>>> ct.copysign(ct.array([1.0, -2.0]), -0.0)
Tensor([-1., -2.], dtype=float32)
)");
  bindUnary(m, "isposinf", isposinf, R"(Whether it is infinity, elementwise.

>>> ct.isposinf(ct.array([ct.inf, -ct.inf, ct.nan]))
Tensor([ True, False, False], dtype=bool)
)");
  bindUnary(m, "isneginf", isneginf, R"(Whether it is minus infinity, elementwise.

>>> ct.isneginf(ct.array([ct.inf, -ct.inf, ct.nan]))
Tensor([False,  True, False], dtype=bool)
)");
}

void bindParts(Module &m) {
  bindBinary(m, "fmod", fmod, R"(What division rounded towards zero leaves over, elementwise.

It has the sign of x1; that of `remainder` has the sign of the divisor. Of integers and 0 it is x1.

>>> ct.fmod(ct.array([-7.0, 7.0]), 3.0)
Tensor([-1.,  1.], dtype=float32)
)");
  bindFunction(m, "divmod", divmod, py::arg("x1"), py::arg("x2"),
               R"(The results of floor_divide and of remainder.

No division of integers fails: by 0 they are -1 (all bits set) and x1, as in JAX.

>>> ct.divmod(ct.array([-7, 7]), 3)
(Tensor([-3,  2], dtype=int64), Tensor([2, 1], dtype=int64))
)");
  bindFunction(
      m, "modf", modf, py::arg("x"),
      R"(The part behind the point and the whole part, both with the sign of x, elementwise.

>>> ct.modf(ct.array([-1.5, 2.0]))
(Tensor([-0.5,  0. ], dtype=float32), Tensor([-1.,  2.], dtype=float32))
)");
  bindFunction(m, "bitcast_convert_type", bitcast_convert_type, py::arg("operand"),
               py::arg("new_dtype"),
               R"(The bits of each element read as another type of the same width (jax.lax).

>>> ct.bitcast_convert_type(ct.array([1.0, -2.0]), "int32")
Tensor([ 1065353216, -1073741824], dtype=int32)
)");
}

void bindIntegers(Module &m) {
  bindBinary(m, "ldexp", ldexp, R"(x1 * 2**x2 for integers x2, elementwise.

It is finite wherever the product is, though 2**x2 alone may not be.

>>> ct.ldexp(ct.array([0.75, 1e-30]), ct.array([3, 128]))
Tensor([6.0000000e+00, 3.4028237e+08], dtype=float32)
)");
  bindBinary(m, "gcd", gcd, R"(The greatest common divisor of integers, elementwise.

>>> ct.gcd(ct.array([12, -18, 0]), 8)
Tensor([4, 2, 8], dtype=int64)
)");
  bindBinary(m, "lcm", lcm, R"(The least common multiple of integers, elementwise.

>>> ct.lcm(ct.array([4, -6, 0]), 6)
Tensor([12,  6,  0], dtype=int64)
)");
}

} // namespace

void bindFormulas(Module &m) {
  bindLogarithmic(m);
  bindGeometric(m);
  bindSteps(m);
  bindExtremes(m);
  bindSigns(m);
  bindParts(m);
  bindIntegers(m);
}

} // namespace ct::python

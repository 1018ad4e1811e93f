#include "cotan/frontends/cpp/operators.h"

#include "cotan/frontends/cpp/inside.h"

namespace ct {

Tensor power(const Tensor &x, const Tensor &y) {
  auto body = y.body();
  if (body->isNumber() && x.dtype() != DType::bool_ &&
      !(cotan::isFloat(body->dtype) && !isFloating(x.dtype()))) {
    double exponent = body->array->asDouble();
    if (exponent == 2)
      return multiply(x, x);
    if (exponent == 1)
      return multiply(x, 1);
    if (exponent == 3)
      return multiply(multiply(x, x), x);
    if (exponent == 0.5)
      return sqrt(x);
    if (exponent == -1 && isFloating(x.dtype()))
      return reciprocal(x);
  }
  return elementwise(op::pow, Accepts::numbers, "power", x, y);
}

} // namespace ct

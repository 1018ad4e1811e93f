#include "cotan/functions/special/wide.h"

#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"

#include <numbers>

namespace ct::special {

Wide::Wide(std::initializer_list<Tensor> operands)
    : type(common(Accepts::floats, std::span(operands.begin(), operands.size()))) {
  for (const Tensor &operand : promoted(Accepts::floats, operands))
    wide.push_back(astype(operand, DType::float64));
}

Tensor Wide::narrowed(const Tensor &y) const {
  Tensor narrow = astype(y, outer(type.dtype));
  return type.isWeak ? weakened(narrow) : narrow;
}

Tensor sinPi(const Tensor &x) {
  Tensor whole = stop_gradient(round(x));
  Tensor sign = where(remainder(whole, 2.0) == 0.0, 1.0, -1.0);
  return sign * sin(std::numbers::pi * (x - whole));
}

} // namespace ct::special

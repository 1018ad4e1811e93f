#include "cotan/functions/special/wide.h"

#include "cotan/functions/functions.h"

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

} // namespace ct::special

#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {

std::pair<Tensor, Tensor> polar(const Tensor &a, const std::string &side) {
  const Called called("ct.linalg.polar");
  const bool isRight = oneOf("side", side, {"right", "left"}) == 0;
  Tensor x = matrixOf(a), u = polarOf(x);
  Tensor p = hermitianPartOf(isRight ? matmul(adjoint(u), x) : matmul(x, adjoint(u)));
  return {narrowed(u, a), narrowed(p, a)};
}

} // namespace ct::linalg

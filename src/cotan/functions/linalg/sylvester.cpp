#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {

Tensor solve_sylvester(const Tensor &A, const Tensor &B, const Tensor &C) {
  const Called called("ct.linalg.solve_sylvester");
  needSquare(A);
  needSquare(B);
  needMatrix(C);
  const Tensor given[] = {A, B, C};
  const DType type = ct::outer(common(Accepts::inexact, given).dtype);
  std::vector<Shape> batches;
  for (const Tensor &x : given)
    batches.push_back(openSizesOf(x).drop_back(2).vec());
  auto prepared = [&, all = broadcast_shapes(batches)](const Tensor &x) {
    Shape shape = all;
    llvm::append_range(shape, openSizesOf(x).take_back(2));
    return broadcast_to(widened(astype(x, type)), shape);
  };
  Tensor c = prepared(C);
  Tensor x =
      op::sylvester(prepared(A), prepared(B), c, {.results = typeOf(c.dtype(), openSizesOf(c))});
  return narrowed(x, astype(C, type));
}

} // namespace ct::linalg

// Of general square matrices. Element types cannot depend on values, so results are complex where
// those of some real matrices are.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::linalg {
namespace {

Tensor complexSquareOf(const Tensor &given) {
  Tensor x = squareOf(given);
  if (isComplex(x.dtype()))
    return x;
  return astype(x, x.dtype() == DType::float64 ? DType::complex128 : DType::complex64);
}

} // namespace

std::pair<Tensor, Tensor> eig(const Tensor &a) {
  const Called called("ct.linalg.eig");
  return eigOf(complexSquareOf(a));
}

Tensor eigvals(const Tensor &a) {
  const Called called("ct.linalg.eigvals");
  Tensor x = complexSquareOf(a);
  return op::eigvals(x, {.results = typeOf(x.dtype(), openSizesOf(x).drop_back())});
}

std::pair<Tensor, Tensor> schur(const Tensor &a, const std::string &output) {
  const Called called("ct.linalg.schur");
  oneOf("output", output, {"real", "complex"});
  Tensor x = squareOf(a);
  if (output == "complex" || isComplex(x.dtype()))
    return schurOf(complexSquareOf(a));
  auto [t, z] = realSchurOf(x);
  return {narrowed(t, a), narrowed(z, a)};
}

Tensor sqrtm(const Tensor &a) {
  const Called called("ct.linalg.sqrtm");
  return sqrtmOf(complexSquareOf(a));
}

Tensor logm(const Tensor &a) {
  const Called called("ct.linalg.logm");
  Tensor x = complexSquareOf(a);
  return op::logm(x, {.results = typeOf(x.dtype(), openSizesOf(x))});
}

} // namespace ct::linalg

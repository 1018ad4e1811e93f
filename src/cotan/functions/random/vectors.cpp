#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/random/rejection.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/reproducible.h"

using namespace cotan::trace;

namespace ct::random {
namespace {

/// An f with f f^T = cov.
Tensor rootOf(const Tensor &cov, size_t method) {
  if (method == 0)
    return choleskyOf(cov);
  if (method == 1) {
    auto [values, vectors] = eighOf(cov);
    return vectors * expand_dims(sqrt(maximum(values, 0)), {-2});
  }
  SingularValues found = svdOf(cov);
  return found.u * expand_dims(sqrt(found.s), {-2});
}

void checkNormal(const Tensor &mean, const Tensor &cov) {
  if (mean.ndim() == 0)
    refuse("mean is a number, but expected a vector");
  needSquare(cov);
  if (!mayBeEqual(openSizesOf(mean).back(), openSizesOf(cov).back()))
    refuse("mean has " + printSize(openSizesOf(mean).back()) + " elements, but cov is for " +
           printSize(openSizesOf(cov).back()));
}

} // namespace

Tensor multivariate_normal(const Tensor &key, const Tensor &mean, const Tensor &cov,
                           const std::optional<Shape> &shape, std::optional<DType> dtype,
                           const std::string &method) {
  const Called called("ct.random.multivariate_normal");
  const Reproducible everywhere;
  needKey(key);
  const size_t way = oneOf("method", method, {"cholesky", "eigh", "svd"});
  checkNormal(mean, cov);
  auto [center, matrix] = inOneType(mean, cov);
  const DType given = dtype.value_or(center.dtype());
  needFloat(given);
  const DType wide = computedIn(given);
  std::optional<Shape> whole = shape;
  if (whole)
    whole->push_back(openSizesOf(mean).back());
  const Tensor anyRow = sum(cov, std::vector<int64_t>{-1}); // has the shape of a vector
  const Shape sizes = sizesOfSamples(whole, {mean, anyRow});
  Tensor root = rootOf(astype(matrix, wide), way), x = normal(key, sizes, wide);
  Tensor moved = root.ndim() == 2 ? matmul(x, transposed(root))
                                  : squeeze(matmul(root, expand_dims(x, {-1})), {{-1}});
  return astype(astype(center, wide) + moved, given);
}

// The factors of a matrix are made unique by a positive diagonal of r.
Tensor orthogonal(const Tensor &key, int64_t n, const Shape &shape, DType dtype,
                  std::optional<int64_t> m) {
  const Called called("ct.random.orthogonal");
  const Reproducible everywhere;
  if (!isComplex(dtype))
    needFloat(dtype);
  const int64_t columns = m.value_or(n);
  if (n < 0 || columns < 0)
    refuse("a matrix of " + std::to_string(n) + " rows and " + std::to_string(columns) +
           " columns has a negative size");
  Shape sizes = shape;
  sizes.push_back(std::max(n, columns));
  sizes.push_back(std::min(n, columns));
  needSizes(sizes);
  auto [q, r] = qrOf(normal(key, sizes, isComplex(dtype) ? dtype : computedIn(dtype)));
  Tensor signs = sign(linalg::diagonal(r));
  Tensor made = q * expand_dims(where(signs == 0, 1, signs), {-2});
  return astype(n < columns ? transposed(made) : made, dtype);
}

} // namespace ct::random

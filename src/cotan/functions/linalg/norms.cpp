// Norms, powers, diagonals and products of the last axes.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <cmath>

using namespace cotan::trace;

namespace ct::linalg {
namespace {

std::string textOf(const NormOrder &ord) {
  if (const auto *text = std::get_if<std::string>(&ord))
    return "'" + *text + "'";
  std::string text = std::to_string(std::get<double>(ord));
  return text.substr(0, text.find('.') + 2);
}

/// Whether an order is one of singular values.
bool isSpectral(const NormOrder &ord) {
  return ord == NormOrder(2.0) || ord == NormOrder(-2.0) || ord == NormOrder("nuc");
}

/// The largest of sizes; where there are none it is 0, as in NumPy 2.
Tensor largestOf(const Tensor &sizes, const Axes &axes, bool keepdims) {
  const bool isNothing = llvm::is_contained(openSizesOf(sizes), 0);
  return isNothing ? sum(sizes, axes, {.keepdims = keepdims})
                   : max(sizes, axes, {.keepdims = keepdims});
}

/// What the singular values along two axes give.
Tensor ofSingularValues(const Tensor &x, int64_t rows, int64_t columns, bool keepdims,
                        const NormOrder &ord) {
  Tensor s = svdvals(moveaxis(x, {rows, columns}, {-2, -1}));
  std::vector<int64_t> last = {-1};
  Tensor result = ord == NormOrder("nuc") ? sum(s, last)
                  : ord == NormOrder(2.0) ? largestOf(s, last, false)
                                          : min(s, last);
  return keepdims ? expand_dims(result, {std::min(rows, columns), std::max(rows, columns)})
                  : result;
}

/// Of the matrices along two axes.
Tensor ofMatrices(const Tensor &x, int64_t rows, int64_t columns, bool keepdims,
                  const NormOrder &ord) {
  if (ord == NormOrder("fro"))
    return vector_norm(x, std::vector<int64_t>{rows, columns}, keepdims);
  if (isSpectral(ord))
    return ofSingularValues(x, rows, columns, keepdims, ord);
  const double *number = std::get_if<double>(&ord);
  if (!number || (!std::isinf(*number) && std::abs(*number) != 1))
    refuse("there is no matrix norm of order " + textOf(ord) +
           "; expected \"fro\", \"nuc\", 1, -1, 2, -2, inf or -inf");
  int64_t inside = std::isinf(*number) ? columns : rows, outside = rows + columns - inside;
  Tensor sums = sum(abs(x), std::vector<int64_t>{inside}, {.keepdims = true});
  Tensor extreme = *number > 0 ? largestOf(sums, std::vector<int64_t>{outside}, true)
                               : min(sums, std::vector<int64_t>{outside}, {.keepdims = true});
  return keepdims ? extreme : squeeze(extreme, std::vector<int64_t>{rows, columns});
}

} // namespace

/// Sums of 16 bits are those of float32: their root may be small enough for 16.
static Tensor normOf(const Tensor &x, const Axes &axes, bool keepdims, double ord) {
  Reduction kept{.keepdims = keepdims};
  if (ord == 2)
    return sqrt(sum(squaredSizes(x), axes, kept));
  if (ord == 1)
    return sum(abs(x), axes, kept);
  if (ord == 0)
    return sum(astype(x != 0, partOf(x.dtype())), axes, kept);
  if (std::isinf(ord))
    return ord > 0 ? largestOf(abs(x), axes, keepdims) : min(abs(x), axes, kept);
  return power(sum(power(abs(x), ord), axes, kept), 1 / ord);
}

Tensor vector_norm(const Tensor &given, const Axes &axes, bool keepdims, double ord) {
  const Called called("ct.linalg.vector_norm");
  const Tensor x = asInexact(given);
  return narrowed(normOf(widened(x), axes, keepdims, ord), x);
}

Tensor matrix_norm(const Tensor &x, bool keepdims, const NormOrder &ord) {
  const Called called("ct.linalg.matrix_norm");
  needMatrix(x);
  return ofMatrices(asInexact(x), x.ndim() - 2, x.ndim() - 1, keepdims, ord);
}

Tensor norm(const Tensor &x, const std::optional<NormOrder> &ord, const Axes &axes, bool keepdims) {
  const Called called("ct.linalg.norm");
  if (!ord)
    return vector_norm(x, axes, keepdims);
  std::vector<int64_t> along;
  for (int64_t axis : axes ? *axes : std::vector<int64_t>())
    along.push_back(checkedAxis(axis, x.ndim()));
  for (int64_t axis = 0; !axes && axis < x.ndim(); ++axis)
    along.push_back(axis);
  if (along.size() == 2 && along[0] != along[1])
    return ofMatrices(asInexact(x), along[0], along[1], keepdims, *ord);
  if (along.size() != 1)
    refuse("order " + textOf(*ord) +
           " is one of vectors along one axis or of matrices along "
           "two, but found " +
           std::to_string(along.size()) + " axes");
  if (std::holds_alternative<std::string>(*ord))
    refuse("order " + textOf(*ord) + " is one of matrices, not of vectors; give two axes");
  return vector_norm(x, along, keepdims, std::get<double>(*ord));
}

Tensor matrix_power(const Tensor &x, int64_t n) {
  const Called called("ct.linalg.matrix_power");
  needMatrix(x);
  int64_t size = sizeAt(x, x.ndim() - 1);
  if (!mayBeEqual(openSizesOf(x)[x.ndim() - 2], size))
    refuse("the matrix must be square, but found shape " + printTuple(openSizesOf(x)));
  uint64_t left = n < 0 ? -uint64_t(n) : uint64_t(n); // the least n has no counterpart
  if (n == 0)
    return broadcast_to(eye(size, {}, 0, x.dtype()), openSizesOf(x).vec());
  std::optional<Tensor> result;
  for (Tensor square = n < 0 ? inv(x) : x;; square = matmul(square, square), left /= 2) {
    if (left % 2 == 1)
      result = result ? matmul(*result, square) : square;
    if (left <= 1)
      return *result;
  }
}

Tensor diagonal(const Tensor &x, int64_t offset) {
  const Called called("ct.linalg.diagonal");
  needMatrix(x);
  return ct::diagonal(x, offset, -2, -1);
}
Tensor trace(const Tensor &x, int64_t offset, std::optional<DType> dtype) {
  const Called called("ct.linalg.trace");
  needMatrix(x);
  return sum(linalg::diagonal(x, offset), std::vector<int64_t>{-1}, {.dtype = dtype});
}

Tensor cross(const Tensor &x, const Tensor &y, int64_t axis) {
  const Called called("ct.linalg.cross");
  Tensor a = moveaxis(x, {axis}, {-1}), b = moveaxis(y, {axis}, {-1});
  if (!mayBeEqual(openSizesOf(a).back(), 3) || !mayBeEqual(openSizesOf(b).back(), 3))
    refuse("vectors of 3 elements are needed, but found shapes " + printTuple(openSizesOf(x)) +
           " and " + printTuple(openSizesOf(y)) + " along axis " + std::to_string(axis));
  auto turned = [](const Tensor &v, int64_t by) { return roll(v, by, -1); };
  Tensor product = turned(a, -1) * turned(b, 1) - turned(a, 1) * turned(b, -1);
  return moveaxis(product, {-1}, {axis});
}

} // namespace ct::linalg

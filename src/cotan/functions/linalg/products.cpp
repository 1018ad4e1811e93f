// Products of vectors and matrices beyond those of contraction.td.
#include "cotan/functions/functions.h"

#include "cotan/functions/indexing/indexing.h"
#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/linalg/preferred_type.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/custom_call.h"

using namespace cotan::trace;

namespace ct {
namespace {

void needSizes(const Tensor &x, const Tensor &y, int64_t left, int64_t right) {
  if (!mayBeEqual(left, right))
    refuse("shapes " + printTuple(openSizesOf(x)) + " and " + printTuple(openSizesOf(y)) +
           " do not go together: " + std::to_string(left) + " meets " + std::to_string(right));
}

Tensor component(const Tensor &x, int64_t i) { return index(x, {ellipsis, i}); }

/// x[i] y[j] - x[j] y[i], where a vector in a plane has no third component.
Tensor minor(const Tensor &x, const Tensor &y, int64_t i, int64_t j) {
  auto product = [&](int64_t left, int64_t right) {
    bool isThere = left < x.shape().back() && right < y.shape().back();
    return isThere ? component(x, left) * component(y, right) : Tensor(0);
  };
  return product(i, j) - product(j, i);
}

/// The shorter vector moves along the longer one.
Tensor slide(const Tensor &longer, const Tensor &shorter, Overlap overlap) {
  for (const Tensor &x : {longer, shorter})
    if (x.ndim() != 1 || openSizesOf(x)[0] == 0)
      refuse("found shape " + printTuple(openSizesOf(x)) + ", but expected vectors with elements");
  // Element types alone: the shapes need not go together.
  Tensor given[] = {longer, shorter};
  const DType type = outer(common(Accepts::allNumbers, given).dtype);
  const int64_t size = sizeAt(shorter, 0), before = size / 2;
  if (isOpen(openSizesOf(longer)[0]) && overlap != Overlap::full)
    traceAssert(inner(ct::size(longer, 0) >= size),
                cotan::trace::currentPlace() + "the vector of open size is shorter than the other");
  const std::pair<int64_t, int64_t> around[] = {
      {size - 1, size - 1}, {before, size - 1 - before}, {0, 0}};
  Tensor result = conv_general_dilated(expand_dims(astype(longer, type), {0, 1}),
                                       expand_dims(astype(shorter, type), {0, 1}), {1},
                                       Widths{around[int(overlap)]});
  return squeeze(result, {{0, 1}});
}

/// Whether the second vector is the longer one, as far as is known.
bool isLonger(const Tensor &x, const Tensor &y) {
  if (x.ndim() != 1 || y.ndim() != 1 || isOpen(openSizesOf(x)[0]))
    return false;
  return sizeAt(y, 0) > openSizesOf(x)[0];
}

} // namespace

Tensor convolve(const Tensor &x, const Tensor &y, Overlap overlap) {
  const Called called("ct.convolve");
  if (isLonger(x, y))
    return convolve(y, x, overlap);
  return slide(x, flip(y), overlap);
}

Tensor correlate(const Tensor &x, const Tensor &y, Overlap overlap) {
  const Called called("ct.correlate");
  if (isLonger(x, y))
    return flip(slide(conj(y), x, overlap));
  return slide(x, conj(y), overlap);
}

Tensor trace(const Tensor &x, int64_t offset, int64_t axis1, int64_t axis2,
             std::optional<DType> dtype) {
  const Called called("ct.trace");
  return sum(diagonal(x, offset, axis1, axis2), {{-1}}, {.dtype = dtype});
}

Tensor kron(const Tensor &x, const Tensor &y) {
  const Called called("ct.kron");
  if (areTruthValues({x, y}))
    return astype(kron(astype(x, DType::uint8), astype(y, DType::uint8)), DType::bool_);
  const Tensor both[] = {x, y};
  const Promoted type = common(Accepts::allNumbers, both);
  const cotan::DType types[] = {type.dtype, type.dtype};
  return op::kron(x, y, {.operandTypes = types, .isWeak = type.isWeak});
}

Tensor cross(const Tensor &x, const Tensor &y, int64_t axis_x, int64_t axis_y, int64_t axis_result,
             std::optional<int64_t> axis) {
  const Called called("ct.cross");
  Tensor a = moveaxis(x, {checkedAxis(axis.value_or(axis_x), x.ndim())}, {-1});
  Tensor b = moveaxis(y, {checkedAxis(axis.value_or(axis_y), y.ndim())}, {-1});
  for (const Tensor &vectors : {a, b})
    if (vectors.shape().back() != 2 && vectors.shape().back() != 3)
      refuse("found vectors of size " + std::to_string(vectors.shape().back()) +
             ", but expected 2 or 3; choose another axis");
  if (a.shape().back() == 2 && b.shape().back() == 2)
    return component(a, 0) * component(b, 1) - component(a, 1) * component(b, 0);
  std::vector<Tensor> parts = {minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1)};
  return moveaxis(stack(parts, -1), {-1}, {axis.value_or(axis_result)});
}

Tensor vecdot(const Tensor &x, const Tensor &y, int64_t axis) {
  const Called called("ct.vecdot");
  Tensor a = moveaxis(x, {checkedAxis(axis, x.ndim())}, {-1});
  Tensor b = moveaxis(y, {checkedAxis(axis, y.ndim())}, {-1});
  needSizes(x, y, openSizesOf(a).back(), openSizesOf(b).back());
  return squeeze(matmul(expand_dims(conj(a), {-2}), expand_dims(b, {-1})), {{-2, -1}});
}

Tensor matvec(const Tensor &x, const Tensor &y) {
  const Called called("ct.matvec");
  checkedAxis(-2, x.ndim());
  needSizes(x, y, openSizesOf(x).back(), openSizesOf(y)[checkedAxis(-1, y.ndim())]);
  return squeeze(matmul(x, expand_dims(y, {-1})), {{-1}});
}

Tensor vecmat(const Tensor &x, const Tensor &y) {
  const Called called("ct.vecmat");
  int64_t rows = openSizesOf(y)[checkedAxis(-2, y.ndim())];
  needSizes(x, y, openSizesOf(x)[checkedAxis(-1, x.ndim())], rows);
  return squeeze(matmul(expand_dims(conj(x), {-2}), y), {{-2}});
}

} // namespace ct

namespace ct::dynamic {

static Overlap overlapOf(const std::string &mode) {
  return Overlap(oneOf("mode", mode, {"full", "same", "valid"}));
}
Tensor convolve(const Tensor &a, const Tensor &v, const std::string &mode,
                std::optional<DType> preferred_element_type) {
  const Called called("ct.convolve");
  return inPreferred(preferred_element_type, {a, v},
                     [&](const auto &xs) { return ct::convolve(xs[0], xs[1], overlapOf(mode)); });
}
Tensor correlate(const Tensor &a, const Tensor &v, const std::string &mode,
                 std::optional<DType> preferred_element_type) {
  const Called called("ct.correlate");
  return inPreferred(preferred_element_type, {a, v},
                     [&](const auto &xs) { return ct::correlate(xs[0], xs[1], overlapOf(mode)); });
}
Tensor vecdot(const Tensor &x1, const Tensor &x2, int64_t axis,
              std::optional<DType> preferred_element_type) {
  const Called called("ct.vecdot");
  return inPreferred(preferred_element_type, {x1, x2},
                     [&](const auto &xs) { return ct::vecdot(xs[0], xs[1], axis); });
}

} // namespace ct::dynamic

// Products of matrices and more.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/dot_general.h"
#include "cotan/functions/linalg/preferred_type.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <numeric>

using namespace cotan::trace;

namespace ct {
namespace {

[[noreturn]] void misfit(const Tensor &x, const Tensor &y, int64_t left, int64_t right) {
  refuse("shapes " + printTuple(openSizesOf(x)) + " and " + printTuple(openSizesOf(y)) +
         " do not go together: " + printSize(left) + " meets " + printSize(right) +
         "; transpose one of them or check the layout");
}

void needAxes(const Tensor &x, const Tensor &y) {
  if (x.ndim() == 0 || y.ndim() == 0)
    refuse("needs at least one axis each, but found shapes " + printTuple(openSizesOf(x)) +
           " and " + printTuple(openSizesOf(y)) + "; use * for numbers");
}

/// Of truth values the sum of products is whether any pair is true; in floats it is never 0 then.
template <typename Product> Tensor multiplied(const Tensor &x, const Tensor &y, Product product) {
  Tensor both[] = {x, y};
  if (x.dtype() == DType::bool_ && y.dtype() == DType::bool_)
    return not_equal(multiplied(asFloats(x), asFloats(y), product), 0.0);
  Promoted type = common(Accepts::allNumbers, both);
  cotan::DType types[] = {type.dtype, type.dtype};
  return product(x, y, Typing{.operandTypes = types, .isWeak = type.isWeak});
}

/// Axes counted from 0, whose sizes go together.
Pairs checkedPairs(const Tensor &x, const Tensor &y, const AxisPairs &axes) {
  if (axes.first.size() != axes.second.size())
    refuse("as many axes of each operand are needed");
  Pairs pairs;
  for (auto [first, second] : llvm::zip_equal(axes.first, axes.second)) {
    pairs.left.push_back(checkedAxis(first, x.ndim()));
    pairs.right.push_back(checkedAxis(second, y.ndim()));
    int64_t left = openSizesOf(x)[pairs.left.back()], right = openSizesOf(y)[pairs.right.back()];
    if (!mayBeEqual(left, right))
      misfit(x, y, left, right);
  }
  return pairs;
}

void needDifferent(std::vector<int64_t> axes, const std::vector<int64_t> &more) {
  axes.insert(axes.end(), more.begin(), more.end());
  llvm::sort(axes);
  if (auto twice = std::adjacent_find(axes.begin(), axes.end()); twice != axes.end())
    refuse("axis " + std::to_string(*twice) +
           " of an operand is given twice; give each axis one role");
}

} // namespace

Tensor dotGeneral(const Tensor &x, const Tensor &y, const Pairs &batching,
                  const Pairs &contracting) {
  return multiplied(x, y, [&](const Tensor &a, const Tensor &b, const Typing &typing) {
    return op::dot_general(a, b, batching.left, batching.right, contracting.left, contracting.right,
                           typing);
  });
}

Tensor matmul(const Tensor &x, const Tensor &y) {
  const Called called("ct.matmul");
  needAxes(x, y);
  int64_t left = openSizesOf(x).back(), right = openSizesOf(y)[y.ndim() > 1 ? y.ndim() - 2 : 0];
  if (!mayBeEqual(left, right))
    misfit(x, y, left, right);
  if (x.ndim() == 1 || y.ndim() == 1)
    return dotGeneral(x, y, {}, {{x.ndim() - 1}, {y.ndim() > 1 ? y.ndim() - 2 : 0}});
  for (int64_t i = 3; i <= std::min(x.ndim(), y.ndim()); ++i)
    if (int64_t a = openSizesOf(x)[x.ndim() - i], b = openSizesOf(y)[y.ndim() - i];
        !mayBeEqual(a, b) && a != 1 && b != 1)
      misfit(x, y, a, b);
  return multiplied(x, y, op::matmul);
}

Tensor dot(const Tensor &x, const Tensor &y) {
  const Called called("ct.dot");
  if (x.ndim() == 0 || y.ndim() == 0)
    return multiply(x, y);
  int64_t right = y.ndim() > 1 ? y.ndim() - 2 : 0;
  if (int64_t a = openSizesOf(x).back(), b = openSizesOf(y)[right]; !mayBeEqual(a, b))
    misfit(x, y, a, b);
  return dotGeneral(x, y, {}, {{x.ndim() - 1}, {right}});
}

Tensor vdot(const Tensor &x, const Tensor &y) {
  const Called called("ct.vdot");
  return dot(conj(ravel(x)), ravel(y));
}

Tensor inner(const Tensor &x, const Tensor &y) {
  const Called called("ct.inner");
  if (x.ndim() == 0 || y.ndim() == 0)
    return multiply(x, y);
  return tensordot(x, y, {-1}, {-1});
}

Tensor outer(const Tensor &x, const Tensor &y) {
  const Called called("ct.outer");
  auto both = settled(std::vector{x, y});
  return multiply(reshape(both[0], {-1, 1}), reshape(both[1], {1, -1}));
}

Tensor tensordot(const Tensor &x, const Tensor &y, int64_t axes) {
  const Called called("ct.tensordot");
  if (axes < 0 || axes > std::min(x.ndim(), y.ndim()))
    refuse("axes is " + std::to_string(axes) + ", but there are tensors of " +
           std::to_string(x.ndim()) + " and " + std::to_string(y.ndim()) + " axes");
  std::vector<int64_t> left(axes), right(axes);
  std::iota(left.begin(), left.end(), x.ndim() - axes);
  std::iota(right.begin(), right.end(), 0);
  return tensordot(x, y, left, right);
}

Tensor tensordot(const Tensor &x, const Tensor &y, const Integers &x_axes, const Integers &y_axes) {
  const Called called("ct.tensordot");
  return dotGeneral(x, y, {}, checkedPairs(x, y, {x_axes, y_axes}));
}

Tensor dot_general(const Tensor &x, const Tensor &y, const AxisPairs &contracting,
                   const AxisPairs &batching) {
  const Called called("ct.dot_general");
  Pairs summed = checkedPairs(x, y, contracting);
  Pairs batches = checkedPairs(x, y, batching);
  for (auto side : {&Pairs::left, &Pairs::right})
    needDifferent(batches.*side, summed.*side);
  return dotGeneral(x, y, batches, summed);
}

} // namespace ct

namespace ct::dynamic {

Tensor matmul(const Tensor &x, const Tensor &y, std::optional<DType> preferred_element_type) {
  const Called called("ct.matmul");
  return inPreferred(preferred_element_type, {x, y},
                     [](const auto &xs) { return ct::matmul(xs[0], xs[1]); });
}
Tensor dot(const Tensor &x, const Tensor &y, std::optional<DType> preferred_element_type) {
  const Called called("ct.dot");
  return inPreferred(preferred_element_type, {x, y},
                     [](const auto &xs) { return ct::dot(xs[0], xs[1]); });
}
Tensor vdot(const Tensor &x, const Tensor &y, std::optional<DType> preferred_element_type) {
  const Called called("ct.vdot");
  return inPreferred(preferred_element_type, {x, y},
                     [](const auto &xs) { return ct::vdot(xs[0], xs[1]); });
}
Tensor inner(const Tensor &x, const Tensor &y, std::optional<DType> preferred_element_type) {
  const Called called("ct.inner");
  return inPreferred(preferred_element_type, {x, y},
                     [](const auto &xs) { return ct::inner(xs[0], xs[1]); });
}

Tensor tensordot(const Tensor &x, const Tensor &y, const std::variant<int64_t, AxisPairs> &axes,
                 std::optional<DType> preferred_element_type) {
  const Called called("ct.tensordot");
  return inPreferred(preferred_element_type, {x, y}, [&](const auto &xs) {
    if (auto *count = std::get_if<int64_t>(&axes))
      return ct::tensordot(xs[0], xs[1], *count);
    const auto &[left, right] = std::get<AxisPairs>(axes);
    return ct::tensordot(xs[0], xs[1], left, right);
  });
}

Tensor dot_general(const Tensor &lhs, const Tensor &rhs,
                   const std::pair<AxisPairs, AxisPairs> &dimension_numbers) {
  const Called called("ct.dot_general");
  return ct::dot_general(lhs, rhs, dimension_numbers.first, dimension_numbers.second);
}

} // namespace ct::dynamic

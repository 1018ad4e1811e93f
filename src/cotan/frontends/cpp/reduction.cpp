#include "cotan/frontends/cpp/reduction.h"

#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/frontends/cpp/inside.h"
#include "cotan/frontends/cpp/layout.h"
#include "cotan/trace/context.h"

using namespace cotan::trace;

namespace ct {
namespace {

llvm::SmallVector<int64_t> increasing(llvm::StringRef name, const Tensor &x, const Axes &axes) {
  llvm::SmallVector<int64_t> result;
  if (!axes) {
    for (int64_t i = 0; i < x.ndim(); ++i)
      result.push_back(i);
    return result;
  }
  for (int64_t axis : *axes)
    result.push_back(checkedAxis(name, axis, x.ndim()));
  llvm::sort(result);
  for (size_t i = 1; i < result.size(); ++i)
    if (result[i] == result[i - 1])
      throw ValueError(currentPlace() + "ct." + name.str() + ": axis " + std::to_string(result[i]) +
                       " is named twice");
  return result;
}

llvm::StringRef nameOf(llvm::StringRef op) { return op.split('.').second; }

/// What is left of the sizes when these axes are reduced.
llvm::SmallVector<int64_t, 4> reducedSizes(const Tensor &x, llvm::ArrayRef<int64_t> axes,
                                           bool keepdims) {
  llvm::SmallVector<int64_t, 4> left;
  for (auto [axis, size] : llvm::enumerate(openSizesOf(x)))
    if (!llvm::is_contained(axes, int64_t(axis)))
      left.push_back(size);
    else if (keepdims)
      left.push_back(1);
  return left;
}

Tensor reduce(llvm::StringRef op, DType dtype, const Tensor &x, const Axes &axes, bool keepdims) {
  llvm::SmallVector<int64_t> along = increasing(nameOf(op), x, axes);
  cotan::DType types[] = {inner(dtype)};
  return applyOp(
      {.name = op,
       .attributes = {{"axes", llvm::ArrayRef<int64_t>(along)}, {"keepdims", Unit{keepdims}}},
       .operandTypes = types,
       .isWeak = x.isWeak(),
       .sizes = reducedSizes(x, along, keepdims)},
      {x});
}

/// What sums are made in: integers as 64 bits.
DType summed(DType dtype) {
  if (isFloating(dtype))
    return dtype;
  return dtype >= DType::uint8 ? DType::uint64 : DType::int64;
}
DType floating(DType dtype) { return isFloating(dtype) ? dtype : outer(defaultFloat); }

Tensor moment(llvm::StringRef op, const Tensor &x, const Axes &axes, int64_t ddof, bool keepdims) {
  llvm::SmallVector<int64_t> along = increasing(nameOf(op), x, axes);
  cotan::DType types[] = {inner(floating(x.dtype()))};
  return applyOp({.name = op,
                  .attributes = {{"axes", llvm::ArrayRef<int64_t>(along)},
                                 {"keepdims", Unit{keepdims}},
                                 {"correction", ddof}},
                  .operandTypes = types,
                  .isWeak = x.isWeak(),
                  .sizes = reducedSizes(x, along, keepdims)},
                 {x});
}

Tensor alongAxis(llvm::StringRef op, const Tensor &x, std::optional<int64_t> axis, DType dtype,
                 llvm::ArrayRef<NamedAttribute> more = {}) {
  Tensor row = axis ? x : ravel(x);
  int64_t checked = checkedAxis(nameOf(op), axis.value_or(0), row.ndim());
  llvm::SmallVector<NamedAttribute> attributes = {{"axis", checked}};
  llvm::append_range(attributes, more);
  cotan::DType types[] = {inner(dtype)};
  return applyOp({.name = op,
                  .attributes = attributes,
                  .operandTypes = types,
                  .isWeak = x.isWeak(),
                  .sizes = openSizesOf(row)},
                 {row});
}

Tensor argExtremum(llvm::StringRef op, const Tensor &x, std::optional<int64_t> axis,
                   bool keepdims) {
  Tensor row = axis ? x : ravel(x);
  int64_t checked = checkedAxis(nameOf(op), axis.value_or(0), row.ndim());
  if (openSizesOf(row)[checked] == 0)
    throw ValueError(currentPlace() + "ct." + nameOf(op).str() +
                     " of no elements: there is none to choose");
  return applyOp({.name = op,
                  .attributes = {{"axis", checked}, {"keepdims", Unit{keepdims}}},
                  .sizes = reducedSizes(row, {checked}, keepdims)},
                 {row});
}

} // namespace

Tensor sum(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("prim.sum", summed(x.dtype()), x, axes, keepdims);
}
Tensor prod(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("prim.prod", summed(x.dtype()), x, axes, keepdims);
}
/// The largest of nothing is no element.
static void needElements(const char *name, const Tensor &x, const Axes &axes) {
  for (int64_t axis : increasing(name, x, axes))
    if (openSizesOf(x)[axis] == 0)
      throw ValueError(currentPlace() + "ct." + name + " along axis " + std::to_string(axis) +
                       " of shape " + printTuple(sizesOf(x)) +
                       ", which has no elements: there is none to choose");
}

Tensor max(const Tensor &x, const Axes &axes, bool keepdims) {
  needElements("max", x, axes);
  return reduce(x.dtype() == DType::bool_ ? "prim.any" : "prim.max", x.dtype(), x, axes, keepdims);
}
Tensor min(const Tensor &x, const Axes &axes, bool keepdims) {
  needElements("min", x, axes);
  return reduce(x.dtype() == DType::bool_ ? "prim.all" : "prim.min", x.dtype(), x, axes, keepdims);
}
Tensor any(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("prim.any", DType::bool_, x, axes, keepdims);
}
Tensor all(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("prim.all", DType::bool_, x, axes, keepdims);
}
Tensor mean(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("composite.mean", floating(x.dtype()), x, axes, keepdims);
}
Tensor var(const Tensor &x, const Axes &axes, int64_t ddof, bool keepdims) {
  return moment("composite.var", x, axes, ddof, keepdims);
}
Tensor std(const Tensor &x, const Axes &axes, int64_t ddof, bool keepdims) {
  return moment("composite.std", x, axes, ddof, keepdims);
}
Tensor logsumexp(const Tensor &x, const Axes &axes, bool keepdims) {
  return reduce("composite.logsumexp", floating(x.dtype()), x, axes, keepdims);
}
Tensor count_nonzero(const Tensor &x, const Axes &axes, bool keepdims) {
  return sum(not_equal(x, 0), axes, keepdims);
}

Tensor argmax(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  return argExtremum("prim.argmax", x, axis, keepdims);
}
Tensor argmin(const Tensor &x, std::optional<int64_t> axis, bool keepdims) {
  return argExtremum("prim.argmin", x, axis, keepdims);
}
Tensor cumsum(const Tensor &x, std::optional<int64_t> axis) {
  return alongAxis("prim.cumsum", x, axis, summed(x.dtype()));
}
Tensor cumprod(const Tensor &x, std::optional<int64_t> axis) {
  return alongAxis("prim.cumprod", x, axis, summed(x.dtype()));
}
Tensor cummax(const Tensor &x, int64_t axis) {
  return alongAxis("prim.cummax", x, axis, x.dtype());
}
Tensor cummin(const Tensor &x, int64_t axis) {
  return alongAxis("prim.cummin", x, axis, x.dtype());
}

Tensor sort(const Tensor &x, std::optional<int64_t> axis, bool descending) {
  return alongAxis("prim.sort", x, axis, x.dtype(), {{"descending", Unit{descending}}});
}
Tensor argsort(const Tensor &x, std::optional<int64_t> axis, bool descending) {
  Tensor row = axis ? x : ravel(x);
  int64_t checked = checkedAxis("argsort", axis.value_or(0), row.ndim());
  TensorType result[] = {typeOf(DType::int64, openSizesOf(row))};
  return applyOp({.name = "prim.argsort",
                  .attributes = {{"axis", checked}, {"descending", Unit{descending}}},
                  .results = result},
                 {row});
}
std::pair<Tensor, Tensor> top_k(const Tensor &x, int64_t k) {
  checkedAxis("top_k", -1, x.ndim());
  llvm::SmallVector<int64_t> sizes(openSizesOf(x));
  if (k < 0 || k > sizeAt("top_k", x, x.ndim() - 1))
    throw ValueError(currentPlace() + "ct.top_k: k is " + std::to_string(k) +
                     ", but the last axis has " + std::to_string(sizes.back()) + " elements");
  sizes.back() = k;
  TensorType results[] = {typeOf(x.dtype(), sizes), typeOf(DType::int64, sizes)};
  Tensors both =
      apply({.name = "prim.topk", .attributes = {{"k", k}}, .results = results}, {inner(x)});
  return {outer(both[0]), outer(both[1])};
}

} // namespace ct

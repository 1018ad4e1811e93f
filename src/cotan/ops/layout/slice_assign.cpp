// slice_assign: meaning. Signature and doc: slice_assign.td.
#include "cotan/ops/layout/limits.h"

#include "cotan/ops/layout/slice_assign.inc"

#include "cotan/ops/layout/checks.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult SliceAssignOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                              Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto value = cast<RankedTensorType>(adaptor.getValue().getType());
  if (failed(verifyOnePerAxis(loc, "starts", adaptor.getStarts(), x)) ||
      failed(verifyOnePerAxis(loc, "limits", adaptor.getLimits(), x)) ||
      failed(verifyOnePerAxis(loc, "strides", adaptor.getStrides(), x)))
    return failure();
  if (value.getElementType() != x.getElementType() || value.getRank() != x.getRank())
    return emitOptionalError(loc, value, " is no slice of ", x,
                             ": element types and ranks must be the same");
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    if (adaptor.getStarts()[axis] < 0 || adaptor.getStrides()[axis] < 1)
      return emitOptionalError(loc, "start ", adaptor.getStarts()[axis], " and stride ",
                               adaptor.getStrides()[axis], " of axis ", axis,
                               ": a start must be at least 0 and a stride at least 1");
  return inferTypes<SliceAssignOp>(loc, adaptor, x.getElementType(), results);
}

Sizes SliceAssignOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    const int64_t start = x.getStarts()[axis], limit = x.getLimits()[axis];
    Size end = ShapedType::isDynamic(limit) ? size : Size(limit);
    rules.require((start <= end) & (end <= size),
                  "elements " + Twine(start) + " to " +
                      (ShapedType::isDynamic(limit) ? "?" : Twine(limit)) + " of axis " +
                      Twine(axis) +
                      " are not a part of the tensor: 0 <= start <= limit <= size is needed");
    Size count = choose(end == start, 0, (end - start - 1) / x.getStrides()[axis] + 1);
    rules.requireEqual(rules.size(1, axis), count,
                       "the value has another size along axis " + Twine(axis) + " than the slice");
  }
  return sizes;
}

Values SliceAssignOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), value = b(getValue()), start = b.integers(getStarts());
  if (x.rank() == 0)
    return {value};
  if (llvm::all_of(getStrides(), [](int64_t stride) { return stride == 1; }))
    return {dynamic_update_slice(x, start, value)};
  SmallVector<int64_t> none(x.rank(), 0), between;
  for (int64_t stride : getStrides())
    between.push_back(stride - 1);
  auto spread = [&](const Expr &slice) { // over the places of x
    Expr zero = b.scalar(0.0, slice.elementType());
    return dynamic_update_slice(broadcastLike(zero, x), start,
                                pad(slice, zero, none, none, between));
  };
  Expr one = b.scalar(1.0, IntegerType::get(getContext(), 1));
  return {where(spread(broadcastLike(one, value)), spread(value), x)};
}

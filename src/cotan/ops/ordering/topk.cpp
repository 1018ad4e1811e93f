// topk: meaning and derivative. Signature and doc: topk.td.
#include "cotan/ops/ordering/topk.inc"

#include "cotan/ops/indexing/positions.h"
#include "cotan/ops/layout/sizes.h"
#include "cotan/ops/layout/strided.h"
#include "cotan/ops/ordering/order.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

LogicalResult TopkOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                       Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  int64_t k = adaptor.getK();
  if (type.getRank() == 0)
    return emitOptionalError(loc, "x is 0-d, but an axis is needed to pick from");
  int64_t length = type.getShape().back();
  if (k < 0 || (!ShapedType::isDynamic(length) && k > length))
    return emitOptionalError(loc, "cannot pick ", k, " elements along the last axis of ", type);
  SmallVector<int64_t> sizes(type.getShape());
  sizes.back() = k;
  results.push_back(type.clone(sizes));
  results.push_back(RankedTensorType::get(sizes, IntegerType::get(context, 64)));
  return success();
}

Arrays TopkOp::evaluate(ArrayRef<Array> x) {
  SmallVector<int64_t> sizes(x[0].shape());
  int64_t axis = sizes.size() - 1, k = getK();
  if (k > sizes.back())
    throw EvaluationError("cannot pick " + std::to_string(k) + " elements from an axis of size " +
                          std::to_string(sizes.back()));
  sizes.back() = k;
  Array order = orderAlong(x[0], axis, /*descending=*/true), indices(DType::i64, sizes);
  copyBlock(sizes, order, Walk::through(x[0].shape()), indices, Walk::through(sizes));
  Array positions = positionsAlongAxis(x[0].shape(), indices, axis, /*clip=*/false);
  return {readAt(x[0], positions, /*lastOnly=*/false), indices};
}

Values TopkOp::vjp(RuleBuilder &b, ValueRange g) {
  int64_t axis = getX().getType().getRank() - 1;
  return {put_along_axis(b.zerosLike(getX()), b(getIndices()), b(g[0]), axis, /*add=*/true)};
}

Values TopkOp::jvp(RuleBuilder &b, ValueRange t) {
  int64_t axis = getX().getType().getRank() - 1;
  return {take_along_axis(b(t[0]), b(getIndices()), axis), Expr()};
}

Sizes TopkOp::sizes(SizeBuilder &b, unsigned) {
  Sizes sizes = sizesOf(b, 0, getX().getType().getRank());
  llvm::Value *k = b.ir().getInt64(getK());
  b.require(b.ir().CreateICmpSLE(k, sizes.back()),
            "cannot pick " + Twine(getK()) + " elements from an axis of fewer");
  sizes.back() = k;
  return sizes;
}

RuntimeCall TopkOp::runtimeCall() { return {"cotan_topk", {int64_t(getK())}}; }

Values TopkOp::batch(Batch &x) { return x.again(); }

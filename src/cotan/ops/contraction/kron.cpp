// kron: meaning. Signature and doc: kron.td.
#include "cotan/ops/contraction/kron.inc"

#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult KronOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto y = cast<RankedTensorType>(adaptor.getY().getType());
  if (x.getElementType() != y.getElementType())
    return emitOptionalError(loc, "element types differ: ", x, " and ", y, "; cast one of them");
  return inferTypes<KronOp>(loc, adaptor, x.getElementType(), results);
}

Sizes KronOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes larger = rules.sizes(0), smaller = rules.sizes(1);
  if (larger.size() < smaller.size())
    std::swap(larger, smaller);
  for (auto [size, other] : llvm::zip(llvm::reverse(larger), llvm::reverse(smaller)))
    size = size * other;
  return larger;
}

/// `x` with axes of size 1 in front up to `rank`, and one beside each axis.
static Expr apart(const Expr &x, int64_t rank, bool isBehind) {
  SmallVector<int64_t> added;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (axis < rank - x.rank())
      added.push_back(2 * axis + !isBehind);
    added.push_back(2 * axis + isBehind);
  }
  llvm::sort(added);
  return expand_dims(x, added);
}

Values KronOp::decompose(RuleBuilder &b) {
  const int64_t rank = getType().getRank();
  Expr z = apart(b(getX()), rank, true) * apart(b(getY()), rank, false);
  for (int64_t axis = 0; axis < rank; ++axis)
    z = mergeAxes(z, axis);
  return {z};
}

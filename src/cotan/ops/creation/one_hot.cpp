// one_hot: meaning. Signature and doc: one_hot.td.
#include "cotan/ops/creation/one_hot.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values OneHotOp::decompose(RuleBuilder &b) {
  Type i64 = IntegerType::get(getContext(), 64);
  Expr indices = expand_dims(castTo(b(getIndices()), i64), getType().getRank() - 1);
  Expr classes = iota(b, RankedTensorType::get(getType().getShape().back(), i64), 0);
  return {castTo(eq(indices, classes), getType().getElementType())};
}

LogicalResult OneHotOp::verify() {
  auto indices = getIndices().getType();
  RankedTensorType type = getType();
  if (type.getRank() != indices.getRank() + 1)
    return emitOpError("result ") << type << " must have the axes of " << indices
                                  << " and one more at the end";
  if (ShapedType::isDynamic(type.getShape().back()))
    return emitOpError("result ") << type << " leaves the number of classes open; write it out";
  return verifySizes(*this);
}

Sizes OneHotOp::sizes(SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  sizes.push_back(getType().getShape().back());
  return sizes;
}

Values OneHotOp::batch(Batch &x) { return x.again(); }

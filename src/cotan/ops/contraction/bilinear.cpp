// bilinear: meaning. Signature and doc: bilinear.td.
#include "cotan/ops/contraction/bilinear.inc"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult BilinearOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                           SmallVectorImpl<Type> &results) {
  auto rankOf = [](Value value) { return cast<RankedTensorType>(value.getType()).getRank(); };
  if (rankOf(x.getWeight()) != 3)
    return emitOptionalError(loc, "weight has ", rankOf(x.getWeight()), " axes, but must have 3");
  if (rankOf(x.getX()) < 1 || rankOf(x.getX()) != rankOf(x.getY()))
    return emitOptionalError(loc, "x has ", rankOf(x.getX()), " axes and y ", rankOf(x.getY()),
                             ", but both must have as many, at least 1");
  if (x.getBias() && rankOf(x.getBias()) != 1)
    return emitOptionalError(loc, "bias has ", rankOf(x.getBias()), " axes, but must have 1");
  return inferTypes<BilinearOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
}

Sizes BilinearOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const unsigned last = sizes.size() - 1;
  for (unsigned axis = 0; axis < last; ++axis)
    sizes[axis] = rules.same(sizes[axis], rules.size(1, axis),
                             "x and y do not have the same size along axis " + Twine(axis));
  rules.requireEqual(sizes[last], rules.size(2, 1), "axis 1 of weight is not as long as x is");
  rules.requireEqual(rules.size(1, last), rules.size(2, 2),
                     "axis 2 of weight is not as long as y is");
  sizes[last] = rules.size(2, 0);
  if (x.getBias())
    rules.requireEqual(sizes[last], rules.size(3, 0), "bias is not as long as weight");
  return sizes;
}

Values BilinearOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), y = b(getY()), weight = b(getWeight());
  const int64_t last = x.rank() - 1;
  Expr products = dot_general(x, weight, {}, {}, last, 1); // (..., k, j)
  Expr z = sum(products * expand_dims(y, last), last + 1);
  return {getBias() ? z + b(getBias()) : z};
}

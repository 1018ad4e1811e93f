#include "cotan/ir/rules/parts.h"

#include "cotan/ir/rules/complex_parts.h"

using namespace mlir;

namespace cotan {

OpsFromHere::OpsFromHere(const OpBuilder &builder)
    : block(builder.getInsertionBlock()), place(builder.getInsertionPoint()),
      before(place == block->begin() ? nullptr : &*std::prev(place)) {}

SmallVector<Operation *> OpsFromHere::built() const {
  SmallVector<Operation *> ops;
  for (auto at = before ? std::next(before->getIterator()) : block->begin(); at != place; ++at)
    ops.push_back(&*at);
  return ops;
}

Decomposable withParts(Operation *op) {
  return op->hasAttr(wholeName) ? Decomposable() : dyn_cast<Decomposable>(op);
}

Parts partsOf(Decomposable op, RuleBuilder &rules, const OpBuilder &builder) {
  const OpsFromHere here(builder);
  Values results = op.decompose(rules);
  return {std::move(results), here.built()};
}

Parts complexPartsOf(Operation *op, RuleBuilder &rules, const OpBuilder &builder) {
  const OpsFromHere here(builder);
  Values results = splitComplex(op, rules);
  return {std::move(results), here.built()};
}

} // namespace cotan

#include "cotan/ir/rules/batch.h"

using namespace mlir;

namespace cotan {

Expr BatchAxis::sizeVector(RuleBuilder &b) const {
  return isStatic() ? b.integers({length}) : b(vector);
}

RankedTensorType BatchAxis::type(Type lane) const {
  SmallVector<int64_t> sizes = {length};
  if (auto tensor = dyn_cast<RankedTensorType>(lane))
    llvm::append_range(sizes, tensor.getShape());
  return RankedTensorType::get(sizes, getElementTypeOrSelf(lane));
}

Expr BatchAxis::shape(const Expr &lane) const {
  RuleBuilder &b = lane.builder();
  Expr size = sizeVector(b);
  return lane.sizes()[0] == 0 ? size : b.join({size, lane});
}

Value BatchAxis::repeat(RuleBuilder &b, Value lane) const {
  RankedTensorType all = type(lane.getType());
  Expr x = b.tensorOf(lane);
  if (all.hasStaticShape())
    return b.broadcast(x, all, Expr()).value();
  return b.broadcast(x, all, shape(b.shapeOf(x.value()))).value();
}

Expr Batch::whole(unsigned i) {
  return isBatched(i) ? rules(operands[i]) : rules(lanes.repeat(rules, operands[i]));
}

Expr Batch::shapeFrom(unsigned i) {
  if (type().hasStaticShape())
    return {};
  if (i < operands.size())
    return lanes.shape(rules(operands[i]));
  return lanes.shape(rules.integers(cast<RankedTensorType>(op->getResult(0).getType()).getShape()));
}

Values Batch::again(ArrayRef<NamedAttribute> changed) {
  OperationState state(op->getLoc(), op->getName());
  for (unsigned i = 0; i < operands.size(); ++i)
    state.addOperands(whole(i).value());
  NamedAttrList attributes(op->getAttrDictionary());
  for (NamedAttribute attribute : changed)
    attributes.set(attribute.getName(), attribute.getValue());
  state.addAttributes(attributes);
  for (Value result : op->getResults())
    state.addTypes(lanes.type(result.getType()));
  return Values(ops.create(state)->getResults());
}

NamedAttribute Batch::shifted(StringAttr name) const {
  Attribute axes = op->getAttr(name);
  if (auto axis = dyn_cast<IntegerAttr>(axes))
    return {name, IntegerAttr::get(axis.getType(), axis.getInt() + 1)};
  SmallVector<int64_t> moved;
  for (int64_t axis : cast<DenseI64ArrayAttr>(axes).asArrayRef())
    moved.push_back(axis + 1);
  return {name, ops.getDenseI64ArrayAttr(moved)};
}

NamedAttribute Batch::prefixed(StringAttr name, int64_t first) const {
  SmallVector<int64_t> numbers = {first};
  llvm::append_range(numbers, op->getAttrOfType<DenseI64ArrayAttr>(name).asArrayRef());
  return {name, ops.getDenseI64ArrayAttr(numbers)};
}

} // namespace cotan

#include "cotan/autodiff/reverse_builder.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {

Value makeStandIn(OpBuilder &builder, Location loc, Type type) {
  return UnrealizedConversionCastOp::create(builder, loc, type, ValueRange()).getResult(0);
}

Scope *ReverseBuilder::definingScope(Value value) const {
  for (Scope *at = &scope; at; at = at->parent)
    if (value.getParentBlock() == at->forward)
      return at;
  return nullptr; // a value of the dual code
}

Value ReverseBuilder::read(Value value) {
  if (Value standIn = standIns.lookup(value))
    return standIn;
  Scope *home = definingScope(value);
  if (!home || home->isTop)
    return value;
  if (Value known = home->known.lookup(value))
    return known;
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return materialize(constant);
  Value &standIn = home->saved[value];
  if (!standIn) {
    OpBuilder::InsertionGuard guard(ops);
    home->setInsertionPointToStart(ops);
    standIn = makeStandIn(ops, loc, value.getType());
  }
  return standIn;
}

// Of a value whose shape alone is needed, the shape is saved: it is computed where the value is.
Value ReverseBuilder::readShape(Value value) {
  Scope *home = definingScope(value);
  if (!home || home->isTop)
    return RuleBuilder::readShape(value);
  Value &shape = home->shapes[value];
  if (!shape) {
    OpBuilder::InsertionGuard guard(ops);
    ops.setInsertionPointAfterValue(value);
    shape = RuleBuilder::readShape(value);
  }
  return read(shape);
}

Value ReverseBuilder::materialize(DenseElementsAttr value) {
  Value &constant = scope.constants[value];
  if (!constant) {
    OpBuilder::InsertionGuard guard(ops);
    scope.setInsertionPointToStart(ops);
    constant = RuleBuilder::materialize(value);
  }
  return constant;
}

} // namespace cotan

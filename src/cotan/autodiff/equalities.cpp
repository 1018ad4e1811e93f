#include "cotan/autodiff/equalities.h"

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {

namespace {

/// Whether two results are of equal ops, so that they are equal if their operands are.
bool haveEqualOps(Value a, Value b) {
  auto resultA = dyn_cast<OpResult>(a), resultB = dyn_cast<OpResult>(b);
  if (!resultA || !resultB || a.getType() != b.getType() ||
      resultA.getResultNumber() != resultB.getResultNumber())
    return false;
  Operation *opA = resultA.getOwner(), *opB = resultB.getOwner();
  return opA->getName() == opB->getName() && opA->getNumRegions() == 0 &&
         opA->getNumOperands() == opB->getNumOperands() && isMemoryEffectFree(opA) &&
         opA->getAttrDictionary() == opB->getAttrDictionary();
}

} // namespace

Value negatedBy(Value value) {
  Operation *op = value.getDefiningOp();
  auto evaluable = dyn_cast_or_null<Evaluable>(op);
  if (!evaluable || !op->hasTrait<Elementwise>() || op->getNumOperands() != 1 ||
      dtypeOf(getElementTypeOrSelf(value)) != DType::i1 ||
      op->getOperand(0).getType() != value.getType())
    return nullptr;
  for (bool element : {false, true}) {
    Arrays result = evaluable.evaluate({Array::scalar(DType::i1, element)});
    if (result.size() != 1 || result[0].dtype() != DType::i1 || result[0].asBool() == element)
      return nullptr;
  }
  return op->getOperand(0);
}

/// before: not %a, where %a is known to be equal to not %b      after: %b
Value Equalities::withoutDoubleNegation(Value value) const {
  Value inner = negatedBy(value);
  if (!inner)
    return value;
  if (Value twice = negatedBy(inner))
    return twice;
  auto known = values.findLeader(inner);
  for (; known != values.member_end(); ++known)
    if (Value twice = negatedBy(*known))
      return twice;
  return value;
}

bool Equalities::isKnown(Value a, Value b) const {
  if (a == b || values.isEquivalent(a, b))
    return true;
  Attribute constantA, constantB;
  return matchPattern(a, m_Constant(&constantA)) && matchPattern(b, m_Constant(&constantB)) &&
         constantA == constantB;
}

bool Equalities::areEqual(Value a, Value b) const {
  constexpr size_t most = 1000; // pairs to look at; conditions are computed of a few values
  SmallVector<std::pair<Value, Value>> work = {{a, b}};
  llvm::DenseSet<std::pair<Value, Value>> seen;
  while (!work.empty()) {
    auto [givenX, givenY] = work.pop_back_val();
    Value x = withoutDoubleNegation(givenX), y = withoutDoubleNegation(givenY);
    if (isKnown(x, y) || !seen.insert({x, y}).second)
      continue;
    if (seen.size() > most || !haveEqualOps(x, y))
      return false;
    for (auto pair :
         llvm::zip_equal(x.getDefiningOp()->getOperands(), y.getDefiningOp()->getOperands()))
      work.push_back({std::get<0>(pair), std::get<1>(pair)});
  }
  return true;
}

Equalities::Direction Equalities::find(Operation *loop) {
  Direction at = {loop, false};
  for (auto found = parents.find(at.root); found != parents.end(); found = parents.find(at.root)) {
    at.opposite ^= found->second.opposite;
    at.root = found->second.root;
  }
  return at;
}

void Equalities::joinOpposite(Operation *a, Operation *b) {
  Direction rootA = find(a), rootB = find(b);
  if (rootA.root != rootB.root)
    parents[rootA.root] = {rootB.root, !(rootA.opposite ^ rootB.opposite)};
}

bool Equalities::areOpposite(Operation *a, Operation *b) {
  auto forA = dyn_cast<flow::ForOp>(a), forB = dyn_cast<flow::ForOp>(b);
  if (forA && forB && forA.getReverse() != forB.getReverse() &&
      areEqual(forA.getLower(), forB.getLower()) && areEqual(forA.getUpper(), forB.getUpper()) &&
      areEqual(forA.getStep(), forB.getStep()))
    return true;
  Direction rootA = find(a), rootB = find(b);
  return rootA.root == rootB.root && rootA.opposite != rootB.opposite;
}

} // namespace cotan

#include "cotan/autodiff/equalities.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {

bool Equalities::areEqual(Value a, Value b) const {
  if (a == b || values.isEquivalent(a, b))
    return true;
  Attribute constantA, constantB;
  return matchPattern(a, m_Constant(&constantA)) && matchPattern(b, m_Constant(&constantB)) &&
         constantA == constantB;
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

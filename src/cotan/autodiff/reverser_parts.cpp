// A composite op without a derivative rule: its parts are built again in the dual code, and
// reversed there. This is how rules that build composite ops are differentiated themselves.
#include "cotan/autodiff/reverser.h"

#include "cotan/autodiff/requests.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {

namespace {

/// The operands of an op, hidden from the folding of its parts: a reshape of an operand that is a
/// reshape itself would become one of what that was made of, to which no part's cotangent belongs.
class HiddenOperands {
public:
  HiddenOperands(Operation *op, OpBuilder &ops, ReverseBuilder &b) {
    for (Value operand : op->getOperands()) {
      if (!carriesDerivative(operand.getType()) || matchPattern(operand, m_Constant()) ||
          !operands.insert(operand))
        continue;
      shown.push_back(b.look(operand));
      hidden.push_back(makeStandIn(ops, op->getLoc(), operand.getType()));
    }
    for (auto [operand, standIn] : llvm::zip_equal(operands, hidden))
      b.standFor(operand, standIn);
  }

  /// Shows them again. Answers the cotangents of the operands, of which `sums` has those of what
  /// stood for them.
  SmallVector<Value> show(const DenseMap<Value, Value> &sums) {
    llvm::DenseMap<Value, unsigned> places;
    for (auto [i, standIn] : llvm::enumerate(hidden))
      places.try_emplace(standIn, i);
    SmallVector<Value> found;
    for (Value standIn : hidden) {
      Value cotangent = sums.lookup(standIn);
      auto same = places.find(cotangent);
      found.push_back(same == places.end() ? cotangent : shown[same->second]);
    }
    for (auto [standIn, value] : llvm::zip_equal(hidden, shown)) {
      standIn.replaceAllUsesWith(value);
      standIn.getDefiningOp()->erase();
    }
    return found;
  }

  llvm::SetVector<Value> operands;

private:
  SmallVector<Value> shown, hidden;
};

} // namespace

LogicalResult Reverser::reverseParts(Operation *op, ArrayRef<Value> cotangents, Cotangents &into,
                                     Scope &scope) {
  ReverseBuilder b = builderAt(scope, op->getLoc());
  HiddenOperands operands(op, ops, b);
  auto [results, parts] = partsOf(cast<Decomposable>(op), b, ops);
  if (results.size() != op->getNumResults())
    return reportMissingRule(op, "vjp");
  Cotangents sums;
  for (auto [result, cotangent] : llvm::zip_equal(results, cotangents))
    addTo(sums, result, cotangent, scope);
  llvm::DenseSet<Value> varied; // what depends on the operands: constants have no rule
  for (Value operand : op->getOperands())
    varied.insert(b(operand).value());
  auto isVaried = [&](Value value) { return varied.contains(value); };
  for (Operation *part : parts)
    if (llvm::any_of(part->getOperands(), isVaried))
      varied.insert_range(part->getResults());
  for (Operation *part : llvm::reverse(parts))
    if (llvm::any_of(part->getResults(), isVaried) && failed(reversePart(part, sums, scope)))
      return failure();
  for (auto [operand, cotangent] : llvm::zip_equal(operands.operands, operands.show(sums)))
    addTo(into, operand, cotangent, scope);
  return success();
}

LogicalResult Reverser::reversePart(Operation *part, Cotangents &sums, Scope &scope) {
  ReverseBuilder b = builderAt(scope, part->getLoc());
  SmallVector<Value> cotangents;
  for (Value result : part->getResults())
    cotangents.push_back(sums.lookup(result));
  if (llvm::none_of(cotangents, [](Value x) { return x; }) || part->hasTrait<ZeroDerivative>())
    return success();
  for (auto [cotangent, result] : llvm::zip_equal(cotangents, part->getResults()))
    if (!cotangent && carriesDerivative(result.getType()))
      cotangent = b.zerosLike(result).value();
  auto differentiable = dyn_cast<Differentiable>(part);
  if (!differentiable && withParts(part))
    return reverseParts(part, cotangents, sums, scope);
  if (!differentiable)
    return reportMissingRule(part, "vjp");
  Values answer = differentiable.vjp(b, cotangents);
  if (failed(checkAnswer(part, answer, part->getNumOperands(), "cotangents")))
    return failure();
  for (auto [operand, cotangent] : llvm::zip_equal(part->getOperands(), answer))
    addTo(sums, operand, cotangent, scope);
  return success();
}

void Reverser::addTo(Cotangents &sums, Value value, Value contribution, Scope &scope) {
  if (!contribution || !carriesDerivative(value.getType()))
    return;
  ReverseBuilder b = builderAt(scope, value.getLoc());
  contribution = b.conform(b.given(contribution), value).value();
  Value &sum = sums[value];
  sum = sum ? b.add(b.given(sum), b.given(contribution)).value() : contribution;
}

} // namespace cotan

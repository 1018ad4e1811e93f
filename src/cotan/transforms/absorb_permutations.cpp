#include "cotan/transforms/absorb_permutations.h"

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/rules/rule_builder.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

/// The same result of an operand that is not permuted; null if the op cannot read it.
Value withoutPermutation(AbsorbsPermutations reader) {
  OpBuilder builder(reader);
  RuleBuilder rules(builder, reader->getLoc());
  for (OpOperand &operand : reader->getOpOperands()) {
    auto permuting = operand.get().getDefiningOp<Permuting>();
    if (!permuting)
      continue;
    Value before = permuting->getOperand(0);
    if (before.getParentBlock() != reader->getBlock())
      continue;
    Value same =
        reader.readPermuted(rules, operand.getOperandNumber(), before, permuting.getPermutation());
    if (same && same.getType() == reader->getResult(0).getType())
      return same;
  }
  return nullptr;
}

void absorbOperands(AbsorbsPermutations reader) {
  while (reader) {
    Value same = withoutPermutation(reader);
    if (!same)
      return;
    reader->getResult(0).replaceAllUsesWith(same);
    SmallVector<Value> operands(reader->getOperands());
    reader->erase();
    for (Value operand : operands)
      if (auto maker = operand.getDefiningOp<Permuting>(); maker && maker->use_empty())
        maker->erase();
    reader = same.getDefiningOp<AbsorbsPermutations>();
  }
}

/// Where nothing else reads what is permuted.
void absorbIntoMaker(Permuting permuting) {
  auto maker = permuting->getOperand(0).getDefiningOp<AbsorbsPermutations>();
  if (!maker || !maker->hasOneUse())
    return;
  OpBuilder builder(maker);
  RuleBuilder rules(builder, maker->getLoc());
  Value same = maker.writePermuted(rules, permuting.getPermutation());
  if (!same || same.getType() != permuting->getResult(0).getType())
    return;
  permuting->getResult(0).replaceAllUsesWith(same);
  permuting->erase();
  maker->erase();
}

struct AbsorbPermutationsPass : PassWrapper<AbsorbPermutationsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AbsorbPermutationsPass)
  StringRef getArgument() const override { return "absorb-permutations"; }
  StringRef getDescription() const override {
    return "Let operators read tensors as they were before their axes were permuted";
  }
  void runOnOperation() override { absorbPermutations(getOperation()); }
};

} // namespace

void absorbPermutations(func::FuncOp function) {
  function.walk(absorbOperands);
  function.walk(absorbIntoMaker);
}

std::unique_ptr<Pass> createAbsorbPermutationsPass() {
  return std::make_unique<AbsorbPermutationsPass>();
}

} // namespace cotan

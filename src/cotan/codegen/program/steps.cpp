#include "cotan/codegen/program/steps.h"

#include "cotan/ir/flow/flow.h"

#include "llvm/IR/MDBuilder.h"

using namespace mlir;

namespace cotan {

/// Goes on unless no steps are left, or somebody interrupts the thread: both are one comparison, as
/// who wants its attention makes the number large that is 0 otherwise (support/work.h).
void Steps::attend(Operation *op, llvm::Value *left) {
  llvm::LoadInst *wanted =
      ir.CreateAlignedLoad(ir.getInt64Ty(), functions.attention(), llvm::Align(8));
  wanted->setAtomic(llvm::AtomicOrdering::Monotonic); // other threads write it
  llvm::BasicBlock *rare = functions.newBlock("attend"), *onward = functions.newBlock("onward");
  ir.CreateCondBr(ir.CreateICmpSGE(left, wanted), onward, rare,
                  llvm::MDBuilder(ir.getContext()).createLikelyBranchWeights());
  ir.SetInsertPoint(rare);
  llvm::CallInst *goesOn = callRuntime(ir, COTAN_FUNCTION(cotan_attend), {left});
  goesOn->setMemoryEffects(
      llvm::MemoryEffects::inaccessibleMemOnly()); // the count stays in a register
  functions.require(op, goesOn, outOfSteps);
  ir.CreateBr(onward);
  ir.SetInsertPoint(onward);
}

/// As the interpreter counts them: a nested loop counts its own turns; of branches the longest is
/// taken, whichever runs.
static int64_t stepsOf(Operation &op) {
  auto structured = dyn_cast<flow::Structured>(op);
  if (structured && structured.isLoop())
    return 1 + stepsOf(structured.getInit());
  int64_t all = 0, most = 0;
  for (Region &region : op.getRegions()) {
    const int64_t steps = stepsOf(region);
    all += steps;
    most = std::max(most, steps);
  }
  return 1 + (structured ? most : all);
}

int64_t stepsOf(Region &region) {
  int64_t steps = 0;
  for (Operation &op : region.getOps())
    steps += stepsOf(op);
  return steps;
}

void Steps::count(Operation *op, int64_t steps) {
  constexpr abi::Field stepsLeft = COTAN_FIELD(abi::Run, stepsLeft);
  llvm::Value *left = ir.CreateSub(load(ir, stepsLeft, functions.run()), ir.getInt64(steps));
  store(ir, left, stepsLeft, functions.run());
  attend(op, left);
}

} // namespace cotan

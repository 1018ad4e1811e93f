#include "cotan/transforms/unroll_recursion.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/cost.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr unsigned mostOps = 128; // which a function may have afterwards, without constants
constexpr unsigned mostLevels = 3;

unsigned countOpsBesideConstants(func::FuncOp function) {
  unsigned count = 0;
  function.walk([&](Operation *op) { count += !op->hasTrait<OpTrait::ConstantLike>(); });
  return count;
}

struct UnrollRecursionPass : PassWrapper<UnrollRecursionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnrollRecursionPass)
  StringRef getArgument() const override { return "unroll-recursion"; }
  StringRef getDescription() const override {
    return "Let small functions that call themselves do some levels more in each call";
  }
  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (failed(unrollRecursion(function)))
        signalPassFailure();
  }
};

} // namespace

LogicalResult unrollRecursion(func::FuncOp function) {
  const unsigned size = countOpsBesideConstants(function);
  SmallVector<func::CallOp> calls = callsOfItself(function);
  if (calls.empty() || workOf(function) >= workOfTask)
    return success();
  SymbolTable symbols(function->getParentOp());
  func::FuncOp body = function.clone();
  symbols.insert(body); // under another name; its calls are of the function
  unsigned now = size;
  for (unsigned i = 0; i < mostLevels && now + size * calls.size() <= mostOps; ++i) {
    now += size * calls.size();
    for (func::CallOp call : calls) {
      call.setCallee(body.getName());
      if (failed(inlineCall(call)))
        return failure();
    }
    calls = callsOfItself(function);
  }
  symbols.erase(body);
  return success();
}

std::unique_ptr<Pass> createUnrollRecursionPass() {
  return std::make_unique<UnrollRecursionPass>();
}

} // namespace cotan

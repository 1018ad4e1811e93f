#include "cotan/driver/resolve_functions.h"

#include "cotan/closures/resolve.h"
#include "cotan/driver/pipeline.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/support/big_stack.h"
#include "cotan/transforms/decompose.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {

LogicalResult resolveFunctions(func::FuncOp function) {
  return resolveFunctions(function, prepareForDerivatives);
}

LogicalResult resolveForInterpreter(func::FuncOp function) {
  LogicalResult result = failure();
  runOnBigStack([&] {
    if (succeeded(resolveFunctions(function)))
      result = decompose(function->getParentOfType<ModuleOp>());
  });
  return result;
}

namespace {

bool isOfTensors(func::FuncOp function) {
  return llvm::none_of(function.getArgumentTypes(), fn::isFunction) &&
         llvm::none_of(function.getResultTypes(), fn::isFunction);
}

struct ResolveFunctionsPass : PassWrapper<ResolveFunctionsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ResolveFunctionsPass)
  StringRef getArgument() const override { return "resolve-functions"; }
  StringRef getDescription() const override {
    return "Replace function values by calls and branches";
  }
  void runOnOperation() override {
    auto isRoot = [](func::FuncOp function) {
      return function.isPublic() && !function.isExternal() && isOfTensors(function);
    };
    for (auto root :
         llvm::to_vector(llvm::make_filter_range(getOperation().getOps<func::FuncOp>(), isRoot)))
      if (failed(resolveFunctions(root)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createResolveFunctionsPass() {
  return std::make_unique<ResolveFunctionsPass>();
}

} // namespace cotan

#include "passes.h"

#include "cotan/ir/types.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace cotan::check {

ArrayRef<StringRef> passNames() {
  static constexpr StringRef names[] = {
      "inline", "canonicalize", "cse", "sccp", "loop-invariant-code-motion", "symbol-dce",
      "lift-cf", "lower-scan"};
  return names;
}

LogicalResult runPasses(const Program &program, StringRef pipeline) {
  PassManager manager(program.context());
  if (failed(parsePassPipeline(pipeline, manager)))
    return program.module().emitError("there is no pass '") << pipeline << "'";
  if (succeeded(manager.run(program.module())))
    return success();
  return program.function().emitError("the pass '") << pipeline << "' fails";
}

void bindInputs(const Program &program, ArrayRef<Array> inputs) {
  func::FuncOp function = program.function();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  for (auto [argument, input] : llvm::zip_equal(function.getArguments(), inputs)) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !type.hasStaticShape())
      continue;
    OperationState state(argument.getLoc(), "prim.constant");
    state.addTypes(type);
    state.addAttribute("value", toAttribute(input, type));
    argument.replaceAllUsesWith(builder.create(state)->getResult(0));
  }
}

} // namespace cotan::check

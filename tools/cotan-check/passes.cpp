#include "passes.h"

#include "cotan/ir/rules/rule_builder.h"
#include "cotan/ir/types.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace cotan::check {

ArrayRef<StringRef> passNames() {
  static constexpr StringRef names[] = {"inline",
                                        "canonicalize",
                                        "cse",
                                        "sccp",
                                        "loop-invariant-code-motion",
                                        "lift-cf",
                                        "lift-cf,inline-calls",
                                        "lift-cf,inline-calls{calls=keep}",
                                        "remove-unread",
                                        "lower-scan",
                                        "func.func(tensorize-numbers)",
                                        "merge-equal",
                                        "merge-equal-functions",
                                        "decompose",
                                        "symbol-dce",
                                        "sum-after-loops",
                                        "func.func(absorb-permutations)",
                                        "func.func(flow-recompute-residuals)"};
  return names;
}

LogicalResult runPasses(const Program &program, StringRef pipeline) {
  PassManager manager(program.context());
  [[maybe_unused]] LogicalResult known = parsePassPipeline(pipeline, manager);
  assert(succeeded(known) && "the passes of passNames are registered");
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
    RuleBuilder rule(builder, argument.getLoc());
    argument.replaceAllUsesWith(rule.constant(toAttribute(input, type)).value());
  }
}

Arrays openConstants(const Program &program) {
  func::FuncOp function = program.function();
  SmallVector<std::pair<Operation *, DenseElementsAttr>> constants;
  function.walk([&](Operation *op) {
    DenseElementsAttr value;
    if (matchPattern(op, m_Constant(&value)) && isa<RankedTensorType>(value.getType()))
      constants.push_back({op, value});
  });
  Arrays values;
  for (auto [op, value] : constants) {
    unsigned last = function.getNumArguments();
    (void)function.insertArgument(last, value.getType(), {}, op->getLoc());
    op->replaceAllUsesWith(ValueRange(function.getArgument(last)));
    op->erase();
    values.push_back(toArray(value));
  }
  return values;
}

} // namespace cotan::check

#include "cotan/codegen/program/output.h"

#include "cotan/codegen/program/tensor_views.h"
#include "cotan/ir/function_limits.h"

using namespace mlir;

namespace cotan {

/// The text, how long it is, the values, and how many they are.
SmallVector<llvm::Value *> Output::argumentsOf(StringRef text, ValueRange shown) {
  llvm::Value *bytes = ir.CreateGlobalString(text, "text", /*AddressSpace=*/0, &functions.module());
  return {bytes, ir.getInt64(text.size()), TensorViews(functions, values).of(shown),
          ir.getInt64(shown.size())};
}

void Output::emit(flow::PrintOp op) {
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_print), argumentsOf(op.getText(), op.getValues()));
  functions.requireSuccess(op, status);
}

void Output::emit(flow::AssertOp op) {
  llvm::Value *holds = values.number(op.getCondition()).value();
  llvm::BasicBlock *wrong = functions.newBlock("wrong"), *right = functions.newBlock("right");
  ir.CreateCondBr(holds, right, wrong);
  ir.SetInsertPoint(wrong);
  SmallVector<llvm::Value *> arguments = argumentsOf(op.getText(), op.getValues());
  arguments.insert(arguments.begin(), functions.run());
  callRuntime(ir, COTAN_FUNCTION(cotan_explain), arguments);
  auto limit = op->getAttrOfType<StringAttr>(limitName);
  functions.fail(op, limit ? beyondLimit + limit.getValue() : "");
  ir.SetInsertPoint(right);
}

} // namespace cotan

// flow.print and flow.assert: calls of the runtime with the text and its values.
#include "cotan/codegen/program_emitter.h"

using namespace mlir;

namespace cotan {

/// The text, how long it is, the values, and how many they are.
SmallVector<llvm::Value *> ProgramEmitter::outputArguments(StringRef text, ValueRange shown) {
  llvm::Value *bytes = ir.CreateGlobalString(text, "text", /*AddressSpace=*/0, &module);
  return {bytes, ir.getInt64(text.size()), viewsOf(shown), ir.getInt64(shown.size())};
}

void ProgramEmitter::emitPrint(flow::PrintOp op) {
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_print), outputArguments(op.getText(), op.getValues()));
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
}

void ProgramEmitter::emitAssert(flow::AssertOp op) {
  llvm::Value *holds = values.number(op.getCondition()).value();
  llvm::BasicBlock *wrong = newBlock("wrong"), *right = newBlock("right");
  ir.CreateCondBr(holds, right, wrong);
  ir.SetInsertPoint(wrong);
  SmallVector<llvm::Value *> arguments = outputArguments(op.getText(), op.getValues());
  arguments.insert(arguments.begin(), context);
  callRuntime(ir, COTAN_FUNCTION(cotan_explain), arguments);
  fail(op, "");
  ir.SetInsertPoint(right);
}

} // namespace cotan

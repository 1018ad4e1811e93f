#include "cotan/codegen/program/output.h"

#include "cotan/codegen/program/tensor_views.h"
#include "cotan/ir/function_limits.h"
#include "cotan/ir/output_marks.h"

#include "llvm/IR/MDBuilder.h"

using namespace mlir;

namespace cotan {

/// The text, how long it is, the values, and how many they are.
SmallVector<llvm::Value *> Output::argumentsOf(StringRef text, ValueRange shown) {
  llvm::Value *bytes = ir.CreateGlobalString(text, "text", /*AddressSpace=*/0, &functions.module());
  return {bytes, ir.getInt64(text.size()), TensorViews(functions, values).of(shown),
          ir.getInt64(shown.size())};
}

/// Most turns compare two numbers: which turn was told last, and how many are to follow.
void Output::tellNowAndThen(flow::PrintOp op) {
  llvm::Value *turn = convert(values.number(op.getValues().front()), DType::i64).value();
  llvm::Value *last = load(ir, COTAN_FIELD(abi::Run, toldTurn), functions.run());
  llvm::Value *every = load(ir, COTAN_FIELD(abi::Run, turnsToTell), functions.run());
  llvm::BasicBlock *tell = functions.newBlock("tell"), *onward = functions.newBlock("onward");
  // What is before the last is of another loop, or the same anew: without a sign it is far away.
  ir.CreateCondBr(ir.CreateICmpUGE(ir.CreateSub(turn, last), every), tell, onward,
                  llvm::MDBuilder(ir.getContext()).createUnlikelyBranchWeights());
  ir.SetInsertPoint(tell);
  SmallVector<llvm::Value *> arguments = {functions.run(), turn};
  arguments.append(argumentsOf(op.getText(), op.getValues()));
  functions.requireSuccess(op, callRuntime(ir, COTAN_FUNCTION(cotan_progress), arguments));
  ir.CreateBr(onward);
  ir.SetInsertPoint(onward);
}

/// Whether it is as the mark says (ir/output_marks.h): anyone may write one.
static bool isProgress(flow::PrintOp op) {
  return op->hasAttr(progressMark) && !op.getValues().empty() &&
         !isTensor(op.getValues().front().getType()) &&
         getElementTypeOrSelf(op.getValues().front()).isInteger();
}

void Output::emit(flow::PrintOp op) {
  if (isProgress(op))
    return tellNowAndThen(op);
  const abi::Function print =
      op->hasAttr(stopMark) ? COTAN_FUNCTION(cotan_stop) : COTAN_FUNCTION(cotan_print);
  llvm::Value *status = callRuntime(ir, print, argumentsOf(op.getText(), op.getValues()));
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

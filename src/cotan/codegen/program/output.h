// flow.print and flow.assert: calls of the runtime with the text and its values.
#pragma once

#include "cotan/codegen/program/emission.h"
#include "cotan/ir/flow/flow.h"

namespace cotan {

class Output : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  void emit(flow::PrintOp op);
  void emit(flow::AssertOp op);

private:
  void tellNowAndThen(flow::PrintOp op);
  llvm::SmallVector<llvm::Value *> argumentsOf(llvm::StringRef text, mlir::ValueRange shown);
};

} // namespace cotan

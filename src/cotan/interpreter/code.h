// A function laid out for interpretation: values numbered, each op with the slots it reads and
// writes and the slots that are no longer needed after it.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <memory>

namespace cotan::interpreter {

struct CodeBlock;

enum class Step : uint8_t {
  evaluate, call, leave, branch, jump, // func.call, func.return, cf.cond_br and cf.switch, cf.br
  createStack, push, pop, isEmpty,
  choose, repeat, count, scan, // flow.if and flow.switch, flow.while, flow.for, flow.scan
  yield,
};

struct Instruction {
  mlir::Operation *op;
  Step step;
  Evaluable evaluable; // for Step::evaluate
  llvm::SmallVector<unsigned, 3> reads, writes, frees;
  llvm::SmallVector<CodeBlock *, 2> targets; // entry blocks of regions (null if empty), or successors
};

struct CodeBlock {
  llvm::SmallVector<unsigned, 4> arguments;
  std::vector<Instruction> instructions;
};

struct Code {
  mlir::func::FuncOp function;
  unsigned numSlots = 0;
  CodeBlock *entry = nullptr;
  std::vector<std::unique_ptr<CodeBlock>> blocks;
};

/// Lays `function` out; a failure (an op that cannot be interpreted) is reported at the op.
llvm::FailureOr<std::unique_ptr<Code>> layOut(mlir::func::FuncOp function);

} // namespace cotan::interpreter

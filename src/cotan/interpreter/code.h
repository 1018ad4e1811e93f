// A function laid out for interpretation: values numbered, each op with the slots it reads and
// writes and the slots that are no longer needed after it.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>
#include <memory>

namespace cotan::interpreter {

struct CodeBlock;

enum class Step : uint8_t {
  evaluate,
  constant,
  call,   // func.call, flow.custom_call
  leave,  // func.return
  branch, // cf.cond_br, cf.switch
  jump,   // cf.br
  createStack,
  push,
  pop,
  isEmpty,
  print,
  require, // flow.assert
  choose,  // flow.if, flow.switch
  repeat,  // flow.while
  count,   // flow.for
  scan,
  makeFunction,   // fn.constant, fn.closure, fn.partial, derivatives
  chooseFunction, // fn.switch
  apply,
  map,
  yield, // flow.yield, flow.cond_yield
};

struct Read {
  unsigned slot;
  bool isLast; // no later read, not even in the op's regions: the value may be moved out
};

/// What has the shape of a value that a scan stacks: the array in a slot, or a slice of it.
struct RowShape {
  Read array;
  bool isSlice;
};

struct Instruction {
  mlir::Operation *op;
  Step step;
  Evaluable evaluable; // for Step::evaluate and Step::constant
  llvm::SmallVector<Read, 3> reads;
  llvm::SmallVector<unsigned, 2> writes, frees;
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 1> shapes; // of the results, as the program says them
  llvm::SmallVector<CodeBlock *, 2> targets; // regions' entries (null if empty), or successors
  llvm::SmallVector<std::optional<RowShape>, 0> rows; // of a scan; none if only its body knows
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

/// What runs of a program have laid out of it, and of derivatives that they made. LLVM's maps would
/// be broken where a run ends without memory.
struct LaidOut {
  std::map<mlir::Operation *, std::unique_ptr<Code>> codes;
  std::map<mlir::Operation *, const Code *> callees;      // by call
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules; // of derivatives
  std::map<std::string, const Code *> derivatives;        // by how they are made
};

} // namespace cotan::interpreter

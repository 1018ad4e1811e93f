// Calls that may run at the same time: they are offered to other threads from time to time, and are
// plain calls else.
#pragma once

#include "cotan/codegen/gather_calls.h"
#include "cotan/codegen/program/calls.h"

namespace cotan {

class Tasks : OpEmitter {
public:
  using OpEmitter::OpEmitter;

  void emit(const CallsTogether &group);

private:
  /// A call, and the words where another thread finds its registers.
  struct Task {
    mlir::func::CallOp call;
    Registers arguments;
    llvm::Value *slots;
  };
  /// One way to make the calls: the registers that they result in, and where it ends.
  struct Way {
    Registers results;
    llvm::BasicBlock *end;
  };
  Task reserve(mlir::func::CallOp call);
  void branchIfTime(int64_t steps, llvm::BasicBlock *ask, llvm::BasicBlock *notNow,
                    llvm::BasicBlock *deep);
  llvm::Value *offer(llvm::ArrayRef<Task> tasks, llvm::Value *list);
  llvm::Function *functionOf(mlir::func::CallOp call);
  Registers resultsIn(const Task &task);
  Way oneByOne(const Task &first, llvm::ArrayRef<Task> others, llvm::BasicBlock *block,
               bool isAlone);
  Way together(const Task &first, llvm::ArrayRef<Task> others, llvm::Value *list,
               llvm::BasicBlock *block);
  Registers join(llvm::ArrayRef<Way> ways);
};

} // namespace cotan

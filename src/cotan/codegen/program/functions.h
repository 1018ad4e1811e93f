// The functions that a program becomes, and how it fails in the middle of one.
#pragma once

#include "cotan/codegen/boundary.h"
#include "cotan/codegen/program/program.h"

#include "llvm/Support/SaveAndRestore.h"

namespace cotan {

/// A function that is emitted, and how far.
struct FunctionBody {
  llvm::Function *function = nullptr;
  llvm::BasicBlock *entry = nullptr;   // what is on the stack is reserved here
  llvm::AllocaInst *scratch = nullptr; // words of one op after the other
  unsigned used = 0, most = 0;         // of them
  llvm::IRBuilderBase::InsertPoint place;
};

/// Where instructions go, and what they need on the processor's stack.
class Functions {
public:
  /// Begins the program's own function, or a callee.
  explicit Functions(ProgramCode &code, llvm::Function *callee = nullptr);

  llvm::IRBuilder<> ir;

  /// Begins another function in the middle of one, which goes on with `end`.
  FunctionBody begin(llvm::Function *function);
  /// Ends the function that is emitted, and goes on in `outer`.
  void end(const FunctionBody &outer = {});

  llvm::Module &module() const { return *code.module; }
  /// What is begun first: all others are parts of it.
  llvm::Function *program() const { return main; }
  bool isCallee() const { return main->hasLocalLinkage(); }
  llvm::Function *current() const { return body.function; }
  /// The abi::Run.
  llvm::Value *run() const { return main->getArg(0); }
  /// Where it is said that somebody wants the thread's attention.
  llvm::Value *attention() const { return wanted; }

  /// Words that are the op's until it is emitted.
  llvm::Value *reserve(unsigned count = 1);
  /// Words that hold these.
  llvm::Value *listOf(llvm::ArrayRef<llvm::Value *> words);
  /// As long as it lives, what is reserved is of one op.
  llvm::SaveAndRestore<unsigned> wordsOfOp() { return llvm::SaveAndRestore<unsigned>(body.used); }
  /// As long as it lives, what is reserved shares its words with no other op, if `hasOwn`.
  llvm::SaveAndRestore<bool> ownWords(bool hasOwn) {
    return llvm::SaveAndRestore<bool>(hasOwnWords, hasOwn);
  }
  /// An array of words on the stack of the current function; how many is its operand.
  llvm::AllocaInst *reserveAtEntry(unsigned count = 0);

  llvm::BasicBlock *newBlock(const char *name);
  /// Ends the program, whose error has been told.
  void giveUp();
  /// Ends the program with an error at `op`.
  void fail(mlir::Operation *op, const llvm::Twine &problem);
  /// The same where the i1 `holds` is false.
  void require(mlir::Operation *op, llvm::Value *holds, const llvm::Twine &problem);
  /// The same where a function of the runtime failed, which says why.
  void requireSuccess(mlir::Operation *op, llvm::Value *status);

private:
  ProgramCode &code;
  llvm::Function *main;
  llvm::Value *wanted;
  FunctionBody body;
  bool hasOwnWords = false;
};

} // namespace cotan

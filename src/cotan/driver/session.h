// A program in memory: loaded from text or bytecode, ready to be looked at, changed and run.
#pragma once

#include "cotan/interpreter/interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace mlir {
class SourceMgrDiagnosticHandler;
}

namespace cotan {

/// Owns a context and one module. What goes wrong is written to `errors`, with file, line, column
/// and the line itself. Use it on a big stack (support/big_stack.h) if programs may nest deeply.
class Session {
public:
  explicit Session(llvm::raw_ostream &errors);
  ~Session();

  /// Reads a file; "-" is standard input.
  llvm::LogicalResult load(llvm::StringRef path);
  /// Reads text, or bytecode with its checksum (driver/bytecode.h), from memory; `name` stands in
  /// for the file in diagnostics.
  llvm::LogicalResult loadText(llvm::StringRef written, llvm::StringRef name);

  mlir::ModuleOp module() { return *program; }
  /// The text the program was read from; empty if it was bytecode.
  llvm::StringRef sourceText() const { return text; }
  mlir::MLIRContext &context() { return *mlirContext; }
  llvm::raw_ostream &errors() { return errorStream; }
  /// Writes "error: " and the message to `errors`; for what has no place in the source.
  llvm::LogicalResult fail(const llvm::Twine &message);
  llvm::LogicalResult fail(llvm::Error error);

  /// From here on what passes say of their choices (mlir/IR/Remarks.h) is written to `errors`, too.
  void showRemarks();

  /// The function called `name`. Without a name: the only public one, or `main`.
  llvm::FailureOr<mlir::func::FuncOp> findEntry(llvm::StringRef name = "");

private:
  llvm::LogicalResult parse(std::unique_ptr<llvm::MemoryBuffer> buffer);
  llvm::LogicalResult checkSourceNesting(const llvm::MemoryBuffer &source);

  llvm::raw_ostream &errorStream;
  std::unique_ptr<mlir::MLIRContext> mlirContext;
  llvm::SourceMgr sources;
  llvm::StringRef text; // of `sources`
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> program;
};

/// Reports regions nested deeper than `maxNesting` (support/nesting.h); itself it does not recurse.
llvm::LogicalResult checkNesting(mlir::Operation *root);

} // namespace cotan

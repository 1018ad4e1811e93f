// One file of samples, read into a context of its own.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

namespace cotan::check {

class SourceFile {
public:
  /// Reads the file; what goes wrong is told in `error`.
  static std::unique_ptr<SourceFile> read(const std::string &path, std::string &error);
  /// The same for text; `name` stands for the path in locations.
  static std::unique_ptr<SourceFile> parse(std::string text, llvm::StringRef name,
                                           std::string &error);

  mlir::MLIRContext &context() { return mlirContext; }
  /// The public functions that have a body.
  llvm::ArrayRef<mlir::func::FuncOp> functions() const { return samples; }
  /// The names the file gives the arguments of a function.
  std::vector<std::string> argumentNames(mlir::func::FuncOp function) const;

private:
  explicit SourceFile(const mlir::DialectRegistry &registry);

  mlir::MLIRContext mlirContext;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<mlir::func::FuncOp> samples;
  std::string text;
};

/// Gathers the diagnostics of a context as text, instead of printing them.
class DiagnosticText {
public:
  explicit DiagnosticText(mlir::MLIRContext &context);

  /// What was reported so far, one line a diagnostic; forgets it.
  std::string take() { return std::exchange(text, ""); }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

/// "file:line", as far as the location knows.
std::string printPlace(mlir::Location loc);

} // namespace cotan::check

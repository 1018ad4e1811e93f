// A function of blocks with a word for each value and each block: what the forms of blocks share.
#pragma once

#include "cotan/translate/identifiers.h"
#include "cotan/translate/source_names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace cotan::forms {

/// How the functions of a program are called in all forms.
using FunctionNames = llvm::DenseMap<mlir::Operation *, std::string>;

/// One way out of a block.
struct Edge {
  mlir::Block *target;
  mlir::OperandRange values;     // for the arguments of `target`
  std::optional<int64_t> number; // of a case; the last edge of a switch has none
};

class FunctionText {
public:
  FunctionText(mlir::func::FuncOp function, const FunctionNames &names, const SourceNames &source);

  llvm::StringRef name() const { return functionNames.at(function); }
  mlir::TypeRange results() const { return mlir::func::FuncOp(function).getResultTypes(); }
  llvm::ArrayRef<mlir::Block *> blocks() const { return order; }

  llvm::StringRef of(mlir::Value value) const;
  std::string of(mlir::ValueRange values) const;
  /// `x: tensor<f64>, y: tensor<i64>`
  std::string typed(mlir::ValueRange values) const;
  llvm::StringRef of(mlir::Block *block) const { return blockNames.at(block); }
  /// What a call runs; empty if `op` is no call.
  llvm::StringRef calleeOf(mlir::Operation *op) const;
  /// `prim.sum(x) {axes = array<i64: 0>} : tensor<f64>`, `f(x) : tensor<f64>` or a constant.
  std::string of(mlir::Operation *op) const;
  /// A word that nothing of the function has.
  std::string fresh(llvm::StringRef wanted) { return words.fresh(wanted); }

private:
  void nameBlock(mlir::Block *block);

  mlir::func::FuncOp function;
  const FunctionNames &functionNames;
  Identifiers words;
  llvm::SmallVector<mlir::Block *> order; // without those that nothing leads to
  llvm::DenseMap<mlir::Value, std::string> valueNames;
  llvm::DenseMap<mlir::Block *, std::string> blockNames;
};

/// The ways out of the block that `end` ends; none of a return.
llvm::SmallVector<Edge> edgesOf(mlir::Operation *end);

} // namespace cotan::forms

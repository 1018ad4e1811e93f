// What functions have captured that may have captured themselves: how many there are, and how deep
// they are nested, is known only when the program runs.
#pragma once

#include "cotan/closures/parts.h"
#include "cotan/ir/function_limits.h"

namespace cotan {

/// For each such function a program has a number of rows, and, of each tensor it captures, an array
/// with that many. They are handed from op to op, as variables of loops and branches, arguments and
/// results. A row is written once: a function value is its number.
class Environments {
public:
  using Values = llvm::SmallVector<mlir::Value>;
  /// What an op, or what it calls, does with them.
  enum class Use : uint8_t { none, reads, writes };

  Environments(llvm::ArrayRef<mlir::func::FuncOp> functions, const FunctionKinds &kinds,
               FunctionParts &parts, const FunctionLimits &limits);

  Use useOf(mlir::Operation *op) const { return uses.lookup(op); }
  /// Of a call of this function: a derivative only reads, as it returns no functions.
  Use useOfCall(mlir::func::FuncOp callee) const;

  /// What is handed on.
  const FunctionParts::Types &types() const { return all; }
  /// No rows.
  Values start(mlir::OpBuilder &ops, mlir::Location loc) const;
  /// Writes a row, and answers its number.
  mlir::Value keep(mlir::OpBuilder &ops, mlir::Location loc, unsigned closed,
                   mlir::ValueRange captured, Values &state) const;
  /// The row of this number.
  Values kept(mlir::OpBuilder &ops, mlir::Location loc, unsigned closed, mlir::Value row,
              const Values &state) const;

private:
  void findUses(llvm::ArrayRef<mlir::func::FuncOp> functions);
  Use ownUse(mlir::Operation *op) const;

  const FunctionKinds &kinds;
  FunctionParts &parts;
  const FunctionLimits limits;
  FunctionParts::Types all;
  llvm::DenseMap<unsigned, unsigned> places; // of the first of a function's among all
  llvm::DenseMap<mlir::Operation *, Use> uses;
};

/// Refuses what cannot be kept in rows.
llvm::LogicalResult checkEnvironments(llvm::ArrayRef<mlir::func::FuncOp> functions,
                                      const FunctionKinds &kinds, FunctionParts &parts);

} // namespace cotan

// What tells programs apart, and the places in them, in terms that hold in any context and process.
#pragma once

#include "cotan/codegen/cpu/target.h"
#include "cotan/ir/function_limits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// The locations of a program, numbered in the order of its text. Compiled code names them by
/// number, so it serves the same program in another file too.
class Places {
public:
  /// The functions of a program; the last is the one that is run.
  explicit Places(llvm::ArrayRef<mlir::func::FuncOp> functions);

  /// A location of an op that passes made of the program's: the number of its place, then those of
  /// the calls it was inlined by, from the innermost to the outermost.
  using Path = llvm::SmallVector<uint32_t, 2>;
  Path pathOf(mlir::Location location) const;
  mlir::Location locationOf(llvm::ArrayRef<uint32_t> path) const;

  /// The number of each op's and block argument's location. Programs of the same text have the same
  /// places if this is the same, wherever they lie.
  llvm::ArrayRef<uint32_t> sequence() const { return numbers; }

private:
  void add(mlir::Location location);
  uint32_t numberOf(mlir::Location location) const;

  std::vector<mlir::Location> locations;
  llvm::DenseMap<mlir::Location, uint32_t> numberOfLocation;
  std::vector<uint32_t> numbers;
  uint32_t start = 0; // the place of the function that is run
};

/// A name for the machine code of a program: letters and digits made of everything it depends on,
/// which is the program, the target, and the builds of Cotan, MLIR and LLVM. Empty if these have no
/// build id, so that nothing can be said about other processes.
std::string programKey(llvm::ArrayRef<mlir::func::FuncOp> functions, const Places &places,
                       const Target &target, const FunctionLimits &limits);

} // namespace cotan

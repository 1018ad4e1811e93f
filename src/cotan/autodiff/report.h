// What a derivative saves: bytes per execution of each region, beside saving everything.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace cotan {

struct SavedFrame {
  mlir::Operation *op;       // the loop or branch
  std::string region;        // "cond", "body", "then", "else", "case 2"
  int64_t bytes = 0;         // pushed each time the region runs
  int64_t everything = 0;    // the same if every argument and result of the region were pushed
  bool isLowerBound = false; // some sizes are only known at run time; they count as 0
};

/// One row for each region of `function` that pushes, in program order. A stack in a frame counts
/// as one pointer.
std::vector<SavedFrame> reportSaved(mlir::func::FuncOp function);

/// The rows as a table for people.
void printSaved(llvm::ArrayRef<SavedFrame> rows, llvm::raw_ostream &os);

} // namespace cotan

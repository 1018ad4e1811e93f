// A program as lines of text, with what is known of each: where it comes from, which loops are
// around it, which push a pop meets.
#pragma once

#include "cotan/driver/view/value_names.h"

#include "mlir/IR/Location.h"

namespace cotan {

/// Lines are counted from 0.
struct ProgramText {
  struct Nest {
    unsigned first, last;
    std::string name;
    bool isLoop; // else a kernel
  };
  struct Pair {
    unsigned push, pop;
  };
  struct Kernel {
    unsigned line, ops;
    int64_t read, written; // bytes of what has known sizes
    bool isOpen;           // whether there is more
  };

  std::vector<std::string> lines;
  std::vector<std::pair<unsigned, mlir::Location>> places; // of the ops that begin there
  std::vector<Nest> nests;                                 // outer ones first
  std::vector<Pair> stacks;
  std::vector<Kernel> kernels; // in the order of the text
};

/// The text of `program`. If it is not `isValid`, nothing is said of its loops, stacks and kernels.
ProgramText textOf(mlir::Operation *program, ValueNames &names, bool isValid = true);

} // namespace cotan

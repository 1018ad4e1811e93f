// Where the time and memory of a traced function's run go.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

struct ProfiledRun {
  /// A line of the user's, and how it is differentiated.
  struct Line {
    std::string file;
    int64_t number;
    std::string derivative;
  };
  struct Part {
    std::string kind, name;
    std::vector<Line> lines;
  };
  struct Node {
    int64_t parent, part; // by number; the first node has no parent
    int64_t calls, turns, nanoseconds, bytes, peakBytes;
  };
  Tensors results;
  std::vector<Part> parts;
  std::vector<Node> nodes;
  std::vector<std::pair<int64_t, int64_t>> memory; // nanoseconds from the start, and bytes
  int64_t nanoseconds, ownNanoseconds, peakBytes;
  double compileSeconds;
};

/// Compiles the function so that it counts, and runs it once. Nothing may be traced.
ProfiledRun profileOf(const TracedFunction &function, llvm::ArrayRef<TensorRef> arguments);

} // namespace cotan::trace

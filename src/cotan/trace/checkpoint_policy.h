// What a checkpoint keeps of a function: the user's policy chooses among its operators.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// An operator of the function's own block, not of its branches and loops.
struct KeptCandidate {
  std::string name;                                               // as "prim.exp"
  std::optional<std::string> label;                               // of checkpoint_name
  std::vector<int64_t> ranks;                                     // of the operands
  std::vector<std::pair<std::string, std::vector<int64_t>>> axes; // attributes that are lists
};
std::vector<KeptCandidate> candidatesOf(const TracedFunction &function);

/// The function, of which a checkpoint keeps the results of these candidates.
TracedFunctionRef keeping(const TracedFunction &function, const std::vector<bool> &areKept);

} // namespace cotan::trace

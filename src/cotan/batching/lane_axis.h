// The new axis, and the name by which ops know it.
#pragma once

#include "cotan/ir/rules/batch.h"

namespace cotan {

struct LaneAxis : BatchAxis {
  LaneAxis(const BatchAxis &axis, llvm::StringRef name) : BatchAxis(axis), name(name) {}

  std::string name; // empty: no op is along it
};

} // namespace cotan

// The functions that generated code calls, by name.
#pragma once

#include <vector>

namespace cotan::runtime {

struct Symbol {
  const char *name;
  void *address;
};

const std::vector<Symbol> &symbols();

} // namespace cotan::runtime

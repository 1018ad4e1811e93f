// The Hudson's Bay Company's record of pelts.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace hare_lynx {

struct Year {
  int year;
  double hare, lynx; // thousands of pelts
};

/// Reads "year,lynx,hare" lines; lines that begin with # and the line of names are skipped.
llvm::Expected<std::vector<Year>> readRecord(llvm::StringRef path);

} // namespace hare_lynx

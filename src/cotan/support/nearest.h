// "did you mean": the names closest to a mistyped one.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace cotan {

/// The candidates close to `name`, best first, at most three: a letter in three may be wrong,
/// missing or swapped with the next, or one contains the other.
std::vector<llvm::StringRef> nearestNames(llvm::StringRef name,
                                          llvm::ArrayRef<llvm::StringRef> candidates);

/// "; did you mean 'a' or 'b'?", or nothing when no candidate is close.
std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace cotan

// Changes the text of a program a little, so that much of it still makes sense.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <random>
#include <string>

namespace cotan::fuzz {

/// One of the corpus with one or a few random changes: words replaced by others of their kind
/// (values, ops, numbers, types), removed, doubled, swapped. The same generator state, the same
/// text.
std::string mutate(llvm::ArrayRef<std::string> corpus, std::mt19937_64 &random);

} // namespace cotan::fuzz

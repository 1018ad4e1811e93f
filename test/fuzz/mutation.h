// Changes the text of a program a little, so that much of it still makes sense.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <random>
#include <string>

namespace cotan::fuzz {

/// `corpus[i]` with one to four random changes: words removed, doubled, swapped, replaced by other
/// numbers, types and ops or by words of other programs. The same generator state, the same text.
std::string mutate(llvm::ArrayRef<std::string> corpus, std::mt19937_64 &random);

} // namespace cotan::fuzz

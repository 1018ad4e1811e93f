// How deeply a program is nested. MLIR's parser, printer and passes recurse over nesting, so what
// is deeper than the stack allows is refused before they see it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>

namespace cotan {

/// The deepest nesting of brackets in a source and of regions in a program. Measured: a level takes
/// up to 2.7 kB of stack, so the big stack would hold 39 times more; but MLIR's verifier takes time
/// quadratic in the depth, 6 s at this limit.
inline constexpr size_t maxNesting = 10'000;

/// The offset of the first bracket of `source` (MLIR text) that is nested deeper than `limit`, of
/// any kind: ( [ { <. Strings and comments do not count.
std::optional<size_t> findNestingBeyond(llvm::StringRef source, size_t limit);

} // namespace cotan

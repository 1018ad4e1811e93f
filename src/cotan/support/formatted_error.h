#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace cotan {

/// An error whose message is written as by `llvm::formatv`.
template <typename... Args> llvm::Error formattedError(const char *format, Args &&...args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 llvm::formatv(format, std::forward<Args>(args)...).str());
}

} // namespace cotan

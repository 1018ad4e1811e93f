// Files appear whole or not at all.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cotan {

/// Writes `text` to `path` ("-" is standard output). A regular file is written under another name
/// and then renamed, so nobody sees half of it and an old one survives a failure.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text);
/// The same of several, one after the other.
llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<llvm::StringRef> parts);

} // namespace cotan

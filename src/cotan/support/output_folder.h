// Files of one run appear together.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace cotan {

struct NamedContent {
  std::string name, content;
};

/// Writes `count` files, made by `make` one after the other, into the folder `path`, which is made
/// if it is not there. They appear together: whoever looks, or kills this process, finds all of
/// them or none. Other files of the folder stay. A folder that cannot be replaced as a whole is an
/// error: one with folders in it, the working folder, or one that something is mounted on.
llvm::Error writeFolder(llvm::StringRef path, size_t count,
                        llvm::function_ref<llvm::Expected<NamedContent>(size_t)> make);

} // namespace cotan

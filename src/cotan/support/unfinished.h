// Files and folders that get their name when they are complete. Until then they have another one
// beside it and a lock, so that what a killed process left is told from what is being written.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cotan {

class Unfinished {
public:
  enum Kind { file, folder };
  /// Makes a file or a folder beside `path`, locked while this lives, and removes what processes
  /// that were killed left there for the same path.
  static llvm::Expected<Unfinished> beside(llvm::StringRef path, Kind kind);

  Unfinished(Unfinished &&other) : name(std::move(other.name)), descriptor(other.descriptor) {
    other.descriptor = -1;
  }
  /// Removes what still has the name.
  ~Unfinished();

  const std::string &path() const { return name; }
  int handle() const { return descriptor; }

private:
  Unfinished(std::string name, int descriptor) : name(std::move(name)), descriptor(descriptor) {}

  std::string name;
  int descriptor;
};

/// The names in an open folder. Empty if it cannot be read.
std::vector<std::string> namesIn(int folder);

} // namespace cotan

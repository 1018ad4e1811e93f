// Bytes that are kept from one process to the next.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace cotan {

/// A folder of entries that are found by a key. Their size is bounded, give or take what each
/// process stored last: those that were not read for the longest time go first. Any number of
/// processes may use it at once.
///
/// A cache that does not work is no error: an entry that is damaged is taken for missing, and one
/// that cannot be written is not kept. Entries are run, so nobody else may choose them: a folder or
/// an entry that belongs to another user or that others can write is not used, which is said once
/// on standard error.
class DiskCache {
public:
  DiskCache(std::string folder, uint64_t maxBytes)
      : folder(std::move(folder)), maxBytes(maxBytes) {}

  /// The one that COTAN_CACHE_DIR, XDG_CACHE_HOME and COTAN_CACHE_SIZE ask for; none with
  /// COTAN_CACHE=off. A size that is no size is an error.
  static llvm::Expected<std::optional<DiskCache>> ofEnvironment();

  /// `key` is made of letters and digits.
  std::optional<std::string> load(llvm::StringRef key) const;
  void store(llvm::StringRef key, llvm::StringRef content) const;

private:
  std::string folder;
  uint64_t maxBytes;
};

} // namespace cotan

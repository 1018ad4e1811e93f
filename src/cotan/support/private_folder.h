// A folder nobody else can change: what is read from it may be run.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace cotan {

/// A folder held open: what is done in it is done there, whatever its name comes to mean. Its files
/// are regular ones of this user that only this user can write; other things are objected to.
class PrivateFolder {
public:
  /// None if there is no such folder, and, with the reason in `objection`, if it belongs to
  /// somebody else or others can write to it.
  static std::optional<PrivateFolder> open(llvm::StringRef path, std::string &objection);

  PrivateFolder(PrivateFolder &&other) : path(std::move(other.path)), folder(other.folder) {
    other.folder = -1;
  }
  ~PrivateFolder();

  /// The content of a file of at most `maxBytes`, now the most recently used. None if there is no
  /// such file, or it cannot be read; with an objection if it is not private. Never waits for a
  /// writer.
  std::optional<std::string> read(llvm::StringRef name, uint64_t maxBytes,
                                  std::string &objection) const;
  /// The file appears whole or not at all; whatever had its name is gone, unless it is a folder.
  llvm::Error write(llvm::StringRef name, llvm::StringRef content) const;

private:
  PrivateFolder(llvm::StringRef path, int folder) : path(path), folder(folder) {}
  std::string pathOf(llvm::StringRef name) const;

  std::string path;
  int folder;
};

} // namespace cotan

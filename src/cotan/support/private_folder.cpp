#include "cotan/support/private_folder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace cotan {
namespace {

/// What speaks against trusting a file or folder; empty if nothing does. An access control list
/// that lets somebody write shows in the group's bits.
std::string objectionTo(const struct stat &status, const std::string &path) {
  if (status.st_uid != geteuid())
    return "'" + path + "' belongs to another user (" + std::to_string(status.st_uid) + ")";
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return "others can write to '" + path + "'; take that from them with chmod go-w";
  return "";
}

Error lastError(const std::string &path) {
  return createFileError(path, std::error_code(errno, std::generic_category()));
}

std::optional<std::string> readAll(int file, size_t bytes) {
  std::string content(bytes, '\0');
  for (size_t done = 0; done < bytes;) {
    ssize_t count = ::read(file, content.data() + done, bytes - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    done += count;
  }
  return content;
}

} // namespace

std::optional<PrivateFolder> PrivateFolder::open(StringRef path, std::string &objection) {
  int descriptor = ::open(path.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return std::nullopt;
  PrivateFolder folder(path, descriptor);
  struct stat status;
  if (fstat(descriptor, &status) != 0)
    return std::nullopt;
  objection = objectionTo(status, folder.path);
  if (!objection.empty())
    return std::nullopt;
  return folder;
}

PrivateFolder::~PrivateFolder() {
  if (folder >= 0)
    ::close(folder);
}

std::string PrivateFolder::pathOf(StringRef name) const {
  SmallString<128> whole(path);
  sys::path::append(whole, name);
  return std::string(whole);
}

std::optional<std::string> PrivateFolder::read(StringRef name, uint64_t maxBytes,
                                               std::string &objection) const {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
  int file = openat(folder, name.str().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) {
    if (errno == ELOOP)
      objection = "'" + pathOf(name) + "' is a symbolic link";
    return std::nullopt;
  }
  scope_exit close([&] { ::close(file); });
  struct stat status;
  if (fstat(file, &status) != 0)
    return std::nullopt;
  objection = S_ISREG(status.st_mode) ? objectionTo(status, pathOf(name))
                                      : "'" + pathOf(name) + "' is no regular file";
  if (!objection.empty() || uint64_t(status.st_size) > maxBytes)
    return std::nullopt;
  std::optional<std::string> content = readAll(file, status.st_size);
  if (content) // access times are often off; a folder that cannot be written stays as it is
    (void)futimens(file, nullptr);
  return content;
}

Error PrivateFolder::write(StringRef name, StringRef content) const {
  std::string temporary;
  int file = -1;
  std::random_device random;
  for (int tries = 0; tries < 100 && file < 0; ++tries) {
    temporary = (name + "." + utohexstr(random())).str();
    file = openat(folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 && errno != EEXIST)
      break;
  }
  if (file < 0)
    return lastError(pathOf(name));
  std::error_code code;
  {
    raw_fd_ostream stream(file, /*shouldClose=*/true);
    stream << content;
    stream.close();
    code = stream.error();
    stream.clear_error(); // otherwise its destructor ends the program
  }
  if (!code && renameat(folder, temporary.c_str(), folder, name.str().c_str()) == 0)
    return Error::success();
  Error error = code ? createFileError(pathOf(name), code) : lastError(pathOf(name));
  (void)unlinkat(folder, temporary.c_str(), 0);
  return error;
}

} // namespace cotan

#include "cotan/support/output_folder.h"

#include "cotan/support/unfinished.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace cotan {
namespace {

namespace fs = sys::fs;

Error lastError(StringRef path) {
  return createFileError(path, std::error_code(errno, std::generic_category()));
}

Error cannotReplace(StringRef path, const Twine &reason) {
  return createStringError("'" + path + "' cannot be replaced as a whole: " + reason +
                           "; write into a folder of its own, as " + path +
                           "/results, or into an archive, as " + path + "/results.npz");
}

/// The folder's own name, with folders before it that are there.
Expected<std::string> prepared(StringRef path) {
  SmallString<128> whole;
  if (fs::real_path(path, whole) == std::error_code()) {
    SmallString<128> working;
    if (!fs::current_path(working) && fs::equivalent(working, whole))
      return cannotReplace(path, "it is the working folder");
    return std::string(whole);
  }
  whole = path;
  while (whole.size() > 1 && sys::path::is_separator(whole.back()))
    whole.pop_back();
  StringRef parent = sys::path::parent_path(whole); // none of a name alone
  if (std::error_code code = parent.empty() ? std::error_code() : fs::create_directories(parent))
    return createFileError(path, code);
  return std::string(whole);
}

Error writeInto(int folder, const NamedContent &file) {
  int descriptor = openat(folder, file.name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return lastError(file.name);
  raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << file.content;
  stream.close();
  std::error_code code = stream.error();
  stream.clear_error(); // otherwise its destructor ends the program
  return code ? createFileError(file.name, code) : Error::success();
}

bool has(int folder, const std::string &name) {
  struct stat status;
  return fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/// What is only in the old folder gets a second name in the new one.
Error linkOthers(int old, int made, StringRef path) {
  for (const std::string &name : namesIn(old)) {
    struct stat status;
    if (fstatat(old, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue; // it went meanwhile
    if (S_ISDIR(status.st_mode))
      return cannotReplace(path, "it holds the folder '" + name + "'");
    if (!has(made, name) && linkat(old, name.c_str(), made, name.c_str(), 0) != 0)
      return cannotReplace(path, "'" + name + "' in it cannot be linked (" + strerror(errno) + ")");
  }
  return Error::success();
}

/// Puts what is complete in the place of the folder, which is locked.
Error exchange(const Unfinished &made, int old, const std::string &path) {
  struct stat status;
  if (fstat(old, &status) == 0)
    (void)fchmod(made.handle(), status.st_mode & 07777);
  if (Error error = linkOthers(old, made.handle(), path))
    return error;
  if (renameat2(AT_FDCWD, made.path().c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) != 0)
    return cannotReplace(path, strerror(errno));
  for (const std::string &name : namesIn(old)) // what came after it was linked moves
    if (has(made.handle(), name))
      (void)unlinkat(old, name.c_str(), 0);
    else
      (void)renameat(old, name.c_str(), made.handle(), name.c_str());
  (void)rmdir(made.path().c_str());
  return Error::success();
}

/// Waits for others that replace the same folder. None if there is no such folder.
Expected<int> lockFolder(const std::string &path) {
  for (;;) {
    int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT)
      return -1;
    if (folder < 0)
      return lastError(path);
    (void)flock(folder, LOCK_EX);
    fs::UniqueID named;
    fs::file_status status;
    if (!fs::status(folder, status) && !fs::getUniqueID(path, named) &&
        status.getUniqueID() == named)
      return folder;
    close(folder); // it was replaced while this waited
  }
}

Error putInPlace(const Unfinished &made, const std::string &path) {
  for (;;) {
    Expected<int> old = lockFolder(path);
    if (!old)
      return old.takeError();
    if (*old >= 0) {
      scope_exit unlock([&] { close(*old); });
      return exchange(made, *old, path);
    }
    if (renameat2(AT_FDCWD, made.path().c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0)
      return Error::success();
    if (errno != EEXIST)
      return lastError(path);
  }
}

} // namespace

Error writeFolder(StringRef path, size_t count, function_ref<Expected<NamedContent>(size_t)> make) {
  Expected<std::string> whole = prepared(path);
  if (!whole)
    return whole.takeError();
  Expected<Unfinished> made = Unfinished::beside(*whole, Unfinished::folder);
  if (!made)
    return made.takeError();
  for (size_t i = 0; i < count; ++i) {
    Expected<NamedContent> file = make(i);
    if (!file)
      return file.takeError();
    if (Error error = writeInto(made->handle(), *file))
      return createFileError(path, std::move(error));
  }
  return putInPlace(*made, *whole);
}

} // namespace cotan

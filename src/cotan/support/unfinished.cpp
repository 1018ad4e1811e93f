#include "cotan/support/unfinished.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace cotan {
namespace {

constexpr int openFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

std::string prefixOf(StringRef path) {
  SmallString<128> prefix = sys::path::parent_path(path);
  sys::path::append(prefix, "." + sys::path::filename(path) + ".cotan-");
  return std::string(prefix);
}

bool hasName(int descriptor, const std::string &path) {
  struct stat of, at;
  return fstat(descriptor, &of) == 0 && lstat(path.c_str(), &at) == 0 && of.st_ino == at.st_ino &&
         of.st_dev == at.st_dev;
}

/// Below 0 with errno EEXIST if the name is taken.
int create(const std::string &name, Unfinished::Kind kind) {
  if (kind == Unfinished::file)
    return open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (mkdir(name.c_str(), 0777) != 0)
    return -1;
  int folder = open(name.c_str(), openFlags | O_DIRECTORY);
  if (folder < 0 && errno == ENOENT) // somebody swept it before it was locked: as if it were taken
    errno = EEXIST;
  return folder;
}

/// A file, or a folder without folders in it.
void removeFlat(int descriptor, const std::string &path) {
  for (const std::string &name : namesIn(descriptor))
    (void)unlinkat(descriptor, name.c_str(), 0);
  if (unlink(path.c_str()) != 0)
    (void)rmdir(path.c_str());
}

/// Removes what has the prefix and is locked by nobody: its process is dead. Where files cannot be
/// locked, nothing is removed.
void sweep(StringRef prefix) {
  StringRef parent = sys::path::parent_path(prefix);
  int folder = open(parent.empty() ? "." : parent.str().c_str(), openFlags | O_DIRECTORY);
  if (folder < 0)
    return;
  scope_exit close([&] { ::close(folder); });
  StringRef start = sys::path::filename(prefix);
  for (const std::string &name : namesIn(folder)) {
    if (!StringRef(name).starts_with(start))
      continue;
    SmallString<128> path = parent;
    sys::path::append(path, name);
    int left = open(path.c_str(), openFlags);
    if (left < 0)
      continue;
    struct stat status;
    // Between the first look and the lock it may have been finished under its own name.
    if (fstat(left, &status) == 0 && status.st_uid == geteuid() &&
        flock(left, LOCK_EX | LOCK_NB) == 0 && hasName(left, std::string(path)))
      removeFlat(left, std::string(path));
    ::close(left);
  }
}

} // namespace

std::vector<std::string> namesIn(int folder) {
  std::vector<std::string> names;
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = again < 0 ? nullptr : fdopendir(again);
  if (!entries)
    return names;
  while (dirent *entry = readdir(entries))
    if (StringRef name = entry->d_name; name != "." && name != "..")
      names.push_back(name.str());
  closedir(entries);
  return names;
}

Expected<Unfinished> Unfinished::beside(StringRef path, Kind kind) {
  std::string prefix = prefixOf(path);
  sweep(prefix);
  std::random_device random;
  for (;;) {
    std::string name = prefix + utohexstr(random());
    int descriptor = create(name, kind);
    if (descriptor < 0 && errno == EEXIST)
      continue;
    if (descriptor < 0)
      return createFileError(path, std::error_code(errno, std::generic_category()));
    (void)flock(descriptor, LOCK_EX);
    if (hasName(descriptor, name)) // else somebody swept it before it was locked
      return Unfinished(name, descriptor);
    close(descriptor);
  }
}

Unfinished::~Unfinished() {
  if (descriptor < 0)
    return;
  if (hasName(descriptor, name))
    removeFlat(descriptor, name);
  close(descriptor);
}

} // namespace cotan

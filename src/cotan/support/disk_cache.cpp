#include "cotan/support/disk_cache.h"

#include "cotan/support/output_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace cotan {
namespace {

namespace fs = sys::fs;

constexpr uint64_t defaultBytes = uint64_t(256) << 20;
/// Bounds the time that looking for old entries takes: some 30 milliseconds.
constexpr uint64_t maxFiles = 8192;
/// A process looks for them when it stores its first entry, then again after so many, or when they
/// make up a good part of the cache: looking each time took most of the time of small programs.
constexpr unsigned storesBetweenLooks = 64;
constexpr uint64_t partBetweenLooks = 16;

constexpr size_t checksumBytes = 32;

/// Each entry starts with it. It covers the key, so an entry under another's name is damaged too.
std::string checksum(StringRef key, StringRef content) {
  BLAKE3 hash;
  hash.update(key);
  hash.update(content);
  return toStringRef(ArrayRef<uint8_t>(hash.final<checksumBytes>())).str();
}

const char *variable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

std::string folderOfEnvironment() {
  if (const char *folder = variable("COTAN_CACHE_DIR"))
    return folder;
  SmallString<128> folder;
  if (!sys::path::cache_directory(folder)) // no home, as in some containers
    return "";
  sys::path::append(folder, "cotan");
  return std::string(folder);
}

Expected<uint64_t> sizeOfEnvironment() {
  const char *text = variable("COTAN_CACHE_SIZE");
  if (!text)
    return defaultBytes;
  StringRef number(text);
  number.consume_back_insensitive("ib") || number.consume_back_insensitive("b");
  unsigned shift = 0;
  for (auto [suffix, bits] : {std::pair("k", 10), {"m", 20}, {"g", 30}})
    if (number.consume_back_insensitive(suffix))
      shift = bits;
  uint64_t bytes;
  if (number.getAsInteger(10, bytes) || bytes > UINT64_MAX >> shift)
    return createStringError("COTAN_CACHE_SIZE is '%s', which is no size; write one as 64MiB",
                             text);
  return bytes << shift;
}

/// The file's content, now the most recently used; none if it cannot be read or is not our own:
/// others must not choose what code we run.
std::unique_ptr<MemoryBuffer> readOwnFile(const std::string &path) {
  Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  std::unique_ptr<MemoryBuffer> content;
  fs::file_status status;
  if (!fs::status(*file, status) && fs::is_regular_file(status) && status.getUser() == geteuid())
    if (auto buffer = MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1))
      content = std::move(*buffer);
  if (content) // access times are often off; a folder that cannot be written stays as it is
    (void)fs::setLastAccessAndModificationTime(*file, std::chrono::system_clock::now());
  fs::closeFile(*file);
  return content;
}

/// Whether to look for old entries, now that so many bytes more were stored.
bool isTimeToLook(uint64_t bytes, uint64_t maxBytes) {
  static std::atomic<uint64_t> stores = 0, bytesSince = 0;
  uint64_t since = bytesSince += bytes;
  if (stores++ % storesBetweenLooks != 0 && since < maxBytes / partBetweenLooks)
    return false;
  bytesSince = 0;
  return true;
}

} // namespace

Expected<std::optional<DiskCache>> DiskCache::ofEnvironment() {
  if (const char *wanted = variable("COTAN_CACHE"); wanted && StringRef(wanted) == "off")
    return std::nullopt;
  Expected<uint64_t> bytes = sizeOfEnvironment();
  if (!bytes)
    return bytes.takeError();
  std::string folder = folderOfEnvironment();
  if (folder.empty() || *bytes == 0)
    return std::nullopt;
  return DiskCache(folder, *bytes);
}

std::string DiskCache::pathOf(StringRef key) const {
  SmallString<128> path(folder);
  sys::path::append(path, "llvmcache-" + key); // LLVM prunes only what is called so
  return std::string(path);
}

std::optional<std::string> DiskCache::load(StringRef key) const {
  std::unique_ptr<MemoryBuffer> file = readOwnFile(pathOf(key));
  if (!file || file->getBufferSize() < checksumBytes)
    return std::nullopt;
  StringRef content = file->getBuffer().drop_front(checksumBytes);
  if (!file->getBuffer().starts_with(checksum(key, content)))
    return std::nullopt;
  return content.str();
}

void DiskCache::store(StringRef key, StringRef content) const {
  (void)fs::create_directories(folder, /*IgnoreExisting=*/true, fs::owner_all);
  if (Error error = writeFile(pathOf(key), checksum(key, content) + content.str()))
    return consumeError(std::move(error));
  if (!isTimeToLook(content.size(), maxBytes))
    return;
  CachePruningPolicy policy;
  policy.Interval = std::chrono::seconds(0); // look now
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = maxBytes;
  policy.MaxSizeFiles = maxFiles;
  pruneCache(folder, policy);
}

} // namespace cotan

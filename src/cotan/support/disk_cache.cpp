#include "cotan/support/disk_cache.h"

#include "cotan/support/private_folder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <atomic>
#include <chrono>
#include <cstdlib>

using namespace llvm;

namespace cotan {
namespace {

namespace fs = sys::fs;

constexpr uint64_t defaultBytes = uint64_t(256) << 20;
/// Bounds the time that looking for old entries takes: some 30 milliseconds, unless a user wants a
/// larger cache.
constexpr uint64_t usualFiles = 8192, bytesPerFile = defaultBytes / usualFiles;
/// A process looks for them when it stores its first entry, then again after so many, if none has
/// looked for a while; and when they make up a good part of the cache. Looking each time took most
/// of the time of small programs.
constexpr unsigned storesBetweenLooks = 64;
constexpr std::chrono::seconds betweenLooks(60);
constexpr uint64_t partBetweenLooks = 16;

constexpr size_t checksumBytes = 32;

/// Each entry starts with it. It covers the key, so an entry under another's name is damaged too.
std::string checksum(StringRef key, StringRef content) {
  BLAKE3 hash;
  hash.update(key);
  hash.update(content);
  return toStringRef(ArrayRef<uint8_t>(hash.final<checksumBytes>())).str();
}

std::string nameOf(StringRef key) {
  return ("llvmcache-" + key).str(); // LLVM prunes only what is called so
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

/// Said once in a process: the program is right without a cache, only slower to start.
void warn(StringRef objection) {
  static std::atomic_flag isSaid;
  if (!objection.empty() && !isSaid.test_and_set())
    WithColor::warning() << "the cache of compiled programs is not used: " << objection << '\n';
}

/// The folder if it is there, and if nobody else chooses what is in it: entries are run.
std::optional<PrivateFolder> openOwn(StringRef folder) {
  std::string objection;
  auto opened = PrivateFolder::open(folder, objection);
  warn(objection);
  return opened;
}

/// Whether to look for old entries, now that so many bytes more were stored, and for how long no
/// process may have looked then.
std::optional<std::chrono::seconds> timeToLook(uint64_t bytes, uint64_t maxBytes) {
  static std::atomic<uint64_t> stores = 0, bytesSince = 0;
  const uint64_t number = stores++, since = bytesSince += bytes;
  if (since >= maxBytes / partBetweenLooks) {
    bytesSince = 0;
    return std::chrono::seconds(0);
  }
  return number % storesBetweenLooks == 0 ? std::optional(betweenLooks) : std::nullopt;
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

std::optional<std::string> DiskCache::load(StringRef key) const {
  auto own = openOwn(folder);
  if (!own)
    return std::nullopt;
  std::string objection;
  auto entry = own->read(nameOf(key), maxBytes, objection);
  warn(objection);
  if (!entry || entry->size() < checksumBytes)
    return std::nullopt;
  std::string content = entry->substr(checksumBytes);
  if (!StringRef(*entry).starts_with(checksum(key, content)))
    return std::nullopt;
  return content;
}

void DiskCache::store(StringRef key, StringRef content) const {
  (void)fs::create_directories(folder, /*IgnoreExisting=*/true, fs::owner_all);
  auto own = openOwn(folder);
  if (!own)
    return;
  if (Error error = own->write(nameOf(key), checksum(key, content) + content.str()))
    return consumeError(std::move(error));
  const auto interval = timeToLook(content.size(), maxBytes);
  if (!interval)
    return;
  CachePruningPolicy policy;
  policy.Interval = *interval;
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = maxBytes;
  policy.MaxSizeFiles = std::max(usualFiles, maxBytes / bytesPerFile);
  pruneCache(folder, policy);
}

} // namespace cotan

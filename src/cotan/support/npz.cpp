// .npz: a zip archive of .npy members.
#include "cotan/support/npy.h"
#include "cotan/support/output_file.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

#include <zip.h>

using namespace llvm;

namespace cotan {
namespace {

// Deflate cannot do better than 1032 to 1; a member that says otherwise is broken.
constexpr uint64_t maxRatio = 1032;

template <typename... Args> Error fail(const char *format, Args &&...args) {
  return createStringError(inconvertibleErrorCode(),
                           formatv(format, std::forward<Args>(args)...).str());
}

Expected<std::string> readMember(zip_t *archive, uint64_t index, StringRef path,
                                 std::string &name) {
  zip_stat_t stat;
  [[maybe_unused]] int code = zip_stat_index(archive, index, 0, &stat);
  assert(code == 0 && "the archive has this many members");
  name = stat.name;
  if (stat.size / maxRatio > stat.comp_size)
    return fail("{0}: member '{1}' cannot hold the {2} bytes it says", path, name, stat.size);
  zip_file_t *file = zip_fopen_index(archive, index, 0);
  if (!file)
    return fail("{0}: member '{1}': {2}", path, name, zip_strerror(archive));
  scope_exit close([&] { zip_fclose(file); });
  std::string bytes(stat.size, '\0');
  // The checksum is compared only when the end is read.
  char beyond;
  if (zip_fread(file, bytes.data(), bytes.size()) != int64_t(stat.size) ||
      zip_fread(file, &beyond, 1) != 0)
    return fail("{0}: member '{1}' cannot be read: {2}", path, name, zip_file_strerror(file));
  return bytes;
}

/// What is made in memory can fail only for lack of it, which ends the program as `new` does.
void require(bool made) {
  if (!made)
    report_bad_alloc_error("no memory left for a .npz archive");
}

/// Adds the members to an archive in memory and gives its bytes.
Expected<std::string> pack(ArrayRef<std::pair<std::string, std::string>> members) {
  if (members.empty()) // libzip would make no archive at all: this is the end record of one
    return std::string("PK\5\6") + std::string(18, '\0');
  zip_source_t *source = zip_source_buffer_create(nullptr, 0, 0, nullptr);
  require(source);
  zip_t *archive = zip_open_from_source(source, ZIP_TRUNCATE, nullptr);
  require(archive);
  zip_source_keep(source);
  scope_exit free([&] { zip_source_free(source); });
  for (const auto &[name, bytes] : members) {
    zip_source_t *data = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    int64_t index = zip_file_add(archive, (name + ".npy").c_str(), data, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      Error result = fail("member '{0}' cannot be added: {1}", name, zip_strerror(archive));
      zip_source_free(data);
      zip_discard(archive);
      return std::move(result);
    }
    require(zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0);
  }
  zip_stat_t stat;
  require(zip_close(archive) == 0 && zip_source_stat(source, &stat) == 0 &&
          zip_source_open(source) == 0);
  std::string bytes(stat.size, '\0');
  require(zip_source_read(source, bytes.data(), bytes.size()) == int64_t(stat.size));
  zip_source_close(source);
  return bytes;
}

} // namespace

Expected<NamedArrays> readNpz(StringRef path) {
  int code = 0;
  zip_t *archive = zip_open(path.str().c_str(), ZIP_RDONLY, &code);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    scope_exit done([&] { zip_error_fini(&error); });
    return fail("{0}: {1}", path, zip_error_strerror(&error));
  }
  scope_exit close([&] { zip_discard(archive); });
  NamedArrays arrays;
  int64_t count = zip_get_num_entries(archive, 0);
  for (int64_t index = 0; index < count; ++index) {
    std::string name;
    Expected<std::string> bytes = readMember(archive, index, path, name);
    if (!bytes)
      return bytes.takeError();
    StringRef key = name;
    key.consume_back(".npy");
    Expected<Array> array = decodeNpy(*bytes, (path + ":" + key).str());
    if (!array)
      return array.takeError();
    arrays.push_back({key.str(), std::move(*array)});
  }
  return arrays;
}

Error writeNpz(StringRef path, ArrayRef<std::pair<std::string, Array>> arrays) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto &[name, array] : arrays) {
    Expected<std::string> bytes = encodeNpy(array);
    if (!bytes)
      return fail("{0}: '{1}' cannot be written: {2}", path, name, toString(bytes.takeError()));
    members.push_back({name, std::move(*bytes)});
  }
  Expected<std::string> bytes = pack(members);
  if (!bytes)
    return fail("{0}: cannot be written: {1}", path, toString(bytes.takeError()));
  return writeFile(path, *bytes);
}

} // namespace cotan

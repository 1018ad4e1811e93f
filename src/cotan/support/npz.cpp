// .npz: a zip archive of .npy members.
#include "cotan/support/formatted_error.h"
#include "cotan/support/npy.h"
#include "cotan/support/output_file.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

#include <zip.h>

using namespace llvm;

namespace cotan {
namespace {

/// Deflate cannot do better than 1032 to 1.
constexpr uint64_t maxRatio = 1032;

class MemberSource : public ByteSource {
public:
  MemberSource(zip_file_t *file, uint64_t bytes) : ByteSource(bytes), file(file) {}

private:
  bool readMore(void *to, size_t bytes) override {
    return zip_fread(file, to, bytes) == int64_t(bytes);
  }

  zip_file_t *file;
};

struct Member {
  zip_stat_t stat;
  std::string key; // its name without .npy
};

class Archive {
public:
  static Expected<Archive> open(StringRef path);
  Archive(Archive &&other) : path(other.path), fileBytes(other.fileBytes), archive(other.archive) {
    other.archive = nullptr;
  }
  ~Archive() {
    if (archive)
      zip_discard(archive);
  }

  /// All of them, looked at as a whole.
  Expected<std::vector<Member>> members();
  Expected<Array> read(const Member &member);

private:
  Archive(StringRef path, uint64_t fileBytes, zip_t *archive)
      : path(path), fileBytes(fileBytes), archive(archive) {}

  Error checkSize(const zip_stat_t &member);

  StringRef path;
  uint64_t fileBytes, packedBytes = 0; // of the members so far
  zip_t *archive;
};

Expected<Archive> Archive::open(StringRef path) {
  uint64_t bytes = 0;
  if (std::error_code code = sys::fs::file_size(path, bytes))
    return formattedError("{0}: {1}", path, code.message());
  int code = 0;
  // Checked: what the directory at the end says is what stands before each member.
  if (zip_t *archive = zip_open(path.str().c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code))
    return Archive(path, bytes, archive);
  if (code == ZIP_ER_EXISTS)
    return formattedError("{0}: two members have the same name", path);
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  scope_exit done([&] { zip_error_fini(&error); });
  return formattedError("{0}: {1}", path, zip_error_strerror(&error));
}

/// What a member says of its size must be what the file can hold, all members together too: where
/// they overlap, a small file would become large arrays.
Error Archive::checkSize(const zip_stat_t &member) {
  uint64_t packed = member.comp_size, bytes = member.size;
  bool fits = packed <= fileBytes - packedBytes;
  if (member.comp_method == ZIP_CM_STORE)
    fits &= bytes == packed;
  else if (member.comp_method == ZIP_CM_DEFLATE)
    fits &= bytes / maxRatio <= packed;
  else
    return formattedError(
        "{0}: member '{1}' is packed by method {2}; stored and deflated ones are read", path,
        member.name, member.comp_method);
  if (!fits)
    return formattedError(
        "{0}: member '{1}' cannot hold the {2} bytes it says in {3} of a file of {4}", path,
        member.name, bytes, packed, fileBytes);
  packedBytes += packed;
  return Error::success();
}

Expected<Array> Archive::read(const Member &member) {
  zip_file_t *file = zip_fopen_index(archive, member.stat.index, 0);
  if (!file)
    return formattedError("{0}: member '{1}': {2}", path, member.stat.name, zip_strerror(archive));
  scope_exit close([&] { zip_fclose(file); });
  MemberSource source(file, member.stat.size);
  Expected<Array> array = decodeNpy(source, (path + ":" + member.key).str());
  if (!array)
    return array;
  // The checksum is compared only when the end is read.
  char beyond[4096];
  while (source.left() > 0 && source.read(beyond, std::min<uint64_t>(source.left(), sizeof beyond)))
    ;
  if (source.left() > 0 || zip_fread(file, beyond, 1) != 0)
    return formattedError("{0}: member '{1}' cannot be read: {2}", path, member.stat.name,
                          zip_file_strerror(file));
  return array;
}

Expected<std::vector<Member>> Archive::members() {
  std::vector<Member> members;
  StringSet<> names;
  int64_t count = zip_get_num_entries(archive, 0);
  for (int64_t index = 0; index < count; ++index) {
    zip_stat_t member;
    constexpr uint64_t needed =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if (zip_stat_index(archive, index, 0, &member) != 0 || (member.valid & needed) != needed)
      return formattedError("{0}: member {1} cannot be read: {2}", path, index,
                            zip_strerror(archive));
    StringRef key = member.name;
    key.consume_back(".npy");
    if (!names.insert(key).second)
      return formattedError("{0}: two members are called '{1}'", path, key);
    if (Error error = checkSize(member))
      return std::move(error);
    members.push_back({member, key.str()});
  }
  return members;
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
      Error result =
          formattedError("member '{0}' cannot be added: {1}", name, zip_strerror(archive));
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

/// Calls `use(archive, member)` for each of them.
template <typename F> static Error forEachMember(StringRef path, F use) {
  Expected<Archive> archive = Archive::open(path);
  if (!archive)
    return archive.takeError();
  Expected<std::vector<Member>> members = archive->members();
  if (!members)
    return members.takeError();
  for (const Member &member : *members)
    if (Error error = use(*archive, member))
      return error;
  return Error::success();
}

Expected<NamedArrays> readNpz(StringRef path) {
  NamedArrays arrays;
  Error error = forEachMember(path, [&](Archive &archive, const Member &member) -> Error {
    Expected<Array> array = archive.read(member);
    if (!array)
      return array.takeError();
    arrays.push_back({member.key, std::move(*array)});
    return Error::success();
  });
  if (error)
    return std::move(error);
  return arrays;
}

Expected<std::optional<Array>> readNpz(StringRef path, StringRef name,
                                       std::vector<std::string> &names) {
  std::optional<Array> found;
  Error error = forEachMember(path, [&](Archive &archive, const Member &member) -> Error {
    names.push_back(member.key);
    if (member.key != name)
      return Error::success();
    Expected<Array> array = archive.read(member);
    if (array)
      found = std::move(*array);
    return array.takeError();
  });
  if (error)
    return std::move(error);
  return found;
}

Error writeNpz(StringRef path, ArrayRef<std::pair<std::string, Array>> arrays) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto &[name, array] : arrays) {
    Expected<std::string> bytes = encodeNpy(array);
    if (!bytes)
      return formattedError("{0}: '{1}' cannot be written: {2}", path, name,
                            toString(bytes.takeError()));
    members.push_back({name, std::move(*bytes)});
  }
  Expected<std::string> bytes = pack(members);
  if (!bytes)
    return formattedError("{0}: cannot be written: {1}", path, toString(bytes.takeError()));
  return writeFile(path, *bytes);
}

} // namespace cotan

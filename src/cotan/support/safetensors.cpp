#include "cotan/support/safetensors.h"

#include "cotan/support/dtype_name.h"
#include "cotan/support/formatted_error.h"
#include "cotan/support/output_file.h"
#include "cotan/support/sizes.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <fstream>

using namespace llvm;

namespace cotan {
namespace {

constexpr uint64_t largestHeader = 100 << 20;
constexpr size_t largestRank = 64;  // NumPy's
constexpr unsigned mostNesting = 8; // of brackets in the header, where three are needed

/// The format's name of an element type; none if it has no such type.
StringRef formatNameOf(DType dtype) {
  switch (dtype) {
  case DType::i1: return "BOOL";
  case DType::i8: return "I8";
  case DType::i16: return "I16";
  case DType::i32: return "I32";
  case DType::i64: return "I64";
  case DType::ui8: return "U8";
  case DType::ui16: return "U16";
  case DType::ui32: return "U32";
  case DType::ui64: return "U64";
  case DType::f16: return "F16";
  case DType::bf16: return "BF16";
  case DType::f32: return "F32";
  case DType::f64: return "F64";
  case DType::c64: return "C64";
  case DType::f8E4M3: return "F8_E4M3";
  case DType::f8E5M2: return "F8_E5M2";
  case DType::c128:
  case DType::i4:
  case DType::ui4: return "";
  }
  return "";
}

std::optional<DType> dtypeOfFormat(StringRef name) {
  for (unsigned i = 0; i < numDTypes; ++i)
    if (!name.empty() && formatNameOf(DType(i)) == name)
      return DType(i);
  return std::nullopt;
}

//===-- Reading -----------------------------------------------------------------------------------

/// What the header says of an array.
struct Entry {
  std::string name;
  DType dtype;
  SmallVector<int64_t> shape;
  uint64_t begin, end;
};

/// How deep brackets are, and how many keys there are: of two that are alike a parser keeps one.
struct Outline {
  explicit Outline(StringRef text) {
    unsigned depth = 0;
    bool isString = false;
    for (size_t i = 0; i < text.size(); ++i) {
      if (isString && text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        isString = !isString;
      else if (!isString) {
        depth += text[i] == '{' || text[i] == '[';
        depth -= text[i] == '}' || text[i] == ']';
        deepest = std::max(deepest, depth);
        keys += text[i] == ':';
      }
    }
  }
  unsigned deepest = 0;
  size_t keys = 0;
};

size_t keysIn(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return 0;
  size_t count = object->size();
  for (const auto &each : *object)
    count += keysIn(each.second);
  return count;
}

Expected<json::Object> parsed(StringRef text) {
  const Outline outline(text);
  if (outline.deepest > mostNesting)
    return formattedError("its brackets are {0} deep", outline.deepest);
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  if (!value->getAsObject())
    return formattedError("it is no object");
  if (keysIn(*value) != outline.keys)
    return formattedError("a key is there twice");
  return std::move(*value->getAsObject());
}

/// Sizes or offsets.
std::optional<SmallVector<int64_t>> numbersIn(const json::Object &about, StringRef key) {
  const json::Array *values = about.getArray(key);
  if (!values || values->size() > largestRank)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const json::Value &value : *values) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Expected<Entry> entryOf(StringRef name, const json::Value &value) {
  const json::Object *about = value.getAsObject();
  auto kind = about ? about->getString("dtype") : std::nullopt;
  auto shape = about ? numbersIn(*about, "shape") : std::nullopt;
  auto offsets = about ? numbersIn(*about, "data_offsets") : std::nullopt;
  if (!kind || !shape || !offsets || offsets->size() != 2)
    return formattedError("'{0}' needs a dtype, a shape of at most {1} sizes and data_offsets",
                          name, largestRank);
  const std::optional<DType> dtype = dtypeOfFormat(*kind);
  if (!dtype)
    return formattedError("'{0}' is of the element type '{1}', which is not known", name, *kind);
  const uint64_t begin = (*offsets)[0], end = (*offsets)[1];
  const std::optional<int64_t> count = countElements(*shape, sizeOf(*dtype));
  if (!count || begin > end || end - begin != uint64_t(*count) * sizeOf(*dtype))
    return formattedError("'{0}' does not fit into the bytes {1} to {2}", name, begin, end);
  return Entry{name.str(), *dtype, *shape, begin, end};
}

/// In the order in which they lie in the file. If they overlapped, a small file could ask for any
/// amount of memory.
Expected<std::vector<Entry>> entriesIn(const json::Object &header, uint64_t bytes) {
  std::vector<Entry> entries;
  for (const auto &[name, value] : header) {
    if (StringRef(name) == "__metadata__")
      continue;
    Expected<Entry> entry = entryOf(name, value);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  uint64_t end = 0;
  for (const Entry &entry : entries) {
    if (entry.begin != end)
      return formattedError("'{0}' does not begin where the one before it ends, at byte {1}",
                            entry.name, end);
    end = entry.end;
  }
  if (end != bytes)
    return formattedError("the arrays have {0} bytes, but the file has {1}", end, bytes);
  return entries;
}

Expected<NamedArrays> arraysAt(const std::vector<Entry> &entries, std::istream &file) {
  NamedArrays arrays;
  for (const Entry &entry : entries) {
    Array array(entry.dtype, entry.shape);
    if (!file.read(reinterpret_cast<char *>(array.mutableData()), array.bytes()))
      return formattedError("it was cut off while it was read");
    if (entry.dtype == DType::i1) // any byte but 0 is true; in memory it must be 1
      for (uint8_t &byte : array.mutableValues<uint8_t>())
        byte = byte != 0;
    arrays.emplace_back(entry.name, std::move(array));
  }
  return arrays;
}

} // namespace

Expected<NamedArrays> readSafetensors(StringRef path) {
  uint64_t size = 0;
  if (std::error_code code = sys::fs::file_size(path, size))
    return createFileError(path, code);
  std::ifstream file(path.str(), std::ios::binary);
  char start[8];
  if (size < sizeof(start) || !file.read(start, sizeof(start)))
    return formattedError("{0} is no safetensors file: it has {1} bytes", path, size);
  const uint64_t length = support::endian::read64le(start), behind = size - sizeof(start);
  if (length > std::min(behind, largestHeader))
    return formattedError(
        "{0} is no safetensors file, or was cut off: its header should have {1} bytes", path,
        length);
  std::string text(length, ' ');
  file.read(text.data(), std::streamsize(length));
  auto explained = [&](Error error) {
    return formattedError("the header of {0} makes no sense: {1}", path,
                          toString(std::move(error)));
  };
  Expected<json::Object> header = parsed(text);
  if (!header)
    return explained(header.takeError());
  Expected<std::vector<Entry>> entries = entriesIn(*header, behind - length);
  return entries ? arraysAt(*entries, file) : explained(entries.takeError());
}

//===-- Writing -----------------------------------------------------------------------------------

static Expected<std::string> headerOf(const NamedArrays &arrays) {
  json::Object header;
  uint64_t start = 0;
  for (const auto &[name, array] : arrays) {
    const StringRef kind = formatNameOf(array.dtype());
    if (kind.empty())
      return formattedError(
          "'{0}' is of {1}, which the format does not have; convert it first, as to {2}", name,
          publicNameOf(array.dtype()), isComplex(array.dtype()) ? "complex64" : "int8");
    if (!json::isUTF8(name) || name == "__metadata__")
      return formattedError("a name must be UTF-8, and not '__metadata__', but one is '{0}'", name);
    const uint64_t end = start + array.bytes();
    if (!header
             .try_emplace(name, json::Object{{"dtype", kind},
                                             {"shape", json::Array(array.shape())},
                                             {"data_offsets", json::Array{start, end}}})
             .second)
      return formattedError("two arrays are called '{0}'", name);
    start = end;
  }
  std::string text = formatv("{0}", json::Value(std::move(header))).str();
  text.append(-text.size() % 8, ' '); // the elements start at a multiple of eight
  return text;
}

Error writeSafetensors(StringRef path, const NamedArrays &arrays) {
  Expected<std::string> header = headerOf(arrays);
  if (!header)
    return header.takeError();
  char length[8];
  support::endian::write64le(length, header->size());
  SmallVector<StringRef> parts = {StringRef(length, sizeof(length)), *header};
  for (const auto &[name, array] : arrays)
    parts.emplace_back(reinterpret_cast<const char *>(array.data()), array.bytes());
  return writeFile(path, parts);
}

} // namespace cotan

#include "cotan/support/npy.h"

#include "cotan/support/dtype_name.h"
#include "cotan/support/formatted_error.h"
#include "cotan/support/output_file.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

#include <cstring>

using namespace llvm;

namespace cotan {
namespace {

constexpr StringLiteral magic("\x93NUMPY");
constexpr size_t magicBytes = magic.size();
/// The most that version 1 can say; NumPy itself reads no more than 10000.
constexpr size_t longestHeader = 65535;

struct Header {
  std::string descr;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads the header: a Python dictionary literal with three known keys, in any order.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  bool parse(Header &header) {
    if (!eat("{"))
      return false;
    bool hasDescr = false, hasOrder = false, hasShape = false;
    while (!eat("}")) {
      std::string key;
      if (!parseString(key) || !eat(":"))
        return false;
      bool *isThere = key == "descr"           ? &hasDescr
                      : key == "fortran_order" ? &hasOrder
                      : key == "shape"         ? &hasShape
                                               : nullptr;
      if (!isThere || *isThere) // a key twice could mean either
        return false;
      *isThere = isThere == &hasDescr   ? parseDescr(header.descr)
                 : isThere == &hasOrder ? parseBool(header.fortranOrder)
                                        : parseShape(header.shape);
      if (!*isThere || (!eat(",") && !rest.starts_with("}")))
        return false;
    }
    return hasDescr && hasOrder && hasShape && rest.trim().empty();
  }

private:
  bool eat(StringRef token) {
    rest = rest.ltrim();
    bool found = rest.consume_front(token);
    rest = rest.ltrim();
    return found;
  }

  bool parseString(std::string &value) {
    rest = rest.ltrim();
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
      return false;
    size_t end = rest.find(rest[0], 1);
    if (end == StringRef::npos)
      return false;
    value = rest.substr(1, end - 1).str();
    rest = rest.drop_front(end + 1).ltrim();
    return true;
  }

  /// A string, or the list of fields of a structured type, which is kept as it is written.
  bool parseDescr(std::string &value) {
    if (!rest.starts_with("["))
      return parseString(value);
    size_t depth = 0, end = 0;
    do {
      depth += rest[end] == '[';
      depth -= rest[end] == ']';
    } while (++end < rest.size() && depth > 0);
    value = rest.take_front(end).str();
    rest = rest.drop_front(end).ltrim();
    return depth == 0;
  }

  bool parseBool(bool &value) {
    value = rest.starts_with("True");
    return eat(value ? "True" : "False");
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!eat("("))
      return false;
    while (!eat(")")) {
      int64_t size;
      if (rest.consumeInteger(10, size) || size < 0)
        return false;
      eat("L"); // Python 2
      shape.push_back(size);
      if (!eat(",") && !rest.starts_with(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};

/// Of a code without the order of bytes: "f4".
std::optional<DType> dtypeOfDescr(StringRef code) {
  for (unsigned i = 0; i < numDTypes; ++i)
    if (StringRef known = npyNameOf(DType(i)); !known.empty() && known.drop_front() == code)
      return DType(i);
  return std::nullopt;
}

/// What NumPy calls a type that is not read.
std::string describe(StringRef descr) {
  if (descr.starts_with("["))
    return "a structured type, " + descr.str();
  StringRef kind =
      StringSwitch<StringRef>(descr.drop_front(std::min<size_t>(1, descr.size())).take_front())
          .Case("O", "Python objects")
          .Case("U", "text")
          .Case("S", "bytes")
          .Case("V", "raw bytes")
          .Case("M", "dates")
          .Case("m", "time differences")
          .Default("an unknown type");
  return (kind + " (" + descr + ")").str();
}

/// Reads the header; the elements are left.
Error readHeader(ByteSource &source, StringRef name, Header &header) {
  char start[magicBytes + 2];
  if (!source.read(start, sizeof start) || !StringRef(start, magicBytes).starts_with(magic))
    return formattedError("{0}: not a .npy file", name);
  auto version = static_cast<unsigned char>(start[magicBytes]);
  auto minor = static_cast<unsigned char>(start[magicBytes + 1]);
  if (version < 1 || version > 3 || minor != 0)
    return formattedError("{0}: .npy version {1}.{2} is not known; versions 1.0 to 3.0 are", name,
                          version, minor);
  unsigned char width[4] = {};
  if (!source.read(width, version == 1 ? 2 : 4))
    return formattedError("{0}: the header is cut off", name);
  size_t length = support::endian::read32le(width);
  if (length > longestHeader)
    return formattedError("{0}: the header cannot be read: it has {1} bytes, more than {2}", name,
                          length, longestHeader);
  std::string text(length, '\0');
  if (!source.read(text.data(), length))
    return formattedError("{0}: the header is cut off", name);
  if (!HeaderParser(text).parse(header))
    return formattedError("{0}: the header cannot be read: {1}", name, StringRef(text).trim());
  return Error::success();
}

class MemorySource : public ByteSource {
public:
  explicit MemorySource(StringRef bytes) : ByteSource(bytes.size()), bytes(bytes) {}

private:
  bool readMore(void *to, size_t count) override {
    std::memcpy(to, bytes.data(), count);
    bytes = bytes.drop_front(count);
    return true;
  }

  StringRef bytes;
};

class FileSource : public ByteSource {
public:
  FileSource(sys::fs::file_t file, uint64_t bytes) : ByteSource(bytes), file(file) {}

private:
  bool readMore(void *to, size_t count) override {
    MutableArrayRef<char> rest(static_cast<char *>(to), count);
    while (!rest.empty()) {
      Expected<size_t> done = sys::fs::readNativeFile(file, rest);
      if (!done)
        return !errorToBool(done.takeError());
      if (*done == 0)
        return false;
      rest = rest.drop_front(*done);
    }
    return true;
  }

  sys::fs::file_t file;
};

void swapBytes(std::byte *data, int64_t count, size_t width) {
  for (int64_t i = 0; i < count; ++i)
    std::reverse(data + i * width, data + (i + 1) * width);
}

/// The elements of a column-major array in row-major order.
Array toRowMajor(const Array &columns, ArrayRef<int64_t> shape) {
  Array rows(columns.dtype(), shape);
  size_t width = sizeOf(columns.dtype());
  SmallVector<int64_t> index(shape.size(), 0), strides(shape.size(), 1);
  for (size_t axis = 1; axis < shape.size(); ++axis)
    strides[axis] = strides[axis - 1] * shape[axis - 1];
  for (int64_t i = 0; i < rows.size(); ++i) {
    int64_t from = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis)
      from += index[axis] * strides[axis];
    std::memcpy(rows.mutableData() + i * width, columns.data() + from * width, width);
    for (int axis = int(shape.size()) - 1; axis >= 0 && ++index[axis] == shape[axis]; --axis)
      index[axis] = 0;
  }
  return rows;
}

} // namespace

bool ByteSource::read(void *to, size_t bytes) {
  if (bytes > bytesLeft || (bytes > 0 && !readMore(to, bytes)))
    return false;
  bytesLeft -= bytes;
  return true;
}

Expected<Array> decodeNpy(ByteSource &source, StringRef name) {
  Header header;
  if (Error error = readHeader(source, name, header))
    return std::move(error);
  StringRef descr = header.descr;
  char order = descr.empty() ? 0 : descr[0];
  std::optional<DType> dtype = dtypeOfDescr(descr.drop_front(std::min<size_t>(1, descr.size())));
  if (!dtype || !StringRef("<>|=").contains(order))
    return formattedError(
        "{0}: elements are {1}, which is not read; booleans, integers, floats of 16 to 64 "
        "bits and complex numbers of such are",
        name, describe(descr));
  try {
    uint64_t expected;
    int64_t count = elementCount(header.shape);
    if (__builtin_mul_overflow(uint64_t(count), sizeOf(*dtype), &expected) ||
        expected > source.left())
      return formattedError("{0}: the file is cut off: shape {1} needs {2} elements", name,
                            printShape(header.shape), count);
    Array array(*dtype, header.shape);
    if (!source.read(array.mutableData(), array.bytes()))
      return formattedError("{0}: the elements cannot be read", name);
    const int64_t parts = isComplex(*dtype) ? 2 : 1;
    if (order == '>')
      swapBytes(array.mutableData(), count * parts, sizeOf(*dtype) / parts);
    if (*dtype == DType::i1) // any byte but 0 is true; in memory it must be 1
      for (bool &value : array.mutableValues<bool>())
        value = *reinterpret_cast<unsigned char *>(&value) != 0;
    if (header.fortranOrder && header.shape.size() > 1)
      return toRowMajor(array, header.shape);
    return array;
  } catch (const EvaluationError &error) {
    return formattedError("{0}: {1}", name, error.what());
  }
}

Expected<Array> decodeNpy(StringRef bytes, StringRef name) {
  MemorySource source(bytes);
  return decodeNpy(source, name);
}

Expected<std::string> encodeNpy(const Array &array) {
  StringRef descr = npyNameOf(array.dtype());
  if (descr.empty())
    return formattedError("NumPy has no {0}; cast the result to f32 before it is written",
                          nameOf(array.dtype()));
  std::string header = formatv("{{'descr': '{0}', 'fortran_order': False, 'shape': (", descr);
  for (int64_t size : array.shape())
    header += std::to_string(size) + ", ";
  header += "), }";
  // Padded with spaces so that the elements start at a multiple of 64.
  size_t prefix = magic.size() + 2 + 2;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes = magic.str();
  bytes += {1, 0, char(header.size() & 0xff), char(header.size() >> 8)};
  bytes += header;
  bytes.append(reinterpret_cast<const char *>(array.data()), array.bytes());
  return bytes;
}

Expected<Array> readNpy(StringRef path) {
  sys::fs::file_status status;
  if (std::error_code code = sys::fs::status(path, status))
    return formattedError("{0}: {1}", path, code.message());
  if (!sys::fs::is_regular_file(status)) // a device may have no end
    return formattedError("{0}: not a regular file", path);
  auto file = sys::fs::openNativeFileForRead(path);
  if (!file)
    return formattedError("{0}: {1}", path, toString(file.takeError()));
  FileSource source(*file, status.getSize());
  scope_exit close([&] { sys::fs::closeFile(*file); });
  return decodeNpy(source, path);
}

Error writeNpy(StringRef path, const Array &array) {
  Expected<std::string> bytes = encodeNpy(array);
  if (!bytes)
    return formattedError("{0}: cannot be written: {1}", path, toString(bytes.takeError()));
  return writeFile(path, *bytes);
}

} // namespace cotan

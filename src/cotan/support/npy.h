// NumPy's .npy and .npz files (numpy.lib.format: versions 1.0, 2.0 and 3.0).
#pragma once

#include "cotan/support/array.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cotan {

using NamedArrays = std::vector<std::pair<std::string, Array>>;

/// Bytes that are read from front to back. How many there are is known before they are read, so
/// that nothing is allocated for what cannot be there.
class ByteSource {
public:
  explicit ByteSource(uint64_t bytes) : bytesLeft(bytes) {}
  virtual ~ByteSource() = default;

  uint64_t left() const { return bytesLeft; }
  /// False if they are not there or cannot be read.
  bool read(void *to, size_t bytes);

private:
  virtual bool readMore(void *to, size_t bytes) = 0;

  uint64_t bytesLeft;
};

/// Reads one array: C or Fortran order, little or big endian; bool, i1-i8, u1-u8, f2, f4, f8. Other
/// element types (structured, object, complex, text, dates) are refused by name. What the header
/// says is compared with the size of the file and with the current memory limit before memory is
/// taken.
llvm::Expected<Array> readNpy(llvm::StringRef path);

/// Reads all arrays of an archive, stored or deflated, in the order they stand in it; with the same
/// limits.
llvm::Expected<NamedArrays> readNpz(llvm::StringRef path);

/// Reads only the array of this name, if there is one; adds the names of all to `names`.
llvm::Expected<std::optional<Array>> readNpz(llvm::StringRef path, llvm::StringRef name,
                                             std::vector<std::string> &names);

/// Writes one array in C order. The file appears whole or not at all. bf16 is refused: NumPy has no
/// such type.
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

/// Writes an archive of arrays, not compressed. The file appears whole or not at all.
llvm::Error writeNpz(llvm::StringRef path, llvm::ArrayRef<std::pair<std::string, Array>> arrays);

/// The bytes of a .npy file, and back; `name` is what errors call it.
llvm::Expected<std::string> encodeNpy(const Array &array);
llvm::Expected<Array> decodeNpy(llvm::StringRef bytes, llvm::StringRef name);
llvm::Expected<Array> decodeNpy(ByteSource &source, llvm::StringRef name);

} // namespace cotan

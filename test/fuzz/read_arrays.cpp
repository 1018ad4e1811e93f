// Reads .npy and .npz files with a memory limit and prints what is in them, or why they are
// refused: the other half of broken_arrays.py.
#include "cotan/support/dtype_name.h"
#include "cotan/support/npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace cotan;

namespace {

constexpr size_t maxMemory = size_t{64} << 20;

llvm::Expected<NamedArrays> readAny(llvm::StringRef path) {
  if (path.ends_with(".npz"))
    return readNpz(path);
  llvm::Expected<Array> array = readNpy(path);
  if (!array)
    return array.takeError();
  return NamedArrays{{"", *array}};
}

/// A line for the file, then one for each array: its name and its elements in hexadecimal.
void describeFile(llvm::StringRef path) {
  MemoryMeter::current() = std::make_shared<MemoryMeter>(maxMemory);
  llvm::Expected<NamedArrays> arrays = readAny(path);
  if (!arrays) {
    std::string error = llvm::toString(arrays.takeError());
    llvm::outs() << "refused " << llvm::toHex(error) << "\n";
    return;
  }
  llvm::outs() << "read " << arrays->size() << "\n";
  for (const auto &[name, array] : *arrays)
    llvm::outs()
        << "name:" << llvm::toHex(name) << " " << nameOf(array.dtype()) << " "
        << llvm::join(llvm::map_range(array.shape(), [](int64_t n) { return std::to_string(n); }),
                      "x")
        << ":"
        << llvm::toHex(llvm::StringRef(reinterpret_cast<const char *>(array.data()), array.bytes()))
        << "\n";
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    llvm::outs() << "file " << argv[i] << "\n";
    llvm::outs().flush(); // before it crashes
    describeFile(argv[i]);
  }
}

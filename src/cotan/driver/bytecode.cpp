#include "cotan/driver/bytecode.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr llvm::StringLiteral producer("Cotan, checksum ");
constexpr size_t checksumBytes = 32, digits = 2 * checksumBytes;
/// The producer comes behind the magic number and the version.
constexpr size_t lastStart = 16;

/// Where the digits of the checksum stand; none if Cotan is not the producer.
std::optional<size_t> findChecksum(StringRef bytes) {
  size_t start = bytes.take_front(lastStart + producer.size()).find(producer);
  if (start == StringRef::npos || bytes.size() < start + producer.size() + digits)
    return std::nullopt;
  return start + producer.size();
}

/// Of all bytes but its own.
std::string checksum(StringRef bytes, size_t place) {
  llvm::BLAKE3 hash;
  hash.update(bytes.take_front(place));
  hash.update(bytes.drop_front(place + digits));
  return llvm::toHex(hash.final<checksumBytes>(), /*LowerCase=*/true);
}

} // namespace

FailureOr<std::string> writeBytecode(ModuleOp program, const BytecodeOptions &options) {
  const std::string name = (producer + std::string(digits, '0')).str(); // outlives the config
  BytecodeWriterConfig config(name);
  if (options.version)
    config.setDesiredBytecodeVersion(*options.version);
  config.setElideResourceDataFlag(options.elideResources);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(program, stream, config)))
    return failure();
  auto place = findChecksum(bytes);
  if (!place)
    return program.emitError("MLIR wrote bytecode of another form");
  return bytes.replace(*place, digits, checksum(bytes, *place));
}

llvm::Error checkBytecode(StringRef source) {
  if (!isBytecode(llvm::MemoryBufferRef(source, "")))
    return llvm::Error::success();
  auto place = findChecksum(source);
  if (!place)
    return llvm::createStringError(
        "this is bytecode without Cotan's checksum, which MLIR may crash on if it is damaged; "
        "convert it to text where it was written, as with mlir-opt, or write it with cotan opt "
        "--emit-bytecode");
  if (source.substr(*place, digits) != checksum(source, *place))
    return llvm::createStringError("this bytecode is damaged: it does not have the checksum that "
                                   "was written with it; write it again");
  return llvm::Error::success();
}

} // namespace cotan

// Programs as MLIR's bytecode, with a checksum: MLIR's reader crashes or runs for ever on many
// files that are damaged.
#pragma once

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace cotan {

struct BytecodeOptions {
  std::optional<int64_t> version = std::nullopt; // of the format; MLIR's newest if none
  bool elideResources = false;
};

/// Bytecode that any MLIR reads. The checksum of all of it stands where MLIR names the producer.
llvm::FailureOr<std::string> writeBytecode(mlir::ModuleOp program,
                                           const BytecodeOptions &options = {});

/// Says what to do about bytecode that Cotan did not write or that changed since. Text passes. A
/// checksum finds damage, not intent: who wants bytecode to crash a reader can compute one.
llvm::Error checkBytecode(llvm::StringRef source);

} // namespace cotan

// From object files to code that runs, in this process.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <vector>

namespace cotan {

/// A function that generated code may call.
struct JitSymbol {
  llvm::StringRef name;
  void *address;
};

/// Machine code in memory; freed with the object.
class MachineCode {
public:
  /// Code calls `symbols`, and functions of SLEEF and of the C library.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  link(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects, llvm::ArrayRef<JitSymbol> symbols);
  ~MachineCode();

  llvm::Expected<void *> find(llvm::StringRef function);

private:
  struct Linker;
  explicit MachineCode(std::unique_ptr<Linker> linker);
  std::unique_ptr<Linker> linker;
};

} // namespace cotan

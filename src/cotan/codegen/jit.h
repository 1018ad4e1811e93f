// From LLVM IR to code that runs, in this process.
#pragma once

#include "cotan/codegen/target.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm::orc {
class LLJIT;
}

namespace cotan {

/// A function that generated code may call.
struct JitSymbol {
  llvm::StringRef name;
  void *address;
};

/// Machine code in memory; freed with the object.
class MachineCode {
public:
  /// Optimizes lightly and compiles. Code calls `symbols`, and functions of SLEEF and of the
  /// C library.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  compile(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
          const Target &target, llvm::ArrayRef<JitSymbol> symbols);
  ~MachineCode();

  llvm::Expected<void *> find(llvm::StringRef function);

private:
  explicit MachineCode(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace cotan

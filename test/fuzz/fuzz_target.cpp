// The entry point libFuzzer calls. Built with -DCOTAN_FUZZ=ON; how to run it: CMakeLists.txt.
#include "any_program.h"

#include "cotan/driver/passes.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  cotan::registerPasses();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::string problem = cotan::fuzz::tryProgram(text).problem;
  if (problem.empty())
    return 0;
  llvm::errs() << problem;
  std::abort();
}

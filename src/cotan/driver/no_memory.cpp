#include "cotan/driver/no_memory.h"

#include "llvm/Support/ErrorHandling.h"

#include <dlfcn.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdlib>
#include <new>
#include <string_view>

// Where their code lies: cmake/llvm.ld.in.
extern "C" {
[[gnu::visibility("hidden")]] extern const char cotan_llvm_begin[], cotan_llvm_end[],
    cotan_mlir_begin[], cotan_mlir_end[];
}

namespace cotan {
namespace {

/// Where the library lies that holds an address; null if it is code that was generated. dladdr,
/// which POSIX has, looks for the function's name too, among tens of thousands.
const void *libraryOf(const void *address) {
  dl_find_object found;
  return _dl_find_object(const_cast<void *>(address), &found) == 0 ? found.dlfo_map_start : nullptr;
}

/// What a walk down the stack has met.
struct Walk {
  const void *standard; // operator new, which LLVM's handler may be called by
  int leaves = 0; // of LLVM: the container's function, and who reports that there is no memory
  bool isBelowLeaves = false, isInside = false;

  void meet(const char *code) {
    const bool isLlvm = code >= cotan_llvm_begin && code < cotan_llvm_end;
    const bool isTheirs = isLlvm || (code >= cotan_mlir_begin && code < cotan_mlir_end);
    if (isBelowLeaves)
      isInside |= isTheirs;
    else if (isLlvm)
      isInside |= ++leaves > 4;
    else if (leaves > 0 && libraryOf(code) != standard)
      isBelowLeaves = true, isInside |= isTheirs;
  }
};

_Unwind_Reason_Code meetFrame(_Unwind_Context *frame, void *walk) {
  static_cast<Walk *>(walk)->meet(reinterpret_cast<const char *>(_Unwind_GetIP(frame)));
  return _URC_NO_REASON;
}

/// Whether more of LLVM is on the stack than the container's own function.
bool isInsideOfLlvm() {
  Walk walk{libraryOf(reinterpret_cast<const void *>(&std::set_new_handler))};
  _Unwind_Backtrace(meetFrame, &walk);
  return walk.isInside;
}

void say(std::string_view text) { (void)!write(STDERR_FILENO, text.data(), text.size()); }

void throwOrEnd(void *, const char *, bool) {
  if (!isInsideOfLlvm())
    throw std::bad_alloc();
  say("cotan: the system has no memory left for the compiler\n");
  std::abort();
}

} // namespace

void throwWithoutMemory() {
  [[maybe_unused]] static const bool once =
      (llvm::install_bad_alloc_error_handler(throwOrEnd), true);
}

} // namespace cotan

#include "cotan/driver/no_memory.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"

#include <dlfcn.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdlib>
#include <new>
#include <string_view>

namespace cotan {
namespace {

/// Where the library lies that holds an address; null if it is code that was generated. dladdr,
/// which POSIX has, looks for the function's name too, among the tens of thousands that LLVM
/// exports.
const void *libraryOf(const void *address) {
  dl_find_object found;
  return _dl_find_object(const_cast<void *>(address), &found) == 0 ? found.dlfo_map_start : nullptr;
}

/// What a walk down the stack has met.
struct Walk {
  const void *own, *llvm, *mlir;
  const void *standard; // operator new, which LLVM's handler may be called by
  int leaves = 0; // of LLVM: the container's function, and who reports that there is no memory
  bool isBelowLeaves = false, isInside = false;

  void meet(const void *library) {
    const bool isTheirs = library == llvm || library == mlir;
    if (isBelowLeaves)
      isInside |= isTheirs;
    else if (library == llvm)
      isInside |= ++leaves > 4;
    else if (leaves > 0 && library != standard)
      isBelowLeaves = true, isInside |= isTheirs;
  }
};

_Unwind_Reason_Code meetFrame(_Unwind_Context *frame, void *walk) {
  static_cast<Walk *>(walk)->meet(libraryOf(reinterpret_cast<const void *>(_Unwind_GetIP(frame))));
  return _URC_NO_REASON;
}

/// Whether more of LLVM is on the stack than the container's own function.
bool isInsideOfLlvm() {
  Walk walk{libraryOf(reinterpret_cast<const void *>(&isInsideOfLlvm)),
            libraryOf(reinterpret_cast<const void *>(&llvm::report_bad_alloc_error)),
            libraryOf(reinterpret_cast<const void *>(&mlir::verify)),
            libraryOf(reinterpret_cast<const void *>(&std::set_new_handler))};
  if (walk.own == walk.llvm) // linked into one: there is no telling
    return true;
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

#pragma once

namespace llvm {
class Module;
}

namespace cotan {

/// Where this build of Cotan is one for a sanitizer (cmake/sanitizers.cmake), the code it makes is
/// checked by the same one. Does nothing otherwise.
void sanitize(llvm::Module &module);

} // namespace cotan

// A page that shows what becomes of a traced function.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// HTML (driver/view/page.h). With `arguments`, one per argument, the function is run on them once
/// and its kernels are timed. What fails is in the page, too.
std::string viewOf(const TracedFunction &function, llvm::StringRef name,
                   const std::optional<Tensors> &arguments);

} // namespace cotan::trace

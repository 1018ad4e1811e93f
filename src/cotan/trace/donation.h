// Arguments that a caller gives away, so that results may have their memory: jit(donate_argnums=).
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// The function, which takes the memory of these arguments.
TracedFunctionRef donating(const TracedFunction &function, llvm::ArrayRef<unsigned> arguments);

/// Runs such a function. `arguments` are let go of first: an array nobody else holds is not copied.
Tensors callDonating(const TracedFunctionRef &function, Tensors arguments);

/// What stands for a tensor that was given away: any use of it is refused.
TensorRef donated(const TensorType &type);
bool wasDonated(const TensorBody &tensor);

} // namespace cotan::trace

// Which ops a derivative is made of: their locations say so, around the line that is
// differentiated.
#pragma once

#include "mlir/IR/Location.h"

namespace cotan {

/// How a derivative goes through a program.
enum class DerivativeMode : uint8_t { backward, forward };

/// The location of what differentiates an op at `location`, which may be of a derivative itself.
mlir::Location inDerivative(mlir::Location location, DerivativeMode mode);

/// "backward", "forward of backward"; empty if the op is in no derivative.
std::string derivativeText(mlir::Location location);

} // namespace cotan

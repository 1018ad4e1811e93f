// How long ops take, roughly: whether another thread is worth asking.
#pragma once

#include "mlir/IR/Operation.h"

namespace cotan {

/// Multiplications for some microseconds: another thread is asked in less.
inline constexpr double workOfTask = 1 << 18;

/// How long the op takes, with what is in its regions as often as it stands there, in
/// multiplications at full speed. Open sizes count as some.
double workOf(mlir::Operation *op);

} // namespace cotan

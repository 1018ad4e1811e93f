// How long ops take, roughly: whether another thread is worth asking.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Multiplications for some microseconds: another thread is asked in less.
inline constexpr double workOfTask = 1 << 18;

/// How long the op takes, with what is in its regions as often as it stands there, in
/// multiplications at full speed. Open sizes count as some.
double workOf(mlir::Operation *op);

/// Whether a run of the program takes some microseconds at most, however it is compiled, if its
/// arguments are small: it has no loops, nor functions that get to themselves.
bool isBrief(mlir::func::FuncOp program);

} // namespace cotan

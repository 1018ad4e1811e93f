// How long ops take, roughly: whether another thread is worth asking.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotan {

/// Multiplications for some microseconds: another thread is asked in less.
inline constexpr double workOfTask = 1 << 18;

/// How long the op takes, with what is in its regions as often as it stands there, in
/// multiplications at full speed. Open sizes count as some.
double workOf(mlir::Operation *op);

/// How many steps (Limits::maxSteps) a run of the program makes in some milliseconds at most,
/// however it is compiled, if its arguments are small; INT64_MAX if it makes no more anyway, as it
/// has no loops, nor functions that get to themselves. 0: a step of it may take longer.
int64_t stepsOfBriefRun(mlir::func::FuncOp program);

} // namespace cotan

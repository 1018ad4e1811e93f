// What helps to find a mistake. A public header: no MLIR, no LLVM.
#pragma once

namespace ct {

/// Makes NaN, in all threads, an error: ct::FloatingPointError, at the operation that makes it of
/// other numbers. A compiled function with NaN in its results is run again, operation by operation,
/// to find that out. NaN that is given to a function is no error.
///
///     ct::debug_nans();
///     ct::log(-1.0); // throws
void debug_nans(bool on = true);

/// The same of infinities.
void debug_infs(bool on = true);

} // namespace ct

// NaN and infinity as errors, where the first of them comes to be: ct.debug_nans, ct.debug_infs.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// Which numbers are errors, in all threads.
struct NumberChecks {
  bool nans = false, infs = false;
  bool any() const { return nans || infs; }
};
NumberChecks numberChecks();
void setNumberChecks(NumberChecks wanted);

/// After an operation was computed at once: throws ct::FloatingPointError if a result has such a
/// number, and no operand has.
void checkNumbers(llvm::ArrayRef<Array> operands, llvm::ArrayRef<Array> results);

/// After a function has run: if a result has such a number, runs it again, op by op, and throws at
/// the op that made it of others. What comes in by the operands is no error.
void checkNumbers(const TracedFunction &function, llvm::ArrayRef<Array> operands,
                  llvm::ArrayRef<Array> results);

} // namespace cotan::trace

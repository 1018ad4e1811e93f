// The rules of single operators: what one is in simpler ones, and the cotangents of its operands.
#pragma once

#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// What the one operator that `function` is a call of is made of, by its decomposition rule applied
/// once. Throws ct::ValueError if it is another function, or there is no such rule, or not for
/// these operands.
TracedFunctionRef decompositionOf(const TracedFunction &function);

/// The operator's own derivative rule.
struct OperatorVjp {
  /// Takes the arguments, then the results and the cotangents of those that are floats as extra
  /// arguments. Returns cotangents of the arguments `wrt`.
  TracedFunctionRef function;
  llvm::SmallVector<unsigned> wrt;            // in order
  llvm::SmallVector<unsigned> differentiable; // the results that have cotangents
};
/// `stops`: the arguments whose cotangents are not asked for. Throws as above.
OperatorVjp vjpRuleOf(const TracedFunction &function, llvm::ArrayRef<bool> stops);

} // namespace cotan::trace

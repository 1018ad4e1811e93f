// What the losses share: each of them, their mean or their sum.
#pragma once

#include "cotan/ops/op_rules.h"

#include "mlir/IR/TypeUtilities.h"

namespace cotan {

/// "none": the losses as they are; "mean" (NaN of nothing); "sum". Losses of half types are
/// computed in f32, as the square of a distance, or what is taken from another, may not be a half
/// number where their mean is; they are rounded to the `result`'s element type.
Expr reducedLoss(const Expr &losses, llvm::StringRef reduction, mlir::RankedTensorType result);

/// How large the result is, where the losses have these sizes.
inline Sizes sizesOfLoss(llvm::StringRef reduction, const Sizes &each) {
  return reduction == "none" ? each : Sizes();
}

/// Fails, at `loc`, if it is none of the words.
llvm::LogicalResult verifyReduction(std::optional<mlir::Location> loc, llvm::StringRef reduction);

template <typename Op>
llvm::LogicalResult inferLoss(std::optional<mlir::Location> loc, typename Op::Adaptor x,
                              llvm::SmallVectorImpl<mlir::Type> &results) {
  if (failed(verifyReduction(loc, x.getReduction())))
    return llvm::failure();
  return inferTypes<Op>(loc, x, mlir::getElementTypeOrSelf(x.getX()), results);
}

} // namespace cotan

/// Defines what a loss op has beside its formula, `each(op, b)`; there are as many losses as EACH
/// says, of the adaptor `x` and of `rules`.
#define COTAN_LOSS_OF(OP, EACH)                                                                    \
  mlir::LogicalResult OP::inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> loc, \
                                           Adaptor x,                                              \
                                           llvm::SmallVectorImpl<mlir::Type> &results) {           \
    return inferLoss<OP>(loc, x, results);                                                         \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return sizesOfLoss(x.getReduction(), EACH);                                                    \
  }                                                                                                \
  Values OP::decompose(RuleBuilder &b) {                                                           \
    return {reducedLoss(each(*this, b), getReduction(), getType())};                               \
  }

/// The same of one loss for each element.
#define COTAN_LOSS(OP) COTAN_LOSS_OF(OP, rules.commonSizes(x.getOperands().size()))

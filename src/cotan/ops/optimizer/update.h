// What the steps of optimizers share.
#pragma once

#include "cotan/ops/op_rules.h"

#include "mlir/IR/TypeUtilities.h"

namespace cotan {

/// Results of the element type of all operands that are no integers; fails if they have several.
template <typename Op>
llvm::LogicalResult inferUpdate(std::optional<mlir::Location> loc, typename Op::Adaptor x,
                                llvm::SmallVectorImpl<mlir::Type> &results, unsigned count) {
  mlir::Type type = mlir::getElementTypeOrSelf(x.getX());
  for (mlir::Value operand : x.getOperands())
    if (mlir::Type other = mlir::getElementTypeOrSelf(operand);
        mlir::isa<mlir::FloatType>(other) && other != type)
      return mlir::emitOptionalError(loc, "all operands must have the element type ", type);
  llvm::SmallVector<mlir::Type> types(count, type);
  return inferTypes<Op>(loc, x, types, results);
}

/// The sizes of what is updated: the first `count` operands; the others are one number each.
Sizes sizesOfUpdate(SizeRules &rules, unsigned count, unsigned operands);

/// The number of the step in f64: what is made of it alone is one number, of which all digits
/// count.
Expr stepNumber(const Expr &step);
/// decay * before + (1 - decay) * now.
Expr runningMean(const Expr &before, const Expr &now, double decay);
/// 1 - base^step, to the last digits for bases near 1.
Expr oneMinusPower(double base, const Expr &step);
/// sqrt(x), which at 0 does not see it: its slope would not be finite.
Expr rootOf(const Expr &x);
/// The results in the type of operands.
Values narrowedTo(mlir::Type elementType, llvm::ArrayRef<Expr> results);

} // namespace cotan

/// Defines the types and sizes of an op whose first COUNT operands have one shape, as all results.
#define COTAN_UPDATE(OP, COUNT, RESULTS)                                                           \
  mlir::LogicalResult OP::inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> loc, \
                                           Adaptor x,                                              \
                                           llvm::SmallVectorImpl<mlir::Type> &results) {           \
    return inferUpdate<OP>(loc, x, results, RESULTS);                                              \
  }                                                                                                \
  Sizes OP::sizes(Adaptor x, SizeRules &rules, unsigned) {                                         \
    return sizesOfUpdate(rules, COUNT, x.getOperands().size());                                    \
  }

// How a derivative rule reaches the primal values it needs from the block that reverses them.
#pragma once

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/scope.h"
#include "cotan/ir/rules/rule_builder.h"

namespace cotan {

class ReverseBuilder : public RuleBuilder {
public:
  ReverseBuilder(mlir::OpBuilder &builder, mlir::Location loc, Scope &scope,
                 const Activity &activity, mlir::Operation *op = nullptr)
      : RuleBuilder(builder, loc), scope(scope), activity(activity), op(op) {}

  bool needs(unsigned operand) const override {
    return !op || activity.isActive(op->getOperand(operand));
  }
  /// The forward value as seen from the dual block: itself at the top, otherwise a constant again
  /// or a value saved on the stack of the block that defines it.
  mlir::Value look(mlir::Value value) { return read(value); }
  /// Rules read `standIn` in the place of the value.
  void standFor(mlir::Value value, mlir::Value standIn) { standIns[value] = standIn; }
  /// A value of the dual code itself.
  Expr given(mlir::Value value) { return wrap(value); }

protected:
  mlir::Value read(mlir::Value value) override;
  mlir::Value readShape(mlir::Value value) override;
  mlir::Value materialize(mlir::DenseElementsAttr value) override;

private:
  Scope *definingScope(mlir::Value value) const;

  Scope &scope;
  const Activity &activity;
  mlir::Operation *op;
  llvm::SmallDenseMap<mlir::Value, mlir::Value> standIns;
};

/// A stand-in for a value: one that will be popped, replaced when the frame is known, or one that
/// nothing may be folded with.
mlir::Value makeStandIn(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type);

} // namespace cotan

// What a batching rule is written in: an op and its operands, for all lanes of a batch at once.
//
//   Values SumOp::batch(Batch &x) { return x.again({x.shifted(getAxesAttrName())}); }
//
// A value that differs between the lanes has a new first axis, the lanes side by side.
#pragma once

#include "cotan/ir/rules/rule_builder.h"

#include "mlir/IR/Operation.h"

namespace cotan {

/// The new first axis.
class BatchAxis {
public:
  /// `vector` holds the size, as a vector of one; it is null if `size` says it.
  BatchAxis(int64_t size, mlir::Value vector) : length(size), vector(vector) {}

  int64_t size() const { return length; }
  bool isStatic() const { return !mlir::ShapedType::isDynamic(length); }
  /// The size as a vector of one.
  Expr sizeVector(RuleBuilder &b) const;

  /// The type of what all lanes have, where each has a `lane`.
  mlir::RankedTensorType type(mlir::Type lane) const;
  /// The shape of what all lanes have, where each has the shape `lane`.
  Expr shape(const Expr &lane) const;
  /// `lane` for each lane.
  mlir::Value repeat(RuleBuilder &b, mlir::Value lane) const;

private:
  int64_t length;
  mlir::Value vector;
};

class Batch {
public:
  /// `operands[i]` stands for operand i; it has the new axis if `batched[i]`.
  Batch(mlir::OpBuilder &ops, mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands,
        llvm::ArrayRef<bool> batched, const BatchAxis &axis)
      : ops(ops), rules(ops, op->getLoc()), op(op), operands(operands), batched(batched),
        lanes(axis) {}

  RuleBuilder &builder() { return rules; }
  const BatchAxis &axis() const { return lanes; }

  bool isBatched(unsigned operand) const { return batched[operand]; }
  /// Operand i: with the new axis if it differs between the lanes.
  Expr operator[](unsigned i) { return rules(operands[i]); }
  /// Operand i with the new axis, repeated where it does not differ.
  Expr whole(unsigned i);

  /// The type of result i with the new axis.
  mlir::RankedTensorType type(unsigned result = 0) const {
    return lanes.type(op->getResult(result).getType());
  }
  /// The shape of result 0 with the new axis, where operand `i` is the shape in each lane, if there
  /// is one. Empty if the type says it.
  Expr shapeFrom(unsigned i);

  /// The op once more, on all operands with the new axis; some attributes may change.
  Values again(llvm::ArrayRef<mlir::NamedAttribute> changed = {});
  /// The attribute, an axis or axes, for operands with the new axis: one more.
  mlir::NamedAttribute shifted(mlir::StringAttr name) const;
  /// The attribute, one number per axis, with a number for the new axis.
  mlir::NamedAttribute prefixed(mlir::StringAttr name, int64_t first) const;

private:
  mlir::OpBuilder &ops;
  RuleBuilder rules;
  mlir::Operation *op;
  llvm::ArrayRef<mlir::Value> operands;
  llvm::ArrayRef<bool> batched;
  const BatchAxis &lanes;
};

} // namespace cotan

// The lanes a region runs for.
//
// All lanes run along. So that the idle ones do nothing a lane alone would not do (an endless loop,
// an error, a NaN that spoils a sum of derivatives), they run as copies of a lane that is not idle.
#pragma once

#include "cotan/ir/rules/batch.h"

namespace cotan {

class Mask {
public:
  /// `active`: one i1 per lane; at least one is true where the region runs.
  Mask(mlir::OpBuilder &ops, mlir::Location loc, const BatchAxis &axis, mlir::Value active)
      : ops(ops), b(ops, loc), axis(axis), active(b(active)) {}

  mlir::Value value() const { return active.value(); }
  /// `value`, that of an active lane in place of each idle lane's.
  mlir::Value fillIdle(mlir::Value value);
  /// `changed` in the active lanes, `kept` in the others.
  mlir::Value choose(mlir::Value changed, mlir::Value kept);

private:
  Expr along(const Expr &x);
  mlir::Value select(mlir::Value changed, mlir::Value kept);

  mlir::OpBuilder &ops;
  RuleBuilder b;
  const BatchAxis &axis;
  Expr active;
  Expr source;    // for each lane the lane it runs as
  Expr everyLane; // whether none is idle
};

} // namespace cotan

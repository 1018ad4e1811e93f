// Builds the function of all lanes beside that of one lane, op by op.
#pragma once

#include "cotan/batching/lane_axis.h"
#include "cotan/batching/mask.h"
#include "cotan/batching/turn_masks.h"
#include "cotan/ir/interfaces/collective.h"

namespace cotan {

class Batcher {
public:
  Batcher(mlir::OpBuilder &ops, BatchedValues &batched, const TurnMasks &turns,
          const LaneAxis &axis)
      : ops(ops), batched(batched), turns(turns), axis(axis) {}

  /// What stands for a value of one lane, here and in what is built next.
  void map(mlir::Value lane, mlir::Value all) { values[lane] = all; }
  /// The lanes that take part in a region at all.
  void setActive(mlir::Region &region, mlir::Value active) { actives[&region] = active; }
  /// Builds what the block does, but for its end.
  llvm::LogicalResult runBlock(mlir::Block &block);
  /// What stands for `lane`: with the new axis if it differs between the lanes.
  mlir::Value at(mlir::Value lane) const { return values.lookup(lane); }
  /// The same with the new axis in any case.
  mlir::Value whole(mlir::Value lane);
  /// Whether an op was left as a scan over the lanes.
  bool madeScans() const { return scans; }

private:
  //--- straight-line code (batcher.cpp)
  llvm::LogicalResult runOp(mlir::Operation *op);
  void runPush(flow::PushBackOp push);
  void runPop(flow::PopBackOp pop);
  llvm::LogicalResult applyRule(mlir::Operation *op);
  Batch operandsOf(mlir::Operation *op, llvm::SmallVectorImpl<mlir::Value> &operands,
                   llvm::SmallVectorImpl<bool> &flags);
  llvm::LogicalResult runCollective(Collective op);
  llvm::LogicalResult useRule(mlir::Operation *op, mlir::ValueRange results);
  Values copyElementwise(mlir::Operation *op);
  llvm::LogicalResult decompose(mlir::Operation *op);
  llvm::LogicalResult scanLanes(mlir::Operation *op);
  mlir::Value repeated(mlir::Value lane, mlir::Value all);

  //--- calls that stay calls (batcher_calls.cpp)
  llvm::LogicalResult runCall(mlir::func::CallOp call);
  llvm::LogicalResult runCallWithStack(mlir::func::CallOp call);
  llvm::LogicalResult runCustomCall(flow::CustomCallOp call);
  llvm::FailureOr<mlir::FlatSymbolRefAttr> jvpOfLanes(flow::CustomCallOp call);
  mlir::Value lanesAt(mlir::Operation *op);
  llvm::SmallVector<bool> areBatched(mlir::ValueRange values) const;
  llvm::SmallVector<mlir::Value> allOf(mlir::ValueRange values) const;

  //--- loops and branches whose turns and ways are the same for all lanes (batcher_control.cpp)
  /// What variable j is on the way in or out of a region of `op`.
  mlir::Value variable(flow::Structured op, unsigned j, mlir::Value lane);
  mlir::Type typeOf(mlir::Value lane) const;
  /// A block in `fresh` with what stands for the arguments of `region`.
  mlir::Block *startRegion(mlir::Region &region, mlir::Region &fresh);
  llvm::LogicalResult runStructured(flow::Structured op);
  void mapResults(flow::Structured op, mlir::ValueRange results);

  //--- loops of which lanes run different turns (batcher_lanes.cpp)
  mlir::Operation *startLoop(flow::Structured op, mlir::ValueRange bounds, mlir::ValueRange extra);
  llvm::LogicalResult runTurn(flow::Structured loop, mlir::Region &region, mlir::Value active,
                              llvm::SmallVectorImpl<mlir::Value> &next);
  llvm::LogicalResult runWhile(flow::WhileOp loop);
  llvm::LogicalResult runDrain(flow::WhileOp loop);
  llvm::LogicalResult runFor(flow::ForOp loop);

  //--- lines and assertions (batcher_output.cpp)
  mlir::Value activeAt(mlir::Operation *op);
  bool isInMask(mlir::Operation *op) const;
  llvm::SmallVector<mlir::Value> valuesOf(mlir::ValueRange values, mlir::Value lane);
  void runPrint(flow::PrintOp print);
  void runAssert(flow::AssertOp op);

  //--- branches that lanes take in different ways (batcher_branches.cpp)
  struct Ways;
  llvm::SmallVector<mlir::Value> choices(flow::Structured op);
  mlir::Value unused(mlir::Location loc, mlir::RankedTensorType type);
  llvm::LogicalResult runWay(Ways &ways, mlir::Region &region, mlir::Value active,
                             llvm::SmallVectorImpl<mlir::Value> &results);
  flow::IfOp startGuard(Ways &ways, mlir::Value isWanted);
  llvm::LogicalResult runGuarded(Ways &ways, mlir::Region &region, mlir::Value active,
                                 mlir::Value isWanted, llvm::SmallVectorImpl<mlir::Value> &results);
  void merge(Ways &ways, llvm::ArrayRef<mlir::Value> chosen, mlir::Value active,
             mlir::Value isWanted);
  mlir::Value guardOf(Ways &ways, mlir::Region &region, mlir::Value active, bool isLast);
  llvm::LogicalResult addWay(Ways &ways, mlir::Region &region, mlir::Value active, bool isLast);
  llvm::LogicalResult runBranch(flow::Structured op);
  bool takesBack(mlir::Operation *branch);

  mlir::OpBuilder &ops;
  BatchedValues &batched;
  const TurnMasks &turns;
  const LaneAxis &axis;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<mlir::Region *, mlir::Value> masks; // of the regions that are built for some lanes
  llvm::DenseMap<mlir::Region *, mlir::Value> actives; // the same, and those of branches
  llvm::DenseMap<mlir::Operation *, bool> backwards;   // of the branches that move frames
  bool scans = false;
};

} // namespace cotan

#include "cotan/transforms/lower_scan.h"

#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

LogicalResult checkSizes(flow::ScanOp scan) {
  for (OpResult result : scan.getResults().drop_front(scan.getInitial().size())) {
    auto type = cast<RankedTensorType>(result.getType());
    if (llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic))
      return scan.emitError("result #") << result.getResultNumber() << " is " << type
             << ": a stacked result whose rows have open sizes cannot be differentiated; give the "
                "rows static sizes";
  }
  return success();
}

class ScanLowering {
public:
  explicit ScanLowering(flow::ScanOp scan)
      : scan(scan), ops(scan), rules(ops, scan.getLoc()), carried(scan.getInitial().size()) {}

  void run() {
    SmallVector<Value> starts(scan.getInitial());
    Expr first = rules(scan.getInputs().front());
    for (OpResult result : scan.getResults().drop_front(carried))
      starts.push_back(zeroRows(cast<RankedTensorType>(result.getType()), first).value());
    Type index = RankedTensorType::get({}, ops.getI64Type());
    Value lower = rules.scalar(0, ops.getI64Type()).value(), upper = numRows(first).value(),
          step = rules.scalar(1, ops.getI64Type()).value();
    auto loop = flow::ForOp::create(ops, scan.getLoc(), scan.getResultTypes(), lower, upper, step,
                                    starts, scan.getReverse());
    loop.getBody().takeBody(scan.getBody());
    loop.getBody().insertArgument(0u, index, scan.getLoc());
    cutRows(loop);
    putRows(loop);
    scan->replaceAllUsesWith(loop->getResults());
    scan->erase();
  }

private:
  /// The arguments that were slices become rows of the inputs; the stacked results come in instead.
  void cutRows(flow::ForOp loop) {
    Block &body = loop.getBody().front();
    ops.setInsertionPointToStart(&body);
    unsigned firstSlice = 1 + carried;
    for (Value input : scan.getInputs()) {
      Value row = rowAt(rules(input), rules(body.getArgument(0))).value();
      body.getArgument(firstSlice).replaceAllUsesWith(row);
      body.eraseArgument(firstSlice);
    }
    for (OpResult result : scan.getResults().drop_front(carried))
      body.addArgument(result.getType(), scan.getLoc());
  }

  void putRows(flow::ForOp loop) {
    Block &body = loop.getBody().front();
    Operation *yield = body.getTerminator();
    ops.setInsertionPoint(yield);
    for (unsigned j = carried; j < yield->getNumOperands(); ++j)
      yield->setOperand(j, withRowAt(rules(body.getArgument(1 + j)), rules(body.getArgument(0)),
                                     rules(yield->getOperand(j)))
                               .value());
  }

  flow::ScanOp scan;
  OpBuilder ops;
  RuleBuilder rules;
  unsigned carried;
};

struct LowerScanPass : PassWrapper<LowerScanPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerScanPass)

  StringRef getArgument() const override { return "lower-scan"; }
  StringRef getDescription() const override { return "Replace flow.scan by flow.for"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect, composite::CompositeDialect>();
  }
  void runOnOperation() override {
    if (failed(lowerScan(getOperation())))
      signalPassFailure();
  }
};

} // namespace

LogicalResult lowerScan(func::FuncOp function) {
  SmallVector<flow::ScanOp> scans;
  function.walk([&](flow::ScanOp scan) { scans.push_back(scan); });
  for (flow::ScanOp scan : scans) {
    if (failed(checkSizes(scan)))
      return failure();
    ScanLowering(scan).run();
  }
  return success();
}

std::unique_ptr<Pass> createLowerScanPass() { return std::make_unique<LowerScanPass>(); }

} // namespace cotan

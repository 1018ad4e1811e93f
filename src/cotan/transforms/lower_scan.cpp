#include "cotan/transforms/lower_scan.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/ops_in.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ops/op_rules.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace cotan {
namespace {

/// One scan on its way to a flow.for. Everything is built before the scan.
class ScanLowering {
public:
  ScanLowering(flow::ScanOp scan, OpBuilder &builder)
      : scan(scan), builder(builder), b(builder, scan.getLoc()), carried(scan.getInitial().size()),
        index(builder.getI64Type()) {}

  LogicalResult run() {
    if (failed(check()))
      return failure();
    Expr zero = b.scalar(0, index), one = b.scalar(1, index);
    findLength();
    SmallVector<Value> initial(scan.getInitial());
    for (unsigned k = 0; k < numStacked(); ++k)
      initial.push_back(zeros(k).value());
    auto loop = flow::ForOp::create(builder, scan.getLoc(), scan.getResultTypes(), zero.value(),
                                    length.value(), one.value(), initial, scan.getReverse());
    loop->setDiscardableAttrs(scan->getDiscardableAttrDictionary());
    fillBody(loop);
    scan->replaceAllUsesWith(loop);
    scan->erase();
    return success();
  }

private:
  unsigned numStacked() { return scan.getNumResults() - carried; }
  Value stackedResult(unsigned k) { return scan.getResult(carried + k); }
  RankedTensorType stackedType(unsigned k) {
    return mlir::cast<RankedTensorType>(stackedResult(k).getType());
  }
  /// What the body yields to be stacked.
  Value row(unsigned k) { return scan.getBody().front().getTerminator()->getOperand(carried + k); }

  LogicalResult check() {
    for (unsigned k = 0; k < numStacked(); ++k) {
      if (!dtypeOf(stackedType(k).getElementType()))
        return scan.emitOpError("result #")
               << carried + k << " is " << stackedType(k) << ", whose elements cannot be stacked";
      if (!shapeIsKnown(k) && !isMemoryEffectFree(scan))
        return scan.emitOpError(
                   "stacks values whose sizes only its body knows, but the body has "
                   "effects, so it cannot be run once more to find them; give result #")
               << carried + k << " static sizes beside the first";
    }
    return success();
  }

  //--- The number of turns

  /// The first size of `x`, as a vector of one.
  Expr leadingSize(Value x) { return slice(b.shapeOf(x), {0}, {1}, {1}); }

  /// Sizes that are open are compared when the program runs.
  void findLength() {
    Exprs sizes;
    for (Value input : scan.getInputs()) {
      int64_t size = mlir::cast<RankedTensorType>(input.getType()).getDimSize(0);
      if (ShapedType::isDynamic(size))
        sizes.push_back(leadingSize(input));
      else
        knownLength = size;
    }
    if (sizes.empty()) {
      length = b.scalar(*knownLength, index);
      return;
    }
    if (knownLength)
      sizes.push_back(b.integers({*knownLength}));
    openLength = sizes.size() == 1 ? sizes.front()
                                   : broadcast_shapes(RankedTensorType::get({1}, index), sizes);
    length = reshape(RankedTensorType::get({}, index), openLength);
  }

  //--- The stacked results before the first turn

  Expr zeros(unsigned k) {
    RankedTensorType type = stackedType(k);
    if (type.hasStaticShape())
      return b.constant(splat(type, 0.0));
    Expr zero = b.scalar(0.0, type.getElementType());
    Expr first = openLength ? openLength : b.integers({*knownLength});
    return broadcastTo(zero, type.getShape(), concat({first, rowShape(k)}, 0));
  }

  Expr rowShape(unsigned k) {
    auto type = mlir::cast<RankedTensorType>(row(k).getType());
    if (type.hasStaticShape())
      return b.integers(type.getShape());
    Value source = scan.getRowShapeSource(k);
    return source ? shapeOfSource(source) : firstShapes()[k];
  }

  bool shapeIsKnown(unsigned k) {
    return mlir::cast<RankedTensorType>(row(k).getType()).hasStaticShape() ||
           scan.getRowShapeSource(k);
  }

  Expr shapeOfSource(Value source) {
    auto arg = dyn_cast<BlockArgument>(source);
    if (!arg || arg.getOwner()->getParentOp() != scan)
      return b.shapeOf(source);
    unsigned j = arg.getArgNumber();
    if (j < carried)
      return b.shapeOf(scan.getInitial()[j]);
    return slice(b.shapeOf(scan.getInputs()[j - carried]), {1}, {ShapedType::kDynamic}, {1});
  }

  /// The shapes of all rows, found by running the first turn, if there is one.
  const Exprs &firstShapes() {
    if (!shapes.empty())
      return shapes;
    SmallVector<Type> types;
    for (unsigned k = 0; k < numStacked(); ++k)
      types.push_back(RankedTensorType::get({stackedType(k).getRank() - 1}, index));
    Expr isAny = length > 0.0;
    auto first = flow::IfOp::create(builder, scan.getLoc(), types, isAny.value());
    yieldShapes(first.getThenRegion(), [&](unsigned k, const IRMapping &map) {
      return b.shapeOf(map.lookupOrDefault(row(k)));
    });
    yieldShapes(
        first.getElseRegion(),
        [&](unsigned k, const IRMapping &) {
          SmallVector<int64_t> sizes(stackedType(k).getShape().drop_front());
          std::replace(sizes.begin(), sizes.end(), ShapedType::kDynamic, int64_t(0));
          return b.integers(sizes);
        },
        /*runsTurn=*/false);
    for (Value shape : first.getResults())
      shapes.push_back(b(shape));
    return shapes;
  }

  void yieldShapes(Region &region, llvm::function_ref<Expr(unsigned, const IRMapping &)> shapeOfRow,
                   bool runsTurn = true) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&region);
    IRMapping map;
    if (runsTurn) {
      map.map(scan.getBody().getArguments().take_front(carried), scan.getInitial());
      Expr at = scan.getReverse() ? length - 1.0 : b.scalar(0, index);
      for (auto [arg, input] : llvm::zip_equal(sliceArguments(), scan.getInputs()))
        map.map(arg, take(b(input), at, 0).value());
      for (Operation &op : scan.getBody().front().without_terminator())
        builder.clone(op, map);
    }
    Exprs found;
    for (unsigned k = 0; k < numStacked(); ++k)
      found.push_back(shapeOfRow(k, map));
    flow::YieldOp::create(builder, scan.getLoc(), valuesOf(found));
  }

  //--- The body

  Block::BlockArgListType sliceArguments() {
    return scan.getBody().getArguments().drop_front(carried);
  }

  void fillBody(flow::ForOp loop) {
    loop.getBody().takeBody(scan.getBody());
    Block &block = loop.getBody().front();
    Operation *end = block.getTerminator();
    Location loc = loop.getLoc();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    Expr turn = b(block.insertArgument(0u, loop.getLower().getType(), loc));
    unsigned first = 1 + carried;
    for (auto [k, input] : llvm::enumerate(scan.getInputs()))
      block.getArgument(first + k).replaceAllUsesWith(take(b(input), turn, 0).value());
    block.eraseArguments(first, scan.getInputs().size());
    builder.setInsertionPoint(end);
    for (Value stacked : loop.getResults().drop_front(carried)) {
      Expr filled = b(block.addArgument(stacked.getType(), loc));
      OpOperand &yielded = end->getOpOperand(block.getNumArguments() - 2);
      yielded.set(scatter(filled, turn, b(yielded.get()), 0).value());
    }
  }

  flow::ScanOp scan;
  OpBuilder &builder;
  RuleBuilder b;
  unsigned carried;
  Type index;
  Expr length;
  Expr openLength; // as a vector of one; not set if the types say it
  std::optional<int64_t> knownLength;
  Exprs shapes;
};

/// Runs on a function, or on all functions in an op.
struct LowerScanPass : PassWrapper<LowerScanPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerScanPass)

  StringRef getArgument() const override { return "lower-scan"; }
  StringRef getDescription() const override { return "Replace flow.scan by flow.for"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      if (failed(lowerScan(function)))
        signalPassFailure();
      return WalkResult::skip();
    });
  }
};

} // namespace

LogicalResult lowerScan(func::FuncOp function) {
  for (auto scan : opsIn<flow::ScanOp>(function)) {
    OpBuilder builder(scan);
    if (failed(ScanLowering(scan, builder).run()))
      return failure();
  }
  return success();
}

std::unique_ptr<Pass> createLowerScanPass() { return std::make_unique<LowerScanPass>(); }

} // namespace cotan

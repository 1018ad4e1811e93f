#include "cotan/closures/functionalize.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {
namespace {

bool isValue(Type type) { return isa<RankedTensorType, fn::FunctionType>(type); }

SmallVector<Value> readBy(MutableArrayRef<Region> regions) {
  llvm::SetVector<Value> read;
  getUsedValuesDefinedAbove(regions, read);
  return read.takeVector();
}

/// Whether all that goes in and out can be given to functions.
bool canBecomeFunctions(Operation *op) {
  auto areValues = [](TypeRange types) { return llvm::all_of(types, isValue); };
  return op->getRegion(0).empty() && // no stacks
         areValues(op->getOperandTypes()) && areValues(op->getResultTypes()) &&
         areValues(ValueRange(readBy(op->getRegions())).getTypes());
}

class Functionalizer {
public:
  explicit Functionalizer(func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}

  void run() {
    auto isControl = [](Operation *op) {
      return isa<flow::IfOp, flow::SwitchOp, flow::WhileOp>(op) && canBecomeFunctions(op);
    };
    for (Operation *op : opsIn(function, isControl))
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](flow::WhileOp loop) { replace(loop); })
          .Default([&](Operation *branch) { replaceBranch(branch); });
  }

private:
  /// A function of these values beside the one at hand.
  func::FuncOp createFunction(StringRef suffix, ValueRange arguments, TypeRange results,
                              Location loc) {
    auto created = declareBeside(
        function, suffix, FunctionType::get(rewriter.getContext(), arguments.getTypes(), results));
    created->setLoc(loc);
    created.addEntryBlock();
    return created;
  }

  static SmallVector<Value> mapped(ValueRange values, const IRMapping &mapping) {
    return llvm::map_to_vector(values, [&](Value v) { return mapping.lookupOrDefault(v); });
  }

  /// What `values` are in the function.
  static IRMapping inside(func::FuncOp created, ValueRange values) {
    IRMapping mapping;
    mapping.map(values, created.getArguments());
    return mapping;
  }

  static OpBuilder cloneBody(func::FuncOp created, Region &region, IRMapping &mapping) {
    OpBuilder builder = OpBuilder::atBlockEnd(&created.front());
    for (Operation &op : region.front().without_terminator())
      builder.clone(op, mapping);
    return builder;
  }

  static Value close(OpBuilder &builder, func::FuncOp callee, ValueRange captured, Location loc) {
    auto left = FunctionType::get(builder.getContext(), {}, callee.getResultTypes());
    return fn::ClosureOp::create(builder, loc, fn::FunctionType::get(left.getContext(), left),
                                 callee.getName(), captured);
  }

  //--- branches

  void replaceBranch(Operation *op) {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> functions;
    for (Region &region : op->getRegions().drop_front()) {
      SmallVector<Value> read = readBy(region);
      func::FuncOp created = createFunction(
          isa<flow::SwitchOp>(op) ? ".case" : (functions.empty() ? ".then" : ".else"), read,
          op->getResultTypes(), op->getLoc());
      IRMapping mapping = inside(created, read);
      if (region.empty()) { // an else that is left out
        OpBuilder builder = OpBuilder::atBlockEnd(&created.front());
        func::ReturnOp::create(builder, op->getLoc());
      } else {
        OpBuilder builder = cloneBody(created, region, mapping);
        Operation *end = region.front().getTerminator();
        func::ReturnOp::create(builder, end->getLoc(), mapped(end->getOperands(), mapping));
      }
      functions.push_back(close(rewriter, created, read, op->getLoc()));
    }
    Value chosen = fn::SwitchOp::create(rewriter, op->getLoc(), functions[0].getType(),
                                        op->getOperand(0), functions);
    rewriter.replaceOpWithNewOp<fn::ApplyOp>(op, op->getResultTypes(), chosen, ValueRange());
  }

  //--- loops

  void replace(flow::WhileOp loop) {
    const Location loc = loop.getLoc();
    SmallVector<Value> free = readBy(loop->getRegions());
    auto with = [&](ValueRange variables) {
      SmallVector<Value> all = free;
      llvm::append_range(all, variables);
      return all;
    };
    TypeRange results = loop.getResultTypes();
    SmallVector<Value> into = with(loop.getCond().getArguments()),
                       onward = with(loop.getBody().getArguments());
    func::FuncOp header = createFunction(".header", into, results, loc);
    func::FuncOp body = createFunction(".body", onward, results, loc);
    func::FuncOp after = createFunction(".after", loop.getResults(), results, loc);
    writeHeader(loop, header, body, after, inside(header, into));
    IRMapping mapping = inside(body, onward);
    OpBuilder builder = cloneBody(body, loop.getBody(), mapping);
    Operation *end = loop.getBody().front().getTerminator();
    auto again =
        func::CallOp::create(builder, loc, header, mapped(with(end->getOperands()), mapping));
    func::ReturnOp::create(builder, loc, again.getResults());
    builder = OpBuilder::atBlockEnd(&after.front());
    func::ReturnOp::create(builder, loc, after.getArguments());
    rewriter.setInsertionPoint(loop);
    rewriter.replaceOpWithNewOp<func::CallOp>(loop, header, with(loop.getInitial()));
  }

  static void writeHeader(flow::WhileOp loop, func::FuncOp header, func::FuncOp body,
                          func::FuncOp after, IRMapping mapping) {
    const Location loc = loop.getLoc();
    OpBuilder builder = cloneBody(header, loop.getCond(), mapping);
    auto end = cast<flow::CondYieldOp>(loop.getCond().front().getTerminator());
    SmallVector<Value> handed = mapped(end.getValues(), mapping);
    SmallVector<Value> onward(header.getArguments().drop_back(loop.getInitial().size()));
    llvm::append_range(onward, handed);
    Value functions[] = {close(builder, body, onward, loc), close(builder, after, handed, loc)};
    Value chosen = fn::SwitchOp::create(builder, loc, functions[0].getType(),
                                        mapping.lookupOrDefault(end.getCondition()), functions);
    auto apply = fn::ApplyOp::create(builder, loc, header.getResultTypes(), chosen, ValueRange());
    func::ReturnOp::create(builder, loc, apply.getResults());
  }

  func::FuncOp function;
  IRRewriter rewriter;
};

struct FunctionalizePass : PassWrapper<FunctionalizePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FunctionalizePass)
  StringRef getArgument() const override { return "functionalize"; }
  StringRef getDescription() const override {
    return "Make functions of branches and loops, and of their conditions choices of functions";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<fn::FnDialect>();
  }
  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal())
        functionalize(function);
  }
};

} // namespace

void functionalize(func::FuncOp function) { Functionalizer(function).run(); }

std::unique_ptr<Pass> createFunctionalizePass() { return std::make_unique<FunctionalizePass>(); }

} // namespace cotan

#include "cotan/transforms/replace_tail_calls.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/interfaces/collective.h"
#include "cotan/ir/ops_in.h"
#include "cotan/transforms/inline_calls.h"
#include "cotan/transforms/lift_cf.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {
namespace {

/// The last op of a block before its end.
Operation *lastOf(Block &block) { return block.getTerminator()->getPrevNode(); }

/// Whether the block ends by handing on what `op` gives, and nothing more.
bool isLast(Operation *op) {
  Operation *end = op->getBlock()->getTerminator();
  return op->getNextNode() == end && isa<flow::YieldOp, func::ReturnOp>(end) &&
         ValueRange(end->getOperands()) == ValueRange(op->getResults());
}

/// Branches whose results are those of their regions.
bool isBranch(Operation *op) {
  auto branch = dyn_cast_or_null<flow::Structured>(op);
  return branch && !branch.isLoop() && branch.getInit().empty() &&
         llvm::none_of(op->getRegions().drop_front(), [](Region &r) { return r.empty(); });
}

bool isTailCall(func::CallOp call) {
  Operation *op = call;
  while (isLast(op)) {
    op = op->getParentOp();
    if (isa<func::FuncOp>(op))
      return true;
    if (!isBranch(op))
      return false;
  }
  return false;
}

/// Whether there is a way through the block that ends without a call of the function.
bool hasEnd(Block &block, func::FuncOp function) {
  Operation *last = lastOf(block);
  if (auto call = dyn_cast_or_null<func::CallOp>(last); call && isLast(call))
    return call.getCallee() != function.getName();
  if (!last || !isLast(last) || !isBranch(last))
    return true;
  return llvm::any_of(last->getRegions().drop_front(),
                      [&](Region &region) { return hasEnd(region.front(), function); });
}

/// Whether lanes of a batch meet in it: those that end in one turn, not all in the end.
bool hasCollectives(func::FuncOp function) {
  return llvm::any_of(reachedFrom(function), [](func::FuncOp reached) {
    return reached.walk([](Collective) { return WalkResult::interrupt(); }).wasInterrupted();
  });
}

bool isTensor(Type type) { return isa<RankedTensorType>(type); }

SmallVector<Value> mapped(ValueRange values, const IRMapping &mapping) {
  return llvm::map_to_vector(values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

class Replacement {
public:
  explicit Replacement(func::FuncOp function)
      : function(function), old(function.front()), end(old.getTerminator()),
        ops(OpBuilder::atBlockEnd(&old)), basic(BasicOps::in(function.getContext())) {}

  void run() {
    auto *fresh = new Block();
    function.getBody().push_back(fresh);
    arguments = llvm::to_vector_of<Value>(fresh->addArguments(
        old.getArgumentTypes(), SmallVector<Location>(old.getNumArguments(), function.getLoc())));
    ops.setInsertionPointToEnd(fresh);
    if (auto branch = simpleBranch())
      replaceSimple(branch);
    else
      replaceAny();
    old.erase();
  }

private:
  //--- one branch that goes on or ends

  /// The flow.if at the end of which one region ends with the only call of itself; null if that is
  /// not the form of the function.
  flow::IfOp simpleBranch() {
    auto branch = dyn_cast_or_null<flow::IfOp>(lastOf(old));
    return branch && !hasCollectives(function) && isTensor(branch.getCondition().getType()) &&
                   callsOfItself(function).size() == 1 &&
                   (callAtEnd(branch.getThenRegion()) || callAtEnd(branch.getElseRegion()))
               ? branch
               : nullptr;
  }

  func::CallOp callAtEnd(Region &region) {
    auto call = dyn_cast_or_null<func::CallOp>(lastOf(region.front()));
    return call && call.getCallee() == function.getName() ? call : nullptr;
  }

  /// What the regions read of what stands before them, but for constants and arguments.
  SmallVector<Value> madeFor(flow::IfOp branch) {
    llvm::SetVector<Value> read;
    getUsedValuesDefinedAbove(branch->getRegions(), read);
    return llvm::to_vector(llvm::make_filter_range(read, [&](Value value) {
      return value.getDefiningOp() && !matchPattern(value, m_Constant());
    }));
  }

  /// The constants of the body again.
  void cloneConstants(IRMapping &mapping) {
    for (Operation &op : old)
      if (op.hasTrait<OpTrait::ConstantLike>())
        ops.clone(op, mapping);
  }

  void replaceSimple(flow::IfOp branch) {
    const bool goesOnIfTrue = bool(callAtEnd(branch.getThenRegion()));
    Region &goesOn = goesOnIfTrue ? branch.getThenRegion() : branch.getElseRegion();
    Region &ends = goesOnIfTrue ? branch.getElseRegion() : branch.getThenRegion();
    SmallVector<Value> variables = llvm::to_vector_of<Value>(old.getArguments()),
                       made = madeFor(branch), initial = arguments;
    llvm::append_range(variables, made);
    for (Value value : made)
      initial.push_back(noValue(ops, branch.getLoc(), value.getType()));
    auto loop = createLoop(initial, branch.getLoc());
    {
      OpBuilder::InsertionGuard guard(ops);
      IRMapping mapping = startRegion(loop.getCond(), variables);
      for (Operation &op : llvm::make_range(old.begin(), branch->getIterator()))
        ops.clone(op, mapping);
      Value more = mapping.lookup(branch.getCondition());
      if (!goesOnIfTrue)
        more = basic.logicalNot(ops, branch.getLoc(), more);
      flow::CondYieldOp::create(ops, branch.getLoc(), more, mapped(variables, mapping));
      mapping = startRegion(loop.getBody(), variables);
      cloneConstants(mapping);
      func::CallOp call = callAtEnd(goesOn);
      for (Operation &op : llvm::make_range(goesOn.front().begin(), call->getIterator()))
        ops.clone(op, mapping);
      SmallVector<Value> next = mapped(call.getOperands(), mapping);
      llvm::append_range(next, mapped(made, mapping));
      flow::YieldOp::create(ops, call.getLoc(), next);
    }
    IRMapping mapping;
    mapping.map(variables, loop.getResults());
    cloneConstants(mapping);
    for (Operation &op : ends.front().without_terminator())
      ops.clone(op, mapping);
    func::ReturnOp::create(ops, end->getLoc(),
                           mapped(ends.front().getTerminator()->getOperands(), mapping));
  }

  //--- any form: each turn says whether there is one more

  void replaceAny() {
    SmallVector<Value> state = arguments;
    for (Type type : function.getResultTypes())
      state.push_back(noValue(ops, end->getLoc(), type));
    state.push_back(truth(true, end->getLoc()));
    auto loop = createLoop(state, end->getLoc());
    {
      OpBuilder::InsertionGuard guard(ops);
      (void)startRegion(loop.getCond(), state);
      ValueRange given(loop.getCond().getArguments());
      flow::CondYieldOp::create(ops, end->getLoc(), given.back(), given);
      (void)startRegion(loop.getBody(), state);
      IRMapping mapping;
      current = loop.getBody().getArguments().take_front(arguments.size());
      mapping.map(old.getArguments(), current);
      flow::YieldOp::create(ops, end->getLoc(), nextState(old, mapping));
    }
    func::ReturnOp::create(
        ops, end->getLoc(),
        loop.getResults().drop_front(arguments.size()).take_front(function.getNumResults()));
  }

  /// Builds what the block does, and answers the arguments of the next turn, the results, and
  /// whether there is one.
  SmallVector<Value> nextState(Block &block, IRMapping &mapping) {
    Operation *last = lastOf(block);
    auto call = dyn_cast_or_null<func::CallOp>(last);
    const bool calls = call && call.getCallee() == function.getName();
    const bool decides = isBranch(last) && isLast(last) && !calls;
    for (Operation &op : block.without_terminator())
      if (&op != last || !(calls || decides))
        ops.clone(op, mapping);
    if (decides)
      return nextOf(last, mapping);
    SmallVector<Value> next;
    if (calls) {
      next = mapped(call.getOperands(), mapping);
      for (Type type : call.getResultTypes())
        next.push_back(noValue(ops, call.getLoc(), type));
    } else {
      next = llvm::to_vector_of<Value>(current);
      llvm::append_range(next, mapped(block.getTerminator()->getOperands(), mapping));
    }
    next.push_back(truth(calls, block.getTerminator()->getLoc()));
    return next;
  }

  SmallVector<Value> nextOf(Operation *branch, IRMapping &mapping) {
    OperationState state(branch->getLoc(), branch->getName());
    state.addOperands(mapped(branch->getOperands(), mapping));
    state.addAttributes(branch->getAttrs());
    state.addTypes(old.getArgumentTypes());
    state.addTypes(function.getResultTypes());
    state.addTypes(RankedTensorType::get({}, ops.getI1Type()));
    for (unsigned i = 0; i < branch->getNumRegions(); ++i)
      state.addRegion();
    Operation *built = ops.create(state);
    for (auto [from, to] :
         llvm::zip_equal(branch->getRegions().drop_front(), built->getRegions().drop_front())) {
      OpBuilder::InsertionGuard guard(ops);
      ops.createBlock(&to);
      flow::YieldOp::create(ops, branch->getLoc(), nextState(from.front(), mapping));
    }
    return built->getResults();
  }

  //--- parts

  flow::WhileOp createLoop(ValueRange initial, Location loc) {
    return flow::WhileOp::create(ops, loc, initial.getTypes(), initial);
  }

  /// A block with arguments that stand for these values.
  IRMapping startRegion(Region &region, ValueRange values) {
    Block *block = ops.createBlock(&region, {}, values.getTypes(),
                                   SmallVector<Location>(values.size(), end->getLoc()));
    IRMapping mapping;
    mapping.map(values, block->getArguments());
    return mapping;
  }

  Value truth(bool value, Location loc) {
    auto type = RankedTensorType::get({}, ops.getI1Type());
    return basic.constant(ops, loc, DenseElementsAttr::get(type, value))->getResult(0);
  }

  func::FuncOp function;
  Block &old;
  Operation *const end;
  OpBuilder ops;
  const BasicOps &basic;
  SmallVector<Value> arguments;
  ValueRange current; // the arguments in this turn
};

/// Whether it is named once in its module, and so belongs to the one place that calls it.
bool isNamedOnce(func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  return uses && llvm::hasSingleElement(*uses);
}

/// Inlines what belongs to one place of the circle of calls that the function is in.
LogicalResult inlineParts(func::FuncOp function) {
  auto isPart = [&](func::CallOp call) {
    func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
    return callee != function && callee.getBody().hasOneBlock() && isNamedOnce(callee) &&
           isRecursive(callee);
  };
  while (true) {
    auto parts = opsIn<func::CallOp>(function, isPart);
    if (parts.empty())
      return success();
    for (func::CallOp call : parts)
      if (failed(inlineCall(call)))
        return failure();
  }
}

LogicalResult replaceIn(func::FuncOp function) {
  if (function.isExternal() || !isRecursive(function))
    return success();
  if ((!function.getBody().hasOneBlock() && failed(liftControlFlow(function))) ||
      failed(inlineParts(function)))
    return failure();
  replaceTailCalls(function);
  return success();
}

struct ReplaceTailCallsPass : PassWrapper<ReplaceTailCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReplaceTailCallsPass)
  StringRef getArgument() const override { return "replace-tail-calls"; }
  StringRef getDescription() const override {
    return "Make loops of functions that call themselves last";
  }
  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (failed(replaceIn(function)))
        return signalPassFailure();
  }
};

} // namespace

bool replaceTailCalls(func::FuncOp function) {
  if (function.isExternal() || !function.getBody().hasOneBlock() ||
      !llvm::all_of(function.getArgumentTypes(), isTensor) ||
      !llvm::all_of(function.getResultTypes(), isTensor))
    return false;
  SmallVector<func::CallOp> calls = callsOfItself(function);
  if (calls.empty() || !llvm::all_of(calls, isTailCall) || !hasEnd(function.front(), function))
    return false; // without an end it is better that the stack ends
  Replacement(function).run();
  return true;
}

/// Whether each function comes after those that it calls.
static bool areInOrder(ArrayRef<func::FuncOp> functions) {
  DenseSet<Operation *> seen;
  for (func::FuncOp function : functions) {
    for (Operation *call : callsIn(function))
      if (!seen.contains(functionNamed(call, calleeOf(call))))
        return false;
    seen.insert(function);
  }
  return true;
}

LogicalResult replaceTailCallsFrom(func::FuncOp program) {
  auto functions = findCallees(program);
  if (failed(functions))
    return failure();
  if (areInOrder(*functions)) // most programs
    return success();
  for (func::FuncOp function : *functions)
    if (failed(replaceIn(function)))
      return failure();
  return success();
}

std::unique_ptr<Pass> createReplaceTailCallsPass() {
  return std::make_unique<ReplaceTailCallsPass>();
}

} // namespace cotan

#include "cotan/closures/lower_values.h"

#include "cotan/closures/derived.h"
#include "cotan/closures/parts.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/types.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

#include <memory>
#include <vector>

using namespace mlir;

namespace cotan {
namespace {

/// Builds the body of a function anew, with parts in the place of function values. The old body
/// stays until all are built: it says what is of which kind.
class Lowering {
public:
  Lowering(func::FuncOp function, const FunctionKinds &kinds, FunctionParts &parts)
      : function(function), kinds(kinds), parts(parts), ops(function.getContext()) {}

  LogicalResult build() {
    startRegion(function.getBody(), built);
    return runBlock(function.front());
  }

  void finish() {
    SmallVector<DictionaryAttr> arguments, results;
    for (auto [i, argument] : llvm::enumerate(function.getArguments()))
      arguments.append(partsOf(argument).size(), function.getArgAttrDict(i));
    for (auto [i, result] : llvm::enumerate(function.front().getTerminator()->getOperands()))
      results.append(partsOf(result).size(), function.getResultAttrDict(i));
    function.getBody().takeBody(built);
    updateType(function);
    function.setAllArgAttrs(arguments);
    function.setAllResultAttrs(results);
  }

private:
  SmallVector<Value> partsOf(Value value) const {
    auto found = functions.find(value);
    return found != functions.end() ? found->second : SmallVector<Value>{tensors.lookup(value)};
  }
  SmallVector<Value> partsOf(ValueRange values) const {
    SmallVector<Value> all;
    for (Value value : values)
      llvm::append_range(all, partsOf(value));
    return all;
  }

  void map(ValueRange olds, ValueRange fresh) {
    for (Value old : olds) {
      const size_t count = parts.typesOf(old).size();
      if (fn::isFunction(old.getType()))
        functions[old] = SmallVector<Value>(fresh.take_front(count));
      else
        tensors.map(old, fresh.front());
      fresh = fresh.drop_front(count);
    }
  }

  void startRegion(Region &region, Region &fresh) {
    auto types = parts.typesOf(ValueRange(region.getArguments()));
    Block *block =
        ops.createBlock(&fresh, {}, types, SmallVector<Location>(types.size(), region.getLoc()));
    map(region.getArguments(), block->getArguments());
  }

  LogicalResult runBlock(Block &block) {
    for (Operation &op : block)
      if (failed(runOp(&op)))
        return failure();
    return success();
  }

  LogicalResult runOp(Operation *op) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<fn::ClosureOp, fn::ApplyOp>([&](auto op) { return lower(op); })
        .Case<flow::PushBackOp, flow::PopBackOp>([&](auto stack) {
          if (holdsFunctions(stack))
            return LogicalResult(
                stack.emitOpError("has a function in its frame, but frames hold tensors and "
                                  "stacks; hand functions on as variables of the loop"));
          ops.clone(*stack.getOperation(), tensors);
          return success();
        })
        .Default([&](Operation *op) {
          if (holdsFunctions(op))
            return rebuild(op);
          ops.clone(*op, tensors);
          return success();
        });
  }

  static bool holdsFunctions(Operation *root) {
    auto isFunction = [](Value value) { return fn::isFunction(value.getType()); };
    return root
        ->walk([&](Operation *op) {
          bool holds = llvm::any_of(op->getOperands(), isFunction) ||
                       llvm::any_of(op->getResults(), isFunction);
          for (Region &region : op->getRegions())
            holds = holds || llvm::any_of(region.getArguments(), isFunction);
          return holds ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// The op as it is, with parts.
  LogicalResult rebuild(Operation *op) {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(partsOf(op->getOperands()));
    state.addTypes(parts.typesOf(ValueRange(op->getResults())));
    state.addAttributes(op->getAttrs());
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *fresh = ops.create(state);
    for (auto [region, copy] : llvm::zip_equal(op->getRegions(), fresh->getRegions())) {
      if (region.empty())
        continue;
      OpBuilder::InsertionGuard guard(ops);
      startRegion(region, copy);
      if (failed(runBlock(region.front())))
        return failure();
    }
    map(op->getResults(), fresh->getResults());
    return success();
  }

  LogicalResult lower(fn::ClosureOp op) {
    const unsigned kind = kinds.of(op.getFunction()), number = kinds.numberOf(op);
    SmallVector<Value> made;
    const size_t count = kinds.makersOf(kind).size();
    if (count > 1)
      made.push_back(integer(number, op.getLoc()));
    ArrayRef<Type> types = parts.typesOf(kind);
    auto [first, size] = parts.capturedBy(kind, number);
    auto noValues = [&](ArrayRef<Type> those) {
      for (Type type : those)
        made.push_back(noValue(ops, op.getLoc(), type));
    };
    noValues(types.slice(made.size(), first - made.size()));
    llvm::append_range(made, partsOf(op.getCaptured()));
    noValues(types.drop_front(first + size));
    functions[op.getFunction()] = made;
    return success();
  }

  Value integer(int64_t value, Location loc) {
    auto type = RankedTensorType::get({}, ops.getI64Type());
    auto attribute = DenseElementsAttr::get(type, APInt(64, value));
    return BasicOps::in(ops.getContext()).constant(ops, loc, attribute)->getResult(0);
  }

  LogicalResult lower(fn::ApplyOp op) {
    const unsigned kind = kinds.of(op.getFunction());
    ArrayRef<fn::ClosureOp> makers = kinds.makersOf(kind);
    if (makers.empty())
      return op.emitOpError("applies a function that nothing makes");
    auto results = parts.typesOf(ValueRange(op.getResults()));
    if (makers.size() == 1) {
      map(op.getResults(), call(op, kind, 0, results).getResults());
      return success();
    }
    OperationState state(op.getLoc(), flow::SwitchOp::getOperationName());
    state.addOperands(partsOf(op.getFunction()).front());
    state.addTypes(results);
    (void)state.addRegion(); // no stacks
    for (unsigned number = 0; number < makers.size(); ++number) {
      Region *region = state.addRegion();
      OpBuilder::InsertionGuard guard(ops);
      ops.createBlock(region);
      flow::YieldOp::create(ops, op.getLoc(), call(op, kind, number, results).getResults());
    }
    map(op.getResults(), ops.create(state)->getResults());
    return success();
  }

  func::CallOp call(fn::ApplyOp op, unsigned kind, unsigned number, TypeRange results) {
    auto [first, size] = parts.capturedBy(kind, number);
    SmallVector<Value> given(ArrayRef(partsOf(op.getFunction())).slice(first, size));
    llvm::append_range(given, partsOf(op.getArguments()));
    fn::ClosureOp maker = kinds.makersOf(kind)[number];
    return func::CallOp::create(ops, op.getLoc(), maker.getCallee(), results, given);
  }

  func::FuncOp function;
  const FunctionKinds &kinds;
  FunctionParts &parts;
  OpBuilder ops;
  Region built;
  IRMapping tensors;
  llvm::DenseMap<Value, SmallVector<Value>> functions;
};

} // namespace

/// Where the arguments are when functions among those of what is differentiated have become parts.
static void moveWrt(func::FuncOp function, FunctionParts &parts) {
  std::optional<Derived> derived = derivedOf(function);
  if (!derived)
    return;
  ValueRange primals = primalOf(function).getArguments(); // derivatives add tensors alone
  SmallVector<unsigned> moved;
  for (unsigned i : derived->wrt) {
    const unsigned first = std::min<unsigned>(i, primals.size());
    moved.push_back(parts.typesOf(primals.take_front(first)).size() + i - first);
  }
  setWrt(function, moved);
}

/// Parts of parts end.
static LogicalResult checkNesting(func::FuncOp function, const FunctionKinds &kinds) {
  auto check = [&](fn::ClosureOp op) {
    auto isNested = [&](Value value) {
      return fn::isFunction(value.getType()) && kinds.isNested(kinds.of(value));
    };
    if (!isNested(op.getFunction()) || llvm::none_of(op.getCaptured(), isNested))
      return WalkResult::advance();
    op.emitError("this function is made of one that may have been made here: how deep they are "
                 "nested is known only when the program runs; nest them a fixed number of times");
    return WalkResult::interrupt();
  };
  return failure(function.walk(check).wasInterrupted());
}

LogicalResult lowerFunctionValues(ArrayRef<func::FuncOp> functions, const FunctionKinds &kinds) {
  for (func::FuncOp function : functions)
    if (failed(checkNesting(function, kinds)))
      return failure();
  FunctionParts parts(kinds);
  std::vector<std::unique_ptr<Lowering>> lowerings;
  for (func::FuncOp function : functions) {
    moveWrt(function, parts);
    if (function.isExternal() || !fn::usesFunctionValues(function))
      continue;
    lowerings.push_back(std::make_unique<Lowering>(function, kinds, parts));
    if (failed(lowerings.back()->build()))
      return failure();
  }
  for (auto &lowering : lowerings)
    lowering->finish();
  return success();
}

} // namespace cotan

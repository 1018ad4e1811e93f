#include "cotan/closures/lower_values.h"

#include "cotan/closures/derived.h"
#include "cotan/closures/parts.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/types.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

#include <functional>
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
      results.append(
          fn::isFunction(result.getType()) ? parts.typesOf(kinds.ofResult(function, i)).size() : 1,
          function.getResultAttrDict(i));
    function.getBody().takeBody(built);
    updateType(function);
    function.setAllArgAttrs(arguments);
    function.setAllResultAttrs(results);
  }

private:
  //--- what stands for values

  SmallVector<Value> partsOf(Value value) const {
    auto found = functions.find(value);
    return found != functions.end() ? found->second : SmallVector<Value>{tensors.lookup(value)};
  }

  /// The same as what it goes to takes it: as one of more functions.
  SmallVector<Value> partsOf(Value value, const FunctionSet &to) {
    return widened(functions.find(value)->second, kinds.of(value), to, value.getLoc());
  }

  SmallVector<Value> widened(ArrayRef<Value> given, const FunctionSet &from, const FunctionSet &to,
                             Location loc) {
    if (from == to)
      return SmallVector<Value>(given);
    SmallVector<Value> made;
    if (to.size() > 1)
      made.push_back(numberAmong(from, to, given, loc));
    unsigned first = from.size() > 1 ? 1 : 0; // of what the next function has captured
    const auto *next = from.begin();
    for (unsigned closed : to) {
      const FunctionParts::Types &types = parts.capturedBy(closed);
      if (next != from.end() && *next == closed) {
        llvm::append_range(made, given.slice(first, types.size()));
        first += types.size();
        ++next;
      } else {
        for (Type type : types)
          made.push_back(noValue(ops, loc, type));
      }
    }
    return made;
  }

  /// The number among `to` of what `given` is among `from`.
  Value numberAmong(const FunctionSet &from, const FunctionSet &to, ArrayRef<Value> given,
                    Location loc) {
    auto place = [&](unsigned closed) { return llvm::find(to, closed) - to.begin(); };
    if (from.size() <= 1)
      return integer(from.empty() ? 0 : place(from.front()), loc);
    auto cases = llvm::map_to_vector(from, [&](unsigned closed) -> Make {
      return [&, closed] { return SmallVector<Value>{integer(place(closed), loc)}; };
    });
    return createSwitch(given.front(), given.front().getType(), cases, loc).front();
  }

  /// What an operand is for the op that takes it.
  SmallVector<Value> partsOf(OpOperand &operand) {
    const Value value = operand.get();
    if (!fn::isFunction(value.getType()))
      return {tensors.lookup(value)};
    return partsOf(value, targetOf(operand));
  }

  /// What an operand becomes: a variable, an argument or a result.
  const FunctionSet &targetOf(OpOperand &operand) {
    Operation *op = operand.getOwner();
    const unsigned i = operand.getOperandNumber();
    if (isa<func::ReturnOp>(op))
      return kinds.ofResult(function, i);
    if (auto call = dyn_cast<func::CallOp>(op))
      return kinds.of(primalOf(functionNamed(call, call.getCalleeAttr())).getArgument(i));
    if (auto closure = dyn_cast<fn::ClosureOp>(op))
      return kinds.of(primalOf(functionNamed(closure, closure.getCalleeAttr())).getArgument(i));
    const bool isEnd = op->hasTrait<OpTrait::IsTerminator>();
    if (auto flow = dyn_cast<flow::Structured>(isEnd ? op->getParentOp() : op))
      for (OpResult result : flow->getResults()) {
        flow::Variable variable = flow::variableOf(flow, result.getResultNumber());
        if (variable.start == &operand || llvm::is_contained(variable.yields, &operand))
          return kinds.of(result);
      }
    return kinds.of(operand.get());
  }

  SmallVector<Value> partsOfOperands(Operation *op) {
    SmallVector<Value> all;
    for (OpOperand &operand : op->getOpOperands())
      llvm::append_range(all, partsOf(operand));
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
    state.addOperands(partsOfOperands(op));
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

  /// It is one function, so what it has captured is all.
  LogicalResult lower(fn::ClosureOp op) {
    functions[op.getFunction()] = partsOfOperands(op);
    return success();
  }

  Value integer(int64_t value, Location loc) {
    auto type = RankedTensorType::get({}, ops.getI64Type());
    auto attribute = DenseElementsAttr::get(type, APInt(64, value));
    return BasicOps::in(ops.getContext()).constant(ops, loc, attribute)->getResult(0);
  }

  using Make = std::function<SmallVector<Value>()>;

  ValueRange createSwitch(Value index, TypeRange results, ArrayRef<Make> cases, Location loc) {
    OperationState state(loc, flow::SwitchOp::getOperationName());
    state.addOperands(index);
    state.addTypes(results);
    (void)state.addRegion(); // no stacks
    for (const Make &make : cases) {
      OpBuilder::InsertionGuard guard(ops);
      ops.createBlock(state.addRegion());
      flow::YieldOp::create(ops, loc, make());
    }
    return ops.create(state)->getResults();
  }

  LogicalResult lower(fn::ApplyOp op) {
    const FunctionSet &set = kinds.of(op.getFunction());
    if (set.empty())
      return op.emitOpError("applies a function that nothing makes");
    SmallVector<Value> given = partsOf(op.getFunction());
    unsigned first = set.size() > 1 ? 1 : 0;
    SmallVector<Make> cases;
    for (unsigned closed : set) {
      const unsigned size = parts.capturedBy(closed).size();
      ArrayRef<Value> captured = ArrayRef(given).slice(first, size);
      cases.push_back([this, op, closed, captured] { return call(op, closed, captured); });
      first += size;
    }
    auto types = parts.typesOf(ValueRange(op.getResults()));
    if (cases.size() == 1)
      map(op.getResults(), cases.front()());
    else
      map(op.getResults(), createSwitch(given.front(), types, cases, op.getLoc()));
    return success();
  }

  /// The results of a call of this function, as the op takes them.
  SmallVector<Value> call(fn::ApplyOp op, unsigned number, ArrayRef<Value> captured) {
    const Closed &closed = kinds.closed(number);
    ValueRange arguments =
        ValueRange(primalOf(closed.callee).getArguments()).drop_front(closed.captured);
    SmallVector<Value> given(captured);
    for (auto [i, value] : llvm::enumerate(op.getArguments()))
      llvm::append_range(given, fn::isFunction(value.getType())
                                    ? partsOf(value, kinds.of(arguments[i]))
                                    : partsOf(value));
    SmallVector<FunctionParts::Types> types;
    for (OpResult result : op.getResults())
      types.push_back(fn::isFunction(result.getType())
                          ? parts.typesOf(kinds.ofResult(closed.callee, result.getResultNumber()))
                          : FunctionParts::Types{result.getType()});
    SmallVector<Type> all;
    for (const FunctionParts::Types &each : types)
      llvm::append_range(all, each);
    auto called =
        func::CallOp::create(ops, op.getLoc(), func::FuncOp(closed.callee).getName(), all, given);
    SmallVector<Value> results(called.getResults()), taken;
    unsigned first = 0;
    for (auto [result, each] : llvm::zip_equal(op.getResults(), types)) {
      ArrayRef<Value> values = ArrayRef(results).slice(first, each.size());
      first += each.size();
      if (fn::isFunction(result.getType()))
        llvm::append_range(taken,
                           widened(values, kinds.ofResult(closed.callee, result.getResultNumber()),
                                   kinds.of(result), op.getLoc()));
      else
        llvm::append_range(taken, values);
    }
    return taken;
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
    if (!kinds.isNested(kinds.numberOf(op)))
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

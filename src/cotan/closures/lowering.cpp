#include "cotan/closures/lowering.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

Lowering::Lowering(func::FuncOp function, const FunctionKinds &kinds, FunctionParts &parts,
                   const Environments &environments, bool isRoot)
    : function(function), kinds(kinds), parts(parts), environments(environments),
      use(environments.useOf(function)), isRoot(isRoot), ops(function.getContext()),
      choices(ops, parts) {}

LogicalResult Lowering::build() {
  startRegion(function.getBody(), built, use != Use::none && !isRoot, 0);
  if (use != Use::none && isRoot)
    rows = environments.start(ops, function.getLoc());
  return runBlock(function.front());
}

void Lowering::finish() {
  SmallVector<DictionaryAttr> arguments, results;
  for (auto [i, argument] : llvm::enumerate(function.getArguments()))
    arguments.append(partsOf(argument).size(), function.getArgAttrDict(i));
  for (auto [i, result] : llvm::enumerate(function.front().getTerminator()->getOperands()))
    results.append(
        fn::isFunction(result.getType()) ? parts.typesOf(kinds.ofResult(function, i)).size() : 1,
        function.getResultAttrDict(i));
  arguments.resize(built.getNumArguments());
  results.resize(built.front().getTerminator()->getNumOperands());
  function.getBody().takeBody(built);
  updateType(function);
  function.setAllArgAttrs(arguments);
  function.setAllResultAttrs(results);
}

//--- What stands for values

Lowering::Values Lowering::partsOf(Value value) const {
  auto found = functions.find(value);
  return found != functions.end() ? found->second : Values{tensors.lookup(value)};
}

/// The same as what it goes to takes it: as one of more functions.
Lowering::Values Lowering::partsOf(Value value, const FunctionSet &to) {
  return choices.widened(functions.find(value)->second, kinds.of(value), to, value.getLoc());
}

/// What an operand is for the op that takes it.
Lowering::Values Lowering::partsOf(OpOperand &operand) {
  const Value value = operand.get();
  if (!fn::isFunction(value.getType()))
    return {tensors.lookup(value)};
  return partsOf(value, targetOf(operand));
}

/// What an operand becomes: a variable, an argument or a result.
const FunctionSet &Lowering::targetOf(OpOperand &operand) {
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

Lowering::Values Lowering::partsOfOperands(Operation *op) {
  Values all;
  for (OpOperand &operand : op->getOpOperands())
    llvm::append_range(all, partsOf(operand));
  return all;
}

void Lowering::map(ValueRange olds, ValueRange fresh) {
  for (Value old : olds) {
    const size_t count = parts.typesOf(old).size();
    if (fn::isFunction(old.getType()))
      functions[old] = Values(fresh.take_front(count));
    else
      tensors.map(old, fresh.front());
    fresh = fresh.drop_front(count);
  }
}

//--- Ops

/// The values but for the rows that begin at `first`, which are those to use next.
Lowering::Values Lowering::withoutRows(ValueRange values, unsigned first) {
  rows = Values(values.slice(first, numRows()));
  Values others(values.take_front(first));
  llvm::append_range(others, values.drop_front(first + numRows()));
  return others;
}

/// The last arguments are stacks; rows stand before them.
void Lowering::startRegion(Region &region, Region &fresh, bool takesRows, unsigned numStacks) {
  SmallVector<Type> types = parts.typesOf(ValueRange(region.getArguments()));
  const unsigned first = types.size() - numStacks;
  if (takesRows)
    types.insert(types.begin() + first, rowTypes().begin(), rowTypes().end());
  Block *block =
      ops.createBlock(&fresh, {}, types, SmallVector<Location>(types.size(), region.getLoc()));
  ValueRange arguments = block->getArguments();
  map(region.getArguments(), takesRows ? withoutRows(arguments, first) : Values(arguments));
}

LogicalResult Lowering::runBlock(Block &block) {
  for (Operation &op : block)
    if (failed(runOp(&op)))
      return failure();
  return success();
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

/// Whether it hands rows on that have been written.
static bool endsWrites(Operation *op, const Environments &environments) {
  return op->hasTrait<OpTrait::IsTerminator>() &&
         environments.useOf(op->getParentOp()) == Environments::Use::writes;
}

LogicalResult Lowering::runOp(Operation *op) {
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
      .Case([&](flow::CustomCallOp call) {
        if (environments.useOf(call) != Use::none)
          return LogicalResult(call.emitOpError(
              "calls a function with functions in it of which it is known only when the program "
              "runs how deep they are nested; its rule cannot say what flows to what they "
              "capture"));
        ops.clone(*call.getOperation(), tensors);
        return success();
      })
      .Default([&](Operation *op) {
        if (holdsFunctions(op) || environments.useOf(op) != Use::none ||
            endsWrites(op, environments))
          return rebuild(op);
        ops.clone(*op, tensors);
        return success();
      });
}

/// The stacks it makes are its last results; they are the last values its regions hand on.
static unsigned numStacksOf(flow::Structured op) { return op ? flow::numInitStacks(op) : 0; }

/// What the op takes and gives of rows, beside what it takes and gives of its own.
void Lowering::addRows(Operation *op, OperationState &state) {
  auto insert = [](auto &list, unsigned place, const auto &added) {
    list.insert(list.begin() + place, added.begin(), added.end());
  };
  auto flow = dyn_cast<flow::Structured>(op),
       around = dyn_cast<flow::Structured>(op->getParentOp());
  const bool writes = environments.useOf(op) == Use::writes;
  if (auto call = dyn_cast<func::CallOp>(op); call && environments.useOf(op) != Use::none)
    insert(state.operands, placeOfRows(functionNamed(call, call.getCalleeAttr())), rows);
  else if (flow && flow.isLoop() && writes)
    insert(state.operands, state.operands.size(), rows);
  else if (endsWrites(op, environments) && (around || !isRoot))
    insert(state.operands, state.operands.size() - numStacksOf(around), rows);
  if (writes)
    insert(state.types, state.types.size() - numStacksOf(flow), rowTypes());
}

/// The op as it is, with parts.
LogicalResult Lowering::rebuild(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(partsOfOperands(op));
  state.addTypes(parts.typesOf(ValueRange(op->getResults())));
  state.addAttributes(op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  addRows(op, state);
  Operation *fresh = ops.create(state);
  auto flow = dyn_cast<flow::Structured>(op);
  if (flow && failed(rebuildRegions(flow, cast<flow::Structured>(fresh))))
    return failure();
  ValueRange results = fresh->getResults();
  if (environments.useOf(op) == Use::writes)
    map(op->getResults(), withoutRows(results, results.size() - numStacksOf(flow) - numRows()));
  else
    map(op->getResults(), results);
  return success();
}

LogicalResult Lowering::rebuildRegions(flow::Structured op, flow::Structured fresh) {
  const Values before = rows;
  const bool takesRows = op.isLoop() && environments.useOf(op) == Use::writes;
  for (auto [region, copy] : llvm::zip_equal(op->getRegions(), fresh->getRegions())) {
    if (region.empty())
      continue;
    OpBuilder::InsertionGuard guard(ops);
    const bool isInit = &region == &op.getInit();
    startRegion(region, copy, takesRows && !isInit, isInit ? 0 : flow::numInitStacks(op));
    if (failed(runBlock(region.front())))
      return failure();
    rows = before;
  }
  return success();
}

} // namespace cotan

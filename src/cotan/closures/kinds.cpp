#include "cotan/closures/kinds.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

FunctionKinds::FunctionKinds(ArrayRef<func::FuncOp> functions) {
  for (func::FuncOp function : functions)
    if (fn::usesFunctionValues(function))
      function.walk([&](Operation *op) { visit(op); });
  for (auto &[value, node] : numbers)
    node = leaderOf(node);
  findNested();
}

static bool haveOneFunction(fn::ClosureOp a, fn::ClosureOp b) {
  return a.getCallee() == b.getCallee() && a.getCaptured().size() == b.getCaptured().size();
}

static void addTo(SmallVectorImpl<fn::ClosureOp> &makers, fn::ClosureOp maker) {
  if (llvm::none_of(makers, [&](fn::ClosureOp known) { return haveOneFunction(known, maker); }))
    makers.push_back(maker);
}

//--- Nodes

unsigned FunctionKinds::create(Type type) {
  auto function = dyn_cast<fn::FunctionType>(type);
  if (!function)
    return none;
  auto inputs = createAll(function.getInputs()), results = createAll(function.getResults());
  nodes.push_back({unsigned(nodes.size()), inputs, results, {}});
  return nodes.size() - 1;
}

SmallVector<unsigned, 2> FunctionKinds::createAll(TypeRange types) {
  SmallVector<unsigned, 2> created;
  for (Type type : types)
    created.push_back(create(type));
  return created;
}

unsigned FunctionKinds::nodeOf(Value value) {
  if (!fn::isFunction(value.getType()))
    return none;
  auto [known, isNew] = numbers.try_emplace(value);
  if (isNew) {
    const unsigned node = create(value.getType());
    numbers[value] = node;
    return node;
  }
  return known->second;
}

unsigned FunctionKinds::leaderOf(unsigned node) const {
  while (nodes[node].leader != node)
    node = nodes[node].leader;
  return node;
}

unsigned FunctionKinds::of(Value function) const { return numbers.at(function); }

void FunctionKinds::join(Value a, Value b) {
  if (fn::isFunction(a.getType()))
    join(nodeOf(a), nodeOf(b));
}

/// The types of both are the same, so what is in them is alike.
void FunctionKinds::join(unsigned one, unsigned other) {
  SmallVector<std::pair<unsigned, unsigned>> waiting = {{one, other}};
  while (!waiting.empty()) {
    auto [first, second] = waiting.pop_back_val();
    if (first == none)
      continue;
    first = leaderOf(first), second = leaderOf(second);
    if (first == second)
      continue;
    Node &kept = nodes[first], &joined = nodes[second];
    joined.leader = first;
    for (fn::ClosureOp maker : joined.makers)
      addTo(kept.makers, maker);
    joined.makers.clear();
    for (auto [a, b] : llvm::zip_equal(kept.inputs, joined.inputs))
      waiting.push_back({a, b});
    for (auto [a, b] : llvm::zip_equal(kept.results, joined.results))
      waiting.push_back({a, b});
  }
}

void FunctionKinds::joinEach(ValueRange values, ArrayRef<unsigned> with) {
  for (auto [value, node] : llvm::zip_equal(values, with))
    if (node != none)
      join(nodeOf(value), node);
}

//--- What ops say of them

/// What is iterated over while nodes are added.
static SmallVector<unsigned, 2> copyOf(ArrayRef<unsigned> nodes) {
  return SmallVector<unsigned, 2>(nodes);
}

/// What a function that has function values returns.
static ValueRange returnedBy(func::FuncOp function) {
  return function.front().getTerminator()->getOperands();
}

void FunctionKinds::visitCall(ValueRange operands, ValueRange results, func::FuncOp callee) {
  // What a derivative is made of gets what the derivative gets.
  if (func::FuncOp primal = primalOf(callee); primal != callee)
    return visitCall(operands.take_front(primal.getNumArguments()), {}, primal);
  if (!fn::usesFunctionValues(callee))
    return;
  for (auto [operand, argument] : llvm::zip(operands, callee.getArguments()))
    join(operand, argument);
  if (!results.empty())
    for (auto [result, returned] : llvm::zip_equal(results, returnedBy(callee)))
      join(result, returned);
}

void FunctionKinds::addMaker(fn::ClosureOp closure) {
  func::FuncOp callee = functionNamed(closure, closure.getCalleeAttr());
  const unsigned node = leaderOf(nodeOf(closure.getFunction()));
  addTo(nodes[node].makers, closure);
  const unsigned captured = closure.getCaptured().size();
  if (func::FuncOp primal = primalOf(callee); primal != callee)
    callee = primal;
  else if (fn::usesFunctionValues(callee))
    joinEach(returnedBy(callee), copyOf(nodes[node].results));
  for (auto [value, argument] : llvm::zip(closure.getCaptured(), callee.getArguments()))
    join(value, argument);
  // A derivative takes more than what it is made of.
  const unsigned rest = callee.getNumArguments() - captured;
  joinEach(callee.getArguments().drop_front(captured),
           ArrayRef(copyOf(nodes[leaderOf(node)].inputs)).take_front(rest));
}

void FunctionKinds::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](fn::ClosureOp closure) { addMaker(closure); })
      .Case([&](fn::ApplyOp apply) {
        const unsigned node = leaderOf(nodeOf(apply.getFunction()));
        joinEach(apply.getArguments(), copyOf(nodes[node].inputs));
        joinEach(apply.getResults(), copyOf(nodes[leaderOf(node)].results));
      })
      .Case([&](func::CallOp call) {
        visitCall(call.getOperands(), call.getResults(), functionNamed(call, call.getCalleeAttr()));
      })
      .Case([&](flow::Structured flow) {
        for (unsigned j = 0; j < op->getNumResults(); ++j) {
          flow::Variable variable = flow::variableOf(flow, j);
          if (variable.start)
            join(variable.start->get(), variable.result);
          for (BlockArgument arg : variable.args)
            join(arg, variable.result);
          for (OpOperand *yield : variable.yields)
            join(yield->get(), variable.result);
        }
      });
  for (Region &region : op->getRegions()) // where nothing comes in, there is a kind yet
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        (void)nodeOf(argument);
  for (Value result : op->getResults())
    (void)nodeOf(result);
}

unsigned FunctionKinds::numberOf(fn::ClosureOp closure) const {
  ArrayRef<fn::ClosureOp> makers = makersOf(of(closure.getFunction()));
  const auto *found =
      llvm::find_if(makers, [&](fn::ClosureOp maker) { return haveOneFunction(maker, closure); });
  return found - makers.begin();
}

//--- What captures what

/// A kind is nested if it can be reached from itself, by what its values capture.
void FunctionKinds::findNested() {
  std::vector<llvm::SetVector<unsigned>> captured(nodes.size());
  for (auto [kind, node] : llvm::enumerate(nodes))
    for (fn::ClosureOp maker : node.makers)
      for (Value value : maker.getCaptured())
        if (fn::isFunction(value.getType()))
          captured[kind].insert(of(value));
  for (auto [kind, node] : llvm::enumerate(nodes)) {
    llvm::SetVector<unsigned> reached = captured[kind];
    for (size_t i = 0; i < reached.size() && !reached.contains(kind); ++i)
      reached.insert_range(captured[reached[i]]);
    node.isNested = reached.contains(kind);
  }
}

} // namespace cotan

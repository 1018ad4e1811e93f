#include "cotan/closures/kinds.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

ValueRange Closed::capturedArguments() const {
  return ValueRange(primalOf(callee).getArguments()).take_front(captured);
}

FunctionKinds::FunctionKinds(ArrayRef<func::FuncOp> functions) {
  for (func::FuncOp function : functions)
    if (fn::usesFunctionValues(function))
      function.walk([&](Operation *op) { visit(op); });
  propagate();
  findNested();
}

//--- Nodes: values, and results of functions

FunctionKinds::Node FunctionKinds::create() {
  sets.emplace_back();
  edges.emplace_back();
  calls.emplace_back();
  return sets.size() - 1;
}

FunctionKinds::Node FunctionKinds::nodeOf(Value value) {
  auto [found, isNew] = nodes.try_emplace(value);
  if (isNew)
    found->second = create();
  return found->second;
}

FunctionKinds::Node FunctionKinds::nodeOfResult(func::FuncOp function, unsigned result) {
  auto [found, isNew] = results.try_emplace({function, result});
  if (isNew)
    found->second = create();
  return found->second;
}

unsigned FunctionKinds::numbered(const Closed &closed) {
  const unsigned number = llvm::find(known, closed) - known.begin();
  if (number == known.size())
    known.push_back(closed);
  return number;
}

unsigned FunctionKinds::numberOf(fn::ClosureOp closure) const {
  const Closed closed{functionNamed(closure, closure.getCalleeAttr()),
                      unsigned(closure.getCaptured().size())};
  return llvm::find(known, closed) - known.begin();
}

void FunctionKinds::add(Node node, unsigned closed) {
  FunctionSet &set = sets[node];
  auto *place = llvm::lower_bound(set, closed);
  if (place != set.end() && *place == closed)
    return;
  set.insert(place, closed);
  waiting.push_back({node, closed});
}

void FunctionKinds::addEdge(Node from, Node to) {
  if (from == to || llvm::is_contained(edges[from], to))
    return;
  edges[from].push_back(to);
  for (unsigned closed : FunctionSet(sets[from]))
    add(to, closed);
}

void FunctionKinds::flow(Value from, Value to) {
  if (fn::isFunction(from.getType()))
    addEdge(nodeOf(from), nodeOf(to));
}

void FunctionKinds::flowAll(ValueRange from, ValueRange to) {
  for (auto [source, target] : llvm::zip_equal(from, to))
    flow(source, target);
}

//--- What ops say of them

/// A call of a function whose arguments from `first` on are the operands; `values` is what it
/// gives.
void FunctionKinds::visitCall(func::FuncOp callee, unsigned first, ValueRange operands,
                              ValueRange values) {
  // A derivative gets what it is made of gets, and then tensors; it gives tensors.
  func::FuncOp primal = primalOf(callee);
  if (!fn::usesFunctionValues(primal))
    return;
  ValueRange arguments = ValueRange(primal.getArguments()).drop_front(first);
  flowAll(operands.take_front(arguments.size()), arguments);
  if (primal == callee)
    for (auto [i, value] : llvm::enumerate(values))
      if (fn::isFunction(value.getType()))
        addEdge(nodeOfResult(callee, i), nodeOf(value));
}

/// The parts of a variable have one type, so they may be the same functions.
void FunctionKinds::visitVariables(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (!fn::isFunction(result.getType()))
      continue;
    flow::Variable variable =
        flow::variableOf(cast<flow::Structured>(op), result.getResultNumber());
    for (BlockArgument argument : variable.args) {
      flow(argument, result);
      flow(result, argument);
    }
    for (OpOperand *yield : variable.yields)
      flow(yield->get(), result);
    if (variable.start)
      flow(variable.start->get(), result);
  }
}

void FunctionKinds::visit(Operation *op) {
  auto isFunction = [](Value value) { return fn::isFunction(value.getType()); };
  for (Region &region : op->getRegions()) // where nothing comes, there is an empty set
    for (Value argument : llvm::make_filter_range(region.getArguments(), isFunction))
      (void)nodeOf(argument);
  for (Value result : llvm::make_filter_range(op->getResults(), isFunction))
    (void)nodeOf(result);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](fn::ClosureOp closure) {
        func::FuncOp callee = functionNamed(closure, closure.getCalleeAttr());
        const unsigned captured = closure.getCaptured().size();
        add(nodeOf(closure.getFunction()), numbered({callee, captured}));
        flowAll(closure.getCaptured(),
                ValueRange(primalOf(callee).getArguments()).take_front(captured));
      })
      .Case([&](fn::ApplyOp apply) {
        const Node node = nodeOf(apply.getFunction());
        calls[node].push_back(apply);
        for (unsigned closed : FunctionSet(sets[node]))
          waiting.push_back({node, closed});
      })
      .Case([&](func::CallOp call) {
        visitCall(functionNamed(call, call.getCalleeAttr()), 0, call.getOperands(),
                  call.getResults());
      })
      .Case([&](func::ReturnOp end) {
        for (OpOperand &operand : end->getOpOperands())
          if (isFunction(operand.get()))
            addEdge(nodeOf(operand.get()),
                    nodeOfResult(end->getParentOfType<func::FuncOp>(), operand.getOperandNumber()));
      })
      .Case([&](flow::Structured) { visitVariables(op); });
}

void FunctionKinds::propagate() {
  while (!waiting.empty()) {
    auto [node, number] = waiting.back();
    waiting.pop_back();
    for (Node next : llvm::to_vector(edges[node]))
      add(next, number);
    const Closed closed = known[number];
    for (fn::ApplyOp apply : llvm::to_vector(calls[node]))
      visitCall(closed.callee, closed.captured, apply.getArguments(), apply.getResults());
  }
}

void FunctionKinds::findNested() {
  std::vector<llvm::SetVector<unsigned>> captured(known.size());
  for (auto [closed, set] : llvm::zip_equal(known, captured))
    for (Value argument : closed.capturedArguments())
      if (fn::isFunction(argument.getType()))
        set.insert_range(of(argument));
  nested.resize(known.size());
  for (unsigned closed = 0; closed < known.size(); ++closed) {
    llvm::SetVector<unsigned> reached = captured[closed];
    for (size_t i = 0; i < reached.size() && !reached.contains(closed); ++i)
      reached.insert_range(captured[reached[i]]);
    nested[closed] = reached.contains(closed);
  }
}

} // namespace cotan

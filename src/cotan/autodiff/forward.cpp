#include "cotan/autodiff/forward.h"

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/appended.h"
#include "cotan/autodiff/checkpoint.h"
#include "cotan/autodiff/custom_rules.h"
#include "cotan/autodiff/custom_series.h"
#include "cotan/autodiff/moved_functions.h"
#include "cotan/autodiff/pairing.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/series.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/types.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {
namespace {

class Forward {
public:
  Forward(func::FuncOp function, const Activity &activity, const Pairing &pairing,
          MovedFunctions &functions, unsigned order)
      : activity(activity), pairing(pairing), functions(functions),
        series(function.getContext(), order), rewriter(series.builder()) {
    function.walk([&](func::CallOp call) { activeCalls.try_emplace(call, call, activity); });
  }

  /// Builds the coefficients of what the function computes.
  LogicalResult run(func::FuncOp function) { return runBlock(function.front()); }
  /// Gives the function an argument for each coefficient of `inputs` that is not zero.
  void addArguments(func::FuncOp function, ArrayRef<Value> inputs, unsigned given);
  /// Gives the function a result for each coefficient of each result, with which it is complete.
  void addResults(func::FuncOp function);
  /// Says on which stacks other functions push, or pop: their frames hold all coefficients.
  void setOutside(const llvm::SetVector<Value> &leaders, const StackClasses &classes) {
    for (Value leader : leaders)
      outside.insert_range(classes.uses(leader));
  }

private:
  /// A coefficient of one of several values.
  struct Column {
    unsigned index, degree;
  };

  LogicalResult runBlock(Block &block);
  LogicalResult runOp(Operation *op);
  LogicalResult runLoop(flow::Structured op);
  LogicalResult runBranch(flow::Structured op);
  void yield(flow::Structured op, Region &region, ArrayRef<Column> columns);
  void append(flow::Structured op, ValueRange starts, ArrayRef<Column> columns);
  SmallVector<Column> activeColumns(flow::Structured op);
  SmallVector<Column> columnsOf(ValueRange values);
  void setColumns(ValueRange values, ArrayRef<Column> columns, ValueRange coefficients);
  void runPush(flow::PushBackOp push);
  void runPop(flow::PopBackOp pop);
  LogicalResult runCall(func::CallOp call);
  LogicalResult runCustomCall(flow::CustomCallOp call);

  const Activity &activity;
  const Pairing &pairing;
  MovedFunctions &functions;
  llvm::DenseMap<Operation *, ActiveCall> activeCalls;     // found before values are replaced
  llvm::DenseSet<Operation *> outside;                     // pushes and pops
  llvm::DenseMap<Operation *, SmallVector<Column>> frames; // what is added to them, by their pop
  Series series;
  IRRewriter &rewriter;
};

LogicalResult Forward::runBlock(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    if (activity.reverses(&op))
      ops.push_back(&op);
  for (Operation *op : ops)
    if (failed(runOp(op)))
      return failure();
  return success();
}

LogicalResult Forward::runOp(Operation *op) {
  if (auto push = dyn_cast<flow::PushBackOp>(op))
    return runPush(push), success();
  if (auto pop = dyn_cast<flow::PopBackOp>(op))
    return runPop(pop), success();
  if (auto structured = dyn_cast<flow::Structured>(op))
    return structured.isLoop() ? runLoop(structured) : runBranch(structured);
  if (auto call = dyn_cast<func::CallOp>(op))
    return runCall(call);
  if (auto call = dyn_cast<flow::CustomCallOp>(op); call && call.getJvpAttr())
    return runCustomCall(call);
  return series.expand(op);
}

//--- Stacks: a frame holds the coefficients of its floats after its values

SmallVector<Forward::Column> Forward::columnsOf(ValueRange values) {
  SmallVector<Column> columns;
  for (auto [i, value] : llvm::enumerate(values))
    if (carriesDerivative(value.getType()))
      for (unsigned k = 1; k <= series.order(); ++k)
        columns.push_back({unsigned(i), k});
  return columns;
}

/// Only what is not zero goes on the stack; nothing if the frame is never taken off.
void Forward::runPush(flow::PushBackOp push) {
  Operation *pop = pairing.partnerOf(push);
  const bool isOutside = outside.contains(push);
  if (!pop && !isOutside)
    return;
  auto [frame, isNew] = frames.try_emplace(pop ? pop : push, columnsOf(push.getValues()));
  if (isNew && !isOutside)
    llvm::erase_if(frame->second, [&](const Column &column) {
      return !series.coefficient(push.getValues()[column.index], column.degree);
    });
  rewriter.setInsertionPoint(push);
  SmallVector<Value> added;
  for (auto [slot, degree] : frame->second)
    added.push_back(series.coefficientOrZeros(push.getValues()[slot], degree));
  push.getValuesMutable().append(added);
}

void Forward::runPop(flow::PopBackOp pop) {
  // All of the frame, should the push only come later.
  const SmallVector<Column> columns =
      frames.try_emplace(pop, columnsOf(pop.getValues())).first->second;
  SmallVector<Type> types(pop.getResultTypes());
  for (auto [slot, degree] : columns)
    types.push_back(pop.getResult(slot).getType());
  rewriter.setInsertionPoint(pop);
  auto fresh = flow::PopBackOp::create(rewriter, pop.getLoc(), types, pop.getStack());
  setColumns(fresh.getValues(), columns, fresh.getValues().drop_front(pop.getNumResults()));
  rewriter.replaceOp(pop, fresh.getValues().take_front(pop.getNumResults()));
}

//--- Calls

LogicalResult Forward::runCall(func::CallOp call) {
  const ActiveCall &active = activeCalls.at(call);
  const MovedFunction &moved = functions.of(active);
  SmallVector<Value> operands(call.getOperands());
  rewriter.setInsertionPoint(call);
  for (unsigned i : active.tensors())
    for (unsigned k = 1; k <= series.order(); ++k)
      operands.push_back(series.coefficientOrZeros(call.getOperand(i), k));
  const SmallVector<Column> columns = columnsOf(call.getResults());
  auto fresh = func::CallOp::create(rewriter, call.getLoc(), moved.type.getResults(),
                                    func::FuncOp(moved.function).getName(), operands);
  const unsigned results = call.getNumResults();
  setColumns(fresh.getResults().take_front(results), columns,
             fresh.getResults().drop_front(results));
  rewriter.replaceOp(call, fresh.getResults().take_front(results));
  return success();
}

LogicalResult Forward::runCustomCall(flow::CustomCallOp call) {
  if (failed(checkCaptured(call, activity)))
    return failure();
  rewriter.setInsertionPoint(call);
  const CurveOfResults curve = callJvp(call, series, functions);
  setColumns(curve.results, columnsOf(call.getResults()), curve.coefficients);
  rewriter.replaceOp(call, curve.results);
  return success();
}

/// Says that `coefficients` are these of `values`; the others are zero.
void Forward::setColumns(ValueRange values, ArrayRef<Column> columns, ValueRange coefficients) {
  llvm::MapVector<unsigned, SmallVector<Value>> found;
  for (auto [column, coefficient] : llvm::zip_equal(columns, coefficients)) {
    SmallVector<Value> &ofValue = found[column.index];
    ofValue.resize(series.order());
    ofValue[column.degree - 1] = coefficient;
  }
  for (auto &[index, ofValue] : found)
    series.set(values[index], ofValue);
}

//--- Structured ops: each active variable gets more, its coefficients

SmallVector<Forward::Column> Forward::activeColumns(flow::Structured op) {
  SmallVector<Column> columns = columnsOf(op->getResults());
  llvm::erase_if(columns, [&](const Column &column) {
    return !activity.isActive(op->getResult(column.index));
  });
  return columns;
}

void Forward::yield(flow::Structured op, Region &region, ArrayRef<Column> columns) {
  rewriter.setInsertionPoint(region.front().getTerminator());
  SmallVector<Value> yields;
  for (auto [variable, degree] : columns)
    yields.push_back(series.coefficientOrZeros(flow::yieldOf(region, variable).get(), degree));
  flow::insertYields(op, region, yields);
}

/// Rebuilds the op with a result for each column.
void Forward::append(flow::Structured op, ValueRange starts, ArrayRef<Column> columns) {
  SmallVector<Type> types;
  for (auto [variable, degree] : columns)
    types.push_back(op->getResult(variable).getType());
  unsigned first = op->getNumResults() - flow::numInitStacks(op);
  flow::Structured fresh = flow::appendVariables(rewriter, op, starts, types);
  setColumns(fresh->getResults(), columns, fresh->getResults().slice(first, columns.size()));
}

LogicalResult Forward::runLoop(flow::Structured op) {
  const SmallVector<Column> columns = activeColumns(op);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> starts;
  SmallVector<Type> types;
  for (auto [variable, degree] : columns) {
    Value start = op.getStartsMutable()[variable].get();
    starts.push_back(series.coefficientOrZeros(start, degree));
    types.push_back(start.getType());
  }
  for (Region *region : flow::bodiesOf(op)) {
    SmallVector<Value> variables, args = flow::insertArguments(op, *region, types);
    for (unsigned j = 0; j < op->getNumResults(); ++j)
      variables.push_back(flow::argumentOf(op, *region, j));
    setColumns(variables, columns, args);
    if (failed(runBlock(region->front())))
      return failure();
    yield(op, *region, columns);
  }
  append(op, starts, columns);
  return success();
}

/// Only what is not zero in every branch comes out.
LogicalResult Forward::runBranch(flow::Structured op) {
  const SmallVector<Region *, 3> bodies = flow::bodiesOf(op);
  for (Region *region : bodies)
    if (failed(runBlock(region->front())))
      return failure();
  SmallVector<Column> columns = activeColumns(op);
  llvm::erase_if(columns, [&](const Column &column) {
    return llvm::none_of(bodies, [&](Region *region) {
      return series.coefficient(flow::yieldOf(*region, column.index).get(), column.degree);
    });
  });
  for (Region *region : bodies)
    yield(op, *region, columns);
  append(op, {}, columns);
  return success();
}

//--- The function

void Forward::addArguments(func::FuncOp function, ArrayRef<Value> inputs, unsigned given) {
  SmallVector<Type> types;
  SmallVector<unsigned> orders;
  for (Value input : inputs)
    for (unsigned k = 1; k <= given; ++k) {
      types.push_back(input.getType());
      orders.push_back(k);
    }
  auto added = appendArguments(function, types, orders);
  for (auto [i, input] : llvm::enumerate(inputs)) {
    SmallVector<Value> coefficients(added.slice(i * given, given));
    coefficients.resize(series.order());
    series.set(input, coefficients);
  }
}

void Forward::addResults(func::FuncOp function) {
  Operation *end = function.front().getTerminator();
  rewriter.setInsertionPoint(end);
  SmallVector<Value> coefficients;
  SmallVector<unsigned> orders;
  for (Value value : end->getOperands()) {
    if (!carriesDerivative(value.getType()))
      continue;
    for (unsigned k = 1; k <= series.order(); ++k) {
      coefficients.push_back(series.coefficientOrZeros(value, k));
      orders.push_back(k);
    }
  }
  appendResults(function, coefficients, orders);
  series.finish();
}

} // namespace

/// As a copy of the callee, whose type grows to what was declared.
LogicalResult MovedFunctions::write(const MovedFunction &moved) {
  func::FuncOp function = moved.function, callee = moved.of.callee;
  IRMapping copies;
  callee.getBody().cloneInto(&function.getBody(), copies);
  function.setType(callee.getFunctionType());
  if (failed(inlineForwards(function, /*order=*/~0u)) || failed(inlineCheckpoints(function)))
    return failure();
  StackClasses classes(function);
  Activity activity = moved.of.activityIn(function, classes);
  Pairing pairing(function, classes);
  Forward forward(function, activity, pairing, *this, order);
  forward.setOutside(moved.of.stacksIn(function, classes), classes);
  auto inputs = llvm::map_to_vector(moved.of.tensors(),
                                    [&](unsigned i) -> Value { return function.getArgument(i); });
  forward.addArguments(function, inputs, order);
  if (failed(forward.run(function)))
    return failure();
  forward.addResults(function);
  return success();
}

LogicalResult pushForward(func::FuncOp function, ArrayRef<unsigned> wrt, unsigned order,
                          std::optional<unsigned> given) {
  if (failed(checkBody(function)) || failed(checkNumbers(function)) ||
      failed(inlineForwards(function, /*order=*/~0u)) ||
      failed(inlineCheckpoints(function)) || // what comes in may move stacks, too
      failed(verifyStacks(function, /*allowUnread=*/true)))
    return failure();
  SmallVector<Value> inputs, outputs;
  for (unsigned i : wrt) {
    if (failed(checkArgument(function, i)))
      return failure();
    inputs.push_back(function.getArgument(i));
  }
  for (Value value : function.front().getTerminator()->getOperands())
    if (carriesDerivative(value.getType()))
      outputs.push_back(value);
  StackClasses classes(function);
  Activity activity(function, classes, inputs, outputs);
  Pairing pairing(function, classes);
  MovedFunctions functions(order);
  Forward forward(function, activity, pairing, functions, order);
  forward.addArguments(function, inputs, std::min(order, given.value_or(order)));
  if (failed(forward.run(function)))
    return failure();
  forward.addResults(function);
  return functions.finish();
}

} // namespace cotan

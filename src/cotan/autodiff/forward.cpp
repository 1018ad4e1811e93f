#include "cotan/autodiff/forward.h"

#include "cotan/autodiff/activity.h"
#include "cotan/autodiff/names.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/series.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/types.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {
namespace {

class Forward {
public:
  Forward(func::FuncOp function, const Activity &activity, unsigned order)
      : activity(activity), series(function.getContext(), order), rewriter(series.builder()) {}

  /// Builds the coefficients of what the function computes.
  LogicalResult run(func::FuncOp function) { return runBlock(function.front()); }
  /// Gives the function an argument for each coefficient of `input` that is not zero.
  void addArguments(func::FuncOp function, Value input, unsigned given);
  /// Gives the function a result for each coefficient of each result.
  void addResults(func::FuncOp function);

private:
  /// Which coefficients of which variables go around or come out.
  struct Column {
    unsigned variable, degree;
  };

  LogicalResult runBlock(Block &block);
  LogicalResult runOp(Operation *op);
  LogicalResult runLoop(flow::Structured op);
  LogicalResult runBranch(flow::Structured op);
  void yield(flow::Structured op, Region &region, ArrayRef<Column> columns);
  void append(flow::Structured op, ValueRange starts, ArrayRef<Column> columns);
  SmallVector<Column> columnsOf(flow::Structured op);
  void runPush(flow::PushBackOp push);
  void runPop(flow::PopBackOp pop);

  const Activity &activity;
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
  return series.expand(op);
}

//--- Stacks: a frame holds the coefficients of its floats after its values

void Forward::runPush(flow::PushBackOp push) {
  rewriter.setInsertionPoint(push);
  SmallVector<Value> added;
  for (Value value : push.getValues())
    if (carriesDerivative(value.getType()))
      for (unsigned k = 1; k <= series.order(); ++k)
        added.push_back(series.coefficientOrZeros(value, k));
  push.getValuesMutable().append(added);
}

void Forward::runPop(flow::PopBackOp pop) {
  SmallVector<Type> types(pop.getResultTypes());
  for (Value value : pop.getValues())
    if (carriesDerivative(value.getType()))
      types.append(series.order(), value.getType());
  rewriter.setInsertionPoint(pop);
  auto fresh = flow::PopBackOp::create(rewriter, pop.getLoc(), types, pop.getStack());
  ValueRange added = fresh.getValues().drop_front(pop.getNumResults());
  for (Value value : fresh.getValues().take_front(pop.getNumResults()))
    if (carriesDerivative(value.getType())) {
      series.set(value, added.take_front(series.order()));
      added = added.drop_front(series.order());
    }
  rewriter.replaceOp(pop, fresh.getValues().take_front(pop.getNumResults()));
}

//--- Structured ops: each active variable gets more, its coefficients

SmallVector<Forward::Column> Forward::columnsOf(flow::Structured op) {
  SmallVector<Column> columns;
  for (unsigned j = 0; j < op->getNumResults(); ++j)
    if (activity.isActive(op->getResult(j)))
      for (unsigned k = 1; k <= series.order(); ++k)
        columns.push_back({j, k});
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
  llvm::MapVector<unsigned, SmallVector<Value>> coefficients;
  for (auto [variable, degree] : columns)
    types.push_back(op->getResult(variable).getType());
  unsigned next = op->getNumResults() - flow::numInitStacks(op);
  flow::Structured fresh = flow::appendVariables(rewriter, op, starts, types);
  for (auto [variable, degree] : columns) {
    coefficients[variable].resize(series.order());
    coefficients[variable][degree - 1] = fresh->getResult(next++);
  }
  for (auto &[variable, values] : coefficients)
    series.set(fresh->getResult(variable), values);
}

LogicalResult Forward::runLoop(flow::Structured op) {
  const SmallVector<Column> columns = columnsOf(op);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> starts;
  SmallVector<Type> types;
  for (auto [variable, degree] : columns) {
    Value start = op.getStartsMutable()[variable].get();
    starts.push_back(series.coefficientOrZeros(start, degree));
    types.push_back(start.getType());
  }
  for (Region *region : flow::bodiesOf(op)) {
    SmallVector<Value> args = flow::insertArguments(op, *region, types);
    for (unsigned i = 0; i < columns.size(); i += series.order())
      series.set(flow::argumentOf(op, *region, columns[i].variable),
                 ArrayRef(args).slice(i, series.order()));
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
  SmallVector<Column> columns = columnsOf(op);
  llvm::erase_if(columns, [&](const Column &column) {
    return llvm::none_of(bodies, [&](Region *region) {
      return series.coefficient(flow::yieldOf(*region, column.variable).get(), column.degree);
    });
  });
  for (Region *region : bodies)
    yield(op, *region, columns);
  append(op, {}, columns);
  return success();
}

//--- The function

void Forward::addArguments(func::FuncOp function, Value input, unsigned given) {
  SmallVector<Value> coefficients(series.order());
  for (unsigned k = 1; k <= given; ++k) {
    unsigned index = function.getNumArguments();
    (void)function.insertArgument(index, input.getType(), {}, function.getLoc());
    function.setArgAttr(index, orderName, rewriter.getI64IntegerAttr(k));
    coefficients[k - 1] = function.getArgument(index);
  }
  series.set(input, coefficients);
}

void Forward::addResults(func::FuncOp function) {
  Operation *end = function.front().getTerminator();
  rewriter.setInsertionPoint(end);
  for (Value value : SmallVector<Value>(end->getOperands())) {
    if (!carriesDerivative(value.getType()))
      continue;
    for (unsigned k = 1; k <= series.order(); ++k) {
      end->insertOperands(end->getNumOperands(), series.coefficientOrZeros(value, k));
      unsigned index = function.getNumResults();
      (void)function.insertResult(index, value.getType(), {});
      function.setResultAttr(index, orderName, rewriter.getI64IntegerAttr(k));
    }
  }
}

} // namespace

LogicalResult pushForward(func::FuncOp function, ArrayRef<unsigned> wrt, unsigned order,
                          std::optional<unsigned> given) {
  if (failed(checkBody(function)) || failed(verifyStacks(function, /*allowUnread=*/true)))
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
  Forward forward(function, activity, order);
  for (Value input : inputs)
    forward.addArguments(function, input, std::min(order, given.value_or(order)));
  if (failed(forward.run(function)))
    return failure();
  forward.addResults(function);
  return success();
}

} // namespace cotan

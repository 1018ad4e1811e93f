#include "cotan/closures/derived.h"
#include "cotan/closures/lowering.h"
#include "cotan/ir/calls.h"

using namespace mlir;

namespace cotan {

/// It is one function, so what it has captured is all, or the row where that is.
LogicalResult Lowering::lower(fn::ClosureOp op) {
  const unsigned number = kinds.numberOf(op);
  Values captured = partsOfOperands(op);
  functions[op.getFunction()] =
      kinds.isNested(number) ? Values{environments.keep(ops, op.getLoc(), number, captured, rows)}
                             : captured;
  return success();
}

LogicalResult Lowering::lower(fn::ApplyOp op) {
  const FunctionSet &set = kinds.of(op.getFunction());
  if (set.empty())
    return op.emitOpError("applies a function that nothing makes");
  const bool writes = environments.useOf(op) == Use::writes;
  const Values given = partsOf(op.getFunction()), before = rows;
  unsigned first = set.size() > 1 ? 1 : 0;
  SmallVector<Choices::Make> cases;
  for (unsigned closed : set) {
    const unsigned size = parts.typesOf(closed).size();
    cases.push_back([&, op, closed, own = ArrayRef(given).slice(first, size)] {
      rows = before;
      Values results = call(op, closed, own);
      if (writes)
        llvm::append_range(results, rows);
      return results;
    });
    first += size;
  }
  SmallVector<Type> types = parts.typesOf(ValueRange(op.getResults()));
  if (writes)
    llvm::append_range(types, rowTypes());
  Values results = cases.size() == 1
                       ? cases.front()()
                       : Values(choices.branch(given.front(), types, cases, op.getLoc()));
  map(op.getResults(),
      writes ? withoutRows(results, results.size() - numRows()) : std::move(results));
  if (!writes)
    rows = before;
  return success();
}

/// Behind all that the function takes which is differentiated in the end: what derivatives take
/// comes after it.
unsigned Lowering::placeOfRows(func::FuncOp callee) {
  return parts.typesOf(ValueRange(primalOf(callee).getArguments())).size();
}

Lowering::Values Lowering::argumentsOf(fn::ApplyOp op, const Closed &closed,
                                       ArrayRef<Value> captured) {
  ValueRange arguments =
      ValueRange(primalOf(closed.callee).getArguments()).drop_front(closed.captured);
  Values given(captured);
  for (auto [i, value] : llvm::enumerate(op.getArguments()))
    llvm::append_range(given, fn::isFunction(value.getType())
                                  ? partsOf(value, kinds.of(arguments[i]))
                                  : partsOf(value));
  if (environments.useOfCall(closed.callee) != Use::none)
    given.insert(given.begin() + placeOfRows(closed.callee), rows.begin(), rows.end());
  return given;
}

/// The results of a call of this function, for which `own` stands, as the op takes them.
Lowering::Values Lowering::call(fn::ApplyOp op, unsigned number, ArrayRef<Value> own) {
  const Closed &closed = kinds.closed(number);
  const Location loc = op.getLoc();
  Values captured =
      kinds.isNested(number) ? environments.kept(ops, loc, number, own.front(), rows) : Values(own);
  auto setOf = [&](OpResult result) -> const FunctionSet & {
    return kinds.ofResult(closed.callee, result.getResultNumber());
  };
  SmallVector<Type> types;
  for (OpResult result : op.getResults())
    if (fn::isFunction(result.getType()))
      llvm::append_range(types, parts.typesOf(setOf(result)));
    else
      types.push_back(result.getType());
  if (environments.useOfCall(closed.callee) == Use::writes)
    llvm::append_range(types, rowTypes());
  auto called = func::CallOp::create(ops, loc, func::FuncOp(closed.callee).getName(), types,
                                     argumentsOf(op, closed, captured));
  Values results(called.getResults()), taken;
  if (environments.useOfCall(closed.callee) == Use::writes)
    results = withoutRows(called.getResults(), results.size() - numRows());
  ArrayRef<Value> rest = results;
  for (OpResult result : op.getResults()) {
    const bool isFunction = fn::isFunction(result.getType());
    const size_t count = isFunction ? parts.typesOf(setOf(result)).size() : 1;
    llvm::append_range(taken, isFunction ? choices.widened(rest.take_front(count), setOf(result),
                                                           kinds.of(result), loc)
                                         : Values(rest.take_front(count)));
    rest = rest.drop_front(count);
  }
  return taken;
}

} // namespace cotan

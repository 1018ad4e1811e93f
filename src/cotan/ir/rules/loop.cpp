// Loops that rules are made of.
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/rules/rule_builder.h"

using namespace mlir;

namespace cotan {

Exprs RuleBuilder::loop(const Expr &count, ArrayRef<Expr> initial, bool isReverse, Turn turn) {
  Type index = ops.getI64Type();
  SmallVector<Value> values;
  SmallVector<Type> types;
  for (const Expr &each : initial) {
    values.push_back(each.value());
    types.push_back(each.type());
  }
  Value zero = scalar(0, index).value(), one = scalar(1, index).value();
  auto made = flow::ForOp::create(ops, loc, types, zero, count.value(), one, values, isReverse);
  SmallVector<Type> arguments = {count.type()};
  llvm::append_range(arguments, types);
  OpBuilder::InsertionGuard guard(ops);
  Block *body =
      ops.createBlock(&made.getBody(), {}, arguments, SmallVector<Location>(arguments.size(), loc));
  Exprs carried;
  for (Value argument : body->getArguments().drop_front())
    carried.push_back(wrap(argument));
  SmallVector<Value> next;
  for (auto [value, before] : llvm::zip_equal(turn(wrap(body->getArgument(0)), carried), carried))
    next.push_back(conform(value, before.value()).value());
  flow::YieldOp::create(ops, loc, next);
  Exprs results;
  for (Value result : made.getResults())
    results.push_back(wrap(result));
  return results;
}

} // namespace cotan

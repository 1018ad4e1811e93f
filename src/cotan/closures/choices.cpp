#include "cotan/closures/choices.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/basic_ops.h"

using namespace mlir;

namespace cotan {

Choices::Values Choices::widened(ArrayRef<Value> given, const FunctionSet &from,
                                 const FunctionSet &to, Location loc) {
  if (from == to)
    return Values(given);
  Values made;
  if (to.size() > 1)
    made.push_back(numberAmong(from, to, given, loc));
  unsigned first = from.size() > 1 ? 1 : 0; // of what stands for the next function
  const auto *next = from.begin();
  for (unsigned closed : to) {
    const FunctionParts::Types &types = parts.typesOf(closed);
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
Value Choices::numberAmong(const FunctionSet &from, const FunctionSet &to, ArrayRef<Value> given,
                           Location loc) {
  auto place = [&](unsigned closed) { return llvm::find(to, closed) - to.begin(); };
  if (from.size() <= 1)
    return integer(from.empty() ? 0 : place(from.front()), loc);
  auto cases = llvm::map_to_vector(from, [&](unsigned closed) -> Make {
    return [&, closed] { return Values{integer(place(closed), loc)}; };
  });
  return branch(given.front(), given.front().getType(), cases, loc).front();
}

ValueRange Choices::branch(Value index, TypeRange results, ArrayRef<Make> cases, Location loc) {
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

Value Choices::integer(int64_t value, Location loc) {
  auto type = RankedTensorType::get({}, ops.getI64Type());
  auto attribute = DenseElementsAttr::get(type, APInt(64, value));
  return BasicOps::in(ops.getContext()).constant(ops, loc, attribute)->getResult(0);
}

} // namespace cotan

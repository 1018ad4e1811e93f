#include "cotan/batching/turn_numbers.h"

#include "cotan/ir/flow/constants.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {
namespace {

bool isInteger(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && isa<IntegerType>(type.getElementType()) &&
         dtypeOf(type.getElementType());
}

/// A vector of the numbers.
Array numbers(DType dtype, const Progression &of) {
  Array all(dtype, {of.count});
  visitReal(dtype, [&](auto element) {
    auto to = all.mutableValues<decltype(element)>();
    for (int64_t i = 0; i < of.count; ++i)
      to[i] = static_cast<decltype(element)>(of.first + i * of.step);
  });
  return all;
}

} // namespace

std::optional<Progression> indicesOf(flow::ForOp loop, int64_t mostTurns) {
  auto lower = flow::constantOf(loop.getLower()), upper = flow::constantOf(loop.getUpper()),
       step = flow::constantOf(loop.getStep());
  if (!lower || !upper || !step || step->isZero())
    return std::nullopt;
  const uint64_t turns =
      flow::tripCount(lower->getSExtValue(), upper->getSExtValue(), step->getSExtValue());
  if (turns == 0 || turns > uint64_t(mostTurns))
    return std::nullopt;
  Progression indices = {lower->getSExtValue(), step->getSExtValue(), int64_t(turns)};
  if (loop.getReverse())
    indices = {indices.last(), -indices.step, indices.count};
  return indices;
}

TurnNumbers::TurnNumbers(flow::ForOp loop, const Progression &indices) : turns(indices.count) {
  Value index = loop.getBody().getArgument(0);
  even[index] = indices;
  try {
    known.insert({index, numbers(*dtypeOf(getElementTypeOrSelf(index.getType())), indices)});
    for (Operation &op : loop.getBody().front().without_terminator())
      visit(&op);
  } catch (const EvaluationError &) {
    // No memory for the numbers: those that were not looked at are not known.
  }
}

void TurnNumbers::add(Value value, Array numbers) {
  if (auto found = progressionOf(numbers))
    even[value] = *found;
  known.insert({value, std::move(numbers)});
}

std::optional<Array> TurnNumbers::numbersOf(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  DenseElementsAttr constant;
  if (!isInteger(value) || !matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  const Array one = toArray(constant);
  return numbers(one.dtype(), {one.asInt(), 0, turns});
}

void TurnNumbers::visit(Operation *op) {
  auto evaluable = dyn_cast<Evaluable>(op);
  if (!evaluable || !op->hasTrait<Elementwise>() || op->getNumResults() != 1 ||
      !isInteger(op->getResult(0)))
    return;
  SmallVector<Array> operands;
  for (Value operand : op->getOperands()) {
    auto numbers = numbersOf(operand);
    if (!numbers)
      return;
    operands.push_back(*numbers);
  }
  try {
    add(op->getResult(0), evaluable.evaluate(operands)[0]);
  } catch (const EvaluationError &) {
    // Not known; the op says so itself when it is run.
  }
}

} // namespace cotan

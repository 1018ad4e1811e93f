#include "cotan/ops/indexing/counting.h"

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {
namespace {

// Numbers are computed each time they are asked for.
constexpr int64_t mostNumbers = 1 << 17;
constexpr unsigned mostOps = 4;

/// The numbers of `x`, if `depth` ops make them of constants.
std::optional<Array> numbersOf(Value x, unsigned depth) {
  if (DenseElementsAttr elements; matchPattern(x, m_Constant(&elements)))
    return toArray(elements);
  auto op = x.getDefiningOp<Evaluable>();
  if (!op || depth == 0 || op->getNumResults() != 1 ||
      !(op->hasTrait<Elementwise>() || op->getNumOperands() == 0))
    return std::nullopt;
  SmallVector<Array> operands;
  for (Value operand : op->getOperands()) {
    auto numbers = numbersOf(operand, depth - 1);
    if (!numbers)
      return std::nullopt;
    operands.push_back(*numbers);
  }
  return op.evaluate(operands)[0];
}

} // namespace

std::optional<Progression> countingIndices(Value indices, int64_t axisSize) {
  auto type = cast<RankedTensorType>(indices.getType());
  if (type.getRank() != 1 || !type.hasStaticShape() || type.getDimSize(0) > mostNumbers ||
      ShapedType::isDynamic(axisSize))
    return std::nullopt;
  try {
    auto numbers = numbersOf(indices, mostOps);
    auto found = numbers ? progressionOf(*numbers) : std::nullopt;
    auto isInside = [&](int64_t index) { return 0 <= index && index < axisSize; };
    return found && isInside(found->first) && isInside(found->last()) ? found : std::nullopt;
  } catch (const EvaluationError &) {
    return std::nullopt; // it is told where the op is run
  }
}

} // namespace cotan

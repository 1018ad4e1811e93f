#include "cotan/ops/layout/checks.h"

using namespace mlir;

namespace cotan {

LogicalResult verifyShapeOperand(Operation *op, RankedTensorType result, Value shape) {
  if (!shape) {
    if (result.hasStaticShape())
      return success();
    return op->emitOpError("result ") << result << " has open sizes; add 'to %shape' with one size "
                                      << "per axis";
  }
  int64_t length = cast<RankedTensorType>(shape.getType()).getDimSize(0);
  if (!ShapedType::isDynamic(length) && length != result.getRank())
    return op->emitOpError("shape has ") << length << " sizes, but the result " << result << " has "
                                         << result.getRank() << " axes";
  return success();
}

LogicalResult verifyAxes(std::optional<Location> loc, ArrayRef<int64_t> axes, int64_t rank) {
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis < 0 || axis >= rank)
      return emitOptionalError(loc, "axis ", axis, " is outside [0, ", rank, ")");
    if (i > 0 && axis <= axes[i - 1])
      return emitOptionalError(loc, "axes must increase, but ", axis, " follows ", axes[i - 1]);
  }
  return success();
}

LogicalResult verifyOnePerAxis(std::optional<Location> loc, StringRef name,
                               ArrayRef<int64_t> values, RankedTensorType type) {
  if (int64_t(values.size()) == type.getRank())
    return success();
  return emitOptionalError(loc, name, " has ", values.size(), " numbers, but ", type, " has ",
                           type.getRank(), " axes; give one per axis");
}

SmallVector<int64_t> shapeOperand(RankedTensorType result, ArrayRef<Array> operand) {
  SmallVector<int64_t> shape(result.getShape());
  if (operand.empty())
    return shape;
  SmallVector<int64_t> given = operand[0].asInts();
  if (given.size() != shape.size())
    throw EvaluationError("the shape operand is " + printShape(given) + ", but the result has " +
                          std::to_string(shape.size()) + " axes");
  for (size_t i = 0; i < shape.size(); ++i)
    if (!ShapedType::isDynamic(shape[i]) && shape[i] != given[i])
      throw EvaluationError("the shape operand is " + printShape(given) + ", but axis " +
                            std::to_string(i) + " of the result has size " +
                            std::to_string(shape[i]));
  return given;
}

} // namespace cotan

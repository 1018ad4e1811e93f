#include "cotan/ops/layout/checks.h"

using namespace mlir;

namespace cotan {

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

} // namespace cotan

#include "cotan/ops/contraction/products.h"

namespace cotan {

using PairedAxes = llvm::SmallVector<PairedAxis>;

/// Without axes of one element, and with one axis for those that are walked through evenly.
static PairedAxes mergedAxes(llvm::ArrayRef<PairedAxis> axes) {
  PairedAxes merged;
  for (const PairedAxis &axis : axes) {
    if (axis.size == 1)
      continue;
    auto goesOn = [&](unsigned i) { return merged.back().steps[i] == axis.steps[i] * axis.size; };
    if (!merged.empty() && goesOn(0) && goesOn(1))
      merged.back() = {merged.back().size * axis.size, axis.steps};
    else
      merged.push_back(axis);
  }
  return merged;
}

std::optional<MatrixProduct> productAlong(llvm::ArrayRef<PairedAxis> outer,
                                          llvm::ArrayRef<PairedAxis> summed) {
  PairedAxes axes = mergedAxes(outer), sums = mergedAxes(summed);
  auto isEmpty = [](const PairedAxis &axis) { return axis.size == 0; };
  if (sums.size() > 1 || llvm::any_of(axes, isEmpty) || llvm::any_of(sums, isEmpty))
    return std::nullopt;
  // Rows and columns: the last axes that only one operand has.
  auto takeLast = [&](unsigned other) {
    const bool fits = !axes.empty() && axes.back().steps[other] == 0;
    return fits ? axes.pop_back_val() : PairedAxis{1, {1, 1}};
  };
  const PairedAxis columns = takeLast(0), rows = takeLast(1);
  const PairedAxis inner = sums.empty() ? PairedAxis{1, {1, 1}} : sums.front();
  return MatrixProduct{rows.size,
                       columns.size,
                       inner.size,
                       {{{rows.steps[0], inner.steps[0]}, {inner.steps[1], columns.steps[1]}}},
                       axes};
}

bool hasFewSummands(const RuntimeCall &call, mlir::RankedTensorType result) {
  constexpr int64_t few = 16;
  return call.product && call.product->k <= few &&
         mlir::isa<mlir::FloatType>(result.getElementType());
}

} // namespace cotan

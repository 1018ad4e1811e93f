#include "cotan/ops/loss/losses.h"

using namespace mlir;

namespace cotan {

Expr reducedLoss(const Expr &losses, StringRef reduction, RankedTensorType result) {
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, losses.rank()));
  Expr reduced = reduction == "none"   ? losses
                 : reduction == "mean" ? mean(losses, all)
                                       : sum(losses, all);
  return castTo(reduced, result.getElementType());
}

LogicalResult verifyReduction(std::optional<Location> loc, StringRef reduction) {
  if (reduction == "none" || reduction == "mean" || reduction == "sum")
    return success();
  return emitOptionalError(loc, "reduction is '", reduction, "'; expected 'none', 'mean' or 'sum'");
}

} // namespace cotan

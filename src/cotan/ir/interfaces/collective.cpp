#include "cotan/ir/interfaces/collective.h"

namespace cotan {

bool isAlong(mlir::Operation *op, llvm::StringRef axisName) {
  auto collective = mlir::dyn_cast<Collective>(op);
  return collective && !axisName.empty() && collective.getAxisName() == axisName;
}

} // namespace cotan

#include "cotan/ir/interfaces/collective.cpp.inc"

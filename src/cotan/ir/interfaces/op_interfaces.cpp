#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

Follows followsIfElementwise(mlir::Operation *op, unsigned i) {
  if (!op->hasTrait<Elementwise>())
    return std::nullopt;
  auto type = mlir::cast<mlir::RankedTensorType>(op->getOperand(i).getType());
  return llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
}

} // namespace cotan

#include "cotan/ir/interfaces/op_interfaces.cpp.inc"

#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/IR/BuiltinTypes.h"

namespace cotan {

Follows followsIfElementwise(mlir::Operation *op, unsigned i) {
  if (!op->hasTrait<Elementwise>())
    return std::nullopt;
  auto type = mlir::cast<mlir::RankedTensorType>(op->getOperand(i).getType());
  return llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
}

bool isCheap(mlir::Operation *op) {
  return op->hasTrait<Elementwise>() &&
         (op->hasTrait<Linear>() || op->hasTrait<Multilinear>() || op->hasTrait<Cheap>());
}

bool hasFormula(mlir::Operation *op) {
  if (mlir::isa<Reducing>(op))
    return true;
  auto call = mlir::dyn_cast<CallsRuntime>(op);
  return mlir::isa<Lowerable>(op) && (!call || call.runtimeCall().function.empty());
}

} // namespace cotan

#include "cotan/ir/interfaces/op_interfaces.cpp.inc"

#include "cotan/ir/interfaces/op_interfaces.h"

#include "cotan/ir/lowering/lanes.h"
#include "cotan/ir/reproducible.h"
#include "cotan/ir/rules/operand_sizes.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/Support/SaveAndRestore.h"

namespace cotan {

std::optional<std::array<bool, 2>> MatrixProduct::turned() const {
  if (!batches.empty())
    return std::nullopt;
  std::array<bool, 2> isTurned;
  const std::array<int64_t, 2> rows = {m, k}, columns = {k, n};
  for (unsigned i = 0; i < 2; ++i) {
    auto goes = [&](int64_t size, int64_t step, int64_t wanted) {
      return size == 1 || step == wanted;
    };
    isTurned[i] = !goes(columns[i], steps[i].column, 1) || !goes(rows[i], steps[i].row, columns[i]);
    if (isTurned[i] &&
        (!goes(rows[i], steps[i].row, 1) || !goes(columns[i], steps[i].column, rows[i])))
      return std::nullopt;
  }
  return isTurned;
}

Follows followsIfElementwise(mlir::Operation *op, unsigned i) {
  if (!op->hasTrait<Elementwise>())
    return std::nullopt;
  auto type = mlir::cast<mlir::RankedTensorType>(op->getOperand(i).getType());
  return llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
}

bool keepsRowsIfFollowed(mlir::Operation *op, unsigned i) {
  Follows axes = mlir::cast<Lowerable>(op).follows(i);
  return axes && !axes->empty() && axes->front() == 0;
}

Lanes lowerElement(mlir::Operation *op, Element &element) {
  const llvm::SaveAndRestore mode(element.builder().isReproducible, isReproducible(op));
  return mlir::cast<Lowerable>(op).lower(element);
}

bool isCheap(mlir::Operation *op) {
  return op->hasTrait<Elementwise>() &&
         (op->hasTrait<Linear>() || op->hasTrait<Multilinear>() || op->hasTrait<Cheap>());
}

/// Notes which operand's numbers are asked for.
class AskedNumbers : public OperandSizes {
public:
  using OperandSizes::OperandSizes;
  Size number(unsigned i, unsigned at) override {
    asked.insert(i);
    return OperandSizes::number(i, at);
  }
  llvm::SmallDenseSet<unsigned> asked;
};

bool decidesSizes(mlir::OpOperand &operand) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(operand.get().getType());
  auto says = mlir::dyn_cast<SaysSizes>(operand.getOwner());
  if (!says || !type || type.getRank() != 1 || !type.getElementType().isInteger(64))
    return false;
  AskedNumbers rules(says->getOperandTypes());
  for (unsigned i = 0; i < says->getNumResults(); ++i)
    (void)says.sizes(rules, i);
  return rules.asked.contains(operand.getOperandNumber());
}

mlir::Speculation::Speculatability speculatability(mlir::Operation *op) {
  auto isOpen = [](mlir::Type type) {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  const bool fits = llvm::none_of(op->getOperandTypes(), isOpen) &&
                    llvm::none_of(op->getResultTypes(), isOpen) &&
                    llvm::none_of(op->getOpOperands(), decidesSizes);
  return fits ? mlir::Speculation::Speculatable : mlir::Speculation::NotSpeculatable;
}

bool hasFormula(mlir::Operation *op) {
  if (mlir::isa<Reducing>(op))
    return true;
  auto call = mlir::dyn_cast<CallsRuntime>(op);
  if (op->hasTrait<View>()) // others only give the same memory another shape
    return mlir::isa<Lowerable>(op) && mlir::cast<Lowerable>(op).follows(0);
  return mlir::isa<Lowerable>(op) && (!call || call.runtimeCall().function.empty());
}

} // namespace cotan

#include "cotan/ir/interfaces/op_interfaces.cpp.inc"

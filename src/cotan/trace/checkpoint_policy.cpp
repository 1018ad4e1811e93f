#include "cotan/trace/checkpoint_policy.h"

#include "cotan/ir/checkpoint.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan::trace {
namespace {

constexpr const char *nameOfLabel = "name"; // of checkpoint_name

bool isCandidate(mlir::Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() > 0 && isMemoryEffectFree(op) &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

SmallVector<mlir::Operation *> candidatesIn(func::FuncOp function) {
  SmallVector<mlir::Operation *> found;
  for (mlir::Operation &op : function.front())
    if (isCandidate(&op))
      found.push_back(&op);
  return found;
}

KeptCandidate described(mlir::Operation *op) {
  KeptCandidate candidate{op->getName().getStringRef().str(), std::nullopt, {}, {}};
  if (auto label = op->getAttrOfType<StringAttr>(nameOfLabel))
    candidate.label = label.str();
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      candidate.ranks.push_back(tensor.getRank());
  for (mlir::NamedAttribute attribute : op->getAttrs())
    if (auto axes = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
      candidate.axes.push_back({attribute.getName().str(), axes.asArrayRef().vec()});
  return candidate;
}

} // namespace

std::vector<KeptCandidate> candidatesOf(const TracedFunction &function) {
  std::vector<KeptCandidate> candidates;
  for (mlir::Operation *op : candidatesIn(function.function()))
    candidates.push_back(described(op));
  return candidates;
}

TracedFunctionRef keeping(const TracedFunction &function, const std::vector<bool> &areKept) {
  During inside(Work::compiling);
  OwnedProgram program = function.copy();
  for (auto [op, isKept] : llvm::zip_equal(candidatesIn(program.function()), areKept)) {
    if (!isKept)
      continue;
    OpBuilder builder(op->getContext());
    if (op->hasAttr(nameOfLabel)) { // an identity already
      op->setAttr(keptMark, builder.getUnitAttr());
      continue;
    }
    builder.setInsertionPointAfter(op);
    RuleBuilder b(builder, op->getLoc());
    for (Value result : op->getResults()) {
      Value kept = checkpoint_name(b(result), "").value();
      kept.getDefiningOp()->setAttr(keptMark, builder.getUnitAttr());
      result.replaceAllUsesExcept(kept, kept.getDefiningOp());
    }
  }
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          SmallVector<bool>(function.weakResults()));
}

} // namespace cotan::trace

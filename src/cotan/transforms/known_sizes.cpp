#include "cotan/transforms/known_sizes.h"

#include "cotan/ir/rules/operand_sizes.h"
#include "cotan/ir/rules/rule_builder.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace cotan {
namespace {

/// What an op's rule sees where constants are known, too.
class KnownSizes : public OperandSizes {
public:
  explicit KnownSizes(Operation *op) : OperandSizes(op->getOperandTypes()), op(op) {}

  Size number(unsigned i, unsigned at) override {
    DenseIntElementsAttr value;
    if (i < op->getNumOperands() && matchPattern(op->getOperand(i), m_Constant(&value)) &&
        at < value.size())
      return value.getValues<APInt>()[at].getSExtValue();
    return OperandSizes::number(i, at);
  }

private:
  Operation *op;
};

/// The type with these sizes, each a function of those of both; `a` if they are no tensors of as
/// many axes.
Type combine(Type a, Type b, function_ref<int64_t(int64_t, int64_t)> size) {
  auto x = dyn_cast<RankedTensorType>(a), y = dyn_cast<RankedTensorType>(b);
  if (!x || !y || x.getRank() != y.getRank())
    return a;
  SmallVector<int64_t> shape;
  for (auto [i, j] : llvm::zip_equal(x.getShape(), y.getShape()))
    shape.push_back(size(i, j));
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<SmallVector<Type>> inferred(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  auto infers = dyn_cast<InferTypeOpInterface>(op);
  if (!infers)
    return types;
  types.clear();
  if (failed(infers.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                     op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
                                     op->getRegions(), types)))
    return failure();
  return types;
}

} // namespace

Type joinSizes(Type a, Type b) {
  return combine(a, b, [](int64_t i, int64_t j) { return ShapedType::isDynamic(i) ? j : i; });
}

Type commonSizes(Type a, Type b) {
  return combine(a, b, [](int64_t i, int64_t j) { return i == j ? i : ShapedType::kDynamic; });
}

void forgetSizes(OpOperand &operand, Type type) {
  if (operand.get().getType() == type)
    return;
  OpBuilder builder(operand.getOwner());
  RuleBuilder b(builder, operand.getOwner()->getLoc());
  Value value = operand.get();
  operand.set(b.broadcast(b(value), cast<RankedTensorType>(type), b.shapeOf(value)).value());
}

void agreeOnSizes(Operation *op) {
  Type common = op->getOperand(0).getType();
  for (Type type : op->getOperandTypes())
    common = commonSizes(common, type);
  for (OpOperand &operand : op->getOpOperands())
    forgetSizes(operand, common);
}

FailureOr<SmallVector<Type>> typesByRules(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  KnownSizes rules(op);
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    std::optional<Sizes> sizes = type ? sizesByRule(result, rules) : std::nullopt;
    if (!sizes)
      return inferred(op);
    types[result.getResultNumber()] =
        RankedTensorType::get(rules.shapeFrom(*sizes), type.getElementType());
    if (!rules.problem().empty())
      return op->emitOpError(rules.problem());
  }
  return types;
}

} // namespace cotan

#include "cotan/ops/upstream.h"

#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

namespace cotan {
namespace {

struct EvaluateConstant : Evaluable::ExternalModel<EvaluateConstant, arith::ConstantOp> {
  Arrays evaluate(Operation *op, ArrayRef<Array>) const {
    Attribute value = cast<arith::ConstantOp>(op).getValue();
    if (auto elements = dyn_cast<DenseElementsAttr>(value);
        elements && dtypeOf(elements.getElementType()))
      return {toArray(elements)};
    if (auto integer = dyn_cast<IntegerAttr>(value); integer && dtypeOf(integer.getType()))
      return {Array::scalar(*dtypeOf(integer.getType()), integer.getInt())};
    if (auto number = dyn_cast<FloatAttr>(value); number && dtypeOf(number.getType()))
      return {Array::scalar(*dtypeOf(number.getType()), number.getValueAsDouble())};
    throw EvaluationError("constants of type " + printType(op->getResult(0).getType()) +
                          " cannot be evaluated; use prim.constant");
  }
};

struct EvaluateExtract : Evaluable::ExternalModel<EvaluateExtract, tensor::ExtractOp> {
  Arrays evaluate(Operation *op, ArrayRef<Array> operands) const {
    return {operands[0]}; // checkParts lets numbers through only
  }
};

struct EvaluateFromElements
    : Evaluable::ExternalModel<EvaluateFromElements, tensor::FromElementsOp> {
  Arrays evaluate(Operation *op, ArrayRef<Array> operands) const { return {operands[0]}; }
};

/// An undefined value is never used; zeros of size 0 where the size is open make that visible.
struct EvaluatePoison : Evaluable::ExternalModel<EvaluatePoison, ub::PoisonOp> {
  Arrays evaluate(Operation *op, ArrayRef<Array>) const {
    Type type = op->getResult(0).getType();
    auto dtype = dtypeOf(getElementTypeOrSelf(type));
    if (!dtype)
      throw EvaluationError("an undefined value of type " + printType(type) +
                            " cannot be made; use prim.constant");
    SmallVector<int64_t> sizes;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t size : tensor.getShape())
        sizes.push_back(ShapedType::isDynamic(size) ? 0 : size);
    return {Array::zeros(*dtype, sizes)};
  }
};

/// A number of each lane and a 0-d tensor of each lane are the same: one vector.
template <typename Op> struct BatchNumber : Batchable::ExternalModel<BatchNumber<Op>, Op> {
  Values batch(Operation *op, Batch &x) const {
    auto rank = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor ? tensor.getRank() : 0;
    };
    if (rank(op->getOperand(0).getType()) != 0 || rank(op->getResult(0).getType()) != 0)
      return {};
    return {x[0]};
  }
};

/// Both are one number in a register.
template <typename Op> struct LowerNumber : Lowerable::ExternalModel<LowerNumber<Op>, Op> {
  Lanes lower(Operation *, Element &x) const { return x[0]; }
};

} // namespace

void registerUpstreamOps(DialectRegistry &registry) {
  registry.insert<ub::UBDialect>();
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    arith::ConstantOp::attachInterface<EvaluateConstant>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractOp::attachInterface<EvaluateExtract>(*context);
    tensor::FromElementsOp::attachInterface<EvaluateFromElements>(*context);
    tensor::ExtractOp::attachInterface<LowerNumber<tensor::ExtractOp>>(*context);
    tensor::FromElementsOp::attachInterface<LowerNumber<tensor::FromElementsOp>>(*context);
    tensor::ExtractOp::attachInterface<BatchNumber<tensor::ExtractOp>>(*context);
    tensor::FromElementsOp::attachInterface<BatchNumber<tensor::FromElementsOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, ub::UBDialect *) {
    ub::PoisonOp::attachInterface<EvaluatePoison>(*context);
  });
}

} // namespace cotan

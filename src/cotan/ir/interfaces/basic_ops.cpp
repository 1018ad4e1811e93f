#include "cotan/ir/interfaces/basic_ops.h"

#include "cotan/ir/types.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;

namespace cotan {

const BasicOps &BasicOps::in(mlir::MLIRContext *context) {
  return *context->getLoadedDialect("prim")->getRegisteredInterface<BasicOps>();
}

Value noValue(OpBuilder &builder, Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  const BasicOps &ops = BasicOps::in(type.getContext());
  auto zeros = [&](RankedTensorType of) {
    return ops.constant(builder, loc, splat(of, 0.0))->getResult(0);
  };
  if (tensor.hasStaticShape())
    return zeros(tensor);
  SmallVector<int64_t> sizes(tensor.getShape());
  llvm::replace(sizes, ShapedType::kDynamic, int64_t(0));
  Operation *shape = ops.constant(builder, loc, builder.getI64TensorAttr(sizes));
  Value zero = zeros(RankedTensorType::get({}, tensor.getElementType()));
  return ops.broadcast(builder, loc, tensor, zero, shape->getResult(0));
}

} // namespace cotan

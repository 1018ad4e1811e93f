#include "cotan/closures/parts.h"

#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan {

ArrayRef<Type> FunctionParts::typesOf(unsigned kind) {
  auto [found, isNew] = known.try_emplace(kind);
  if (!isNew)
    return found->second;
  Types types;
  ArrayRef<fn::ClosureOp> makers = kinds.makersOf(kind);
  if (makers.size() > 1)
    types.push_back(RankedTensorType::get({}, IntegerType::get(makers[0]->getContext(), 64)));
  for (fn::ClosureOp maker : makers)
    llvm::append_range(types, typesOf(maker.getCaptured()));
  return known[kind] = types;
}

FunctionParts::Types FunctionParts::typesOf(Value value) {
  if (!fn::isFunction(value.getType()))
    return {value.getType()};
  return Types(typesOf(kinds.of(value)));
}

FunctionParts::Types FunctionParts::typesOf(ValueRange values) {
  Types types;
  for (Value value : values)
    llvm::append_range(types, typesOf(value));
  return types;
}

std::pair<unsigned, unsigned> FunctionParts::capturedBy(unsigned kind, unsigned number) {
  ArrayRef<fn::ClosureOp> makers = kinds.makersOf(kind);
  unsigned first = makers.size() > 1 ? 1 : 0;
  for (unsigned i = 0; i < number; ++i)
    first += typesOf(makers[i]->getOperands()).size();
  return {first, unsigned(typesOf(makers[number]->getOperands()).size())};
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

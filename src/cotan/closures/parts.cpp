#include "cotan/closures/parts.h"

using namespace mlir;

namespace cotan {

static RankedTensorType integerType(MLIRContext *context) {
  return RankedTensorType::get({}, IntegerType::get(context, 64));
}

FunctionParts::FunctionParts(const FunctionKinds &kinds, MLIRContext *context)
    : kinds(kinds), integer{integerType(context)} {}

const FunctionParts::Types &FunctionParts::capturedBy(unsigned closed) {
  if (auto found = captured.find(closed); found != captured.end())
    return found->second;
  Types types = typesOf(kinds.closed(closed).capturedArguments());
  return captured[closed] = types;
}

const FunctionParts::Types &FunctionParts::typesOf(unsigned closed) {
  return kinds.isNested(closed) ? integer : capturedBy(closed);
}

FunctionParts::Types FunctionParts::typesOf(const FunctionSet &set) {
  Types types;
  if (set.size() > 1)
    types.append(integer);
  for (unsigned closed : set)
    llvm::append_range(types, Types(typesOf(closed)));
  return types;
}

FunctionParts::Types FunctionParts::typesOf(Value value) {
  return fn::isFunction(value.getType()) ? typesOf(kinds.of(value)) : Types{value.getType()};
}

FunctionParts::Types FunctionParts::typesOf(ValueRange values) {
  Types types;
  for (Value value : values)
    llvm::append_range(types, typesOf(value));
  return types;
}

} // namespace cotan

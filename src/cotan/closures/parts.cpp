#include "cotan/closures/parts.h"

using namespace mlir;

namespace cotan {

const FunctionParts::Types &FunctionParts::capturedBy(unsigned closed) {
  if (auto found = known.find(closed); found != known.end())
    return found->second;
  Types types = typesOf(kinds.closed(closed).capturedArguments());
  return known[closed] = types;
}

FunctionParts::Types FunctionParts::typesOf(const FunctionSet &set) {
  Types types;
  if (set.size() > 1) {
    func::FuncOp first = kinds.closed(set.front()).callee;
    types.push_back(RankedTensorType::get({}, IntegerType::get(first.getContext(), 64)));
  }
  for (unsigned closed : set)
    llvm::append_range(types, Types(capturedBy(closed)));
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

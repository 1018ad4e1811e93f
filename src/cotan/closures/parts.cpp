#include "cotan/closures/parts.h"

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

} // namespace cotan

#include "cotan/tensor/op_calls.h"

#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct::op {
namespace {

/// Whether there is nothing to bring together.
bool haveOneShape(std::span<const Tensor> operands) {
  llvm::ArrayRef<int64_t> first = openSizesOf(*operands.begin());
  return llvm::all_of(operands,
                      [&](const Tensor &operand) { return openSizesOf(operand) == first; });
}
bool haveOneShape(std::initializer_list<Tensor> operands) {
  return haveOneShape(std::span(operands.begin(), operands.size()));
}

/// An attribute that is there if it is given.
template <typename T> decltype(NamedAttribute::value) valueOrNothing(std::optional<T> given) {
  if (given)
    return *given;
  return Unit{false};
}

/// Those that are given.
std::vector<Tensor> thoseOf(std::initializer_list<std::optional<Tensor>> operands) {
  std::vector<Tensor> given;
  for (const std::optional<Tensor> &operand : operands)
    if (operand)
      given.push_back(*operand);
  return given;
}

cotan::trace::Tensors call(OperationSpec operation, const Typing &typing,
                           std::span<const Tensor> operands) {
  operation.results = typing.results;
  operation.operandTypes = typing.operandTypes;
  operation.isWeak = typing.isWeak;
  llvm::SmallVector<TensorRef, 4> bodies;
  for (const Tensor &operand : operands)
    bodies.push_back(operand.body());
  return apply(operation, bodies);
}

std::span<const Tensor> listOf(std::initializer_list<Tensor> operands) {
  return {operands.begin(), operands.size()};
}

Tensor callOne(const OperationSpec &operation, const Typing &typing,
               std::span<const Tensor> operands) {
  return outer(call(operation, typing, operands)[0]);
}
Tensor callOne(const OperationSpec &operation, const Typing &typing,
               std::initializer_list<Tensor> operands) {
  return callOne(operation, typing, listOf(operands));
}
std::vector<Tensor> callAll(const OperationSpec &operation, const Typing &typing,
                            std::span<const Tensor> operands) {
  return outer(call(operation, typing, operands));
}
std::vector<Tensor> callAll(const OperationSpec &operation, const Typing &typing,
                            std::initializer_list<Tensor> operands) {
  return callAll(operation, typing, listOf(operands));
}

} // namespace
} // namespace ct::op

#include "cotan/tensor/op_calls.cpp.inc"

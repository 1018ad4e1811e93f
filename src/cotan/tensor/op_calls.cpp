#include "cotan/tensor/op_calls.h"

#include "cotan/tensor/inside.h"

#include <functional>

using namespace cotan::trace;

namespace ct::op {
namespace {

/// Those of a call, which the caller holds: no references are counted.
struct Operands : llvm::SmallVector<const Tensor *, 4> {
  Operands(std::initializer_list<std::reference_wrapper<const Tensor>> tensors) { hold(tensors); }
  Operands(std::convertible_to<std::span<const Tensor>> auto const &tensors) { hold(tensors); }

private:
  void hold(const auto &tensors) {
    for (const Tensor &tensor : tensors)
      push_back(&tensor);
  }
};

/// Whether there is nothing to bring together.
bool haveOneShape(const Operands &operands) {
  llvm::ArrayRef<int64_t> first = openSizesOf(*operands.front());
  return llvm::all_of(operands,
                      [&](const Tensor *operand) { return openSizesOf(*operand) == first; });
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
                           const Operands &operands) {
  operation.results = typing.results;
  operation.operandTypes = typing.operandTypes;
  operation.isWeak = typing.isWeak;
  llvm::SmallVector<TensorRef, 4> bodies;
  for (const Tensor *operand : operands)
    bodies.push_back(operand->body());
  return apply(operation, bodies);
}

Tensor callOne(const OperationSpec &operation, const Typing &typing, const Operands &operands) {
  return outer(call(operation, typing, operands)[0]);
}
std::vector<Tensor> callAll(const OperationSpec &operation, const Typing &typing,
                            const Operands &operands) {
  return outer(call(operation, typing, operands));
}

} // namespace
} // namespace ct::op

#include "cotan/tensor/op_calls.cpp.inc"

#include "cotan/trace/apply.h"

#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/operation_cache.h"

using namespace mlir;

namespace cotan::trace {
namespace {

OperationCache &cache() {
  static auto *cache = new OperationCache(maxKeptOperations);
  return *cache;
}

/// What operand `i` is converted to, if anything.
std::optional<DType> operandType(const Operation &operation, size_t i) {
  if (i < operation.operandTypes.size())
    return operation.operandTypes[i];
  return std::nullopt;
}

bool needsShape(const Operation &operation) {
  return operation.takesShape && anyOpen(operation.results.front().sizes);
}

Tensors build(Scope &scope, const Operation &operation, ArrayRef<TensorRef> operands) {
  SmallVector<Value> values;
  for (auto [i, operand] : llvm::enumerate(operands))
    values.push_back(scope.read(*operand, operandType(operation, i)));
  if (needsShape(operation))
    values.push_back(shapeOperand(operation.results.front().sizes));
  Tensors results;
  orThrow([&] {
    OpBuilder builder = scope.builder();
    auto built = buildOp(builder, currentLocation(), operation, std::move(values));
    if (failed(built))
      return failure();
    for (auto [i, value] : llvm::enumerate(*built))
      results.push_back(
          scope.wrap(value, operation.isWeak,
                     i < operation.results.size() ? operation.results[i].sizes : operation.sizes));
    return success();
  });
  return results;
}

/// Numbers become arrays: code that has them as constants would serve one number only.
Tensors asArguments(const Operation &operation, ArrayRef<TensorRef> operands) {
  Tensors arguments;
  for (auto [i, operand] : llvm::enumerate(operands))
    arguments.push_back(
        operand->isNumber()
            ? makeTensor(operand->arrayAs(operandType(operation, i).value_or(operand->dtype)))
            : operand);
  return arguments;
}

TracedFunctionRef compile(const Operation &operation, ArrayRef<TensorRef> arguments) {
  return trace(typesOf(arguments), [&](ArrayRef<TensorRef> traced) {
    return build(*Scope::innermost(), operation, traced);
  });
}

Tensors run(const Operation &operation, ArrayRef<TensorRef> given) {
  bool hasNumber =
      llvm::any_of(given, [](const TensorRef &operand) { return operand->isNumber(); });
  Tensors converted = hasNumber ? asArguments(operation, given) : Tensors();
  ArrayRef<TensorRef> operands = hasNumber ? ArrayRef<TensorRef>(converted) : given;
  SmallString<256> key;
  writeKey(operation, operands, key);
  TracedFunctionRef function = cache().find(key);
  if (!function) {
    function = compile(operation, operands);
    cache().keep(key, function);
  }
  Arrays inputs;
  for (const TensorRef &operand : operands)
    inputs.push_back(*operand->array);
  Tensors results;
  for (Array &array : function->run(std::move(inputs)))
    results.push_back(makeTensor(std::move(array), operation.isWeak));
  return results;
}

} // namespace

Tensors apply(const Operation &operation, ArrayRef<TensorRef> operands) {
  During inside(Work::compiling);
  bool isTraced =
      operands.empty()
          ? Scope::innermost() != nullptr
          : llvm::any_of(operands, [](const TensorRef &operand) { return operand->isTraced(); });
  if (!isTraced && !needsShape(operation))
    return run(operation, operands);
  Scope *scope = Scope::innermost();
  if (!scope)
    refuseLeaked();
  return build(*scope, operation, operands);
}

TensorRef applyOne(const Operation &operation, ArrayRef<TensorRef> operands) {
  return apply(operation, operands).front();
}

} // namespace cotan::trace

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

/// The operation on the types that numbers which give way are held in.
struct OnHeld {
  Operation operation;
  SmallVector<DType, 4> types;
  SmallVector<TensorType, 2> results;

  explicit OnHeld(const Operation &given) : operation(given) {
    if (!given.isWeak)
      return;
    // A type that was said does not give way.
    auto isSaid = [](DType dtype) { return isFloat(dtype) && dtype != defaultFloat; };
    operation.isWeak =
        llvm::none_of(given.operandTypes, isSaid) &&
        llvm::none_of(given.results, [&](const TensorType &type) { return isSaid(type.dtype); });
    for (DType dtype : given.operandTypes)
      types.push_back(heldType(dtype, operation.isWeak));
    for (TensorType type : given.results) {
      type.isWeak = operation.isWeak;
      results.push_back(type);
    }
    operation.operandTypes = types;
    operation.results = results;
  }
  OnHeld(const OnHeld &) = delete;

  /// What operand `i` is converted to, if anything.
  std::optional<DType> typeOf(size_t i, const TensorBody &operand) const {
    if (i < operation.operandTypes.size())
      return operation.operandTypes[i];
    if (operation.isWeak && operand.isWeak)
      return operand.held();
    return std::nullopt;
  }
};

bool needsShape(const Operation &operation) {
  return operation.takesShape && anyOpen(operation.results.front().sizes);
}

Tensors build(Scope &scope, const Operation &given, ArrayRef<TensorRef> operands) {
  OnHeld held(given);
  const Operation &operation = held.operation;
  SmallVector<Value> values;
  for (auto [i, operand] : llvm::enumerate(operands))
    values.push_back(scope.read(*operand, held.typeOf(i, *operand)));
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
Tensors asArguments(const OnHeld &held, ArrayRef<TensorRef> operands) {
  Tensors arguments;
  for (auto [i, operand] : llvm::enumerate(operands))
    arguments.push_back(
        operand->isNumber()
            ? makeTensor(operand->arrayAs(held.typeOf(i, *operand).value_or(operand->dtype)))
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
  OnHeld held(operation);
  Tensors converted = hasNumber ? asArguments(held, given) : Tensors();
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
    results.push_back(makeTensor(std::move(array), held.operation.isWeak));
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

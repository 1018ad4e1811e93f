#include "cotan/trace/apply.h"

#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/number_checks.h"
#include "cotan/trace/operation_cache.h"
#include "cotan/trace/promotion.h"

using namespace mlir;

namespace cotan::trace {
namespace {

OperationCache &cache() {
  static auto *cache = new OperationCache(maxKeptOperations);
  return *cache;
}

/// The operation on the types that numbers which give way are held in.
struct OnHeld {
  OperationSpec operation;
  SmallVector<DType, 4> types;
  SmallVector<TensorType, 2> results;

  explicit OnHeld(const OperationSpec &given) : operation(given) {
    if (!given.isWeak)
      return;
    // A type that was said does not give way.
    auto isSaid = [](DType dtype) {
      return (isFloat(dtype) && dtype != defaultFloat()) ||
             (isComplex(dtype) && dtype != defaultComplex());
    };
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

bool needsShape(const OperationSpec &operation) {
  return operation.takesShape && anyOpen(operation.results.front().sizes);
}

/// `shape`: of what the operation needs the sizes as an operand; if null they are found.
Tensors build(Scope &scope, const OperationSpec &given, ArrayRef<TensorRef> operands,
              TensorRef shape = nullptr) {
  OnHeld held(given);
  const OperationSpec &operation = held.operation;
  SmallVector<Value> values;
  for (auto [i, operand] : llvm::enumerate(operands))
    values.push_back(scope.read(*operand, held.typeOf(i, *operand)));
  if (needsShape(operation))
    values.push_back(shape ? scope.read(*shape) : shapeOperand(operation.results.front().sizes));
  Tensors results;
  std::optional<DType> refused;
  buildOrThrow([&] {
    OpBuilder builder = scope.builder();
    auto sizes = llvm::map_to_vector(operands, [](const TensorRef &x) { return x->sizes(); });
    auto built = buildOp(builder, currentLocation(), operation, std::move(values), sizes, refused);
    if (failed(built))
      return success(refused.has_value());
    for (const auto &[value, sizesOfIt] : *built)
      results.push_back(scope.wrap(value, operation.isWeak, sizesOfIt));
    return success();
  });
  if (refused)
    throw ct::TypeError(currentPlace() + whyRefused(*refused));
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

//--- at once

TensorType withOpenSizes(TensorType type) {
  for (int64_t &size : type.sizes)
    size = trace::opened(size);
  return type;
}

/// The results' types with open sizes. None if it is not known how large they are then.
std::optional<SmallVector<TensorType, 2>> openedResults(const OperationSpec &operation,
                                                        ArrayRef<TensorRef> operands) {
  SmallVector<TensorType, 2> types;
  for (const TensorType &result : operation.results) {
    bool isLikeFirst = !operands.empty() && operands[0]->sizes() == ArrayRef(result.sizes);
    bool isFound = anyOpen(result.sizes); // by the operation itself
    if (!operation.takesShape && !isLikeFirst && !isFound && !result.sizes.empty())
      return std::nullopt;
    types.push_back(withOpenSizes(result));
  }
  return types;
}

TracedFunctionRef compile(const OperationSpec &operation, ArrayRef<TensorRef> arguments) {
  return trace(typesOf(arguments), [&](ArrayRef<TensorRef> traced) {
    return build(*Scope::innermost(), operation, traced);
  });
}

/// Compiles it with open sizes; null if the operation is not one for that.
TracedFunctionRef compileOpen(const OperationSpec &given, ArrayRef<TensorRef> arguments,
                              Open open) {
  auto results = openedResults(given, arguments);
  OperationSpec operation = given;
  if (results)
    operation.results = *results;
  const bool isGivenShape = needsShape(operation);
  if (!results || (open == Open::shape && !isGivenShape))
    return nullptr;
  SmallVector<TensorType> types = typesOf(arguments);
  if (open == Open::all)
    llvm::transform(types, types.begin(),
                    [](const TensorType &type) { return withOpenSizes(type); });
  if (isGivenShape)
    types.push_back({DType::i64, {int64_t(results->front().sizes.size())}});
  try {
    TracedFunctionRef function = trace(types, [&](ArrayRef<TensorRef> traced) {
      return build(*Scope::innermost(), operation, traced.drop_back(isGivenShape),
                   isGivenShape ? traced.back() : nullptr);
    });
    (void)function->memory(); // it is compiled
    return function;
  } catch (const ct::Interrupted &) {
    throw;
  } catch (const ct::Error &) {
    return nullptr; // with known sizes it says what is wrong, or works
  }
}

/// Null if there is no such code.
TracedFunctionRef findOrCompile(const OperationSpec &operation, ArrayRef<TensorRef> operands,
                                Open open) {
  SmallString<256> key;
  writeKey(operation, operands, open, key);
  if (auto found = cache().find(key))
    return *found;
  const FromAnywhere anywhere;
  TracedFunctionRef made =
      open == Open::none ? compile(operation, operands) : compileOpen(operation, operands, open);
  cache().keep(key, made);
  return made;
}

Arrays arraysOf(ArrayRef<TensorRef> tensors) {
  Arrays arrays;
  for (const TensorRef &tensor : tensors)
    arrays.push_back(*tensor->array);
  return arrays;
}

/// Throws what the operation says of operands of these sizes, if they do not go together: code for
/// all sizes finds that out, but has no words for it. Nothing is computed, nor compiled.
void refuseSizes(const OperationSpec &operation, ArrayRef<TensorRef> operands) {
  trace(typesOf(operands),
        [&](ArrayRef<TensorRef> traced) { return build(*Scope::innermost(), operation, traced); });
}

/// With code for many sizes where there is such, so that shapes that come and go compile nothing.
Arrays runOnArrays(const OperationSpec &operation, ArrayRef<TensorRef> operands) {
  TracedFunctionRef function = findOrCompile(operation, operands, Open::all);
  if (!function && operation.takesShape)
    function = findOrCompile(operation, operands, Open::shape);
  const bool isOfManySizes = function != nullptr;
  if (!function)
    function = findOrCompile(operation, operands, Open::none);
  Arrays inputs = arraysOf(operands);
  if (function->arguments().size() > operands.size())
    inputs.push_back(Array::vector(operation.results.front().sizes));
  try {
    return function->run(std::move(inputs));
  } catch (const ct::MemoryError &) {
    throw; // more is not asked for
  } catch (const ct::Interrupted &) {
    throw;
  } catch (const ct::Error &) {
    if (isOfManySizes)
      refuseSizes(operation, operands);
    throw; // not for its sizes
  }
}

Tensors run(const OperationSpec &operation, ArrayRef<TensorRef> given) {
  bool hasNumber =
      llvm::any_of(given, [](const TensorRef &operand) { return operand->isNumber(); });
  OnHeld held(operation);
  Tensors converted = hasNumber ? asArguments(held, given) : Tensors();
  ArrayRef<TensorRef> operands = hasNumber ? ArrayRef<TensorRef>(converted) : given;
  Arrays found = runOnArrays(operation, operands);
  if (numberChecks().any())
    checkNumbers(arraysOf(operands), found);
  Tensors results;
  for (Array &array : found)
    results.push_back(makeTensor(std::move(array), held.operation.isWeak));
  return results;
}

} // namespace

Tensors apply(const OperationSpec &operation, ArrayRef<TensorRef> operands) {
  During inside(Work::compiling);
  bool isTraced =
      operands.empty()
          ? Scope::innermost() != nullptr
          : llvm::any_of(operands, [](const TensorRef &operand) { return operand->isTraced(); });
  if (!isTraced && !needsShape(operation))
    return run(operation, operands);
  Scope *scope = Scope::innermost();
  if (!scope)
    refuseLeaked(operands);
  return build(*scope, operation, operands);
}

TensorRef applyOne(const OperationSpec &operation, ArrayRef<TensorRef> operands) {
  return apply(operation, operands).front();
}

} // namespace cotan::trace

// The function with f64 replaced by a narrower type agrees with f64 within that type's precision.
#include "checks.h"

#include "cotan/ir/types.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// Distance of 1 to the next number, and the smallest positive number.
struct Precision {
  double spacing, smallest;
};

Precision precisionOf(DType dtype) {
  switch (dtype) {
  case DType::f16: return {0x1p-10, 0x1p-24};
  case DType::bf16: return {0x1p-7, 0x1p-133};
  default: return {0x1p-23, 0x1p-149};
  }
}

Array convert(const Array &array, DType dtype) {
  Array result(dtype, array.shape());
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    if constexpr (isFloatStorage<T>)
      for (auto [i, value] : llvm::enumerate(result.mutableValues<T>()))
        value = static_cast<T>(array.asDouble(i));
  });
  return result;
}

Array narrow(const Array &array, DType dtype) {
  return array.dtype() == DType::f64 ? convert(array, dtype) : array;
}

/// Replaces f64 in types and tensor constants. Numbers that are attributes of ops (an epsilon)
/// stay.
void retype(const Program &program, DType dtype) {
  SmallVector<Operation *> checks;
  program.module().walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "check")
      checks.push_back(op); // they state f64 values
  });
  for (Operation *op : checks)
    op->erase();
  Type type = typeOf(dtype, program.context());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Float64Type) { return std::optional<Type>(type); });
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement(
      [](FloatAttr attribute) -> Replaced { return std::pair(attribute, WalkResult::skip()); });
  replacer.addReplacement([](DenseArrayAttr attribute) -> Replaced {
    return std::pair(attribute, WalkResult::skip());
  });
  replacer.addReplacement([&](DenseElementsAttr attribute) -> Replaced {
    auto tensor = dyn_cast<RankedTensorType>(attribute.getType());
    if (!tensor || !tensor.getElementType().isF64())
      return std::nullopt;
    Attribute converted = toAttribute(convert(toArray(attribute), dtype), tensor.clone(type));
    return std::pair(converted, WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(program.module(), true, false, true);
}

/// How far the f64 results move when the inputs move by their rounding errors.
class Sensitivity {
public:
  Sensitivity(const Sample &sample, const Program &program, Arrays inputs, double spacing)
      : program(program), inputs(std::move(inputs)), spacing(spacing),
        random(sample.random("sensitivity")) {}

  LogicalResult measure(ArrayRef<Array> base) {
    moved.assign(base.size(), 0);
    changed.assign(base.size(), false);
    for (int trial = 0; trial < 3; ++trial) {
      FailureOr<Arrays> outputs = program.run(perturbed());
      if (failed(outputs))
        return failure();
      for (auto [j, x, y] : llvm::enumerate(*outputs, base))
        compare(j, x, y);
    }
    return success();
  }
  double movement(unsigned result) const { return moved[result]; }
  /// Whether a result that is no float, or its shape, is different.
  bool jumps(unsigned result) const { return changed[result]; }

private:
  Arrays perturbed() {
    Arrays result;
    for (const Array &input : inputs) {
      if (input.dtype() != DType::f64) {
        result.push_back(input);
        continue;
      }
      Array copy(DType::f64, input.shape());
      for (auto [to, from] : llvm::zip_equal(copy.mutableValues<double>(), input.values<double>()))
        to = from * (1 + spacing * random.uniform(-1, 1));
      result.push_back(copy);
    }
    return result;
  }

  void compare(unsigned j, const Array &x, const Array &y) {
    changed[j] = changed[j] || x.shape() != y.shape() || (!isFloat(y.dtype()) && mismatch(x, y));
    if (changed[j] || !isFloat(y.dtype()))
      return;
    for (int64_t i = 0; i < y.size(); ++i)
      if (double distance = std::fabs(x.asDouble(i) - y.asDouble(i)); std::isfinite(distance))
        moved[j] = std::max(moved[j], distance);
  }

  const Program &program;
  Arrays inputs;
  double spacing;
  Random random;
  std::vector<double> moved;
  std::vector<bool> changed;
};

LogicalResult agrees(const Sample &sample, DType dtype) {
  Program narrowed = sample.program().clone();
  retype(narrowed, dtype);
  if (failed(verify(narrowed.module())))
    return sample.function().emitError("is not valid in ")
           << nameOf(dtype) << "; add check.f64_only if it is not meant to be";
  FailureOr<Program> narrowRunnable = narrowed.runnable(),
                     wideRunnable = sample.program().runnable();
  if (failed(narrowRunnable) || failed(wideRunnable))
    return failure();
  Program wide = std::move(*wideRunnable);
  wide.module().walk([](Operation *op) { // they state values for the inputs as they were
    if (op->getName().getDialectNamespace() == "check")
      op->erase();
  });
  Arrays narrowInputs, wideInputs;
  for (const Array &input : sample.inputs()) {
    narrowInputs.push_back(narrow(input, dtype));
    wideInputs.push_back(input.dtype() == DType::f64 ? convert(narrowInputs.back(), DType::f64)
                                                     : input);
  }
  FailureOr<Arrays> found = narrowRunnable->run(narrowInputs), expected = wide.run(wideInputs);
  if (failed(found) || failed(expected))
    return failure();
  Precision precision = precisionOf(dtype);
  Sensitivity sensitivity(sample, wide, wideInputs, precision.spacing);
  if (failed(sensitivity.measure(*expected)))
    return failure();
  LogicalResult verdict = success();
  for (auto [j, x, y] : llvm::enumerate(*found, *expected)) {
    if (sensitivity.jumps(j))
      continue;
    double scale = 0;
    for (int64_t i = 0; isFloat(y.dtype()) && i < y.size(); ++i)
      if (double magnitude = std::fabs(y.asDouble(i)); std::isfinite(magnitude))
        scale = std::max(scale, magnitude);
    double allowed =
        16 * (precision.spacing * scale + precision.smallest) + 8 * sensitivity.movement(j);
    Array rounded = narrow(y, dtype);
    if (auto text = mismatch(x, rounded, Tolerance{0, allowed}))
      verdict = sample.function().emitError("in ")
                << nameOf(dtype) << ", result #" << j << ' ' << *text << " (from f64)";
  }
  return verdict;
}

bool isGeneric(const Sample &sample) {
  return !sample.has("check.f64_only") && llvm::any_of(sample.inputs(), [](const Array &input) {
    return input.dtype() == DType::f64;
  });
}

} // namespace

void addElementTypeChecks(Checks &checks) {
  for (DType dtype : {DType::f32, DType::bf16, DType::f16})
    checks.push_back({("type:" + nameOf(dtype)).str(), isGeneric,
                      [dtype](const Sample &sample) { return agrees(sample, dtype); }});
}

} // namespace cotan::check

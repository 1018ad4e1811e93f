// The function and its gradient, with f64 replaced by a narrower type, agree with f64 within that
// type's precision.
#include "checks.h"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ir/types.h"
#include "cotan/support/dtype_name.h"

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

/// Elements of one float type in another; other arrays as they are.
Arrays convertAll(ArrayRef<Array> arrays, DType from, DType to) {
  Arrays converted;
  for (const Array &array : arrays)
    converted.push_back(array.dtype() == from ? convert(array, to) : array);
  return converted;
}

/// Replaces f64 in types and tensor constants. Numbers that are attributes of ops (an epsilon)
/// stay.
LogicalResult retype(const Program &program, DType dtype) {
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  Type type = typeOf(dtype, program.context());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Float64Type) { return std::optional<Type>(type); });
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
  replacer.recursivelyReplaceElementsIn(program.module(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false, /*replaceTypes=*/true);
  if (succeeded(verify(program.module())))
    return success();
  return program.function().emitError("is not valid in ")
         << nameOf(dtype) << "; add check.f64_only if it is not meant to be";
}

/// How far the f64 results move when the inputs move by their rounding errors.
class Sensitivity {
public:
  LogicalResult measure(const Program &program, ArrayRef<Array> inputs, ArrayRef<Array> base,
                        double spacing, Random random) {
    moved.assign(base.size(), 0);
    changed.assign(base.size(), false);
    for (int trial = 0; trial < 3; ++trial) {
      FailureOr<Arrays> outputs = program.run(perturbed(inputs, spacing, random));
      if (failed(outputs))
        return failure();
      for (auto [j, x, y] : llvm::enumerate(*outputs, base))
        compare(j, x, y);
    }
    return success();
  }
  double movement(unsigned result) const { return moved[result]; }
  /// Whether a result that is no float, or a shape, is another one.
  bool jumps(unsigned result) const { return changed[result]; }

private:
  static Arrays perturbed(ArrayRef<Array> inputs, double spacing, Random &random) {
    Arrays result;
    for (const Array &input : inputs) {
      result.push_back(input);
      if (input.dtype() != DType::f64)
        continue;
      Array copy(DType::f64, input.shape());
      for (auto [to, from] : llvm::zip_equal(copy.mutableValues<double>(), input.values<double>()))
        to = from * (1 + spacing * random.uniform(-1, 1));
      result.back() = copy;
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

  std::vector<double> moved;
  std::vector<bool> changed;
};

double largestMagnitude(const Array &array) {
  double largest = 0;
  for (int64_t i = 0; isFloat(array.dtype()) && i < array.size(); ++i)
    if (double magnitude = std::fabs(array.asDouble(i)); std::isfinite(magnitude))
      largest = std::max(largest, magnitude);
  return largest;
}

/// Runs both programs on inputs that are exact in the narrow type. Errors of the narrow one may be
/// a few of its roundings, or what such roundings of the inputs do to the wide one.
LogicalResult expectAgreement(const Sample &sample, const Program &narrow, const Program &wide,
                              ArrayRef<Array> inputs, DType dtype, StringRef what) {
  Program narrowCode = narrow.clone(), wideCode = wide.clone();
  narrowCode.eraseChecks();
  wideCode.eraseChecks();
  Arrays narrowInputs = convertAll(inputs, DType::f64, dtype);
  Arrays wideInputs = convertAll(narrowInputs, dtype, DType::f64);
  FailureOr<Arrays> found = narrowCode.run(narrowInputs), exact = wideCode.run(wideInputs);
  Precision precision = precisionOf(dtype);
  Sensitivity sensitivity;
  if (failed(found) || failed(exact) ||
      failed(sensitivity.measure(wideCode, wideInputs, *exact, precision.spacing,
                                 sample.random("sensitivity"))))
    return failure();
  LogicalResult verdict = success();
  for (auto [j, x, y] : llvm::enumerate(*found, convertAll(*exact, DType::f64, dtype))) {
    double rounding = precision.spacing * largestMagnitude((*exact)[j]) + precision.smallest;
    Tolerance tolerance{0, 16 * rounding + 8 * sensitivity.movement(j)};
    auto text = sensitivity.jumps(j) ? std::nullopt : mismatch(x, y, tolerance);
    if (text)
      verdict = sample.function().emitError() << what << " in " << nameOf(dtype) << ": result #"
                                              << j << ' ' << *text << " (from f64)";
  }
  return verdict;
}

LogicalResult valueAgrees(const Sample &sample, DType dtype) {
  Program narrowed = sample.program().clone();
  narrowed.eraseChecks();
  if (failed(retype(narrowed, dtype)))
    return failure();
  return expectAgreement(sample, narrowed, sample.program(), sample.inputs(), dtype, "the value");
}

/// The rules must build valid code for any type, so the narrow program is differentiated itself.
LogicalResult gradientAgrees(const Sample &sample, DType dtype) {
  const FirstOrder &first = *sample.derivative();
  Program narrowed = first.primal.clone();
  narrowed.eraseChecks();
  if (failed(retype(narrowed, dtype)))
    return failure();
  FailureOr<Derivative> derivative = reverse(narrowed, first.wrt, first.results);
  if (failed(derivative))
    return failure();
  return expectAgreement(sample, derivative->program, first.reverse.program,
                         concat(sample.inputs(), first.seeds), dtype, "the function with gradient");
}

/// So must Taylor mode. Its numbers are not compared: rounding moves a second derivative too far.
LogicalResult taylorRuns(const Sample &sample, DType dtype) {
  const FirstOrder &first = *sample.derivative();
  Program narrowed = first.primal.clone();
  narrowed.eraseChecks();
  if (failed(retype(narrowed, dtype)))
    return failure();
  FailureOr<Derivative> derivative = forward(narrowed, first.wrt, /*order=*/2, /*given=*/1);
  if (failed(derivative))
    return failure();
  Random random = sample.random("tangents");
  Arrays tangents = randomLike(pick(sample.inputs(), first.wrt), random);
  return derivative->run(convertAll(concat(sample.inputs(), tangents), DType::f64, dtype));
}

bool isGeneric(const Sample &sample) {
  return !sample.has("check.f64_only") && llvm::any_of(sample.inputs(), [](const Array &input) {
    return input.dtype() == DType::f64;
  });
}

/// There are no complex numbers of halves.
bool hasComplex(const Sample &sample) {
  return sample.function()
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isComplexTensor) ? WalkResult::interrupt()
                                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

void addElementTypeChecks(Checks &checks) {
  for (DType dtype : {DType::f32, DType::bf16, DType::f16}) {
    auto isOfType = [dtype](const Sample &sample) {
      return isGeneric(sample) && (dtype == DType::f32 || !hasComplex(sample));
    };
    checks.push_back({("type:" + nameOf(dtype)).str(), isOfType,
                      [dtype](const Sample &sample) { return valueAgrees(sample, dtype); }});
    auto hasGeneric = [=](const Sample &sample) {
      return isOfType(sample) && hasPreciseDerivative(sample);
    };
    checks.push_back({("gradient-type:" + nameOf(dtype)).str(), hasGeneric,
                      [dtype](const Sample &sample) { return gradientAgrees(sample, dtype); }});
    auto hasForwardMode = [=](const Sample &sample) {
      return hasGeneric(sample) && !sample.hasCustomRules();
    };
    checks.push_back({("taylor-type:" + nameOf(dtype)).str(), hasForwardMode,
                      [dtype](const Sample &sample) { return taylorRuns(sample, dtype); }});
  }
}

} // namespace cotan::check

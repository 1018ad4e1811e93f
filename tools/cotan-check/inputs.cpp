#include "inputs.h"

#include "cotan/ir/types.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;

namespace cotan::check {
namespace {

FailureOr<SmallVector<int64_t>> sizesOf(func::FuncOp function, unsigned i, RankedTensorType type) {
  SmallVector<int64_t> sizes(type.getShape());
  if (auto given = function.getArgAttrOfType<ArrayAttr>(i, "check.shape")) {
    sizes.clear();
    for (auto size : given.getAsRange<IntegerAttr>())
      sizes.push_back(size.getInt());
  }
  if (!llvm::is_contained(sizes, ShapedType::kDynamic))
    return sizes;
  return function.emitError("argument #")
         << i << " is " << type << "; say its sizes with check.shape";
}

FailureOr<Array> makeInput(func::FuncOp function, unsigned i, Random &random) {
  Type type = function.getArgumentTypes()[i];
  if (auto given = function.getArgAttrOfType<DenseElementsAttr>(i, "check.value"))
    return toArray(given);
  auto dtype = dtypeOf(getElementTypeOrSelf(type));
  if (!dtype)
    return function.emitError("argument #") << i << " is " << type << ", which cannot be made up";
  SmallVector<int64_t> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    auto known = sizesOf(function, i, tensor);
    if (failed(known))
      return failure();
    sizes = *known;
  }
  if (auto range = function.getArgAttrOfType<ArrayAttr>(i, "check.range"))
    return random.array(*dtype, sizes, numberOf(range[0]), numberOf(range[1]));
  if (isFloat(*dtype) || *dtype == DType::i1)
    return random.array(*dtype, sizes);
  return function.emitError("argument #")
         << i << " is " << type << "; say its values with check.range or check.value";
}

} // namespace

double numberOf(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValueAsDouble();
  return static_cast<double>(cast<IntegerAttr>(value).getInt());
}

template <typename T> static constexpr double least = std::numeric_limits<T>::min();
template <typename T>
static const double most = std::nextafter(std::ldexp(1.0, std::numeric_limits<T>::digits), 0.0);

Random::Random(uint64_t seed, StringRef name) {
  uint64_t hash = 14695981039346656037u ^ seed; // FNV-1a
  for (char c : name)
    hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211u;
  generator.seed(hash);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
}

Array Random::array(DType dtype, ArrayRef<int64_t> shape, double low, double high) {
  Array result(dtype, shape);
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    for (T &value : result.mutableValues<T>()) {
      if constexpr (std::is_same_v<T, bool>)
        value = bits() >> 63;
      else if constexpr (isFloatStorage<T>)
        value = static_cast<T>(uniform(low, high));
      else // of what the type cannot hold, the nearest it can
        value = static_cast<T>(std::clamp(std::floor(uniform(low, high + 1)), least<T>, most<T>));
    }
  });
  return result;
}

FailureOr<Arrays> makeInputs(func::FuncOp function, Random &random) {
  Arrays inputs;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto input = makeInput(function, i, random);
    if (failed(input))
      return failure();
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

} // namespace cotan::check

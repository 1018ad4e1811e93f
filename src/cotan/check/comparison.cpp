#include "cotan/check/comparison.h"

#include "cotan/support/dtype_name.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

namespace cotan::check {
namespace {

template <typename T> std::string print(T value) {
  if constexpr (isFloatStorage<T>)
    return printNumber(value);
  else if constexpr (std::numeric_limits<T>::is_signed)
    return std::to_string(static_cast<int64_t>(value));
  else
    return std::to_string(static_cast<uint64_t>(value));
}

template <typename T> bool agree(T found, T expected, std::optional<Tolerance> tolerance) {
  if constexpr (!isFloatStorage<T>) {
    return found == expected;
  } else {
    const double x = found, y = expected;
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) && std::isnan(y);
    if (!tolerance)
      return x == y && std::signbit(x) == std::signbit(y);
    if (std::isinf(y)) // nothing is near it
      return x == y;
    return std::fabs(x - y) <= tolerance->absolute + tolerance->relative * std::fabs(y);
  }
}

/// A little more than rounding changes.
Tolerance halfStepOf(DType float8) {
  return visitReal(float8, [](auto element) -> Tolerance {
    using T = decltype(element);
    if constexpr (isSmallFloat<T>)
      return {0.55 * std::ldexp(1.0, -T::digits), 0.55 * std::ldexp(1.0, 1 - T::bias - T::digits)};
    __builtin_unreachable();
  });
}

std::string position(int64_t i, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> index;
  for (int64_t stride : stridesOf(shape)) {
    index.push_back(i / stride);
    i %= stride;
  }
  return shape.empty() ? "" : "at " + printShape(index) + ": ";
}

} // namespace

std::string printNumber(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  return text;
}

Tolerance toleranceOf(DType dtype) {
  switch (dtype) {
  case DType::f16: return {1e-3, 1e-3};
  case DType::bf16: return {1e-2, 1e-2};
  case DType::f32: return {1e-6, 1e-6};
  default: return isFloat8(dtype) ? halfStepOf(dtype) : Tolerance{1e-12, 1e-12};
  }
}

std::optional<std::string> mismatch(const Array &found, const Array &expected,
                                    std::optional<Tolerance> tolerance) {
  if (found.dtype() != expected.dtype())
    return "found elements " + nameOf(found.dtype()).str() + ", expected " +
           nameOf(expected.dtype()).str();
  if (found.shape() != expected.shape())
    return "found shape " + printShape(found.shape()) + ", expected " +
           printShape(expected.shape());
  if (isComplex(found.dtype()))
    return mismatch(found.asReal(), expected.asReal(), tolerance);
  return visitReal(found.dtype(), [&](auto element) -> std::optional<std::string> {
    using T = decltype(element);
    llvm::ArrayRef<T> x = found.values<T>(), y = expected.values<T>();
    for (int64_t i = 0; i < found.size(); ++i)
      if (!agree(x[i], y[i], tolerance))
        return position(i, found.shape()) + "found " + print(x[i]) + ", expected " + print(y[i]);
    return std::nullopt;
  });
}

} // namespace cotan::check

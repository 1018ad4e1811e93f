// Operands of contractions in the type they are computed in: f16 and bf16 in f32, integers as
// unsigned ones of the same size, which wrap around; complex numbers as they are.
#pragma once

#include "cotan/runtime/abi/tensor_view.h"
#include "cotan/runtime/kernels/wide_numbers.h"

#include <algorithm>
#include <vector>

namespace cotan {

template <typename T> struct ComputedAs : std::make_unsigned<T> {};
template <> struct ComputedAs<Float16> : std::type_identity<float> {};
template <> struct ComputedAs<BFloat16> : std::type_identity<float> {};
template <> struct ComputedAs<float> : std::type_identity<float> {};
template <> struct ComputedAs<double> : std::type_identity<double> {};
template <typename R> struct ComputedAs<std::complex<R>> : std::type_identity<std::complex<R>> {};

template <typename T> using Computed = typename ComputedAs<T>::type;

template <typename T> struct PartOf : std::type_identity<T> {};
template <typename R> struct PartOf<std::complex<R>> : std::type_identity<R> {};

/// The type of the parts of complex numbers, and of other ones themselves.
template <typename T> using Part = typename PartOf<T>::type;

/// The elements of an operand; converted once if they have to be.
template <typename T> class ComputedOperand {
public:
  explicit ComputedOperand(const TensorView &x) {
    const T *from = elementsOf<T>(x);
    if constexpr (isHalf<T>) {
      converted.resize(countOf(x));
      std::transform(from, from + converted.size(), converted.begin(),
                     [](T value) { return widen(value); });
      elements = converted.data();
    } else {
      elements = reinterpret_cast<const Computed<T> *>(from);
    }
  }
  ComputedOperand(const ComputedOperand &) = delete;

  const Computed<T> *data() const { return elements; }

private:
  std::vector<Computed<T>> converted;
  const Computed<T> *elements;
};

/// The place for the elements of a result; `store` rounds them if they have to be.
template <typename T> class ComputedResult {
public:
  explicit ComputedResult(TensorView &y) : result(y) {
    if constexpr (isHalf<T>)
      wide.resize(countOf(y));
  }
  ComputedResult(const ComputedResult &) = delete;

  Computed<T> *data() {
    if constexpr (isHalf<T>)
      return wide.data();
    else
      return reinterpret_cast<Computed<T> *>(elementsOf<T>(result));
  }
  void store() {
    if constexpr (isHalf<T>)
      std::transform(wide.begin(), wide.end(), elementsOf<T>(result), narrow<T, float>);
  }

private:
  TensorView &result;
  std::vector<Computed<T>> wide;
};

} // namespace cotan

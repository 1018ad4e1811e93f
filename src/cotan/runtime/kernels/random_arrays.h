// Arrays that the kernels' tests compute with. Only tests include this.
#pragma once

#include "cotan/runtime/array_view.h"

#include <gtest/gtest.h>

#include <random>

namespace cotan {

/// Small integers, which every element type holds exactly and whose sums are exact; none is
/// negative where the type has no negative numbers.
inline Array randomArray(DType dtype, llvm::ArrayRef<int64_t> shape, unsigned seed,
                         int64_t lowest = -3, int64_t highest = 3) {
  std::mt19937 generator(seed);
  if (isUnsigned(dtype))
    lowest = std::max<int64_t>(lowest, 0);
  std::uniform_int_distribution<int64_t> numbers(lowest, highest);
  Array result(dtype, shape);
  visitDType(dtype, [&](auto element) {
    using T = decltype(element);
    for (T &value : result.mutableValues<T>())
      value = static_cast<T>(numbers(generator));
  });
  return result;
}

inline std::vector<double> valuesOf(const Array &array) {
  std::vector<double> values;
  for (int64_t i = 0; i < array.size(); ++i)
    values.push_back(array.asDouble(i));
  return values;
}

template <typename T>
Array arrayOf(DType dtype, llvm::ArrayRef<int64_t> shape, const std::vector<T> &values) {
  Array result(dtype, shape);
  visitDType(dtype, [&](auto element) {
    using E = decltype(element);
    auto to = result.mutableValues<E>();
    size_t i = 0;
    for (T value : values)
      to[i++] = static_cast<E>(value);
  });
  return result;
}

template <typename T>
Array arrayOf(DType dtype, llvm::ArrayRef<int64_t> shape, std::initializer_list<T> values) {
  return arrayOf(dtype, shape, std::vector<T>(values));
}

using Kernel = int32_t (*)(const TensorView *, TensorView *, const int64_t *);

inline int32_t call(Kernel kernel, llvm::ArrayRef<Array> operands, llvm::ArrayRef<Array> results,
                    llvm::ArrayRef<int64_t> numbers = {}) {
  std::vector<TensorView> in, out;
  for (const Array &array : operands)
    in.push_back(viewOf(array));
  for (const Array &array : results)
    out.push_back(viewOf(array));
  return kernel(in.data(), out.data(), numbers.data());
}

/// The only result of a call that must succeed.
inline Array resultOf(Kernel kernel, DType dtype, llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<Array> operands, llvm::ArrayRef<int64_t> numbers = {}) {
  Array result = randomArray(dtype, shape, 99); // not what happens to lie in memory
  EXPECT_EQ(call(kernel, operands, {result}, numbers), 0);
  return result;
}

} // namespace cotan

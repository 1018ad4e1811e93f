#include "cotan/runtime/kernels/ordering.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <algorithm>
#include <numeric>

using namespace cotan;

namespace {

bool isLess(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

/// The indices of x in order, along an axis of a tensor that is outer x length x inner.
std::vector<double> plainOrder(const Array &x, int64_t axis, bool descending) {
  const int64_t length = x.shape()[axis], inner = stridesOf(x.shape())[axis];
  std::vector<double> result(x.size());
  for (int64_t i = 0; i < x.size(); ++i) {
    if (i / inner % length != 0)
      continue;
    std::vector<int64_t> order(length);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t j, int64_t k) {
      double a = x.asDouble(i + j * inner), b = x.asDouble(i + k * inner);
      if (isLess(a, b) || isLess(b, a))
        return isLess(a, b) != descending;
      return j < k;
    });
    for (int64_t k = 0; k < length; ++k)
      result[i + k * inner] = order[k];
  }
  return result;
}

void checkOrder(const Array &x, int64_t axis) {
  const int64_t length = x.shape()[axis], inner = stridesOf(x.shape())[axis];
  for (bool descending : {false, true}) {
    auto order = plainOrder(x, axis, descending);
    EXPECT_EQ(valuesOf(resultOf(cotan_argsort, DType::i64, x.shape(), {x}, {axis, descending})),
              order);
    Array sorted = resultOf(cotan_sort, x.dtype(), x.shape(), {x}, {axis, descending});
    const size_t width = sizeOf(x.dtype());
    for (int64_t i = 0; i < x.size(); ++i) {
      int64_t from = i + (int64_t(order[i]) - i / inner % length) * inner;
      ASSERT_EQ(std::memcmp(sorted.data() + i * width, x.data() + from * width, width), 0) << i;
    }
  }
}

constexpr DType all[] = {DType::i1,   DType::i8,   DType::i16,  DType::i32,  DType::i64,
                         DType::ui8,  DType::ui16, DType::ui32, DType::ui64, DType::f16,
                         DType::bf16, DType::f32,  DType::f64};

TEST(Sort, keeps_equal_elements_in_order) {
  for (DType dtype : all) {
    checkOrder(randomArray(dtype, {7, 5}, 1), 1);
    checkOrder(randomArray(dtype, {7, 5}, 2), 0);
    checkOrder(randomArray(dtype, {2, 30, 3}, 3), 1);
    checkOrder(randomArray(dtype, {1000}, 4, -100, 100), 0);
  }
  checkOrder(randomArray(DType::i64, {3000}, 5, -1'000'000'000'000, 1'000'000'000'000), 0);
  checkOrder(randomArray(DType::f32, {3000}, 6, -1'000'000, 1'000'000), 0);
}

TEST(Sort, puts_NaN_last_and_tells_zeros_not_apart) {
  for (DType dtype : {DType::f16, DType::bf16, DType::f32, DType::f64})
    checkOrder(arrayOf(dtype, {9},
                       {0.0, double(NAN), -0.0, -1.0, double(INFINITY), -double(NAN), 0.0,
                        -double(INFINITY), -0.0}),
               0);
}

TEST(Sort, takes_empty_tensors) {
  checkOrder(Array(DType::f32, {0}), 0);
  checkOrder(Array(DType::f32, {3, 0}), 0);
  checkOrder(Array(DType::f32, {0, 3}), 1);
}

TEST(Topk, picks_the_first_of_the_descending_order) {
  for (DType dtype : {DType::f32, DType::i8, DType::ui64, DType::bf16}) {
    Array x = randomArray(dtype, {4, 300}, 3);
    auto order = plainOrder(x, 1, true);
    for (int64_t k : {0, 1, 7, 300}) {
      Array values(dtype, {4, k}), indices(DType::i64, {4, k});
      ASSERT_EQ(call(cotan_topk, {x}, {values, indices}, {k}), 0);
      for (int64_t i = 0; i < 4 * k; ++i) {
        const int64_t index = order[i / k * 300 + i % k];
        ASSERT_EQ(indices.asInt(i), index);
        ASSERT_EQ(values.asDouble(i), x.asDouble(i / k * 300 + index));
      }
    }
  }
}

TEST(Topk, of_long_rows_in_any_order_is_as_sorting_says) {
  constexpr int64_t length = 5000;
  for (DType dtype : {DType::f32, DType::i8, DType::i64})
    for (int64_t slope : {0, 1, -1}) {
      Array x = randomArray(dtype, {2, length}, 3), order(DType::i64, {2, length});
      visitDType(dtype, [&](auto element) {
        for (int64_t i = 0; slope != 0 && i < 2 * length; ++i) {
          const int64_t number = slope * (i / 100);
          x.mutableValues<decltype(element)>()[i] = decltype(element)(double(number));
        }
      });
      ASSERT_EQ(call(cotan_argsort, {x}, {order}, {1, 1}), 0);
      for (int64_t k : {1, 100, 300, 1200}) {
        Array values(dtype, {2, k}), indices(DType::i64, {2, k});
        ASSERT_EQ(call(cotan_topk, {x}, {values, indices}, {k}), 0);
        for (int64_t i = 0; i < 2 * k; ++i)
          ASSERT_EQ(indices.asInt(i), order.asInt(i / k * length + i % k));
      }
    }
}

TEST(Topk, refuses_more_than_there_is) {
  Array x(DType::f32, {2}), values(DType::f32, {3}), indices(DType::i64, {3});
  EXPECT_NE(call(cotan_topk, {x}, {values, indices}, {3}), 0);
  EXPECT_EQ(lastError(), "cannot pick 3 elements from an axis of size 2");
}

} // namespace

#include "cotan/runtime/kernels/cumulative.h"

#include "cotan/runtime/kernels/random_arrays.h"

using namespace cotan;

namespace {

/// Runs along the axis with plain loops; `next(state, place)`.
template <typename F>
std::vector<double> plain(const Array &x, int64_t axis, bool reverse, bool exclusive,
                          double identity, F next) {
  const int64_t length = x.shape()[axis], inner = stridesOf(x.shape())[axis];
  std::vector<double> result(x.size());
  for (int64_t start = 0; start < x.size(); ++start) {
    if (start / inner % length != 0)
      continue;
    double state = identity;
    for (int64_t i = 0; i < length; ++i) {
      const int64_t at = start + (reverse ? length - 1 - i : i) * inner;
      const double after = next(state, at);
      result[at] = exclusive ? state : after;
      state = after;
    }
  }
  return result;
}

template <typename F>
void check(Kernel kernel, const Array &x, const Array *y, double identity, F next) {
  std::vector<Array> operands = {x};
  if (y)
    operands.push_back(*y);
  for (int64_t axis = 0; axis < x.rank(); ++axis)
    for (bool reverse : {false, true})
      for (bool exclusive : {false, true})
        EXPECT_EQ(
            valuesOf(resultOf(kernel, x.dtype(), x.shape(), operands, {axis, reverse, exclusive})),
            plain(x, axis, reverse, exclusive, identity, next));
}

TEST(Cumulative, agrees_with_plain_loops) {
  for (DType dtype : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i32, DType::i64}) {
    Array x = randomArray(dtype, {3, 4, 5}, 1), y = randomArray(dtype, {3, 4, 5}, 2);
    check(cotan_cumsum, x, nullptr, 0, [&](double s, int64_t at) { return s + x.asDouble(at); });
    check(cotan_cumprod, x, nullptr, 1, [&](double s, int64_t at) { return s * x.asDouble(at); });
    if (isFloat(dtype)) {
      check(cotan_cummax, x, nullptr, -INFINITY,
            [&](double s, int64_t at) { return std::max(s, x.asDouble(at)); });
      check(cotan_cummin, x, nullptr, INFINITY,
            [&](double s, int64_t at) { return std::min(s, x.asDouble(at)); });
      check(cotan_linear_recurrence, x, &y, 0,
            [&](double s, int64_t at) { return x.asDouble(at) * s + y.asDouble(at); });
    }
  }
}

TEST(Cumulative, takes_empty_tensors) {
  for (int64_t axis : {0, 1}) {
    resultOf(cotan_cumsum, DType::f32, {0, 3}, {Array(DType::f32, {0, 3})}, {axis, 0, 0});
    resultOf(cotan_cumsum, DType::f32, {3, 0}, {Array(DType::f32, {3, 0})}, {axis, 0, 0});
  }
}

TEST(Cumulative, wraps_around) {
  Array x = arrayOf(DType::i8, {3}, {100, 100, 2});
  EXPECT_EQ(valuesOf(resultOf(cotan_cumsum, DType::i8, {3}, {x}, {0, 0, 0})),
            (std::vector<double>{100, -56, -54}));
  EXPECT_EQ(valuesOf(resultOf(cotan_cumprod, DType::i8, {3}, {x}, {0, 0, 0})),
            (std::vector<double>{100, 16, 32}));
}

TEST(Cumulative, extrema_begin_with_the_limits_of_the_type) {
  Array x = arrayOf(DType::ui8, {2}, {3, 5}), y = arrayOf(DType::i64, {2}, {3, 5});
  EXPECT_EQ(resultOf(cotan_cummin, DType::ui8, {2}, {x}, {0, 0, 1}).asInt(0), 255);
  EXPECT_EQ(resultOf(cotan_cummax, DType::ui8, {2}, {x}, {0, 0, 1}).asInt(0), 0);
  EXPECT_EQ(resultOf(cotan_cummin, DType::i64, {2}, {y}, {0, 0, 1}).asInt(0), INT64_MAX);
  EXPECT_EQ(resultOf(cotan_cummax, DType::i64, {2}, {y}, {0, 0, 1}).asInt(0), INT64_MIN);
}

TEST(Cumulative, extrema_keep_NaN_and_the_sign_of_zero) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16}) {
    Array x = arrayOf(dtype, {4}, {-0.0, 0.0, double(NAN), 9.0});
    for (Kernel kernel : {cotan_cummax, cotan_cummin}) {
      Array y = resultOf(kernel, dtype, {4}, {x}, {0, 0, 0});
      EXPECT_TRUE(std::signbit(y.asDouble(0)));
      EXPECT_EQ(std::signbit(y.asDouble(1)), kernel == cotan_cummin);
      EXPECT_TRUE(std::isnan(y.asDouble(2)) && std::isnan(y.asDouble(3)));
    }
  }
}

} // namespace

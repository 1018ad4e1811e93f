// Conversions of 8-bit floats and 4-bit integers in generated code, against those of the storage
// types, which have tests of their own (support/small_float_test.cpp).
#include "cotan/ir/lowering/float8.h"

#include "cotan/ir/lowering/lanes_test.h"

#include "gtest/gtest.h"

#include <random>

namespace cotan {
namespace {

constexpr DType small[] = {DType::f8E4M3, DType::f8E5M2, DType::i4, DType::ui4};

Array converted(const Array &x, DType to, const Width &width) {
  return runFormula([&](Element &element) { return convert(element[0], to); }, {x}, x.size(),
                    width);
}

/// Every bit pattern of the type.
Array everyNumber(DType dtype) {
  const bool isInteger = !isFloat(dtype);
  Array all(dtype, {1, 256});
  for (int i = 0; i < 256; ++i)
    all.mutableValues<uint8_t>()[i] = !isInteger            ? i
                                      : dtype == DType::ui4 ? i % 16
                                                            : uint8_t(i % 16 - 8);
  return all;
}

void expectSame(const Array &found, const Array &expected, const Array &from) {
  for (int64_t i = 0; i < found.size(); ++i) {
    const double x = found.asDouble(i), y = expected.asDouble(i);
    ASSERT_TRUE(std::isnan(y) ? std::isnan(x) : x == y)
        << from.asDouble(i) << ": " << x << ", " << y;
    ASSERT_TRUE(std::isnan(y) || std::signbit(x) == std::signbit(y)) << from.asDouble(i);
  }
}

TEST(SmallTypes, are_read_exactly) {
  for (const Width &width : widths())
    for (DType from : small)
      for (DType to : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
        SCOPED_TRACE(toString(width));
        const Array all = everyNumber(from);
        Array expected(DType::f64, all.shape());
        for (int64_t i = 0; i < all.size(); ++i)
          expected.mutableValues<double>()[i] = all.asDouble(i);
        expectSame(converted(all, to, width), expected, all);
      }
}

/// Numbers of all sizes: every f16 as this type, and what lies beside it.
template <typename T> Array someFloats(DType dtype) {
  Array all(dtype, {1, 3 * 65536});
  auto to = all.mutableValues<T>();
  for (int bits = 0; bits < 65536; ++bits) {
    Float16 half;
    half.bits = bits;
    const T x = double(half);
    to[3 * bits] = x;
    to[3 * bits + 1] = std::nextafter(x, T(INFINITY));
    to[3 * bits + 2] = std::nextafter(x, T(-INFINITY));
  }
  return all;
}

template <typename To, typename From> Array asStored(const Array &x, DType to) {
  Array result(to, x.shape());
  for (auto [value, from] : llvm::zip_equal(result.mutableValues<To>(), x.values<From>()))
    value = To(double(from));
  return result;
}

template <typename From> void checkRounding(DType dtype) {
  const Array all = someFloats<From>(dtype);
  for (const Width &width : widths()) {
    SCOPED_TRACE(toString(width));
    expectSame(converted(all, DType::f8E4M3, width), asStored<Float8E4M3, From>(all, DType::f8E4M3),
               all);
    expectSame(converted(all, DType::f8E5M2, width), asStored<Float8E5M2, From>(all, DType::f8E5M2),
               all);
  }
}

TEST(SmallTypes, floats_are_rounded_once) {
  checkRounding<float>(DType::f32);
  checkRounding<double>(DType::f64);
}

TEST(SmallTypes, floats_have_the_limits_of_integers) {
  Array x(DType::f32, {1, 16});
  const float numbers[] = {-1e9, -9,  -8.5, -8, -1.7, -0.3, 0,   0.9,
                           1,    6.9, 7.5,  8,  15.2, 16,   1e9, NAN};
  std::copy(std::begin(numbers), std::end(numbers), x.mutableValues<float>().begin());
  for (const Width &width : widths()) {
    const Array i4 = converted(x, DType::i4, width), ui4 = converted(x, DType::ui4, width);
    for (int64_t i = 0; i < 16; ++i) {
      const double whole = std::isnan(numbers[i]) ? 0 : std::trunc(numbers[i]);
      EXPECT_EQ(i4.asInt(i), std::clamp(whole, -8.0, 7.0));
      EXPECT_EQ(ui4.asInt(i), std::clamp(whole, 0.0, 15.0));
    }
  }
}

TEST(SmallTypes, integers_wrap_around) {
  Array x(DType::i64, {1, 256});
  for (int64_t i = 0; i < 256; ++i)
    x.mutableValues<int64_t>()[i] = (i - 128) * 37;
  for (const Width &width : widths()) {
    const Array i4 = converted(x, DType::i4, width), ui4 = converted(x, DType::ui4, width);
    for (int64_t i = 0; i < 256; ++i) {
      ASSERT_EQ(i4.asInt(i), int(Int4(x.asInt(i))));
      ASSERT_EQ(ui4.asInt(i), int(UInt4(x.asInt(i))));
    }
  }
}

TEST(SmallTypes, are_compared_as_numbers) {
  for (const Width &width : widths())
    for (DType dtype : small) {
      const Array x = everyNumber(dtype);
      Array y(dtype, x.shape()); // the same numbers in another order
      for (int i = 0; i < 256; ++i)
        y.mutableValues<uint8_t>()[i] = x.values<uint8_t>()[(i + 128) % 256];
      Array found = runFormula([](Element &e) { return e[0] == e[1]; }, {x, y}, 256, width);
      for (int64_t i = 0; i < 256; ++i)
        EXPECT_EQ(found.asBool(i), x.asDouble(i) == y.asDouble(i)) << i;
    }
}

} // namespace
} // namespace cotan

#include "cotan/support/nonzero.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace cotan;

namespace {

Array numbers(DType dtype, llvm::ArrayRef<int64_t> shape) {
  Array x(dtype, shape);
  visitDType(dtype, [&](auto element) {
    auto to = x.mutableValues<decltype(element)>();
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<decltype(element)>(i * i % 3 == 1 ? 1.0 : 0.0);
  });
  return x;
}

constexpr DType all[] = {DType::i1,   DType::i8,   DType::i16,  DType::i32,  DType::i64,
                         DType::ui8,  DType::ui16, DType::ui32, DType::ui64, DType::f16,
                         DType::bf16, DType::f32,  DType::f64};

TEST(Nonzero, finds_the_places_along_each_axis) {
  for (DType dtype : all)
    for (const llvm::SmallVector<int64_t> &shape :
         {llvm::SmallVector<int64_t>{7}, {3, 5}, {2, 0}, {}}) {
      Array x = numbers(dtype, shape);
      std::vector<Array> places = placesOfNonzero(x);
      ASSERT_EQ(int64_t(places.size()), x.rank());
      auto strides = stridesOf(x.shape());
      int64_t found = 0;
      for (int64_t i = 0; i < x.size(); ++i) {
        if (!x.asBool(i))
          continue;
        for (int64_t axis = 0; axis < x.rank(); ++axis)
          EXPECT_EQ(places[axis].asInt(found), i / strides[axis] % x.shape()[axis]);
        ++found;
      }
      for (const Array &column : places)
        EXPECT_EQ(column.size(), found);
    }
}

TEST(Nonzero, of_minus_zero_and_nan) {
  Array x(DType::f16, {3});
  auto values = x.mutableValues<Float16>();
  values[0] = Float16(-0.0);
  values[1] = Float16(NAN);
  values[2] = Float16(0.5);
  EXPECT_EQ(placesOfNonzero(x)[0].asInts(), (llvm::SmallVector<int64_t>{1, 2}));
}

TEST(Nonzero, slices_where_a_mask_holds) {
  for (DType dtype : all)
    for (llvm::SmallVector<int64_t> shape :
         {llvm::SmallVector<int64_t>{9}, {9, 4}, {9, 0}, {0, 3}, {9, 1}}) {
      Array x(dtype, shape), mask = numbers(DType::i1, {shape[0]});
      for (size_t i = 0; i < x.bytes(); ++i)
        x.mutableData()[i] = std::byte(dtype == DType::i1 ? i % 2 : i);
      Array found = slicesWhere(x, mask);
      const size_t bytes = shape[0] ? x.bytes() / shape[0] : 0;
      int64_t count = 0;
      for (int64_t i = 0; i < shape[0]; ++i)
        if (mask.asBool(i)) {
          EXPECT_EQ(std::memcmp(found.data() + count * bytes, x.data() + i * bytes, bytes), 0);
          ++count;
        }
      EXPECT_EQ(found.shape()[0], count);
      EXPECT_EQ(found.shape().drop_front(), x.shape().drop_front());
    }
}

} // namespace

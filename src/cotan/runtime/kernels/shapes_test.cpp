#include "cotan/runtime/kernels/shapes.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/random_arrays.h"

using namespace cotan;

namespace {

using Ints = std::vector<int64_t>;

void checkSumTo(DType dtype, Ints from, Ints to) {
  Array x = randomArray(dtype, from, 1);
  std::vector<double> sums(elementCount(to), 0);
  auto strides = stridesOf(to);
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t rest = i, target = 0;
    for (size_t axis = from.size(); axis-- > 0;) {
      const int64_t index = rest % from[axis],
                    own = int64_t(axis) - int64_t(from.size() - to.size());
      rest /= from[axis];
      if (own >= 0 && to[own] != 1)
        target += index * strides[own];
    }
    sums[target] += x.asDouble(i);
  }
  EXPECT_EQ(valuesOf(resultOf(cotan_sum_to, dtype, to, {x})), sums);
}

TEST(SumTo, sums_what_the_result_lacks) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i32}) {
    checkSumTo(dtype, {2, 3, 4}, {3, 1});
    checkSumTo(dtype, {2, 3, 4}, {3, 4});
    checkSumTo(dtype, {2, 3, 4}, {4});
    checkSumTo(dtype, {2, 3, 4}, {1, 4});
    checkSumTo(dtype, {2, 3, 4}, {2, 1, 4});
    checkSumTo(dtype, {2, 3, 4}, {2, 1, 1});
    checkSumTo(dtype, {2, 3, 4}, {});
    checkSumTo(dtype, {2, 3, 4}, {2, 3, 4});
    checkSumTo(dtype, {2, 1, 3, 1, 4, 2}, {1, 3, 1, 1, 2});
    checkSumTo(dtype, {}, {});
    checkSumTo(dtype, {100}, {1});
    checkSumTo(dtype, {0, 3}, {3});
    checkSumTo(dtype, {3, 0}, {3, 1});
    checkSumTo(dtype, {3, 0}, {0});
  }
}

TEST(SumTo, wraps_around) {
  Array x = arrayOf(DType::i8, {2}, {100, 100});
  EXPECT_EQ(resultOf(cotan_sum_to, DType::i8, {}, {x}).asInt(), -56);
}

TEST(BroadcastShapes, aligns_at_the_last_axis) {
  Array a = Array::vector({3, 1}), b = Array::vector({2, 1, 4}), c = Array::vector({});
  EXPECT_EQ(valuesOf(resultOf(cotan_broadcast_shapes, DType::i64, {3}, {a, b, c}, {3})),
            (std::vector<double>{2, 3, 4}));
  EXPECT_NE(call(cotan_broadcast_shapes, {a, Array::vector({2, 4})}, {Array(DType::i64, {2})}, {2}),
            0);
  EXPECT_EQ(lastError(), "shapes do not fit together: sizes 3 and 2 are neither equal nor 1");
}

} // namespace

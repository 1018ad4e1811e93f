#include "cotan/runtime/kernels/indexing.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/random_arrays.h"

using namespace cotan;

namespace {

using Values = std::vector<double>;

int64_t place(int64_t index, int64_t size, bool clip) {
  if (index >= 0 && index < size)
    return index;
  return clip ? std::clamp<int64_t>(index, 0, size - 1) : -1;
}

/// For each element of the updates, the offset of the element of x it meets: along axis 1 of
/// x [2, 5, 3], by indices [4].
std::vector<int64_t> onAxis(const Array &indices, bool clip) {
  std::vector<int64_t> offsets;
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t k = 0; k < indices.size(); ++k)
      for (int64_t j = 0; j < 3; ++j) {
        int64_t at = place(indices.asInt(k), 5, clip);
        offsets.push_back(at < 0 ? -1 : (i * 5 + at) * 3 + j);
      }
  return offsets;
}

Values written(const Array &x, const std::vector<int64_t> &offsets, const Array &updates,
               bool add) {
  Values y = valuesOf(x);
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] >= 0)
      y[offsets[i]] = updates.asDouble(i) + (add ? y[offsets[i]] : 0);
  return y;
}

Values readLast(const Array &x, const std::vector<int64_t> &offsets) {
  Values y(offsets.size(), 0);
  for (size_t i = 0; i < offsets.size(); ++i) {
    bool isLast = std::count(offsets.begin() + i + 1, offsets.end(), offsets[i]) == 0;
    if (offsets[i] >= 0 && isLast)
      y[i] = x.asDouble(offsets[i]);
  }
  return y;
}

constexpr DType types[] = {DType::f32, DType::f64, DType::f16, DType::bf16,
                           DType::i8,  DType::i64, DType::ui16};

TEST(Scatter, on_an_axis) {
  for (DType dtype : types)
    for (DType indexType : {DType::i8, DType::i32, DType::i64})
      for (bool clip : {false, true}) {
        Array x = randomArray(dtype, {2, 5, 3}, 1, 0, 9),
              u = randomArray(dtype, {2, 4, 3}, 2, 0, 9);
        for (auto indices :
             {arrayOf(indexType, {4}, {3, 0, 3, 4}), arrayOf(indexType, {4}, {-1, 9, 2, 2})}) {
          auto offsets = onAxis(indices, clip);
          auto result = [&](Kernel kernel) {
            return valuesOf(resultOf(kernel, dtype, {2, 5, 3}, {x, indices, u}, {1, clip}));
          };
          EXPECT_EQ(result(cotan_scatter), written(x, offsets, u, false));
          EXPECT_EQ(result(cotan_scatter_add), written(x, offsets, u, true));
          EXPECT_EQ(valuesOf(resultOf(cotan_take_last, dtype, {2, 4, 3}, {x, indices}, {1, clip})),
                    readLast(x, offsets));
        }
      }
}

TEST(Scatter, by_tuples) {
  Array x = randomArray(DType::f32, {3, 4, 2}, 1), u = randomArray(DType::f32, {5, 2}, 2);
  Array indices = arrayOf(DType::i32, {5, 2}, {0, 1, 2, 3, 0, 1, -1, 2, 1, 7});
  for (bool clip : {false, true}) {
    std::vector<int64_t> offsets;
    for (int64_t i = 0; i < 5; ++i)
      for (int64_t j = 0; j < 2; ++j) {
        int64_t a = place(indices.asInt(2 * i), 3, clip),
                b = place(indices.asInt(2 * i + 1), 4, clip);
        offsets.push_back(a < 0 || b < 0 ? -1 : (a * 4 + b) * 2 + j);
      }
    auto result = [&](Kernel kernel) {
      return valuesOf(resultOf(kernel, DType::f32, {3, 4, 2}, {x, indices, u}, {clip}));
    };
    EXPECT_EQ(result(cotan_scatter_nd), written(x, offsets, u, false));
    EXPECT_EQ(result(cotan_scatter_nd_add), written(x, offsets, u, true));
    EXPECT_EQ(valuesOf(resultOf(cotan_gather_nd_last, DType::f32, {5, 2}, {x, indices}, {clip})),
              readLast(x, offsets));
  }
}

TEST(Scatter, by_tuples_of_no_index_meets_the_whole) {
  Array x = randomArray(DType::f32, {2, 2}, 1), u = randomArray(DType::f32, {3, 2, 2}, 2);
  Array indices(DType::i64, {3, 0});
  Values sum = valuesOf(x);
  for (int64_t i = 0; i < 12; ++i)
    sum[i % 4] += u.asDouble(i);
  EXPECT_EQ(valuesOf(resultOf(cotan_scatter_nd_add, DType::f32, {2, 2}, {x, indices, u}, {0})),
            sum);
}

TEST(PutAlongAxis, each_index_moves_from_its_own_place) {
  Array x = randomArray(DType::i32, {2, 5, 3}, 1), u = randomArray(DType::i32, {2, 4, 3}, 2);
  Array indices = randomArray(DType::i64, {2, 4, 3}, 3, -2, 6);
  for (bool clip : {false, true}) {
    std::vector<int64_t> offsets;
    for (int64_t i = 0; i < 24; ++i) {
      int64_t at = place(indices.asInt(i), 5, clip);
      offsets.push_back(at < 0 ? -1 : (i / 12 * 5 + at) * 3 + i % 3);
    }
    auto result = [&](Kernel kernel) {
      return valuesOf(resultOf(kernel, DType::i32, {2, 5, 3}, {x, indices, u}, {1, clip}));
    };
    EXPECT_EQ(result(cotan_put_along_axis), written(x, offsets, u, false));
    EXPECT_EQ(result(cotan_put_along_axis_add), written(x, offsets, u, true));
    EXPECT_EQ(valuesOf(resultOf(cotan_take_along_axis_last, DType::i32, {2, 4, 3}, {x, indices},
                                {1, clip})),
              readLast(x, offsets));
  }
}

TEST(Indexing, unsigned_indices_beyond_i64_are_out_of_range) {
  Array x = arrayOf(DType::f32, {2}, {1, 2}), u = arrayOf(DType::f32, {1}, {9});
  Array index(DType::ui64, {1});
  index.mutableValues<uint64_t>()[0] = ~uint64_t(0);
  EXPECT_EQ(valuesOf(resultOf(cotan_scatter, DType::f32, {2}, {x, index, u}, {0, 0})),
            (Values{1, 2}));
  EXPECT_EQ(valuesOf(resultOf(cotan_scatter, DType::f32, {2}, {x, index, u}, {0, 1})),
            (Values{1, 9}));
}

TEST(Indexing, clip_needs_an_element_to_clip_to) {
  Array x(DType::f32, {0}), u = arrayOf(DType::f32, {1}, {9}),
                            index = arrayOf(DType::i64, {1}, {0});
  EXPECT_NE(call(cotan_scatter, {x, index, u}, {Array(DType::f32, {0})}, {0, 1}), 0);
  EXPECT_EQ(lastError(), "an index has no nearest element on an axis of size 0");
  EXPECT_EQ(call(cotan_scatter, {x, index, u}, {Array(DType::f32, {0})}, {0, 0}), 0);
}

TEST(Indexing, sums_of_halves_are_rounded_once) {
  Array x = arrayOf(DType::bf16, {1}, {256.0}), u = arrayOf(DType::bf16, {4}, {1.0, 1.0, 1.0, 1.0});
  Array indices = arrayOf(DType::i64, {4}, {0, 0, 0, 0});
  EXPECT_EQ(resultOf(cotan_scatter_add, DType::bf16, {1}, {x, indices, u}, {0, 0}).asDouble(), 260);
}

} // namespace

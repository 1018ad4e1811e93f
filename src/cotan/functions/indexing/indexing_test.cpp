// Array functions against what NumPy gives; test/python compares far more of them.
#include "cotan/cotan.h"

#include <gtest/gtest.h>

using ct::Slice;
using ct::Tensor;
using Ints = std::vector<int64_t>;

namespace {

Tensor grid() { return ct::reshape(ct::arange(12), {3, 4}); }

TEST(Index, takesRowsColumnsAndSteps) {
  EXPECT_EQ(ct::index(grid(), {int64_t(-1)}).values<int64_t>(), (Ints{8, 9, 10, 11}));
  EXPECT_EQ(ct::index(grid(), {ct::ellipsis, int64_t(1)}).values<int64_t>(), (Ints{1, 5, 9}));
  EXPECT_EQ(ct::index(grid(), {Slice{2, {}, -2}, Slice{1, 3}}).values<int64_t>(),
            (Ints{9, 10, 1, 2}));
  EXPECT_THROW(ct::index(grid(), {int64_t(3)}), ct::IndexError);
}

TEST(Index, takesTensorsAndMasks) {
  EXPECT_EQ(ct::index(grid(), {ct::array({0, 2}), ct::array({1, -1})}).values<int64_t>(),
            (Ints{1, 11}));
  EXPECT_EQ(ct::index(grid(), {grid() % 5 == 0}).values<int64_t>(), (Ints{0, 5, 10}));
}

TEST(SetAt, replacesAndAdds) {
  EXPECT_EQ(ct::set_at(ct::arange(4), {Slice{1, 3}}, -1).values<int64_t>(), (Ints{0, -1, -1, 3}));
  EXPECT_EQ(ct::add_at(ct::arange(3), {ct::array({1, 1})}, 5).values<int64_t>(), (Ints{0, 11, 2}));
}

TEST(InRange, bringsIndicesIntoTheTensor) {
  const ct::Indices beyond = {ct::array({1, 5, -7})};
  auto read = [&](ct::IndexMode mode) {
    return ct::index(ct::arange(4), ct::in_range(ct::arange(4), beyond, mode)).values<int64_t>();
  };
  EXPECT_EQ(read(ct::IndexMode::clip), (Ints{1, 3, 0}));
  EXPECT_EQ(read(ct::IndexMode::wrap), (Ints{1, 1, 1}));
  EXPECT_EQ(ct::index_or(ct::arange(4), beyond, Tensor(9)).values<int64_t>(), (Ints{1, 9, 9}));
}

TEST(Einsum, contractsAndTransposes) {
  Tensor x = grid(), y = ct::reshape(ct::arange(8), {4, 2});
  EXPECT_EQ(ct::einsum("ij,jk->ki", {x, y}).values<int64_t>(),
            ct::transpose(ct::matmul(x, y)).values<int64_t>());
  EXPECT_EQ(ct::einsum("ii", {ct::reshape(ct::arange(9), {3, 3})}).item<int>(), 12);
}

TEST(Reduction, takesItsOptionsByName) {
  Tensor even = grid() % 2 == 0;
  EXPECT_EQ(ct::sum(grid(), {{1}}, {.where = even, .initial = 100}).values<int64_t>(),
            (Ints{102, 110, 118}));
  EXPECT_EQ(ct::max(ct::zeros({0, 2}), {{0}}, {.initial = 3}).values<int64_t>(), (Ints{3, 3}));
  EXPECT_EQ(ct::var(grid(), {}, {.dtype = ct::float64, .ddof = 1}).item<double>(), 13);
  EXPECT_THROW(ct::max(grid(), {}, {.where = even}), ct::ValueError);
  EXPECT_THROW(ct::any(grid(), {}, {.initial = 1}), ct::ValueError);
}

TEST(Promotion, followsTheLattice) {
  EXPECT_EQ((ct::array({1}) * 0.5).dtype(), ct::float32);
  EXPECT_EQ((ct::array({1.0}) * 1).dtype(), ct::float64);
  EXPECT_EQ(ct::promote_types(ct::uint8, ct::int8), ct::int16);
  EXPECT_EQ(ct::promote_types(ct::float16, ct::bfloat16), ct::float32);
}

TEST(Errors, sayWhatMeetsWhat) {
  try {
    ct::array({1.0, 2.0, 3.0}) + ct::array({1.0, 2.0});
    FAIL();
  } catch (const ct::ValueError &error) {
    EXPECT_NE(std::string(error.what()).find("(3,) and (2,)"), std::string::npos) << error.what();
  }
}

} // namespace

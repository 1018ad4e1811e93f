// matmul and dot_general against plain loops over all indices.
#include "cotan/runtime/kernels/contraction.h"

#include "cotan/runtime/kernels/random_arrays.h"

using namespace cotan;

namespace {

using Ints = std::vector<int64_t>;

/// Calls `visit(index)` for every index of the shape, in row-major order.
template <typename F> void forEachIndex(const Ints &shape, F visit) {
  Ints index(shape.size(), 0);
  for (int64_t i = 0; i < elementCount(shape); ++i) {
    visit(index);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis])
        break;
      index[axis] = 0;
    }
  }
}

double at(const Array &x, const Ints &index) {
  int64_t offset = 0;
  for (size_t axis = 0; axis < index.size(); ++axis)
    offset = offset * x.shape()[axis] + index[axis];
  return x.asDouble(offset);
}

struct Axes {
  Ints batching, contracting;
};

Ints freeAxes(int64_t rank, const Axes &axes) {
  Ints free;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes.batching, axis) && !llvm::is_contained(axes.contracting, axis))
      free.push_back(axis);
  return free;
}

void checkDotGeneral(DType dtype, Ints lhsShape, Axes left, Ints rhsShape, Axes right) {
  Array lhs = randomArray(dtype, lhsShape, 1), rhs = randomArray(dtype, rhsShape, 2);
  const Ints lhsFree = freeAxes(lhs.rank(), left), rhsFree = freeAxes(rhs.rank(), right);
  Ints shape, summed;
  for (int64_t axis : left.batching)
    shape.push_back(lhsShape[axis]);
  for (int64_t axis : lhsFree)
    shape.push_back(lhsShape[axis]);
  for (int64_t axis : rhsFree)
    shape.push_back(rhsShape[axis]);
  for (int64_t axis : left.contracting)
    summed.push_back(lhsShape[axis]);
  std::vector<double> expected;
  forEachIndex(shape, [&](const Ints &z) {
    double sum = 0;
    forEachIndex(summed, [&](const Ints &s) {
      Ints i(lhs.rank()), j(rhs.rank());
      size_t next = 0;
      for (size_t b = 0; b < left.batching.size(); ++b, ++next)
        i[left.batching[b]] = j[right.batching[b]] = z[next];
      for (int64_t axis : lhsFree)
        i[axis] = z[next++];
      for (int64_t axis : rhsFree)
        j[axis] = z[next++];
      for (size_t c = 0; c < summed.size(); ++c)
        i[left.contracting[c]] = j[right.contracting[c]] = s[c];
      sum += at(lhs, i) * at(rhs, j);
    });
    expected.push_back(sum);
  });
  Ints numbers = {0, int64_t(left.batching.size()), int64_t(summed.size())};
  for (const Ints &axes : {left.batching, right.batching, left.contracting, right.contracting})
    numbers.insert(numbers.end(), axes.begin(), axes.end());
  for (int64_t isReproducible : {0, 1}) {
    numbers[0] = isReproducible;
    EXPECT_EQ(valuesOf(resultOf(cotan_dot_general, dtype, shape, {lhs, rhs}, numbers)), expected);
  }
}

TEST(DotGeneral, contracts_any_axes) {
  for (DType dtype : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i32, DType::i64}) {
    checkDotGeneral(dtype, {2, 3}, {{}, {1}}, {3, 4}, {{}, {0}});
    checkDotGeneral(dtype, {3, 2}, {{}, {0}}, {4, 3}, {{}, {1}});
    checkDotGeneral(dtype, {8, 2, 3}, {{0}, {2}}, {3, 8, 4}, {{1}, {0}});
    checkDotGeneral(dtype, {2, 5, 3}, {{}, {0, 1}}, {2, 5, 4}, {{}, {0, 1}});
    checkDotGeneral(dtype, {2, 5, 3}, {{}, {1, 0}}, {2, 5, 4}, {{}, {1, 0}});
    checkDotGeneral(dtype, {2, 3, 4, 5}, {{2}, {0}}, {4, 6, 2}, {{0}, {2}});
    checkDotGeneral(dtype, {3, 2, 4}, {{2, 0}, {1}}, {4, 3, 2}, {{0, 1}, {2}});
  }
}

TEST(DotGeneral, takes_summands_in_any_order) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i64}) {
    // One side lies so that it can be read in place: the larger one, right or left, or the smaller.
    checkDotGeneral(dtype, {4, 3, 5}, {{}, {0, 2}}, {7, 5, 4}, {{}, {2, 1}});
    checkDotGeneral(dtype, {7, 5, 4}, {{}, {2, 1}}, {4, 3, 5}, {{}, {0, 2}});
    checkDotGeneral(dtype, {4, 9, 5}, {{}, {0, 2}}, {7, 5, 4}, {{}, {2, 1}});
    // Both do, in different orders; none does, because of the summed axes or of the free ones.
    checkDotGeneral(dtype, {3, 4, 5}, {{}, {1, 2}}, {7, 5, 4}, {{}, {2, 1}});
    checkDotGeneral(dtype, {4, 3, 5}, {{}, {0, 2}}, {5, 2, 4}, {{}, {2, 0}});
    checkDotGeneral(dtype, {3, 5, 4, 2}, {{3}, {2, 1}}, {7, 2, 5, 4}, {{1}, {3, 2}});
    checkDotGeneral(dtype, {6, 3, 5, 4, 2}, {{0}, {4, 2, 3}}, {6, 2, 4, 3, 5}, {{0}, {1, 4, 2}});
  }
}

TEST(DotGeneral, takes_rows_that_lie_apart) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i64}) {
    checkDotGeneral(dtype, {3, 4, 100}, {{}, {1}}, {4, 5}, {{}, {0}});
    checkDotGeneral(dtype, {2, 3, 4, 100}, {{0}, {2}}, {2, 5, 4}, {{0}, {2}});
    checkDotGeneral(dtype, {2, 5, 3, 4, 100}, {{1}, {3}}, {4, 5}, {{1}, {0}});
    checkDotGeneral(dtype, {3, 4, 10, 5, 20}, {{}, {1, 3}}, {5, 4, 2}, {{}, {1, 0}});
    // The right side's do, or both sides' do; or only small parts are in one piece.
    checkDotGeneral(dtype, {5, 4}, {{}, {1}}, {3, 4, 100}, {{}, {1}});
    checkDotGeneral(dtype, {3, 4, 100}, {{}, {1}}, {2, 4, 5}, {{}, {1}});
    checkDotGeneral(dtype, {100, 4, 3}, {{}, {1}}, {4, 5}, {{}, {0}});
  }
}

TEST(DotGeneral, takes_vectors_scalars_and_sums_over_nothing) {
  checkDotGeneral(DType::f32, {5}, {{}, {0}}, {5}, {{}, {0}});
  checkDotGeneral(DType::f32, {}, {{}, {}}, {}, {{}, {}});
  checkDotGeneral(DType::f32, {3}, {{}, {}}, {4}, {{}, {}});
  checkDotGeneral(DType::f32, {3, 0}, {{}, {1}}, {0, 4}, {{}, {0}});
  checkDotGeneral(DType::f32, {0, 3}, {{}, {1}}, {3, 4}, {{}, {0}});
  checkDotGeneral(DType::bf16, {3}, {{0}, {}}, {3}, {{0}, {}});
}

void checkMatmul(DType dtype, Ints xShape, Ints yShape, Ints shape) {
  Array x = randomArray(dtype, xShape, 1), y = randomArray(dtype, yShape, 2);
  std::vector<double> expected;
  auto index = [&](const Array &operand, const Ints &z, int64_t row, int64_t column) {
    Ints own;
    for (int64_t axis = 0; axis < operand.rank() - 2; ++axis)
      own.push_back(operand.shape()[axis] == 1 ? 0 : z[z.size() - operand.rank() + axis]);
    own.insert(own.end(), {row, column});
    return own;
  };
  forEachIndex(shape, [&](const Ints &z) {
    double sum = 0;
    for (int64_t k = 0; k < xShape.back(); ++k)
      sum += at(x, index(x, z, z[z.size() - 2], k)) * at(y, index(y, z, k, z.back()));
    expected.push_back(sum);
  });
  for (int64_t isReproducible : {0, 1})
    EXPECT_EQ(valuesOf(resultOf(cotan_matmul, dtype, shape, {x, y}, {isReproducible})), expected);
}

TEST(Matmul, repeats_batches) {
  for (DType dtype : {DType::f32, DType::f64, DType::f16, DType::i8}) {
    checkMatmul(dtype, {2, 3}, {3, 4}, {2, 4});
    checkMatmul(dtype, {5, 2, 3}, {3, 4}, {5, 2, 4});
    checkMatmul(dtype, {2, 3}, {5, 3, 4}, {5, 2, 4});
    checkMatmul(dtype, {5, 2, 3}, {5, 3, 4}, {5, 2, 4});
    checkMatmul(dtype, {6, 1, 2, 3}, {5, 3, 4}, {6, 5, 2, 4});
    checkMatmul(dtype, {6, 5, 2, 3}, {1, 5, 3, 4}, {6, 5, 2, 4});
    checkMatmul(dtype, {1, 1, 3}, {5, 3, 1}, {5, 1, 1});
    checkMatmul(dtype, {4, 1, 3}, {1, 3, 2}, {4, 1, 2});
    checkMatmul(dtype, {1, 2, 3}, {4, 1, 3, 2}, {4, 1, 2, 2});
  }
}

TEST(Matmul, of_nothing_is_zero_or_empty) {
  checkMatmul(DType::f32, {2, 0}, {0, 4}, {2, 4});
  checkMatmul(DType::f32, {0, 3}, {3, 4}, {0, 4});
  checkMatmul(DType::f32, {0, 2, 3}, {1, 3, 4}, {0, 2, 4});
}

TEST(Matmul, wraps_around) {
  Array x = arrayOf(DType::i8, {1, 2}, {100, 100}), y = arrayOf(DType::i8, {2, 1}, {100, 1});
  EXPECT_EQ(resultOf(cotan_matmul, DType::i8, {1, 1}, {x, y}, {0}).asInt(), int8_t(10100));
}

} // namespace

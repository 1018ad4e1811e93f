// Convolutions against plain loops over the definition.
#include "cotan/runtime/kernels/conv.h"

#include "cotan/runtime/kernels/copy_steps.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <cmath>

using namespace cotan;

namespace {

struct Axis {
  int64_t size, kernel;
  int64_t stride = 1, low = 0, high = 0, lhsDilation = 1, rhsDilation = 1;

  int64_t places() const {
    const int64_t x = (size == 0 ? 0 : (size - 1) * lhsDilation + 1) + low + high;
    const int64_t k = kernel == 0 ? 0 : (kernel - 1) * rhsDilation + 1;
    return x < k || x < 0 ? 0 : (x - k) / stride + 1;
  }
  /// The element that each entry of the kernel meets at each place, or -1.
  std::vector<int64_t> met() const {
    std::vector<int64_t> elements;
    for (int64_t place = 0; place < places(); ++place)
      for (int64_t k = 0; k < kernel; ++k) {
        const int64_t at = place * stride + k * rhsDilation - low;
        const bool meets = at >= 0 && at % lhsDilation == 0 && at / lhsDilation < size;
        elements.push_back(meets ? at / lhsDilation : -1);
      }
    return elements;
  }
};

struct Case {
  int64_t batch, inputs, outputs;
  Axis h, w;
  int64_t featureGroups = 1, batchGroups = 1;
};

std::vector<double> plain(const Case &c, const Array &x, const Array &kernel) {
  std::vector<double> y;
  const std::vector<double> elements = valuesOf(x), weights = valuesOf(kernel);
  const std::vector<int64_t> rows = c.h.met(), columns = c.w.met();
  const int64_t batch = c.batch / c.batchGroups, channels = c.inputs * c.featureGroups;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t o = 0; o < c.outputs; ++o)
      for (int64_t p = 0; p < c.h.places(); ++p)
        for (int64_t q = 0; q < c.w.places(); ++q) {
          const int64_t row = o / (c.outputs / c.batchGroups) * batch + n;
          const int64_t first = o / (c.outputs / c.featureGroups) * c.inputs;
          double sum = 0;
          for (int64_t i = 0; i < c.inputs; ++i)
            for (int64_t a = 0; a < c.h.kernel; ++a) {
              const int64_t s = rows[p * c.h.kernel + a];
              const int64_t from = ((row * channels + first + i) * c.h.size + s) * c.w.size;
              const int64_t by = ((o * c.inputs + i) * c.h.kernel + a) * c.w.kernel;
              for (int64_t b = 0; b < c.w.kernel && s >= 0; ++b)
                if (const int64_t t = columns[q * c.w.kernel + b]; t >= 0)
                  sum += elements[from + t] * weights[by + b];
            }
          y.push_back(sum);
        }
  return y;
}

Array randomInput(DType dtype, const Case &c, int64_t lowest = -3) {
  return randomArray(dtype, {c.batch, c.inputs * c.featureGroups, c.h.size, c.w.size}, 1, lowest);
}

Array randomKernel(DType dtype, const Case &c) {
  return randomArray(dtype, {c.outputs, c.inputs, c.h.kernel, c.w.kernel}, 2);
}

void check(DType dtype, const Case &c, const Array &x, const Array &kernel) {
  std::vector<int64_t> numbers = {c.featureGroups, c.batchGroups, 0};
  for (const Axis &axis : {c.h, c.w})
    numbers.insert(numbers.end(),
                   {axis.stride, axis.low, axis.high, axis.lhsDilation, axis.rhsDilation});
  const int64_t shape[] = {c.batch / c.batchGroups, c.outputs, c.h.places(), c.w.places()};
  const std::vector<double> expected = plain(c, x, kernel);
  EXPECT_EQ(valuesOf(resultOf(cotan_conv, dtype, shape, {x, kernel}, numbers)), expected);
  // The same with the padding as an operand.
  Array padding = arrayOf(DType::i64, {4}, {c.h.low, c.w.low, c.h.high, c.w.high});
  numbers[2] = 1;
  numbers[4] = numbers[5] = numbers[9] = numbers[10] = 0;
  EXPECT_EQ(valuesOf(resultOf(cotan_conv, dtype, shape, {x, kernel, padding}, numbers)), expected);
}

void check(DType dtype, const Case &c) {
  check(dtype, c, randomInput(dtype, c), randomKernel(dtype, c));
}

TEST(Conv, agrees_with_the_definition) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i16}) {
    check(dtype, {2, 3, 4, {5, 3}, {6, 3}});
    check(dtype, {2, 3, 4, {5, 3, 1, 1, 1}, {6, 3, 1, 1, 1}});
    check(dtype, {2, 3, 4, {9, 3, 2, 1, 0}, {7, 2, 3, 0, 2}});
    check(dtype, {1, 2, 2, {5, 3, 1, 2, 2, 1, 2}, {6, 2, 2, 3, 3, 1, 3}});
    check(dtype, {2, 2, 3, {4, 3, 1, 2, 2, 2, 1}, {3, 2, 1, 1, 1, 3, 1}}); // transposed
    check(dtype, {2, 2, 3, {6, 3, 1, -1, -2}, {6, 2, 1, -2, 1}});          // cut off
    check(dtype, {2, 3, 4, {5, 1}, {6, 1}});
  }
}

TEST(Conv, cuts_channels_and_batches_into_groups) {
  check(DType::f32, {2, 2, 6, {5, 3}, {4, 2}, 3, 1});
  check(DType::f32, {2, 1, 4, {5, 3, 1, 1, 1}, {4, 3, 1, 1, 1}, 4, 1}); // one channel each
  check(DType::f32, {6, 2, 3, {5, 3}, {4, 2}, 1, 3});
}

void checkInfiniteWeights(const Case &c) {
  Array kernel = randomKernel(DType::f32, c);
  auto weights = kernel.mutableValues<float>();
  for (size_t i = 0; i < weights.size(); i += 5)
    weights[i] = INFINITY;
  check(DType::f32, c, randomInput(DType::f32, c, /*lowest=*/1), kernel);
}

TEST(Conv, of_few_outputs_along_long_rows) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i16, DType::i64}) {
    check(dtype, {1, 1, 1, {1, 1}, {300, 70, 1, 69, 69}});
    check(dtype, {1, 1, 1, {1, 1}, {70, 70, 1, 69, 69}});
    check(dtype, {2, 2, 2, {3, 2, 1, 1, 0}, {150, 65, 1, -2, 3}});
    check(dtype, {1, 1, 2, {1, 1}, {90, 3, 1, 200, 100}}); // places beyond all there is
  }
  check(DType::f32, {1, 2, 1, {4, 3, 2, 1, 2}, {200, 66, 3, 5, 7, 1, 2}});
  check(DType::f32, {1, 1, 2, {4, 2, 1, 0, 2, 2, 1}, {100, 5, 2, 3, 7, 3, 2}});
  check(DType::f32, {1, 1, 1, {1, 1}, {9000, 2, 1, 1, 1}}); // several pieces
  check(DType::f32, {1, 1, 1, {1, 1}, {2000, 1500, 1, 1499, 1499}});
  check(DType::f32, {2, 1, 6, {6, 3, 1, 1, 1}, {40, 3, 1, 1, 1}, 6, 1}); // one channel each
  check(DType::f32, {6, 2, 3, {5, 3, 1, 1, 1}, {40, 2}, 1, 3});
  checkInfiniteWeights({1, 1, 1, {3, 2, 1, 1, 1}, {40, 30, 1, 29, 29}});
}

TEST(Conv, of_many_places_or_entries_is_cut_into_chunks) {
  check(DType::f32, {2, 40, 3, {60, 3, 1, 1, 1}, {60, 3, 1, 1, 1}});
  check(DType::f32, {70, 3, 2, {3, 3, 1, 1, 1}, {3, 3, 1, 1, 1}});
  check(DType::f32, {3, 9, 2, {70, 68}, {70, 69}}); // a kernel as large as x
}

TEST(Conv, padding_and_dilation_do_not_meet_infinite_weights) {
  checkInfiniteWeights({2, 3, 4, {5, 3}, {6, 3}});
  checkInfiniteWeights({2, 3, 4, {5, 3, 1, 1, 1}, {6, 3, 1, 1, 1}});
  checkInfiniteWeights({2, 40, 3, {60, 3, 1, 1, 1}, {60, 3, 1, 1, 1}}); // more results than weights
  checkInfiniteWeights({2, 2, 3, {4, 3, 1, 2, 2, 2, 1}, {3, 2, 1, 1, 1, 3, 1}}); // transposed
  checkInfiniteWeights({2, 3, 4, {9, 3, 2, 1, 0}, {7, 2, 3, 0, 2}});
  checkInfiniteWeights({2, 2, 6, {5, 3, 1, 1, 1}, {4, 2, 1, 1, 0}, 3, 1});
  checkInfiniteWeights({6, 2, 3, {5, 3, 1, 1, 1}, {4, 2, 1, 1, 0}, 1, 3});
}

TEST(Conv, of_a_spread_x_is_cut_into_phases) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i16}) {
    check(dtype, {2, 3, 4, {5, 3, 1, 1, 2, 2}, {6, 3, 1, 1, 2, 2}});
    check(dtype, {2, 3, 4, {5, 4, 2, 1, 2, 3}, {6, 5, 3, -1, 4, 2, 2}});
    check(dtype, {2, 3, 4, {5, 4, 3, 2, 2, 6, 4}, {6, 3, 4, 5, -2, 6, 3}});
    check(dtype, {1, 2, 3, {4, 1, 1, 0, 1, 2}, {5, 1, 1, 0, 2, 3}});   // many meet nothing
    check(dtype, {2, 2, 2, {2, 3, 1, 0, 0, 9}, {3, 2, 5, 1, 3, 4}});   // fewer places than phases
    check(dtype, {1, 2, 2, {30, 3, 1, 2, 2, 9}, {30, 3, 1, 2, 2, 9}}); // too many phases
  }
  check(DType::f32, {2, 2, 6, {5, 3, 1, 1, 1, 2}, {4, 2, 2, 1, 1, 3}, 3, 1});
  check(DType::f32, {6, 2, 3, {5, 3, 2, 1, 1, 3}, {4, 2, 1, 1, 1, 2}, 1, 3});
  checkInfiniteWeights({2, 3, 4, {5, 3, 1, 1, 2, 2}, {6, 3, 1, 1, 2, 2}});
  checkInfiniteWeights({2, 3, 4, {5, 4, 3, 2, 2, 6, 4}, {6, 3, 4, 5, -2, 6, 3}});
}

TEST(Conv, with_a_kernel_as_large_as_x_has_columns_in_rows) {
  for (DType dtype : {DType::f32, DType::f64, DType::bf16, DType::i16}) {
    check(dtype, {3, 5, 4, {9, 9, 1, 1, 1}, {9, 9, 1, 1, 1}});
    check(dtype, {3, 5, 4, {9, 4, 1, 1, 1, 1, 2}, {9, 4, 1, 1, 0, 1, 2}}); // of one with strides
    check(dtype, {3, 5, 4, {9, 7, 2, 1, 1}, {9, 8, 2, 1, 1}});
    check(dtype, {3, 5, 4, {5, 8, 1, 1, 1, 2}, {6, 9, 1, 1, 0, 2}});
  }
  check(DType::f32, {70, 9, 2, {30, 30, 1, 1, 1}, {40, 40, 1, 1, 1}}); // in chunks
  check(DType::f32, {3, 2, 6, {9, 8}, {9, 7, 1, 1}, 3, 1});
  check(DType::f32, {6, 2, 3, {9, 8}, {9, 7, 1, 1}, 1, 3});
  checkInfiniteWeights({3, 5, 4, {9, 9, 1, 1, 1}, {9, 9, 1, 1, 1}});
  checkInfiniteWeights({2, 300, 2, {9, 9, 1, 1, 1}, {9, 9, 1, 1, 1}});
}

TEST(Conv, that_is_large_is_computed_in_blocks) {
  const Axis same = {32, 3, 1, 1, 1};
  check(DType::f32, {8, 16, 16, same, same});
  check(DType::f32, {23, 17, 18, same, {30, 3, 1, 1, 1}});                  // two parts
  check(DType::f32, {9, 16, 20, {40, 3, 2, 1, 0}, {70, 5, 2, 1, 3, 1, 2}}); // strides, dilation
  check(DType::f32, {8, 16, 48, {40, 3, 1, 2, 0}, {30, 3, 1, 0, 2}, 3, 1}); // groups
  check(DType::f32, {8, 3, 64, same, {50, 4, 1, 1, -5}});                   // cut off
  check(DType::f32, {9, 20, 16, {36, 3, 1, 1, 1, 2}, {20, 4, 1, 2, 2, 2}}); // phases
  check(DType::f32, {8, 16, 16, {30, 3, 1, 5, 4}, {32, 3, 2, 7, 6}}); // places that meet nothing
  checkInfiniteWeights({8, 16, 16, same, same});
  checkInfiniteWeights({23, 17, 18, same, {30, 3, 1, 1, 1}});
}

TEST(Conv, of_few_large_entries_is_cut_into_rows) {
  const Axis same = {96, 3, 1, 1, 1};
  check(DType::f32, {1, 32, 48, same, same});
  check(DType::f32, {2, 16, 64, {100, 5, 2, 3, 1, 1, 2}, {120, 3, 1, 1, 1}}); // strides, dilation
  check(DType::f32, {1, 64, 80, {50, 3, 1, 1, 2, 2}, {40, 3, 1, 1, 1}});      // spread
  check(DType::f32, {64, 1, 48, {96, 90, 1, 1, 1}, {60, 55, 1, 1, 1}}); // derivative by a kernel
  check(DType::f32, {1, 32, 48, {40, 3, 1, 30, 40}, {96, 3, 1, 1, 1}}); // rows that meet nothing
  check(DType::f32, {1, 64, 128, {5000, 3, 1, 1, 1}, {1, 1}});          // as one axis
  checkInfiniteWeights({1, 32, 48, same, same});
}

TEST(Conv, of_small_images_is_cut_into_channels) {
  const Axis same = {7, 3, 1, 1, 1}, whole = {6, 6, 1, 1, 1};
  check(DType::f32, {1, 512, 512, same, same});
  check(DType::f32, {3, 400, 300, {6, 3, 1, 1, 1}, {9, 3, 1, 1, 1}});
  check(DType::f32, {1, 400, 300, {7, 3, 1, 1, 1, 2}, {10, 3, 1, 1, 1}}); // spread
  check(DType::f32, {900, 1, 300, whole, whole});                         // derivative by a kernel
  check(DType::f32, {1, 300, 600, same, {8, 3, 1, 1, 1}, 2});             // groups are not cut
  checkInfiniteWeights({1, 512, 512, same, same});
}

TEST(Conv, that_is_the_large_derivative_by_a_kernel_is_computed_in_blocks) {
  const Axis same = {32, 32, 1, 1, 1};
  check(DType::f32, {16, 20, 17, same, same});
  check(DType::f32, {3, 40, 32, same, {33, 30, 1, 1, 1}});
  check(DType::f32, {16, 60, 20, {40, 20, 1, 1, 1, 1, 2}, {40, 19, 1, 1, 1, 1, 2}}); // of strides
  check(DType::f32, {16, 20, 20, {40, 36, 2, 0, 0}, {38, 33, 2, 0, 0}});             // of dilation
  check(DType::f32,
        {16, 20, 20, {20, 20, 1, 25, 2}, {24, 24, 1, 3, 3}}); // places that meet nothing
  checkInfiniteWeights({16, 20, 17, same, same});
}

/// Where sums meet each other that do not belong together.
void checkInfiniteInput(const Case &c) {
  Array x = randomInput(DType::f32, c, /*lowest=*/1);
  auto elements = x.mutableValues<float>();
  for (size_t i = 0; i < elements.size(); i += 997)
    elements[i] = INFINITY;
  const int64_t shape[] = {c.outputs, c.inputs, c.h.kernel, c.w.kernel};
  check(DType::f32, c, x, randomArray(DType::f32, shape, 2, /*lowest=*/1));
}

TEST(Conv, by_three_places_is_computed_in_tiles) {
  const Axis same = {30, 3, 1, 1, 1};
  check(DType::f32, {2, 32, 40, {33, 3, 1, 1, 1}, {30, 3, 1, 0, 2}});
  check(DType::f16, {2, 32, 40, same, same});
  check(DType::f32, {1, 32, 32, {7, 3, 1, 1, 1}, {600, 3, 1, 1, 1}});   // lines of many tiles
  check(DType::f32, {20, 64, 72, {8, 3, 1, 1, 1}, {7, 3, 1, 1, 1}});    // several entries at once
  check(DType::f32, {4, 32, 32, {20, 3, 1, 9, 8}, {40, 3, 1, -2, 5}});  // cut off, rows of zeros
  check(DType::f32, {3, 32, 32, {1, 3, 1, 20, 20}, {40, 3, 1, 30, 1}}); // tiles of zeros alone
  checkInfiniteWeights({2, 32, 40, same, same});
  checkInfiniteInput({2, 32, 40, same, same});
}

TEST(Conv, derived_by_three_places_is_computed_in_tiles) {
  const Axis same = {32, 32, 1, 1, 1}, cut = {32, 28, 1, -1, -1};
  check(DType::f32, {32, 20, 40, same, {30, 28}});
  check(DType::f32, {40, 3, 32, cut, {301, 301, 1, 1, 1}});
  check(DType::f32, {48, 40, 64, {8, 7, 1, 1, 0}, {7, 7, 1, 0, 2}});
  checkInfiniteWeights({32, 20, 40, same, same});
  checkInfiniteInput({32, 20, 40, same, same});
}

TEST(Conv, of_numbers_whose_sums_overflow) {
  const Case c = {2, 32, 40, {30, 3, 1, 1, 1}, {30, 3, 1, 1, 1}};
  Array x = randomInput(DType::f32, c), kernel = Array::zeros(DType::f32, {40, 32, 3, 3});
  std::ranges::fill(x.mutableValues<float>(), 2e38f);
  kernel.mutableValues<float>()[4] = 1;
  check(DType::f32, c, x, kernel);
}

/// x, the kernel and the result with axis i of the convolution's at `orders[i]`.
void checkPermuted(const Case &c, std::vector<std::vector<int64_t>> orders, const Array &kernel) {
  auto moved = [](const Array &from, const std::vector<int64_t> &order, bool back) {
    std::vector<int64_t> sizes(4), steps(4), ends(from.shape().begin(), from.shape().end());
    const std::vector<int64_t> own = denseSteps(ends);
    for (int64_t i = 0; i < 4; ++i)
      sizes[back ? i : order[i]] = ends[back ? order[i] : i];
    const std::vector<int64_t> there = denseSteps(sizes);
    for (int64_t i = 0; i < 4; ++i)
      steps[back ? order[i] : i] = there[back ? i : order[i]];
    Array to = Array::zeros(DType::f32, sizes);
    copySteps(ends, from.values<float>().data(), own, to.mutableValues<float>().data(), steps);
    return to;
  };
  const Array x = randomInput(DType::f32, c, /*lowest=*/1);
  std::vector<int64_t> numbers = {c.featureGroups, 1, 0};
  for (const Axis &axis : {c.h, c.w})
    numbers.insert(numbers.end(),
                   {axis.stride, axis.low, axis.high, axis.lhsDilation, axis.rhsDilation});
  numbers.insert(numbers.end(), orders[0].begin(), orders[0].end());
  numbers.insert(numbers.end(), orders[1].begin(), orders[1].end());
  const int64_t own[] = {c.batch, c.outputs, c.h.places(), c.w.places()};
  std::vector<int64_t> shape(4), back(4);
  for (int64_t i = 0; i < 4; ++i) {
    shape[orders[2][i]] = own[i];
    back[orders[2][i]] = i;
  }
  numbers.insert(numbers.end(), back.begin(), back.end());
  const Array y = resultOf(cotan_conv_permuted, DType::f32, shape,
                           {moved(x, orders[0], false), moved(kernel, orders[1], false)}, numbers);
  EXPECT_EQ(valuesOf(moved(y, orders[2], true)), plain(c, x, kernel));
}

TEST(Conv, of_axes_in_another_order) {
  const Axis same = {32, 3, 1, 1, 1}, twice = {31, 3, 2, 1, 1}, spread = {20, 3, 1, 1, 2, 2};
  const Axis turned = {32, 32, 1, 1, 1};
  const std::vector<int64_t> first = {0, 1, 2, 3}, last = {0, 3, 1, 2}, odd = {2, 0, 3, 1};
  for (const Case &c :
       {Case{9, 20, 18, same, twice}, Case{9, 20, 32, spread, spread},
        Case{16, 20, 17, turned, turned}, Case{9, 8, 48, same, same, 3},
        Case{1, 32, 64, {90, 3, 1, 1, 1}, {40, 3, 1, 1, 1}},
        Case{1, 500, 500, {6, 3, 1, 1, 1}, {7, 3, 1, 1, 1}},
        Case{2, 32, 40, {33, 3, 1, 1, 1}, {30, 3, 1, 0, 2}}, Case{32, 20, 40, turned, {30, 28}},
        Case{2, 3, 4, same, same}}) { // small: copied
    const Array kernel = randomKernel(DType::f32, c);
    checkPermuted(c, {last, {3, 2, 0, 1}, last}, kernel);
    checkPermuted(c, {first, first, last}, kernel);
    checkPermuted(c, {odd, odd, odd}, kernel);
    checkPermuted(c, {{1, 0, 2, 3}, {1, 0, 2, 3}, {1, 0, 2, 3}}, kernel);
    Array infinite = randomKernel(DType::f32, c);
    infinite.mutableValues<float>()[5] = INFINITY;
    checkPermuted(c, {last, {3, 2, 0, 1}, odd}, infinite);
  }
}

TEST(Conv, of_nothing_is_zero_or_empty) {
  check(DType::f32, {2, 0, 3, {5, 3}, {4, 2}});
  check(DType::f32, {0, 2, 3, {5, 3}, {4, 2}});
  check(DType::f32, {2, 2, 3, {0, 2, 1, 2, 2}, {4, 2}});
  check(DType::f32, {2, 2, 3, {2, 3}, {4, 2}});
  check(DType::f32, {2, 2, 3, {3, 0}, {4, 2}});
}

TEST(Conv, may_have_no_spatial_axis) {
  Array x = arrayOf(DType::f32, {2, 2}, {1, 2, 3, 4}), kernel = arrayOf(DType::f32, {1, 2}, {5, 6});
  EXPECT_EQ(valuesOf(resultOf(cotan_conv, DType::f32, {2, 1}, {x, kernel}, {1, 1, 0})),
            (std::vector<double>{17, 39}));
}

} // namespace

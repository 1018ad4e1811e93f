#include "cotan/runtime/kernels/searching.h"

#include "cotan/runtime/kernels/ordering.h"
#include "cotan/runtime/kernels/random_arrays.h"

#include <cmath>

using namespace cotan;

namespace {

bool isLess(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

/// The number of elements of each value's row that come before it.
std::vector<double> plainPlaces(const Array &values, const Array &sorted, bool isRight) {
  const int64_t length = sorted.shape().back();
  const int64_t rows = elementCount(sorted.shape().drop_back());
  std::vector<double> places;
  for (int64_t i = 0; i < values.size(); ++i) {
    int64_t place = 0;
    for (int64_t j = 0; j < length; ++j) {
      const double other = sorted.asDouble(i / (values.size() / rows) * length + j);
      place += isRight ? !isLess(values.asDouble(i), other) : isLess(other, values.asDouble(i));
    }
    places.push_back(place);
  }
  return places;
}

void check(const Array &values, const Array &x) {
  Array sorted = resultOf(cotan_sort, x.dtype(), x.shape(), {x}, {x.rank() - 1, false});
  for (bool isRight : {false, true})
    EXPECT_EQ(valuesOf(resultOf(cotan_searchsorted, DType::i64, values.shape(), {values, sorted},
                                {isRight})),
              plainPlaces(values, sorted, isRight));
}

constexpr DType all[] = {DType::i1,   DType::i8,   DType::i16,  DType::i32,  DType::i64,
                         DType::ui8,  DType::ui16, DType::ui32, DType::ui64, DType::f16,
                         DType::bf16, DType::f32,  DType::f64};

TEST(Searchsorted, counts_what_comes_before) {
  for (DType dtype : all)
    for (int64_t length : {0, 1, 2, 3, 4, 7, 31, 32, 33, 100}) {
      check(randomArray(dtype, {3, 11}, 1, -20, 20), randomArray(dtype, {length}, 2, -20, 20));
      check(randomArray(dtype, {2, 3, 5}, 3, -20, 20), randomArray(dtype, {2, length}, 4, -20, 20));
      check(randomArray(dtype, {2, 3}, 5), randomArray(dtype, {2, 3, length}, 6));
    }
}

TEST(Searchsorted, of_many_values_works_on_all_cores) {
  check(randomArray(DType::f32, {60000}, 1, -99, 99), randomArray(DType::f32, {50}, 2, -99, 99));
}

/// The row itself, what is next to its elements, and what is far away.
Array around(DType dtype, const std::vector<double> &row) {
  std::vector<double> values = {-INFINITY, INFINITY, NAN, -1e30, 1e30, 0};
  for (double element : row)
    for (double far : {0.0, 1e-7, -1e-7, 0.3, -0.3, 2.0, -2.0})
      values.push_back(element * (1 + far));
  return arrayOf(dtype, {int64_t(values.size())}, values);
}

TEST(Searchsorted, in_evenly_spaced_rows) {
  for (DType dtype : {DType::f16, DType::bf16, DType::f32, DType::f64})
    for (int64_t length : {15, 16, 101})
      for (double first : {0.0, -7.25}) {
        std::vector<double> row;
        for (int64_t i = 0; i < length; ++i)
          row.push_back(first + double(i) / 3);
        auto checkRow = [&](const std::vector<double> &elements) {
          check(around(dtype, elements), arrayOf(dtype, {length}, elements));
        };
        checkRow(row);
        std::vector<double> changed = row;
        changed[length / 3] = row[length / 3 + 1]; // twice the same
        checkRow(changed);
        changed[1] = changed[2] = changed[3] = row[0]; // all between two of those looked at
        checkRow(changed);
        changed[length - 1] = NAN;
        checkRow(changed);
        changed[0] = -INFINITY;
        checkRow(changed);
        checkRow(std::vector<double>(length, first));
      }
}

TEST(Searchsorted, nan_is_behind_all_numbers) {
  for (DType dtype : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    Array values = arrayOf<double>(dtype, {5}, {NAN, INFINITY, -INFINITY, -0.0, 1});
    check(values, values);
    check(values, arrayOf<double>(dtype, {3}, {NAN, NAN, NAN}));
    check(values, arrayOf<double>(dtype, {4}, {0, -0.0, 1, 2}));
  }
}

} // namespace

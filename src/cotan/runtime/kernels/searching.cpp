// Several values are looked for at a time: each step halves what is left for all of them, without a
// branch that could be guessed wrongly, and reads of one do not wait for those of another. In rows
// of numbers that are equally far apart, as grids and the ends of bins are, places are computed,
// and two reads say whether they are right.
#include "cotan/runtime/kernels/searching.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/complex_order.h"
#include "cotan/runtime/kernels/processors.h"
#include "cotan/runtime/kernels/wide_numbers.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace cotan {
namespace {

constexpr int64_t together = 32; // values
/// The longest row whose places are computed in 32 bits: twice a place must fit, too.
constexpr int64_t longestNarrow = 1 << 30;

/// A sorted row: `numbers` elements that are not NaN, then NaN up to `length`.
template <typename T> struct SortedRow {
  const T *elements;
  int64_t numbers, length;
  T scale = 0; // how many lie within 1, if they are equally far apart
};

/// How many numbers of the row come before each of the values, which are not NaN.
/// The same of an evenly spaced row; false if one of the places is not right.
template <bool isRight, typename T, typename Place>
[[gnu::always_inline]] inline bool guessBefore(const SortedRow<T> &row, const T *values,
                                               Place *places) {
  const T first = row.elements[0], scale = row.scale, most = T(row.numbers - 1);
  const Place last = row.numbers - 1;
  Place near[together], next[together], wrong = 0;
  auto isBefore = [&](Place place, T value) __attribute__((always_inline)) {
    const T element = row.elements[place];
    return Place(isRight ? element <= value : element < value);
  };
  for (int64_t i = 0; i < together; ++i) {
    const T guess = (values[i] - first) * scale, high = guess < most ? guess : most;
    near[i] = std::min(Place(high > 0 ? high : 0), last); // `most` may be rounded up
  }
  for (int64_t i = 0; i < together; ++i) {
    places[i] = near[i] + isBefore(near[i], values[i]);
    next[i] = std::clamp<Place>(2 * places[i] - near[i] - 1, 0, last);
  }
  for (int64_t i = 0; i < together; ++i)
    wrong |= Place(next[i] != near[i]) & ~(isBefore(next[i], values[i]) ^ (places[i] - near[i]));
  return (wrong & 1) == 0;
}

template <bool isRight, typename T, typename Place>
[[gnu::always_inline]] inline void countBefore(const SortedRow<T> &row, const T *values,
                                               Place *places) {
  if constexpr (std::is_floating_point_v<T>)
    if (row.scale > 0 && guessBefore<isRight>(row, values, places))
      return;
  std::fill_n(places, together, Place());
  if (row.numbers == 0)
    return;
  auto halve = [&](Place half, Place step) __attribute__((always_inline)) {
    for (int64_t i = 0; i < together; ++i) {
      const T element = row.elements[places[i] + half];
      const bool isBefore = isRight ? element <= values[i] : element < values[i];
      places[i] += isBefore ? step : 0;
    }
  };
  Place left = row.numbers;
  for (; left > 1; left -= left / 2)
    halve(left / 2 - 1, left / 2);
  halve(0, 1);
}

template <typename T, typename Place>
[[gnu::always_inline]] inline void countBefore(const SortedRow<T> &row, const T *values,
                                               Place *places, bool isRight) {
  isRight ? countBefore<true>(row, values, places) : countBefore<false>(row, values, places);
}

template <typename T>
void findPlaces(const SortedRow<T> &row, const T *values, int64_t *places, bool isRight) {
  countBefore(row, values, places, isRight);
}
COTAN_FOR_EACH_PROCESSOR void findPlaces(const SortedRow<float> &row, const float *values,
                                         int64_t *places, bool isRight) {
  if (row.length > longestNarrow)
    return countBefore(row, values, places, isRight);
  int32_t narrow[together]; // twice as many in a register
  countBefore(row, values, narrow, isRight);
  std::copy_n(narrow, together, places);
}
COTAN_FOR_EACH_PROCESSOR void findPlaces(const SortedRow<double> &row, const double *values,
                                         int64_t *places, bool isRight) {
  countBefore(row, values, places, isRight);
}
COTAN_FOR_EACH_PROCESSOR void findPlaces(const SortedRow<int32_t> &row, const int32_t *values,
                                         int64_t *places, bool isRight) {
  if (row.length > longestNarrow)
    return countBefore(row, values, places, isRight);
  int32_t narrow[together];
  countBefore(row, values, narrow, isRight);
  std::copy_n(narrow, together, places);
}
COTAN_FOR_EACH_PROCESSOR void findPlaces(const SortedRow<int64_t> &row, const int64_t *values,
                                         int64_t *places, bool isRight) {
  countBefore(row, values, places, isRight);
}

template <typename T> bool isNan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  return false;
}

/// By halving, as places are found.
template <typename T> int64_t countNumbers(const SortedRow<T> &row) {
  int64_t place = 0;
  for (int64_t left = row.length; left > 1; left -= left / 2)
    place += isNan(row.elements[place + left / 2 - 1]) ? 0 : left / 2;
  return place + (row.length > 0 && !isNan(row.elements[place]));
}

/// 0 unless some of the row lie where they do if all are equally far apart.
template <typename T> T scaleOf(const SortedRow<T> &row) {
  constexpr int64_t fewest = 16, samples = 8;
  if constexpr (std::is_floating_point_v<T>) {
    if (row.numbers < fewest)
      return 0;
    const int64_t last = row.numbers - 1;
    const T first = row.elements[0], scale = T(last) / (row.elements[last] - first);
    for (int64_t i = 0; i <= samples; ++i) {
      const int64_t place = i * last / samples;
      if (!(std::abs((row.elements[place] - first) * scale - T(place)) < T(0.5)))
        return 0;
    }
    return scale;
  }
  return 0;
}

/// What elements are compared as.
template <typename T> using Compared = decltype(widen(T()));

template <typename T>
void search(const SortedRow<Compared<T>> &row, const T *values, int64_t count, bool isRight,
            int64_t *to) {
  for (int64_t i = 0; i < count; i += together) {
    Compared<T> wanted[together] = {};
    int64_t places[together];
    const int64_t some = std::min(together, count - i);
    std::transform(values + i, values + i + some, wanted, [](T x) { return widen(x); });
    findPlaces(row, wanted, places, isRight);
    for (int64_t j = 0; j < some; ++j)
      to[i + j] = isNan(wanted[j]) ? (isRight ? row.length : row.numbers) : places[j];
  }
}

template <typename T>
void searchRows(const TensorView &x, const TensorView &sorted, bool isRight, int64_t *to) {
  const int64_t length = sorted.sizes[sorted.rank - 1],
                rows = productOf(sorted, 0, sorted.rank - 1);
  const int64_t count = countOf(x) / rows; // of the values of a row
  std::vector<Compared<T>> wide(isHalf<T> ? length : 0);
  for (int64_t i = 0; i < rows && !mustStop(); ++i) {
    SortedRow<Compared<T>> row{nullptr, 0, length};
    if constexpr (isHalf<T>) {
      const T *from = elementsOf<T>(sorted) + i * length;
      std::transform(from, from + length, wide.begin(), [](T each) { return widen(each); });
      row.elements = wide.data();
    } else {
      row.elements = reinterpret_cast<const Compared<T> *>(elementsOf<T>(sorted)) + i * length;
    }
    row.numbers = countNumbers(row);
    row.scale = scaleOf(row);
    const int64_t steps = 1 + int64_t(std::log2(double(length + 1)));
    const T *values = elementsOf<T>(x) + i * count;
    runtime::parallelFor(count, (1 << 16) / steps, [&](int64_t begin, int64_t end) {
      search(row, values + begin, end - begin, isRight, to + i * count + begin);
    });
  }
}

/// By halving, as above.
template <typename T>
int64_t findPlace(const std::complex<T> *row, int64_t length, std::complex<T> value, bool isRight) {
  const auto wanted = orderOf(value);
  auto isBefore = [&](int64_t place) {
    const auto element = orderOf(row[place]);
    return isRight ? element <= wanted : element < wanted;
  };
  int64_t place = 0;
  for (int64_t left = length; left > 1; left -= left / 2)
    place += isBefore(place + left / 2 - 1) ? left / 2 : 0;
  return place + (length > 0 && isBefore(place));
}

template <typename T>
void searchComplexRows(const TensorView &x, const TensorView &sorted, bool isRight, int64_t *to) {
  const int64_t length = sorted.sizes[sorted.rank - 1];
  const int64_t count = countOf(x) / productOf(sorted, 0, sorted.rank - 1); // a row's values
  const auto *values = elementsOf<std::complex<T>>(x), *rows = elementsOf<std::complex<T>>(sorted);
  runtime::parallelFor(countOf(x), 1 << 10, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      to[i] = findPlace(rows + i / count * length, length, values[i], isRight);
  });
}

} // namespace

int32_t cotan_searchsorted(const TensorView *operands, TensorView *results,
                           const int64_t *numbers) {
  return withoutExceptions([&] {
    if (countOf(operands[0]) == 0)
      return 0;
    visitElement(dtypeOf(operands[0]), [&](auto element) {
      using T = decltype(element);
      int64_t *to = elementsOf<int64_t>(results[0]);
      if constexpr (isComplexStorage<T>)
        searchComplexRows<typename T::value_type>(operands[0], operands[1], numbers[0], to);
      else
        searchRows<T>(operands[0], operands[1], numbers[0], to);
    });
    return 0;
  });
}

} // namespace cotan

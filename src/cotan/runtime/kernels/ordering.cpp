#include "cotan/runtime/kernels/ordering.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/complex_order.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace cotan {
namespace {

struct Item {
  uint64_t key;
  int64_t index;

  bool operator<(const Item &other) const {
    return key != other.key ? key < other.key : index < other.index;
  }
};

/// Many of them. What is new is not written to, which takes long where nobody is heard.
class Items {
public:
  void resize(size_t wanted) {
    if (wanted > room)
      items = std::make_unique_for_overwrite<Item[]>(wanted);
    room = std::max(room, wanted);
    count = wanted;
  }
  size_t size() const { return count; }
  Item *begin() const { return items.get(); }
  Item *end() const { return begin() + count; }
  Item &operator[](size_t i) const { return items[i]; }

private:
  std::unique_ptr<Item[]> items;
  size_t count = 0, room = 0;
};

template <typename T> struct UnsignedOf : std::make_unsigned<T> {};
template <> struct UnsignedOf<bool> : std::type_identity<uint8_t> {};
template <> struct UnsignedOf<Float16> : std::type_identity<uint16_t> {};
template <> struct UnsignedOf<BFloat16> : std::type_identity<uint16_t> {};
template <> struct UnsignedOf<float> : std::type_identity<uint32_t> {};
template <> struct UnsignedOf<double> : std::type_identity<uint64_t> {};

/// The bits of infinity: NaN's, without the sign, are more.
template <typename T> typename UnsignedOf<T>::type infinityBits() {
  using Bits = typename UnsignedOf<T>::type;
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
  else
    return T(std::numeric_limits<double>::infinity()).bits;
}

/// An unsigned number of the same size that is ordered as x is.
template <typename T> typename UnsignedOf<T>::type keyOf(T x) {
  using Bits = typename UnsignedOf<T>::type;
  constexpr Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
  Bits bits = std::bit_cast<Bits>(x);
  if constexpr (isFloatStorage<T>) {
    Bits magnitude = bits & Bits(~sign);
    if (magnitude > infinityBits<T>())
      return std::numeric_limits<Bits>::max();
    if (magnitude == 0)
      return sign;
    return bits & sign ? Bits(~bits) : Bits(bits | sign);
  } else {
    return std::is_signed_v<T> ? Bits(bits ^ sign) : bits;
  }
}

constexpr size_t manyItems = 256; // from here on, counting digits is faster than comparing

template <typename F> void forEachItem(const Items &items, F use) {
  runtime::serialFor(items.size(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      use(items[i]);
  });
}

/// Sorts by keys of `bytes` bytes, the lowest digit first. Those of equal keys keep their order.
void sortByDigits(Items &items, Items &spare, size_t bytes) {
  std::array<std::array<size_t, 256>, 8> counts{};
  forEachItem(items, [&](const Item &item) {
    for (size_t digit = 0; digit < bytes; ++digit)
      ++counts[digit][(item.key >> (8 * digit)) & 0xFF];
  });
  spare.resize(items.size());
  for (size_t digit = 0; digit < bytes; ++digit) {
    auto &starts = counts[digit];
    if (starts[(items[0].key >> (8 * digit)) & 0xFF] == items.size())
      continue; // all alike
    size_t start = 0;
    for (size_t &count : starts)
      start += std::exchange(count, start);
    forEachItem(
        items, [&](const Item &item) { spare[starts[(item.key >> (8 * digit)) & 0xFF]++] = item; });
    if (mustStop())
      return;
    std::swap(items, spare);
  }
}

template <typename F> void setKeys(Items &items, F keyOfItem) {
  runtime::serialFor(items.size(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      items[i].key = keyOfItem(items[i]);
  });
}

/// The items of a line of real numbers have their keys.
template <typename T>
void sortLine(Items &items, Items &spare, const T *line, int64_t step, bool descending) {
  if (items.size() < manyItems)
    std::sort(items.begin(), items.end());
  else
    sortByDigits(items, spare, sizeof(T));
}

template <typename T>
void sortLine(Items &items, Items &spare, const std::complex<T> *line, int64_t step,
              bool descending) {
  if (items.size() < manyItems) {
    std::sort(items.begin(), items.end(), [&](const Item &i, const Item &j) {
      const auto a = orderOf(line[i.index * step]), b = orderOf(line[j.index * step]);
      return a != b ? (a < b) != descending : i.index < j.index;
    });
    return;
  }
  auto sortBy = [&](auto keyOfNumber) { // those of equal keys keep their order
    using Key = decltype(keyOfNumber(*line));
    setKeys(items, [&](const Item &item) -> Key {
      const Key key = keyOfNumber(line[item.index * step]);
      return descending ? Key(~key) : key;
    });
    if (!mustStop())
      sortByDigits(items, spare, sizeof(Key));
  };
  sortBy([](std::complex<T> z) { return keyOf(z.imag()); });
  sortBy([](std::complex<T> z) { return keyOf(z.real()); });
  sortBy(nanPartsOf<T>);
}

/// Calls `use(items, start, inner)` for each line along the axis, with its items in index order;
/// those of real numbers have their keys.
template <typename T, typename F>
void forEachLine(const TensorView &x, int64_t axis, bool descending, F use) {
  const AxisView view(x, axis);
  const T *values = elementsOf<T>(x);
  Items items;
  for (int64_t i = 0; i < view.outer; ++i)
    for (int64_t j = 0; j < view.inner; ++j) {
      const T *line = values + i * view.length * view.inner + j;
      items.resize(view.length);
      runtime::serialFor(view.length, [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k) {
          items[k] = {0, k};
          if constexpr (!isComplexStorage<T>) {
            const auto key = keyOf(line[k * view.inner]);
            items[k].key = descending ? decltype(key)(~key) : key;
          }
        }
      });
      if (mustStop())
        return;
      use(items, line, i, j);
    }
}

/// Leaves the first `k` items, the last of them in its place.
void keepFirst(std::vector<Item> &items, int64_t k) {
  std::nth_element(items.begin(), items.begin() + (k - 1), items.end());
  items.resize(k);
}

/// The first `k` items of a row in decreasing order. An item that comes after `k` others is
/// forgotten at once, if it was seen before that there are so many: of random ones most are.
template <typename T>
void keepLargest(const T *row, int64_t length, int64_t k, std::vector<Item> &best) {
  const size_t room =
      std::max<size_t>(256, 2 * k); // the time for a choice of k is shared by as many
  Item last{UINT64_MAX, INT64_MAX};
  best.clear();
  best.reserve(room);
  runtime::serialFor(length, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto key = keyOf(row[i]);
      const Item item{decltype(key)(~key), i};
      if (!(item < last))
        continue;
      best.push_back(item);
      if (best.size() == room) {
        keepFirst(best, k);
        last = best.back();
      }
    }
  });
  if (mustStop())
    return;
  keepFirst(best, k);
  std::sort(best.begin(), best.end());
}

/// Calls `use(items, row, i)` for each row of x, with its first `k` items in decreasing order.
template <typename T, typename F> void forEachLargest(const TensorView &x, int64_t k, F use) {
  const AxisView view(x, x.rank - 1);
  if (k < view.length / 4) {
    std::vector<Item> best;
    for (int64_t i = 0; i < view.outer && !mustStop(); ++i) {
      const T *row = elementsOf<T>(x) + i * view.length;
      keepLargest(row, view.length, k, best);
      if (!mustStop())
        use(best, row, i);
    }
    return;
  }
  forEachLine<T>(x, x.rank - 1, /*descending=*/true,
                 [&](Items &items, const T *row, int64_t i, int64_t) {
                   auto end = items.begin() + k;
                   if (end != items.end())
                     std::nth_element(items.begin(), end, items.end());
                   std::sort(items.begin(), end);
                   use(items, row, i);
                 });
}

/// Sorts the lines of x; `write(line, place in the result, item)` once per element.
template <typename F> void sortLines(const TensorView &x, const int64_t *numbers, F write) {
  const AxisView view(x, numbers[0]);
  if (view.outer * view.length * view.inner == 0)
    return;
  visitElement(dtypeOf(x), [&](auto element) {
    using T = decltype(element);
    Items spare;
    forEachLine<T>(x, numbers[0], numbers[1],
                   [&](Items &items, const T *line, int64_t i, int64_t j) {
                     sortLine(items, spare, line, view.inner, numbers[1]);
                     int64_t at = i * view.length * view.inner + j;
                     forEachItem(items, [&](const Item &item) {
                       write(line, at, item.index * view.inner, item.index);
                       at += view.inner;
                     });
                   });
  });
}

} // namespace

int32_t cotan_sort(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    sortLines(operands[0], numbers, [&](auto *line, int64_t at, int64_t offset, int64_t) {
      using T = std::remove_cvref_t<decltype(*line)>;
      elementsOf<T>(results[0])[at] = line[offset];
    });
    return 0;
  });
}

int32_t cotan_argsort(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    int64_t *indices = elementsOf<int64_t>(results[0]);
    sortLines(operands[0], numbers,
              [&](auto *, int64_t at, int64_t, int64_t index) { indices[at] = index; });
    return 0;
  });
}

int32_t cotan_topk(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    const TensorView &x = operands[0];
    const int64_t axis = x.rank - 1, k = numbers[0];
    if (k > x.sizes[axis])
      return setError("cannot pick " + std::to_string(k) + " elements from an axis of size " +
                      std::to_string(x.sizes[axis]));
    if (k == 0 || countOf(x) == 0)
      return 0;
    int64_t *indices = elementsOf<int64_t>(results[1]);
    visitDType(dtypeOf(x), [&](auto element) {
      using T = decltype(element);
      T *values = elementsOf<T>(results[0]);
      forEachLargest<T>(x, k, [&](const auto &items, const T *row, int64_t i) {
        for (int64_t at = 0; at < k; ++at) {
          indices[i * k + at] = items[at].index;
          values[i * k + at] = row[items[at].index];
        }
      });
    });
    return 0;
  });
}

} // namespace cotan

#include "cotan/runtime/kernels/indexing.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/wide_numbers.h"
#include "cotan/runtime/parallel.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace cotan {
namespace {

constexpr int64_t nowhere = -1;
constexpr int32_t succeeded = 0;

/// `outer` blocks of `length` slices of `inner` elements, of which `count` places name some: slice
/// `place` meets slice i of the updates.
struct Slices {
  int64_t outer = 0, length = 0, inner = 0, count = 0;
  /// Sets the places from `begin` to `end`; they are asked for few at a time, so that nobody keeps
  /// all of them.
  std::function<void(int64_t begin, int64_t end, int64_t *places)> find = {};
};

template <typename T> int64_t placeOf(T index, int64_t size, bool clip) {
  if (static_cast<uint64_t>(index) < static_cast<uint64_t>(size)) // what is negative is too large
    return static_cast<int64_t>(index);
  if (!clip)
    return nowhere;
  return index < T() ? 0 : size - 1;
}

template <typename F> void visitIndices(const TensorView &indices, F f) {
  visitNumber(dtypeOf(indices), [&](auto element) {
    if constexpr (std::is_integral_v<decltype(element)>)
      f(static_cast<const decltype(element) *>(indices.data));
  });
}

int32_t noNearest() { return setError("an index has no nearest element on an axis of size 0"); }

/// The slices named by indices (operand 1) into one axis of operand 0.
int32_t onAxis(const TensorView *operands, int64_t axis, bool clip, Slices &slices) {
  const AxisView x(operands[0], axis);
  const TensorView &indices = operands[1];
  slices = {x.outer, x.length, x.inner, countOf(indices)};
  if (x.outer * x.inner * slices.count == 0)
    return succeeded;
  if (clip && x.length == 0)
    return noNearest();
  slices.find = [=](int64_t begin, int64_t end, int64_t *places) {
    visitIndices(indices, [&](auto *each) {
      const int64_t count = end - begin, length = x.length;
      const auto *first = each + begin;
      for (int64_t i = 0; i < count; ++i)
        places[i] = placeOf(first[i], length, clip);
    });
  };
  return succeeded;
}

/// The slices named by tuples of indices (the last axis of operand 1) into the first axes.
int32_t onFirstAxes(const TensorView *operands, bool clip, Slices &slices) {
  const TensorView &x = operands[0], &indices = operands[1];
  const int64_t depth = indices.sizes[indices.rank - 1];
  slices = {1, productOf(x, 0, depth), productOf(x, depth, x.rank),
            productOf(indices, 0, indices.rank - 1)};
  if (slices.inner * slices.count == 0)
    return succeeded;
  for (int64_t k = 0; k < depth; ++k)
    if (clip && x.sizes[k] == 0)
      return noNearest();
  slices.find = [=](int64_t begin, int64_t end, int64_t *places) {
    std::fill_n(places, end - begin, 0);
    visitIndices(indices, [&](auto *tuples) {
      for (int64_t i = begin; i < end; ++i, ++places)
        for (int64_t k = 0; k < depth; ++k) {
          const int64_t place = placeOf(tuples[i * depth + k], x.sizes[k], clip);
          *places = place == nowhere || *places == nowhere ? nowhere : *places * x.sizes[k] + place;
        }
    });
  };
  return succeeded;
}

/// For each element of the indices, its place in operand 0: a slice of one element. They move along
/// `axis`.
int32_t alongAxis(const TensorView *operands, int64_t axis, bool clip, Slices &slices) {
  const AxisView x(operands[0], axis), view(operands[1], axis);
  const TensorView &indices = operands[1];
  slices = {1, countOf(operands[0]), 1, countOf(indices)};
  if (slices.count == 0)
    return succeeded;
  if (clip && x.length == 0)
    return noNearest();
  slices.find = [=](int64_t begin, int64_t end, int64_t *places) {
    int64_t j = begin % view.inner, i = begin / view.inner / view.length;
    int64_t k = begin / view.inner % view.length;
    visitIndices(indices, [&](auto *each) {
      for (int64_t at = begin; at < end; ++at) {
        const int64_t place = placeOf(each[at], x.length, clip);
        *places++ = place == nowhere ? nowhere : (i * x.length + place) * x.inner + j;
        if (++j == view.inner) {
          j = 0;
          if (++k == view.length) {
            k = 0;
            ++i;
          }
        }
      }
    });
  };
  return succeeded;
}

/// Calls `visit(slice of x, slice of the updates)`, each the offset of its first element.
template <typename F> void forEachSlice(const Slices &slices, F visit) {
  constexpr int64_t together = 1024;
  int64_t places[together];
  for (int64_t i = 0; i < slices.outer && slices.find; ++i)
    for (int64_t begin = 0; begin < slices.count && !mustStop(); begin += together) {
      const int64_t end = std::min(slices.count, begin + together);
      slices.find(begin, end, places);
      for (int64_t k = begin; k < end; ++k)
        if (places[k - begin] != nowhere)
          visit((i * slices.length + places[k - begin]) * slices.inner,
                (i * slices.count + k) * slices.inner);
    }
}

template <typename T> T *copied(const TensorView &x, TensorView &y) {
  if (x.data != y.data && countOf(x) != 0)
    std::memcpy(y.data, x.data, countOf(x) * sizeof(T));
  return elementsOf<T>(y);
}

int32_t write(const TensorView *operands, TensorView *results, const Slices &slices) {
  visitBits(dtypeOf(operands[0]), [&](auto element) {
    using T = decltype(element);
    const T *updates = elementsOf<T>(operands[2]);
    T *to = copied<T>(operands[0], results[0]);
    forEachSlice(slices, [&](int64_t at, int64_t from) {
      std::copy_n(updates + from, slices.inner, to + at);
    });
  });
  return succeeded;
}

template <typename W, typename T> void addSlices(const Slices &slices, const T *updates, W *sums) {
  forEachSlice(slices, [&](int64_t at, int64_t from) {
    for (int64_t j = 0; j < slices.inner; ++j)
      sums[at + j] = narrow<W>(wrappingSum(sums[at + j], static_cast<W>(widen(updates[from + j]))));
  });
}

/// All places; none if there is nothing to do.
std::vector<int64_t> placesOf(const Slices &slices) {
  std::vector<int64_t> places(slices.find ? slices.count : 0);
  if (slices.find)
    slices.find(0, slices.count, places.data());
  return places;
}

/// The numbers of the places that are somewhere, those of one place together and in order.
std::vector<int64_t> byPlace(const std::vector<int64_t> &places) {
  std::vector<int64_t> order;
  for (size_t k = 0; k < places.size(); ++k)
    if (places[k] != nowhere)
      order.push_back(k);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return std::pair(places[a], a) < std::pair(places[b], b);
  });
  return order;
}

/// f16 and bf16 are added up in f32, place by place, and rounded once.
template <typename T> void addHalves(const Slices &slices, const T *updates, T *to) {
  const std::vector<int64_t> places = placesOf(slices), order = byPlace(places);
  std::vector<float> sums(slices.inner);
  for (int64_t i = 0; i < slices.outer && !order.empty(); ++i)
    for (size_t k = 0; k < order.size();) {
      const int64_t place = places[order[k]];
      T *at = to + (i * slices.length + place) * slices.inner;
      std::transform(at, at + slices.inner, sums.begin(), [](T value) { return widen(value); });
      for (; k < order.size() && places[order[k]] == place; ++k) {
        const T *from = updates + (i * slices.count + order[k]) * slices.inner;
        for (int64_t j = 0; j < slices.inner; ++j)
          sums[j] += widen(from[j]);
      }
      std::transform(sums.begin(), sums.end(), at, narrow<T, float>);
    }
}

int32_t add(const TensorView *operands, TensorView *results, const Slices &slices) {
  visitNumber(dtypeOf(operands[0]), [&](auto element) {
    using T = decltype(element);
    const T *updates = elementsOf<T>(operands[2]);
    T *to = copied<T>(operands[0], results[0]);
    if constexpr (isHalf<T>)
      addHalves(slices, updates, to);
    else
      addSlices(slices, updates, to);
  });
  return succeeded;
}

/// The slices that the last index of each place names; 0 for the others.
int32_t readLast(const TensorView *operands, TensorView *results, const Slices &slices) {
  std::vector<int64_t> last = placesOf(slices);
  const std::vector<int64_t> places = last, order = byPlace(places);
  for (size_t k = 0; k + 1 < order.size(); ++k)
    if (places[order[k]] == places[order[k + 1]])
      last[order[k]] = nowhere;
  Slices read = slices;
  if (slices.find)
    read.find = [&](int64_t begin, int64_t end, int64_t *to) {
      std::copy_n(last.data() + begin, end - begin, to);
    };
  visitBits(dtypeOf(operands[0]), [&](auto element) {
    using T = decltype(element);
    const T *x = elementsOf<T>(operands[0]);
    T *to = elementsOf<T>(results[0]);
    std::fill_n(to, countOf(results[0]), T());
    forEachSlice(read,
                 [&](int64_t from, int64_t at) { std::copy_n(x + from, slices.inner, to + at); });
  });
  return succeeded;
}

/// Copies a block row by row. It begins at `corner`.
template <typename T>
void writeBlock(const TensorView &block, const std::vector<int64_t> &corner, TensorView &y) {
  const int64_t rank = block.rank, length = rank ? block.sizes[rank - 1] : 1;
  const T *from = elementsOf<T>(block);
  std::vector<int64_t> row(rank, 0);
  for (int64_t rows = countOf(block) / std::max<int64_t>(length, 1); rows > 0; --rows) {
    int64_t at = 0;
    for (int64_t axis = 0; axis < rank; ++axis)
      at = at * y.sizes[axis] + corner[axis] + row[axis];
    std::copy_n(from, length, elementsOf<T>(y) + at);
    from += length;
    for (int64_t axis = rank - 2; axis >= 0 && ++row[axis] == block.sizes[axis]; --axis)
      row[axis] = 0;
  }
}

int32_t updateBlock(const TensorView *operands, TensorView *results) {
  const TensorView &start = operands[1], &block = operands[2];
  std::vector<int64_t> corner(block.rank);
  for (int32_t axis = 0; axis < block.rank; ++axis)
    corner[axis] = std::clamp<int64_t>(elementsOf<int64_t>(start)[axis], 0,
                                       results[0].sizes[axis] - block.sizes[axis]);
  visitBits(dtypeOf(block), [&](auto element) {
    using T = decltype(element);
    copied<T>(operands[0], results[0]);
    writeBlock<T>(block, corner, results[0]);
  });
  return succeeded;
}

/// Finds the slices and goes on with `use`, unless they are an error.
int32_t usingAxis(const TensorView *operands, TensorView *results, const int64_t *numbers,
                  decltype(write) use) {
  Slices slices;
  if (onAxis(operands, numbers[0], numbers[1], slices) != succeeded)
    return 1;
  return use(operands, results, slices);
}

int32_t usingFirstAxes(const TensorView *operands, TensorView *results, const int64_t *numbers,
                       decltype(write) use) {
  Slices slices;
  if (onFirstAxes(operands, numbers[0], slices) != succeeded)
    return 1;
  return use(operands, results, slices);
}

int32_t usingElements(const TensorView *operands, TensorView *results, const int64_t *numbers,
                      decltype(write) use) {
  Slices slices;
  if (alongAxis(operands, numbers[0], numbers[1], slices) != succeeded)
    return 1;
  return use(operands, results, slices);
}

} // namespace

int32_t cotan_update_block(const TensorView *operands, TensorView *results, const int64_t *) {
  return withoutExceptions([&] { return updateBlock(operands, results); });
}

#define COTAN_INDEXING(NAME, FIND, USE)                                                            \
  int32_t NAME(const TensorView *operands, TensorView *results, const int64_t *numbers) {          \
    return withoutExceptions([&] { return FIND(operands, results, numbers, USE); });               \
  }
COTAN_INDEXING(cotan_scatter, usingAxis, write)
COTAN_INDEXING(cotan_scatter_add, usingAxis, add)
COTAN_INDEXING(cotan_take_last, usingAxis, readLast)
COTAN_INDEXING(cotan_scatter_nd, usingFirstAxes, write)
COTAN_INDEXING(cotan_scatter_nd_add, usingFirstAxes, add)
COTAN_INDEXING(cotan_gather_nd_last, usingFirstAxes, readLast)
COTAN_INDEXING(cotan_put_along_axis, usingElements, write)
COTAN_INDEXING(cotan_put_along_axis_add, usingElements, add)
COTAN_INDEXING(cotan_take_along_axis_last, usingElements, readLast)
#undef COTAN_INDEXING

} // namespace cotan

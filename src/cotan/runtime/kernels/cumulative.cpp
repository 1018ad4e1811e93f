#include "cotan/runtime/kernels/cumulative.h"

#include "cotan/runtime/error.h"
#include "cotan/runtime/kernels/wide_numbers.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/axis.h"

#include <cmath>
#include <limits>
#include <vector>

namespace cotan {
namespace {

/// Runs along the axis: `next(at, state)` is the state after the element at `at`. All lines that
/// lie side by side are run at once, so that memory is read in order.
template <typename T, typename F>
void run(const TensorView &x, TensorView &y, const int64_t *numbers, WideNumber<T> identity,
         F next) {
  if (countOf(x) == 0) // lines without elements, however many
    return;
  const AxisView view(x, numbers[0]);
  const bool reverse = numbers[1], exclusive = numbers[2];
  T *to = elementsOf<T>(y);
  auto step = [&](int64_t at, WideNumber<T> state) {
    const WideNumber<T> after = next(at, state);
    to[at] = narrow<T>(exclusive ? state : after);
    return after;
  };
  auto rowOf = [&](int64_t i, int64_t k) {
    return (i * view.length + (reverse ? view.length - 1 - k : k)) * view.inner;
  };
  if (view.inner == 1) { // the state stays in a register
    for (int64_t i = 0; i < view.outer; ++i) {
      WideNumber<T> state = identity;
      runtime::serialFor(view.length, [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k)
          state = step(rowOf(i, k), state);
      });
    }
    return;
  }
  std::vector<WideNumber<T>> states(view.inner);
  for (int64_t i = 0; i < view.outer; ++i) {
    std::fill(states.begin(), states.end(), identity);
    runtime::serialFor(view.length, [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k)
        for (int64_t j = 0, row = rowOf(i, k); j < view.inner; ++j)
          states[j] = step(row + j, states[j]);
    });
  }
}

/// The identity is made by `identityOf(T())`.
template <typename I, typename F>
int32_t accumulate(const TensorView *operands, TensorView *results, const int64_t *numbers,
                   I identityOf, F combine) {
  visitNumber(dtypeOf(operands[0]), [&](auto element) {
    using T = decltype(element);
    using W = WideNumber<T>;
    const T *from = elementsOf<T>(operands[0]);
    run<T>(operands[0], results[0], numbers, static_cast<W>(identityOf(element)),
           [&](int64_t at, W state) { return combine(state, static_cast<W>(widen(from[at]))); });
  });
  return 0;
}

/// NaN wins, and zeros are told apart by their sign.
template <typename W> W larger(W a, W b) {
  if constexpr (std::is_floating_point_v<W>) {
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b || std::isnan(a) ? a : b;
  }
  return a > b ? a : b;
}

template <typename W> W smaller(W a, W b) {
  if constexpr (std::is_floating_point_v<W>) {
    if (a == b)
      return std::signbit(a) ? a : b;
    return a < b || std::isnan(a) ? a : b;
  }
  return a < b ? a : b;
}

template <typename T> WideNumber<T> lowest() {
  if constexpr (isFloatStorage<T>)
    return -std::numeric_limits<double>::infinity();
  else
    return std::numeric_limits<T>::min();
}

template <typename T> WideNumber<T> highest() {
  if constexpr (isFloatStorage<T>)
    return std::numeric_limits<double>::infinity();
  else
    return std::numeric_limits<T>::max();
}

} // namespace

int32_t cotan_cumsum(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    return accumulate(
        operands, results, numbers, [](auto) { return 0; },
        [](auto a, auto b) { return wrappingSum(a, b); });
  });
}

int32_t cotan_cumsum_along(const TensorView *operands, TensorView *results,
                           const int64_t *numbers) {
  int64_t given = 0;
  visitNumber(dtypeOf(operands[1]),
              [&](auto element) { given = *elementsOf<decltype(element)>(operands[1]); });
  const std::optional<int64_t> axis = axisFromFront(given, operands[0].rank);
  if (!axis)
    return setError(noSuchAxis(given, operands[0].rank));
  const int64_t along[] = {*axis, numbers[0], numbers[1]};
  return cotan_cumsum(operands, results, along);
}

int32_t cotan_cumprod(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    return accumulate(
        operands, results, numbers, [](auto) { return 1; },
        [](auto a, auto b) { return wrappingProduct(a, b); });
  });
}

int32_t cotan_cummax(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    return accumulate(
        operands, results, numbers, [](auto zero) { return lowest<decltype(zero)>(); },
        [](auto a, auto b) { return larger(a, b); });
  });
}

int32_t cotan_cummin(const TensorView *operands, TensorView *results, const int64_t *numbers) {
  return withoutExceptions([&] {
    return accumulate(
        operands, results, numbers, [](auto zero) { return highest<decltype(zero)>(); },
        [](auto a, auto b) { return smaller(a, b); });
  });
}

int32_t cotan_linear_recurrence(const TensorView *operands, TensorView *results,
                                const int64_t *numbers) {
  return withoutExceptions([&] {
    visitNumber(dtypeOf(operands[0]), [&](auto element) {
      using T = decltype(element);
      using W = WideNumber<T>;
      const T *factors = elementsOf<T>(operands[0]), *terms = elementsOf<T>(operands[1]);
      run<T>(operands[0], results[0], numbers, 0, [&](int64_t at, W state) {
        return wrappingSum(wrappingProduct(static_cast<W>(widen(factors[at])), state),
                           static_cast<W>(widen(terms[at])));
      });
    });
    return 0;
  });
}

} // namespace cotan

// What runs along an axis of an array, as the interpreter computes it.
#pragma once

#include "cotan/ops/arithmetic/scalar_arithmetic.h"
#include "cotan/ops/reduction/axes.h"

namespace cotan {

/// From the last element to the first if `reverse`; without the element itself if `exclusive`.
struct Running {
  int64_t axis;
  bool reverse, exclusive;
};

/// The elements of a line in the order they are visited.
struct RunningLine {
  RunningLine(const Running &run, llvm::ArrayRef<int64_t> shape)
      : size(shape[run.axis]), stride(stridesOf(shape)[run.axis]), reverse(run.reverse) {}

  int64_t position(int64_t start, int64_t i) const {
    return start + (reverse ? size - 1 - i : i) * stride;
  }

  int64_t size, stride;
  bool reverse;
};

/// Runs `combine` along the axis, starting from `identity(T())`, in Precise<T>.
template <typename I, typename F>
Arrays accumulate(const Running &run, const Array &x, I identity, F combine) {
  Array y(x.dtype(), x.shape());
  const RunningLine line(run, x.shape());
  visitNumber(x.dtype(), [&](auto element) {
    using T = decltype(element);
    using Wide = Precise<T>;
    auto from = x.values<T>();
    auto to = y.mutableValues<T>();
    forEachLine(x.shape(), run.axis, [&](int64_t start) {
      Wide sofar = static_cast<Wide>(identity(T()));
      for (int64_t i = 0; i < line.size; ++i) {
        const int64_t position = line.position(start, i);
        const Wide next = static_cast<Wide>(combine(sofar, static_cast<Wide>(from[position])));
        to[position] = static_cast<T>(run.exclusive ? sofar : next);
        sofar = next;
      }
    });
  });
  return {y};
}

inline Arrays runningSum(const Running &run, const Array &x) {
  return accumulate(
      run, x, [](auto) { return 0; }, [](auto a, auto b) { return wrap(a) + wrap(b); });
}

} // namespace cotan

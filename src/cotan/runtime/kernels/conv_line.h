// What follows each other in the columns of a convolution: elements of x, and zeros.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

/// Elements that follow each other evenly in x, or zeros (offset -1).
struct Run {
  int64_t at, count, offset, step;

  bool isOfZeros() const { return offset < 0; }
};

/// What one element of the kernel meets at some places, or all elements of it at one place.
struct Line {
  std::vector<Run> runs; // one after the other
  /// The same to copy quickly: longer pieces of x, with zeros that are then written into them.
  std::vector<Run> copies, zeros;
};

/// What element `k` of the kernel meets at places from `first` on.
Line lineOfPlaces(const Convolution &conv, int64_t k, int64_t first, int64_t count);
/// What is met at a place.
Line lineOfElements(const Convolution &conv, int64_t place);

template <typename C> void fill(const Line &line, const C *x, C *to) {
  for (const Run &run : line.copies) {
    if (run.step == 1)
      std::copy_n(x + run.offset, run.count, to + run.at);
    else
      for (int64_t i = 0; i < run.count; ++i)
        to[run.at + i] = x[run.offset + i * run.step];
  }
  for (const Run &run : line.zeros)
    if (run.count == 1) // mostly, and a call would take longer
      to[run.at] = C();
    else
      std::fill_n(to + run.at, run.count, C());
}

/// Adds what is met, weighted, to what stands for the line; what meets a zero stays as it is.
template <typename C> void addMet(const Line &line, const C *x, C weight, C *to) {
  for (const Run &run : line.runs)
    for (int64_t i = 0; !run.isOfZeros() && i < run.count; ++i)
      to[run.at + i] += weight * x[run.offset + i * run.step];
}

} // namespace cotan

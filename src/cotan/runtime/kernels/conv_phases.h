// A convolution whose x is spread out with zeros, as others whose x is not.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"

namespace cotan {

/// Every so many places meet the same elements of the kernel, and zeros with all others: these
/// places with these elements are a convolution by themselves.
struct Phase {
  Convolution conv;
  std::vector<int64_t> places, elements; // where those of `conv` lie in the whole one
};

/// Together they are the whole; none if x is not spread out, or so far that they are too many.
std::vector<Phase> phasesOf(const Convolution &conv);

} // namespace cotan

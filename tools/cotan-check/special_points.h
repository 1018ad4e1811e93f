// Inputs at which formulas need care: zeros, ones, ties, and the numbers a program compares with.
#pragma once

#include "sample.h"

namespace cotan::check {

struct SpecialPoint {
  std::string name; // as errors say it
  Arrays inputs;
};

/// The sample's inputs with special numbers in place of the float arguments that are
/// differentiated: everywhere, in one argument, in one element, and all pairs of them side by side.
std::vector<SpecialPoint> specialPoints(const Sample &sample);

} // namespace cotan::check

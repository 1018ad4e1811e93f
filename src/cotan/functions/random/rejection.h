// How samples are drawn that no formula of uniform numbers gives. Not installed.
#pragma once

#include "cotan/tensor/tensor.h"

#include <functional>

namespace ct::random {

/// What a turn gives: samples, and which of them are to be taken.
struct Proposal {
  Tensor sample, isAccepted;
};

/// For each element, the first sample that is accepted, of turns with keys of their own. `isOpen`:
/// which elements are drawn; the others stay as they are in `initial`. No derivative flows through.
Tensor firstAccepted(const Tensor &key, const Tensor &isOpen, const Tensor &initial,
                     const std::function<Proposal(const Tensor &key)> &propose);

/// A whole number k of a distribution by inversion: `first` is the probability of 0, ratio(k) that
/// of k beside that of k - 1. Of float64. It takes as many turns as the largest of them, 200 at
/// most.
Tensor inverted(const Tensor &key, const Tensor &first,
                const std::function<Tensor(const Tensor &k)> &ratio);

/// The type samples are computed in: float32 for narrower ones.
DType computedIn(DType dtype);
/// The sizes of samples: as given, or those that the parameters have together. Throws ValueError if
/// a parameter does not fit them.
Shape sizesOfSamples(const std::optional<Shape> &shape, std::initializer_list<Tensor> parameters);
/// A parameter of samples of this type, as they are computed.
Tensor parameterOf(const Tensor &x, DType dtype);
/// One number for each sample.
Tensor forEach(const Tensor &parameter, const Shape &sizes, DType dtype);
/// Sums along the last axis, the same on every processor: one element after the other, many of them
/// in float64.
Tensor sumInOrder(const Tensor &x);
/// Throws TypeError if the distribution has other numbers than `dtype`.
void needFloat(DType dtype);
void needWhole(DType dtype);
/// The i-th of several keys.
Tensor nthKey(const Tensor &keys, int64_t i);

} // namespace ct::random

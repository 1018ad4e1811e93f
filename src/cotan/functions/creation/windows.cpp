// Windows: weights that fade out at both ends, for spectra of signals that are cut off.
#include "cotan/functions/functions.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

namespace ct {
namespace {

/// `weight` at M places evenly from -1 to 1; one place is the middle.
template <typename Weight> Tensor window(int64_t M, Weight weight) {
  if (M < 1)
    return zeros({0});
  if (M == 1)
    return ones({1});
  Tensor fromMiddle = iota({M}, 0, DType::float64) * 2.0 - double(M - 1);
  return astype(weight(fromMiddle / double(M - 1)), default_dtype());
}

Tensor wave(const Tensor &t, double waves) { return cos(t * (waves * std::numbers::pi)); }

} // namespace

Tensor bartlett(int64_t M) {
  const Called called("ct.bartlett");
  return window(M, [](const Tensor &t) { return 1.0 - abs(t); });
}

Tensor hanning(int64_t M) {
  const Called called("ct.hanning");
  return window(M, [](const Tensor &t) { return 0.5 + 0.5 * wave(t, 1); });
}

Tensor hamming(int64_t M) {
  const Called called("ct.hamming");
  return window(M, [](const Tensor &t) { return 0.54 + 0.46 * wave(t, 1); });
}

Tensor blackman(int64_t M) {
  const Called called("ct.blackman");
  return window(M, [](const Tensor &t) { return 0.42 + 0.5 * wave(t, 1) + 0.08 * wave(t, 2); });
}

// Of what does not overflow: the exponentials of both are divided first.
Tensor kaiser(int64_t M, double beta) {
  const Called called("ct.kaiser");
  return window(M, [beta](const Tensor &t) {
    Tensor circle = sqrt(maximum((1.0 - t) * (1.0 + t), 0.0)) * beta;
    Tensor most = full_like(circle, beta);
    return special::i0e(circle) / special::i0e(most) * exp(abs(circle) - abs(most));
  });
}

} // namespace ct

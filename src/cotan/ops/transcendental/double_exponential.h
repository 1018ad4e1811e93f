// Integrals over the positive numbers, as evaluations of several ops need them.
#pragma once

#include "cotan/ops/transcendental/gamma_values.h"

#include <vector>

namespace cotan {

/// The double exponential formula (Takahasi and Mori, 1974): v = exp(s - exp(-s)), and steps of the
/// same size in s. The integrand decays about as exp(-v), or faster.
class DoubleExponential {
public:
  explicit DoubleExponential(int stepsInOne) {
    // What is before -4 is beyond the digits.
    for (int i = -4 * stepsInOne; i < 9 * stepsInOne; ++i) {
      const Real s = Real(i) / stepsInOne, v = std::exp(s - std::exp(-s));
      nodes.push_back({v, v * (1 + std::exp(-s)) / stepsInOne});
    }
  }

  template <typename Integrand> Real integral(Integrand integrand) const {
    Real sum = 0;
    int negligible = 0; // in a row, since an integrand that changes its sign is small there too
    for (const auto &[v, weight] : nodes) {
      const Real term = integrand(v) * weight;
      sum += term;
      negligible = std::fabs(term) < 1e-23L * std::fabs(sum) ? negligible + 1 : 0;
      if (v > 1 && negligible == 8)
        break;
    }
    return sum;
  }

private:
  struct Node {
    Real v, weight;
  };
  std::vector<Node> nodes;
};

} // namespace cotan

// The order of eigenvalues of general matrices, which LAPACK leaves open.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

namespace cotan {

/// How far apart real parts are that count as equal: they differ by rounding alone in pairs of
/// conjugates of matrices that are not real, for example.
template <typename R>
double toleranceOfEigenvalues(const std::vector<std::complex<R>> &w, double spacing) {
  double largest = 0;
  for (const auto &value : w)
    largest = std::max({largest, std::fabs(double(value.real())), std::fabs(double(value.imag()))});
  return 100 * spacing * largest;
}

/// Which eigenvalue comes first, second, ...: by real part, then by imaginary part. `spacing` is
/// that of the numbers beside 1. An order of what is in order already is that order.
template <typename R>
std::vector<int64_t> orderOfEigenvalues(const std::vector<std::complex<R>> &w, double spacing) {
  const double tolerance = toleranceOfEigenvalues(w, spacing);
  std::vector<int64_t> order(w.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return std::pair(w[i].real(), i) < std::pair(w[j].real(), j);
  });
  for (auto begin = order.begin(); begin != order.end();) {
    auto end = begin + 1;
    while (end != order.end() && double(w[*end].real()) - double(w[end[-1]].real()) <= tolerance)
      ++end;
    std::sort(begin, end, [&](int64_t i, int64_t j) {
      return std::tuple(w[i].imag(), w[i].real(), i) < std::tuple(w[j].imag(), w[j].real(), j);
    });
    begin = end;
  }
  return order;
}

} // namespace cotan

// The Schur form x = z t z^H of a matrix; x, t and z lie column by column.
#pragma once

#include "cotan/runtime/kernels/lapack_eigen.h"
#include "cotan/runtime/kernels/phases.h"
#include "cotan/support/eigenvalue_order.h"

#include <limits>

namespace cotan {

template <typename C> bool isReal(const C *x, int64_t count) {
  return std::all_of(x, x + count, [](C value) { return std::imag(value) == 0; });
}

/// Of real numbers, pairs of conjugate eigenvalues are blocks of two rows and columns.
template <typename C> class SchurMatrices {
  using R = Part<C>;

public:
  SchurMatrices(std::vector<C> x, int64_t n, bool isOrdered = true)
      : n(n), t(std::move(x)), z(n * n) {
    if (areFinite(t.data(), n * n) && factor()) {
      if (isOrdered)
        sort();
      if constexpr (!isComplexStorage<C>)
        turnPairs();
      return;
    }
    fillNaN(t.data(), n * n);
    fillNaN(z.data(), n * n);
  }

  /// Makes the leading element of each column of z real and positive.
  void turnColumns() {
    for (int64_t j = 0; j < n; ++j) {
      const C phase = turn(z.data() + j * n, n, 1), diagonal = t[j * n + j];
      scale(t.data() + j * n, n, 1, conjugate(phase));
      scale(t.data() + j, n, n, phase);
      t[j * n + j] = diagonal;
    }
  }

  C &at(int64_t i, int64_t j) { return t[j * n + i]; }

  const int64_t n;
  std::vector<C> t, z;

private:
  bool factor();
  void takePairsApart();
  void sort();
  void turnPairs();

  /// Whether rows i and i + 1 are those of a pair.
  bool isPair(int64_t i) { return i + 1 < n && at(i + 1, i) != C(0); }
  /// The first eigenvalue of the block at row i.
  std::complex<R> valueAt(int64_t i) {
    if constexpr (!isComplexStorage<C>)
      if (isPair(i)) // of which both numbers on the diagonal are equal
        return {at(i, i), -std::sqrt(std::abs(at(i, i + 1))) * std::sqrt(std::abs(at(i + 1, i)))};
    return at(i, i);
  }
};

/// A complex matrix of real numbers has exact pairs, and real eigenvalues that are real.
template <typename C> bool SchurMatrices<C>::factor() {
  if constexpr (isComplexStorage<C>)
    if (isReal(t.data(), n * n)) {
      std::vector<R> x(n * n), vectors(n * n);
      std::transform(t.begin(), t.end(), x.begin(), [](C value) { return std::real(value); });
      if (lapack::gees<R>(n, x.data(), vectors.data()) != 0)
        return false;
      std::copy(x.begin(), x.end(), t.begin());
      std::copy(vectors.begin(), vectors.end(), z.begin());
      takePairsApart();
      return true;
    }
  return lapack::gees<C>(n, t.data(), z.data()) == 0;
}

/// Turns rows and columns i and i + 1 of each block, so that its first eigenvector, (x, y), lies
/// along the first of them.
template <typename C> void SchurMatrices<C>::takePairsApart() {
  for (int64_t i = 0; i + 1 < n; ++i) {
    if (!isPair(i))
      continue;
    const R a = std::real(at(i, i)), above = std::real(at(i, i + 1)),
            below = std::real(at(i + 1, i));
    const R size = std::sqrt(std::abs(above)) * std::sqrt(std::abs(below));
    const R length = std::hypot(size, below);
    const C x = C(0, -size) / length, y = below / length;
    for (int64_t j = i; j < n; ++j) {
      const C first = at(i, j), second = at(i + 1, j);
      at(i, j) = std::conj(x) * first + std::conj(y) * second;
      at(i + 1, j) = x * second - y * first;
    }
    for (std::vector<C> *matrix : {&t, &z})
      for (int64_t k = 0; k < n; ++k) {
        C &left = (*matrix)[i * n + k], &right = (*matrix)[(i + 1) * n + k];
        const C first = left;
        left = first * x + right * y;
        right = right * std::conj(x) - first * std::conj(y);
      }
    at(i, i) = C(a, -size);
    at(i + 1, i + 1) = C(a, size);
    at(i + 1, i) = 0;
    ++i;
  }
}

/// Blocks that are too close to be exchanged stay where they are.
template <typename C> void SchurMatrices<C>::sort() {
  std::vector<std::complex<R>> w;
  for (int64_t i = 0; i < n; i += isPair(i) ? 2 : 1)
    w.push_back(valueAt(i));
  std::vector<int64_t> blocks(w.size()); // which stand where
  std::iota(blocks.begin(), blocks.end(), 0);
  int64_t row = 0;
  for (int64_t wanted : orderOfEigenvalues(w, double(std::numeric_limits<R>::epsilon()))) {
    if (row >= n || mustStop())
      return;
    int64_t from = row;
    auto found = blocks.begin();
    for (; found != blocks.end() && *found != wanted; ++found)
      from += isPair(from) ? 2 : 1;
    if (found == blocks.end() || from >= n ||
        (from != row && lapack::trexc<C>(n, t.data(), z.data(), from, row) != 0))
      return;
    blocks.erase(found);
    row += isPair(row) ? 2 : 1;
  }
}

/// The larger number beside the diagonal of a block is to be the one above it.
template <typename C> void SchurMatrices<C>::turnPairs() {
  for (int64_t i = 0; i + 1 < n; ++i) {
    if (!isPair(i) || std::abs(at(i, i + 1)) >= std::abs(at(i + 1, i)))
      continue;
    for (int64_t j = 0; j < n; ++j) {
      const C first = at(i, j);
      at(i, j) = at(i + 1, j);
      at(i + 1, j) = -first;
    }
    for (std::vector<C> *matrix : {&t, &z})
      for (int64_t k = 0; k < n; ++k) {
        C &left = (*matrix)[i * n + k], &right = (*matrix)[(i + 1) * n + k];
        const C first = left;
        left = right;
        right = -first;
      }
  }
}

} // namespace cotan

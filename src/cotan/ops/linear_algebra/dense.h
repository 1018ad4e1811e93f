// Matrices as the interpreter reads, computes with and writes them.
#pragma once

#include "cotan/support/array.h"

#include <cmath>
#include <complex>
#include <vector>

namespace cotan {

inline double conjugate(double x) { return x; }
inline std::complex<double> conjugate(std::complex<double> z) { return std::conj(z); }

/// x / |x|, and 1 of 0.
inline double phaseOf(double x) { return x < 0 ? -1 : 1; }
inline std::complex<double> phaseOf(std::complex<double> z) {
  const double larger = std::max(std::fabs(z.real()), std::fabs(z.imag()));
  if (larger == 0)
    return 1;
  return z / larger / std::abs(z / larger); // squares could be infinite or 0
}

/// What BLAS compares: |x| + |y| of x + i y.
template <typename T> double sizeOfParts(T z) {
  return std::fabs(std::real(z)) + std::fabs(std::imag(z));
}

template <typename T> bool isFinite(T z) {
  return std::isfinite(std::real(z)) && std::isfinite(std::imag(z));
}

template <typename T> struct WideNumber {
  using Type = long double;
};
template <> struct WideNumber<std::complex<double>> {
  using Type = std::complex<long double>;
};

/// One matrix, in f64 or complex numbers of it.
template <typename T> class Dense {
public:
  using Wide = typename WideNumber<T>::Type;

  Dense(int64_t rows, int64_t columns, T value = 0)
      : rows(rows), columns(columns), elements(rows * columns, value) {}

  static Dense identity(int64_t size) {
    Dense matrix(size, size);
    for (int64_t i = 0; i < size; ++i)
      matrix(i, i) = 1;
    return matrix;
  }

  /// Matrix `batch` of the last two axes.
  static Dense of(const Array &array, int64_t batch) {
    Dense matrix(array.shape().drop_back().back(), array.shape().back());
    visitElement(array.dtype(), [&](auto element) {
      auto values = array.values<decltype(element)>().drop_front(batch * matrix.elements.size());
      for (size_t i = 0; i < matrix.elements.size(); ++i)
        matrix.elements[i] = elementFrom<T>(values[i]);
    });
    return matrix;
  }

  /// Rounds the elements to those of matrix `batch`.
  void store(Array &array, int64_t batch) const {
    visitElement(array.dtype(), [&](auto element) {
      using Stored = decltype(element);
      auto values = array.mutableValues<Stored>().drop_front(batch * elements.size());
      for (size_t i = 0; i < elements.size(); ++i)
        values[i] = elementFrom<Stored>(elements[i]);
    });
  }

  T &operator()(int64_t i, int64_t j) { return elements[i * columns + j]; }
  T operator()(int64_t i, int64_t j) const { return elements[i * columns + j]; }

  /// The sum of products of two columns, the first one conjugated, in a range that squares of all
  /// numbers are in.
  Wide dotColumns(int64_t i, int64_t j) const {
    Wide sum = 0;
    for (int64_t k = 0; k < rows; ++k)
      sum += Wide(conjugate((*this)(k, i))) * Wide((*this)(k, j));
    return sum;
  }
  long double lengthOfColumn(int64_t i) const { return std::sqrt(std::real(dotColumns(i, i))); }

  bool isFinite() const {
    return llvm::all_of(elements, [](T x) { return cotan::isFinite(x); });
  }
  /// That of the largest part; 0 if all are 0, and not so small that its power has no inverse.
  int exponent() const {
    double largest = 0;
    for (T x : elements)
      largest = std::max({largest, std::fabs(std::real(x)), std::fabs(std::imag(x))});
    return largest == 0 ? 0 : std::max(std::ilogb(largest), -1000);
  }

  void scaleColumn(int64_t column, T factor) {
    for (int64_t i = 0; i < rows; ++i)
      (*this)(i, column) *= factor;
  }
  /// That of the first element of the column that is about as large as the largest.
  T phaseOfColumn(int64_t column) const {
    double largest = 0;
    for (int64_t i = 0; i < rows; ++i)
      largest = std::max(largest, std::abs((*this)(i, column)));
    for (int64_t i = 0; i < rows; ++i)
      if (std::abs((*this)(i, column)) >= 0.9 * largest)
        return phaseOf((*this)(i, column));
    return 1;
  }

  Dense transposed() const {
    Dense turned(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        turned(j, i) = (*this)(i, j);
    return turned;
  }

  Dense adjoint() const {
    Dense turned = transposed();
    for (T &element : turned.elements)
      element = conjugate(element);
    return turned;
  }
  Dense times(const Dense &right) const {
    Dense product(rows, right.columns);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t k = 0; k < columns; ++k)
        for (int64_t j = 0; j < right.columns; ++j)
          product(i, j) += (*this)(i, k) * right(k, j);
    return product;
  }

  int64_t rows, columns;

private:
  std::vector<T> elements;
};

template <typename T> T nanOf() {
  if constexpr (std::is_same_v<T, double>)
    return NAN;
  else
    return {NAN, NAN};
}

/// Calls `work(batch, number)` for each of the matrices in the last two axes, if they have
/// elements, with a number of the type to compute with.
template <typename F> void forEachMatrix(const Array &array, F work) {
  const int64_t batches = array.size() == 0 ? 0 : elementCount(array.shape().drop_back(2));
  for (int64_t batch = 0; batch < batches; ++batch)
    if (isComplex(array.dtype()))
      work(batch, std::complex<double>());
    else
      work(batch, 0.0);
}

} // namespace cotan

#include "cotan/ops/linear_algebra/schur_form.h"

#include "cotan/support/eigenvalue_order.h"

#include <limits>

namespace cotan {

using Number = std::complex<double>;

double spacingOf(DType dtype) {
  return dtype == DType::c128 || dtype == DType::f64 ? std::numeric_limits<double>::epsilon()
                                                     : std::numeric_limits<float>::epsilon();
}

static bool isReal(const ComplexDense &x) {
  for (int64_t i = 0; i < x.rows; ++i)
    for (int64_t j = 0; j < x.columns; ++j)
      if (x(i, j).imag() != 0)
        return false;
  return true;
}

static ComplexDense scaled(const ComplexDense &x, int exponent) {
  ComplexDense y(x.rows, x.columns);
  for (int64_t i = 0; i < x.rows; ++i)
    for (int64_t j = 0; j < x.columns; ++j)
      y(i, j) = {std::ldexp(x(i, j).real(), exponent), std::ldexp(x(i, j).imag(), exponent)};
  return y;
}

SchurForm::SchurForm(const ComplexDense &x, double spacing)
    : t(scaled(x, -x.exponent())), z(ComplexDense::identity(x.rows)) {
  toHessenberg();
  iterate();
  if (isReal(x))
    for (int64_t i = 0; i < t.rows; ++i)
      if (std::fabs(t(i, i).imag()) <= 100 * std::numeric_limits<double>::epsilon())
        t(i, i) = t(i, i).real();
  sort(spacing);
  t = scaled(t, x.exponent());
}

/// Turns rows p and q of t, and its columns as well, by what makes of the vector (x, y) one along
/// the first axis.
void SchurForm::turnRows(int64_t p, int64_t q, Number x, Number y) {
  const double length = std::hypot(std::abs(x), std::abs(y));
  if (length == 0)
    return;
  x /= length;
  y /= length;
  for (int64_t i = 0; i < t.rows; ++i) {
    const Number above = t(p, i), below = t(q, i);
    t(p, i) = std::conj(x) * above + std::conj(y) * below;
    t(q, i) = x * below - y * above;
  }
  for (ComplexDense *matrix : {&t, &z})
    for (int64_t i = 0; i < t.rows; ++i) {
      const Number left = (*matrix)(i, p), right = (*matrix)(i, q);
      (*matrix)(i, p) = left * x + right * y;
      (*matrix)(i, q) = right * std::conj(x) - left * std::conj(y);
    }
}

void SchurForm::toHessenberg() {
  for (int64_t k = 0; k + 2 < t.rows; ++k)
    for (int64_t i = t.rows - 1; i > k + 1; --i) {
      turnRows(i - 1, i, t(i - 1, k), t(i, k));
      t(i, k) = 0;
    }
}

/// One step of the QR algorithm on rows low to high: the first rotation leaves an element beneath
/// the subdiagonal, which the others chase out at the end.
void SchurForm::step(int64_t low, int64_t high, Number shift) {
  turnRows(low, low + 1, t(low, low) - shift, t(low + 1, low));
  for (int64_t k = low + 1; k < high; ++k) {
    turnRows(k, k + 1, t(k, k - 1), t(k + 1, k - 1));
    t(k + 1, k - 1) = 0;
  }
}

/// The eigenvalue of the last 2 by 2 matrix that is nearer to its last element (Wilkinson).
static Number shiftOf(const ComplexDense &t, int64_t high) {
  const Number a = t(high - 1, high - 1), b = t(high - 1, high), c = t(high, high - 1),
               d = t(high, high), half = (a - d) / 2.0, root = std::sqrt(half * half + b * c);
  const Number sum = std::abs(half + root) > std::abs(half - root) ? half + root : half - root;
  return sum == 0.0 ? d : d - b * c / sum;
}

void SchurForm::iterate() {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  int tries = 0;
  for (int64_t high = t.rows - 1; high > 0;) {
    int64_t low = high;
    for (; low > 0; --low) {
      const double beside = sizeOfParts(t(low, low)) + sizeOfParts(t(low - 1, low - 1));
      if (sizeOfParts(t(low, low - 1)) <= epsilon * (beside == 0 ? 1 : beside) / 4) {
        t(low, low - 1) = 0;
        break;
      }
    }
    if (low == high || tries > 300) { // the numbers may be on a circle that the shift keeps
      t(high, high - 1) = 0;
      --high;
      tries = 0;
      continue;
    }
    ++tries;
    step(low, high,
         tries % 10 ? shiftOf(t, high) : t(high, high) + std::abs(t(high, high - 1)) * 1.25);
  }
}

/// Exchanges neighbours on the diagonal until they are in order.
void SchurForm::sort(double spacing) {
  std::vector<Number> w;
  for (int64_t i = 0; i < t.rows; ++i)
    w.push_back(t(i, i));
  std::vector<int64_t> order = orderOfEigenvalues(w, spacing), place(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    place[order[i]] = int64_t(i);
  for (int64_t end = t.rows; end > 1; --end)
    for (int64_t k = 0; k + 1 < end; ++k) {
      if (place[k] < place[k + 1])
        continue;
      const Number first = t(k, k), second = t(k + 1, k + 1);
      turnRows(k, k + 1, t(k, k + 1), second - first);
      t(k, k) = second;
      t(k + 1, k + 1) = first;
      t(k + 1, k) = 0;
      std::swap(place[k], place[k + 1]);
    }
}

void SchurForm::turnColumns() {
  for (int64_t j = 0; j < z.columns; ++j) {
    const Number phase = z.phaseOfColumn(j);
    z.scaleColumn(j, std::conj(phase));
    t.scaleColumn(j, std::conj(phase));
    for (int64_t i = 0; i < t.columns; ++i)
      t(j, i) *= phase;
  }
}

/// Column j is z y where t y = t[j, j] y, from y[j] = 1 upwards.
ComplexDense SchurForm::eigenvectors() const {
  ComplexDense vectors(t.rows, t.rows);
  const double smallest = std::max(std::ldexp(1.0, -52 + t.exponent()), 1e-300);
  for (int64_t j = 0; j < t.rows; ++j) {
    std::vector<Number> y(j + 1, 1);
    for (int64_t i = j - 1; i >= 0; --i) {
      Number rest = 0, gap = t(j, j) - t(i, i);
      for (int64_t k = i + 1; k <= j; ++k)
        rest += t(i, k) * y[k];
      y[i] = rest / (std::abs(gap) < smallest ? Number(smallest) : gap);
    }
    for (int64_t i = 0; i < t.rows; ++i)
      for (int64_t k = 0; k <= j; ++k)
        vectors(i, j) += z(i, k) * y[k];
    vectors.scaleColumn(j, 1 / double(vectors.lengthOfColumn(j)));
  }
  return vectors;
}

ComplexDense rootOfTriangular(const ComplexDense &t) {
  ComplexDense u(t.rows, t.rows);
  for (int64_t j = 0; j < t.rows; ++j) {
    u(j, j) = std::sqrt(t(j, j));
    for (int64_t i = j - 1; i >= 0; --i) {
      std::complex<double> rest = t(i, j), sum = u(i, i) + u(j, j);
      for (int64_t k = i + 1; k < j; ++k)
        rest -= u(i, k) * u(k, j);
      u(i, j) = rest == 0.0 && sum == 0.0 ? 0.0 : rest / sum;
    }
  }
  return u;
}

} // namespace cotan

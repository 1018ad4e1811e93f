#include "cotan/ops/linear_algebra/schur_form.h"

namespace cotan {

RealSchurForm::RealSchurForm(const Dense<double> &x, double spacing)
    : t(x), z(Dense<double>::identity(x.rows)) {
  if (!x.isFinite()) {
    t = z = Dense<double>(x.rows, x.rows, NAN);
    return;
  }
  for (int64_t start = 0; start < t.rows;)
    start += deflate(start, spacing);
  for (int64_t j = 0; j < z.columns; ++j) {
    const double sign = z.phaseOfColumn(j);
    z.scaleColumn(j, sign);
    t.scaleColumn(j, sign);
    for (int64_t i = 0; i < t.columns; ++i)
      t(j, i) *= sign;
  }
}

/// Turns rows p and q of t, and its columns as well, by what makes of the vector (x, y) one along
/// the first axis.
void RealSchurForm::turnRows(int64_t p, int64_t q, double x, double y) {
  const double length = std::hypot(x, y);
  if (length == 0)
    return;
  x /= length;
  y /= length;
  for (int64_t i = 0; i < t.rows; ++i) {
    const double above = t(p, i), below = t(q, i);
    t(p, i) = x * above + y * below;
    t(q, i) = x * below - y * above;
  }
  for (Dense<double> *matrix : {&t, &z})
    for (int64_t i = 0; i < t.rows; ++i) {
      const double left = (*matrix)(i, p), right = (*matrix)(i, q);
      (*matrix)(i, p) = left * x + right * y;
      (*matrix)(i, q) = right * x - left * y;
    }
}

/// The parts of a complex eigenvector span what a block acts on: rotations put them along the first
/// axes.
int64_t RealSchurForm::deflate(int64_t start, double spacing) {
  const int64_t n = t.rows, rest = n - start;
  ComplexDense part(rest, rest);
  for (int64_t i = 0; i < rest; ++i)
    for (int64_t j = 0; j < rest; ++j)
      part(i, j) = t(start + i, start + j);
  SchurForm form(part, spacing);
  form.turnColumns();
  const int64_t count = form.t(0, 0).imag() == 0 || rest == 1 ? 1 : 2;
  Dense<double> vectors(rest, 2);
  for (int64_t i = 0; i < rest; ++i) {
    vectors(i, 0) = form.z(i, 0).real();
    vectors(i, 1) = form.z(i, 0).imag();
  }
  for (int64_t k = 0; k < count; ++k)
    for (int64_t i = rest - 1; i > k; --i) {
      const double x = vectors(i - 1, k), y = vectors(i, k), length = std::hypot(x, y);
      turnRows(start + i - 1, start + i, x, y);
      for (int64_t j = k; length != 0 && j < 2; ++j) {
        const double above = vectors(i - 1, j), below = vectors(i, j);
        vectors(i - 1, j) = (x * above + y * below) / length;
        vectors(i, j) = (x * below - y * above) / length;
      }
    }
  for (int64_t k = 0; k < count; ++k)
    for (int64_t i = start + count; i < n; ++i)
      t(i, start + k) = 0;
  if (count == 2)
    balance(start);
  return count;
}

/// Makes the numbers on the diagonal of a block equal, and that above it the larger one.
void RealSchurForm::balance(int64_t start) {
  const double sum = t(start, start + 1) + t(start + 1, start);
  const double gap = t(start + 1, start + 1) - t(start, start);
  const double angle = std::atan2(gap, sum) / 2;
  turnRows(start, start + 1, std::cos(angle), std::sin(angle));
  if (std::fabs(t(start, start + 1)) < std::fabs(t(start + 1, start)))
    turnRows(start, start + 1, 0, 1);
  const double middle = (t(start, start) + t(start + 1, start + 1)) / 2;
  t(start, start) = t(start + 1, start + 1) = middle;
}

} // namespace cotan

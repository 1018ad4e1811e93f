// Polynomials through points, nearly.
#include "cotan/functions/functions.h"
#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/functions/polynomial/coefficients.h"
#include "cotan/tensor/inside.h"

using namespace cotan::trace;

namespace ct {
namespace {

void needPoints(const Tensor &x, const Tensor &y, const std::optional<Tensor> &w, int64_t deg) {
  if (deg < 0)
    refuse("deg is " + std::to_string(deg) + ", but expected at least 0");
  if (x.ndim() != 1 || countOf(x) == 0)
    refuse("x has shape " + printTuple(openSizesOf(x)) + ", but expected a vector with elements");
  if ((y.ndim() != 1 && y.ndim() != 2) || countOf(y) != countOf(x))
    refuse("y has shape " + printTuple(openSizesOf(y)) +
           ", but expected a vector or a matrix with " + std::to_string(countOf(x)) +
           " rows, as x has elements");
  if (w && (w->ndim() != 1 || countOf(*w) != countOf(x)))
    refuse("w has shape " + printTuple(openSizesOf(*w)) + ", but expected that of x, " +
           printTuple(openSizesOf(x)));
}

/// The lengths of the columns, which would differ by many powers of ten; 1 where they are 0.
Tensor lengthsOf(const Tensor &powers) {
  Tensor squares = sum(squaredSizes(powers), {{0}});
  return sqrt(where(squares == 0, 1, squares));
}

Tensor covarianceOf(const Tensor &powers, const Tensor &lengths, const Tensor &residuals,
                    Covariance kind, bool isOneFit) {
  const int64_t free = sizeAt(powers, 0) - sizeAt(powers, 1);
  Tensor unscaled = linalg::inv(matmul(adjoint(powers), powers)) / outer(lengths, lengths);
  if (kind == Covariance::scaled && free <= 0)
    refuse("found " + std::to_string(sizeAt(powers, 0)) + " points for " +
           std::to_string(sizeAt(powers, 1)) +
           " coefficients, but expected more, as the covariance is scaled by what is left; give "
           "cov='unscaled'");
  Tensor factor = kind == Covariance::scaled ? residuals / double(free) : ones_like(residuals);
  return isOneFit ? unscaled * factor : expand_dims(unscaled, {2}) * factor;
}

} // namespace

PolynomialFit polyfit(const Tensor &xs, const Tensor &ys, int64_t deg, std::optional<double> rcond,
                      const std::optional<Tensor> &w, std::optional<Covariance> cov) {
  const Called called("ct.polyfit");
  needPoints(xs, ys, w, deg);
  Tensor given[] = {xs, ys};
  const DType type = outer(common(Accepts::inexact, given).dtype);
  Tensor powers = vander(widened(astype(xs, type)), addSizes(deg, 1));
  Tensor y = widened(astype(ys, type));
  if (w) {
    Tensor column = expand_dims(astype(*w, powers.dtype()), {1});
    powers = powers * column;
    y = y * (y.ndim() == 1 ? squeeze(column, {{1}}) : column);
  }
  Tensor lengths = lengthsOf(powers);
  powers = powers / lengths;
  const double least = rcond.value_or(double(countOf(xs)) * spacingOf(powers.dtype()));
  auto [solution, residuals, rank, values] = linalg::lstsq(powers, y, least);
  Tensor coefficients = solution / (y.ndim() == 1 ? lengths : expand_dims(lengths, {1}));
  PolynomialFit fit{astype(coefficients, type), residuals, rank, values, least};
  if (cov)
    fit.covariance = covarianceOf(powers, lengths, residuals, *cov, y.ndim() == 1);
  return fit;
}

} // namespace ct

ct::dynamic::OneOrTuple ct::dynamic::polyfit(const Tensor &x, const Tensor &y, int64_t deg,
                                             std::optional<double> rcond, bool full,
                                             const std::optional<Tensor> &w,
                                             const std::variant<bool, std::string> &cov) {
  const Called called("ct.polyfit");
  std::optional<Covariance> kind;
  if (auto *word = std::get_if<std::string>(&cov)) {
    oneOf("cov", *word, {"unscaled"});
    kind = Covariance::unscaled;
  } else if (std::get<bool>(cov)) {
    kind = Covariance::scaled;
  }
  PolynomialFit fit = ct::polyfit(x, y, deg, rcond, w, full ? std::nullopt : kind);
  if (full)
    return Tuple{{fit.coefficients, fit.residuals, fit.rank, fit.singular_values,
                  astype(fit.rcond, fit.singular_values.dtype())}};
  return kind ? OneOrTuple(Tuple{{fit.coefficients, *fit.covariance}})
              : OneOrTuple(fit.coefficients);
}

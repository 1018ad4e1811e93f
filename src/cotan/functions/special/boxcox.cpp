#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/special/wide.h"

namespace ct::special {
namespace {

/// expm1(lmbda log) / lmbda, of the logarithm of what is raised to the power. Where the exponent is
/// small a series, whose derivatives cancel nothing.
Tensor boxcoxOf(const Tensor &log, const Tensor &lmbda) {
  Tensor exponent = lmbda * log, isNear = abs(exponent) < 0.5;
  Tensor near = where(isNear, exponent, 0.0), series = near / 17.0 + 1.0;
  for (int divisor = 16; divisor > 1; --divisor)
    series = near / double(divisor) * series + 1.0;
  Tensor isPlain = isNear | (lmbda == 0.0), divisor = where(isPlain, 1.0, lmbda);
  Tensor far = expm1(where(isPlain, 1.0, exponent)) / divisor;
  return where(isNear, where(isNear, log, 0.0) * series, where(lmbda == 0.0, log, far));
}

} // namespace

Tensor boxcox(const Tensor &x, const Tensor &lmbda) {
  const Called called("ct.special.boxcox");
  Wide wide({x, lmbda});
  return wide.narrowed(boxcoxOf(log(wide[0]), wide[1]));
}

Tensor boxcox1p(const Tensor &x, const Tensor &lmbda) {
  const Called called("ct.special.boxcox1p");
  Wide wide({x, lmbda});
  return wide.narrowed(boxcoxOf(log1p(wide[0]), wide[1]));
}

} // namespace ct::special

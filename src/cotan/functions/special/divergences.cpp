#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/special/wide.h"

#include <cmath>

namespace ct::special {
namespace {

constexpr double inf = HUGE_VAL;

/// p log(p / q) of positive numbers; elsewhere 0. The quotient may overflow.
Tensor relative(const Tensor &isInside, const Tensor &p, const Tensor &q) {
  Tensor x = where(isInside, p, 1.0), y = where(isInside, q, 1.0), apart = (x - y) / y;
  Tensor isNear = abs(apart) < 0.5;
  Tensor logarithm = where(isNear, log1p(where(isNear, apart, 0.0)), log(x) - log(y));
  return x * logarithm;
}

} // namespace

Tensor rel_entr(const Tensor &p, const Tensor &q) {
  const Called called("ct.special.rel_entr");
  Wide x({p, q});
  Tensor isInside = (x[0] > 0.0) & (x[1] > 0.0), isZero = (x[0] == 0.0) & (x[1] >= 0.0);
  Tensor outside = where(isZero, 0.0, where(isnan(x[0]) | isnan(x[1]), std::nan(""), inf));
  return x.narrowed(where(isInside, relative(isInside, x[0], x[1]), outside));
}

Tensor kl_div(const Tensor &p, const Tensor &q) {
  const Called called("ct.special.kl_div");
  Wide x({p, q});
  Tensor isInside = (x[0] > 0.0) & (x[1] > 0.0), isZero = (x[0] == 0.0) & (x[1] >= 0.0);
  Tensor outside = where(isZero, x[1], where(isnan(x[0]) | isnan(x[1]), std::nan(""), inf));
  return x.narrowed(where(isInside, relative(isInside, x[0], x[1]) - (x[0] - x[1]), outside));
}

} // namespace ct::special

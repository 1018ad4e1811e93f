#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/functions/special/wide.h"

#include <numbers>

namespace ct::special {
namespace {

Tensor erfcxOf(const Tensor &x) {
  const Tensor all[] = {x};
  return op::erfcx(x, 0, ElementwiseTyping(Accepts::floats, all));
}

} // namespace

Tensor ndtr(const Tensor &x) {
  const Called called("ct.special.ndtr");
  Wide wide({x});
  return wide.narrowed(0.5 * erfc(wide[0] * -(1 / std::numbers::sqrt2)));
}

// Below 0, erfcx keeps the digits that the distribution function loses, and says its slope.
Tensor log_ndtr(const Tensor &x) {
  const Called called("ct.special.log_ndtr");
  Wide wide({x});
  Tensor isBelow = wide[0] < 0.0;
  Tensor below = where(isBelow, wide[0], 0.0), above = where(isBelow, 0.0, wide[0]);
  constexpr double root = 1 / std::numbers::sqrt2;
  Tensor tail = log(0.5 * erfcxOf(below * -root)) - 0.5 * (below * below);
  return wide.narrowed(where(isBelow, tail, log1p(-0.5 * erfc(above * root))));
}

Tensor erfcx(const Tensor &x) {
  const Called called("ct.special.erfcx");
  return erfcxOf(x);
}

} // namespace ct::special

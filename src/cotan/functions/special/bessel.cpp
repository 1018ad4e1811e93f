#include "cotan/functions/functions.h"

#include "cotan/tensor/inside.h"

namespace ct::special {
namespace {

Tensor ofOrder(Tensor (*op)(const Tensor &, int64_t, const Typing &), int64_t order,
               const Tensor &x) {
  const Tensor all[] = {x};
  return op(x, order, ElementwiseTyping(Accepts::floats, all));
}

} // namespace

Tensor i1(const Tensor &x) {
  const Called called("ct.special.i1");
  return ofOrder(op::bessel_i, 1, x);
}
Tensor i0e(const Tensor &x) {
  const Called called("ct.special.i0e");
  return ofOrder(op::bessel_ie, 0, x);
}
Tensor i1e(const Tensor &x) {
  const Called called("ct.special.i1e");
  return ofOrder(op::bessel_ie, 1, x);
}

Tensor exp1(const Tensor &x) {
  const Called called("ct.special.exp1");
  return ofOrder(op::expn, 1, x);
}
Tensor expn(int64_t n, const Tensor &x) {
  const Called called("ct.special.expn");
  return ofOrder(op::expn, n, x);
}

} // namespace ct::special

ct::Tensor ct::i0(const Tensor &x) {
  const Called called("ct.i0");
  return special::ofOrder(op::bessel_i, 0, x);
}

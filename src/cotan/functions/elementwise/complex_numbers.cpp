#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"

namespace ct {

Tensor complex(const Tensor &x, const Tensor &y) {
  const Called called("ct.complex");
  std::vector<Tensor> parts = promoted(Accepts::floats, {x, y});
  if (itemSize(parts[0].dtype()) < 4) // there are none of halves
    for (Tensor &part : parts)
      part = astype(part, DType::float32);
  return elementwise(op::complex, Accepts::floats, parts[0], parts[1]);
}

Tensor real(const Tensor &x) {
  const Called called("ct.real");
  return isComplex(x.dtype()) ? op::real(x) : x;
}

Tensor imag(const Tensor &x) {
  const Called called("ct.imag");
  return isComplex(x.dtype()) ? op::imag(x) : zeros_like(x);
}

Tensor conj(const Tensor &x) {
  const Called called("ct.conj");
  return isComplex(x.dtype()) ? op::conj(x) : x;
}

Tensor angle(const Tensor &x, bool deg) {
  const Called called("ct.angle");
  Tensor radians = isComplex(x.dtype()) ? op::angle(x) : arctan2(zeros_like(x), x);
  return deg ? rad2deg(radians) : radians;
}

Tensor abs(const Tensor &x) {
  const Called called("ct.abs");
  if (isComplex(x.dtype()))
    return hypot(op::real(x), op::imag(x));
  if (x.dtype() == DType::bool_)
    return x;
  return elementwise(op::abs, Accepts::numbers, x);
}

Tensor sign(const Tensor &x) {
  const Called called("ct.sign");
  if (!isComplex(x.dtype()))
    return elementwise(op::sign, Accepts::numbers, x);
  const Tensor size = abs(x), isZero = size == 0.0;
  return where(isZero, zeros_like(x), x / where(isZero, 1.0, size));
}

Tensor isreal(const Tensor &x) {
  const Called called("ct.isreal");
  return imag(x) == 0;
}

Tensor iscomplex(const Tensor &x) {
  const Called called("ct.iscomplex");
  return imag(x) != 0;
}

Tensor sort_complex(const Tensor &x) {
  const Called called("ct.sort_complex");
  Tensor numbers = asInexact(x);
  return sort(isComplex(numbers.dtype()) ? numbers : complex(numbers, zeros_like(numbers)));
}

} // namespace ct

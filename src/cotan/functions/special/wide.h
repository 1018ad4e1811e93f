// What functions made of several operations, some of which cancel, are computed in.
#pragma once

#include "cotan/tensor/inside.h"

namespace ct::special {

/// Operands of one type, as float64; the result gets the type they have together.
class Wide {
public:
  Wide(std::initializer_list<Tensor> operands);
  const Tensor &operator[](size_t i) const { return wide[i]; }
  Tensor narrowed(const Tensor &y) const;

private:
  cotan::trace::Promoted type;
  std::vector<Tensor> wide;
};

/// sin(pi x): 0 at whole numbers, and not nearly, with its slope there.
Tensor sinPi(const Tensor &x);

} // namespace ct::special

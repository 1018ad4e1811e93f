// Products whose result has an element type that is asked for, as `preferred_element_type` of JAX.
#pragma once

#include "cotan/functions/functions.h"
#include "cotan/tensor/inside.h"

namespace ct {

/// `product(operands)`, computed in the type that holds both theirs and the result's.
template <typename Product>
Tensor inPreferred(std::optional<DType> type, std::vector<Tensor> operands, Product product) {
  if (!type)
    return product(operands);
  const DType own = outer(common(Accepts::allNumbers, operands).dtype);
  if ((isInexact(own) && !isInexact(*type)) || (isComplex(own) && !isComplex(*type)))
    refuse<TypeError>("preferred_element_type is " + nameOf(*type) + ", which does not hold " +
                      nameOf(own));
  for (Tensor &x : operands)
    x = astype(x, promote_types(own, *type));
  return astype(product(operands), *type);
}

} // namespace ct

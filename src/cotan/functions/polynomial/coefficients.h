// What functions of polynomials ask of their coefficients. Not installed.
#pragma once

#include "cotan/tensor/inside.h"

namespace ct {

/// A vector; a number is one of a single coefficient. Throws ValueError.
Tensor coefficientsOf(const Tensor &p);
/// Both in the element type they have together.
std::pair<Tensor, Tensor> coefficientsOf(Accepts accepts, const Tensor &p, const Tensor &q);
int64_t countOf(const Tensor &p);
/// How many are 0 at the front and at the back; all at the front, if there are no others. Throws
/// TypeError of a traced vector, and says what to do about it.
std::pair<int64_t, int64_t> zerosAround(const Tensor &p, const std::string &advice);
/// From `begin` to before `end`.
Tensor part(const Tensor &p, int64_t begin, int64_t end);
/// The distance from 1 to the next number.
double spacingOf(DType dtype);

} // namespace ct

// Functions that choose between several tensors, put elements into one, and compare whole tensors.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

namespace ct {

/// Of each place, the element of the first choice whose condition holds there, else `otherwise`.
Tensor select(const std::vector<Tensor> &conditions, const std::vector<Tensor> &choices,
              const Tensor &otherwise = 0);
/// What an index into the choices that is out of range means.
enum class Outside { refused, wrapped, clipped };
/// Of each place, the element of the choice whose number the indices say.
Tensor choose(const Tensor &indices, const std::vector<Tensor> &choices,
              Outside outside = Outside::refused);
/// A copy of `x` in which the elements that take_along_axis reads are these values.
Tensor put_along_axis(const Tensor &x, const Tensor &indices, const Tensor &values, int64_t axis);

/// Whether |x - y| <= atol + rtol |y|; infinities are close to themselves, NaN to nothing but, if
/// `equal_nan`, NaN.
Tensor isclose(const Tensor &x, const Tensor &y, const Tensor &rtol = 1e-5,
               const Tensor &atol = 1e-8, bool equal_nan = false);
Tensor allclose(const Tensor &x, const Tensor &y, const Tensor &rtol = 1e-5,
                const Tensor &atol = 1e-8, bool equal_nan = false);
/// Whether shapes and all elements are equal.
Tensor array_equal(const Tensor &x, const Tensor &y, bool equal_nan = false);

} // namespace ct

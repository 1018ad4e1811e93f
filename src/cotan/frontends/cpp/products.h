// Products of vectors and matrices beyond those of contraction.h.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

/// The sum of a diagonal of two axes.
Tensor trace(const Tensor &x, int64_t offset = 0, int64_t axis1 = 0, int64_t axis2 = 1);
/// Each element of `x` times the whole of `y`, in blocks.
Tensor kron(const Tensor &x, const Tensor &y);
/// The vector product along an axis of size 3; vectors of size 2 lie in a plane, and two such give
/// the third component alone.
Tensor cross(const Tensor &x, const Tensor &y, int64_t axis_x = -1, int64_t axis_y = -1,
             int64_t axis_result = -1);
/// The product of vectors along an axis, for each index of the others.
Tensor vecdot(const Tensor &x, const Tensor &y, int64_t axis = -1);
/// A matrix times a vector, and a vector times a matrix, for each index of further axes.
Tensor matvec(const Tensor &x, const Tensor &y);
Tensor vecmat(const Tensor &x, const Tensor &y);

/// What is left of a convolution: wherever the vectors touch, as many elements as the longer one
/// has, or where the shorter one lies within it.
enum class Overlap { full, same, valid };
/// Sums of products of two vectors, the second one backwards, at each distance between them; in the
/// order of both, if they are to be compared.
Tensor convolve(const Tensor &x, const Tensor &y, Overlap overlap = Overlap::full);
Tensor correlate(const Tensor &x, const Tensor &y, Overlap overlap = Overlap::valid);

} // namespace ct

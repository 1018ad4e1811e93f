// Tensors made by rule: triangles, diagonals, coordinates of grids, sequences of powers.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include <optional>

namespace ct {

/// Ones at and below diagonal `k`.
Tensor tri(int64_t rows, std::optional<int64_t> columns = {}, int64_t k = 0,
           DType dtype = DType::float32);
Tensor identity(int64_t n, DType dtype = DType::float32);
/// The coordinates of a grid's points, one tensor per axis. With `xy` the first two axes of the
/// results are exchanged; sparse ones have size 1 along all axes but their own.
std::vector<Tensor> meshgrid(const std::vector<Tensor> &xs, bool sparse = false, bool xy = true);
/// For each axis, each element's index along it; stacked, as there is one shape.
Tensor indices(const Shape &dimensions, DType dtype = DType::int64);
/// The rows and columns at and below (above) diagonal `k`.
std::pair<Tensor, Tensor> tril_indices(int64_t rows, int64_t k = 0,
                                       std::optional<int64_t> columns = {});
std::pair<Tensor, Tensor> triu_indices(int64_t rows, int64_t k = 0,
                                       std::optional<int64_t> columns = {});
/// A matrix with the vector `x` on diagonal `k`; of a matrix, its diagonal.
Tensor diag(const Tensor &x, int64_t k = 0);
/// The same with all elements of `x` in one row.
Tensor diagflat(const Tensor &x, int64_t k = 0);
/// Numbers whose logarithms are at equal distances: base^start to base^stop.
Tensor logspace(const Tensor &start, const Tensor &stop, int64_t num = 50, bool endpoint = true,
                const Tensor &base = 10.0, std::optional<DType> dtype = {});
/// Each number is the one before times a constant.
Tensor geomspace(const Tensor &start, const Tensor &stop, int64_t num = 50, bool endpoint = true,
                 std::optional<DType> dtype = {});
/// Powers of a vector as columns, the highest one first unless `increasing`.
Tensor vander(const Tensor &x, std::optional<int64_t> columns = {}, bool increasing = false);
/// The value of polynomials whose coefficients are the rows of `p`, the highest power first.
Tensor polyval(const Tensor &p, const Tensor &x);

} // namespace ct

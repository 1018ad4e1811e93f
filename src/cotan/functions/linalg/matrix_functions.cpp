#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

#include <cmath>

using namespace cotan::trace;

namespace ct::linalg {
namespace {

/// Padé's approximant of exp of degree m: the coefficients, and the norm up to which it has all
/// digits (Higham, "The scaling and squaring method for the matrix exponential revisited", 2005).
struct Approximant {
  std::vector<double> coefficients; // of I, a, a^2, ..., the last 1
  double reach;
};

Approximant approximantFor(DType dtype) {
  const int m = partOf(dtype) == DType::float64 ? 13 : 7;
  Approximant result{{1}, m == 13 ? 5.371920351148152 : 3.925724783138660};
  for (int k = m; k > 0; --k) // that of k - 1 beside that of k
    result.coefficients.insert(result.coefficients.begin(), result.coefficients.front() *
                                                                double(k) * (2 * m - k + 1) /
                                                                (m - k + 1));
  return result;
}

/// exp(a) is even + odd beside even - odd: sums of the even powers of a, and of the odd ones. Six
/// products are enough for degree 13.
Tensor exponentialOfSmall(const Tensor &a, const std::vector<double> &c, bool isTriangular) {
  Tensor second = matmul(a, a), fourth = matmul(second, second), sixth = matmul(fourth, second);
  Tensor one = eye(openSizesOf(a).back(), {}, 0, a.dtype());
  auto part = [&](size_t first) {
    Tensor low =
        c[first] * one + c[first + 2] * second + c[first + 4] * fourth + c[first + 6] * sixth;
    if (c.size() == 8)
      return low;
    Tensor high = c[first + 8] * second + c[first + 10] * fourth + c[first + 12] * sixth;
    return low + matmul(sixth, high);
  };
  Tensor even = part(0), odd = matmul(a, part(1));
  return isTriangular ? solve_triangular(even - odd, even + odd) : solve(even - odd, even + odd);
}

} // namespace

// Each matrix is halved as often as its norm asks for, and its exponential squared as often.
Tensor expm(const Tensor &given, bool upper_triangular, std::optional<int64_t> max_squarings) {
  const Called called("ct.linalg.expm");
  if (max_squarings && *max_squarings < 0)
    refuse("max_squarings is " + std::to_string(*max_squarings) + ", but expected at least 0");
  Tensor a = upper_triangular ? triu(squareOf(given)) : squareOf(given);
  const Approximant approximant = approximantFor(a.dtype());
  Tensor norm = max(sum(abs(stop_gradient(a)), std::vector<int64_t>{-2}), std::vector<int64_t>{-1},
                    {.initial = Tensor(0.0)});
  Tensor halvings = ceil(log2(norm / approximant.reach));
  halvings = where(logical_and(isfinite(norm), halvings > 0), halvings, 0);
  if (max_squarings) { // NaN, which no squaring takes away
    Tensor isTooLarge = halvings > double(*max_squarings);
    a = where(expand_dims(isTooLarge, {-1, -2}), NAN, a);
    halvings = where(isTooLarge, 0, halvings);
  }
  Tensor each = expand_dims(halvings, {-1, -2});
  Tensor result = exponentialOfSmall(a * exp2(-each), approximant.coefficients, upper_triangular);
  auto square = [&](const Tensor &i, const Tensor &x) {
    return where(astype(i, each.dtype()) < each, matmul(x, x), x);
  };
  Tensor most = max(halvings, {}, {.initial = Tensor(0.0)});
  return narrowed(fori_loop(0, astype(most, DType::int64), square, result), given);
}

Tensor toeplitz(const Tensor &c, const std::optional<Tensor> &r) {
  const Called called("ct.linalg.toeplitz");
  Tensor column = atleast_1d(c), row = atleast_1d(r ? *r : conj(c));
  auto batchesOf = [](const Tensor &x) { return openSizesOf(x).drop_back().vec(); };
  const Shape batches = broadcast_shapes({batchesOf(column), batchesOf(row)});
  for (Tensor *x : {&column, &row}) {
    Shape shape = batches;
    shape.push_back(openSizesOf(*x).back());
    *x = broadcast_to(*x, shape);
  }
  Tensor rows = expand_dims(arange(size(column, -1)), {-1}), columns = arange(size(row, -1));
  // The row from its end, then the column: both begin with the diagonal.
  Tensor all = concatenate({flip(row, {{-1}}), column}, -1), apart = rows - columns;
  Tensor places = apart + astype(apart >= 0, DType::int64) + (size(row, -1) - 1);
  return take(all, places, -1);
}

Tensor block_diag(const std::vector<Tensor> &arrs) {
  const Called called("ct.linalg.block_diag");
  if (arrs.empty())
    return zeros({1, 0}); // as in SciPy
  const DType type = ct::outer(common(Accepts::any, arrs).dtype);
  std::vector<Tensor> matrices;
  for (const Tensor &x : arrs) {
    if (x.ndim() > 2)
      refuse("an array has shape " + printTuple(openSizesOf(x)) +
             ", but expected two axes at most");
    matrices.push_back(atleast_2d(astype(x, type)));
  }
  std::vector<Tensor> rows;
  for (size_t i = 0; i < matrices.size(); ++i) {
    std::vector<Tensor> blocks;
    for (size_t j = 0; j < matrices.size(); ++j)
      blocks.push_back(i == j ? matrices[i]
                              : broadcast_to(astype(0, type), {openSizesOf(matrices[i])[0],
                                                               openSizesOf(matrices[j])[1]}));
    rows.push_back(concatenate(blocks, 1));
  }
  return concatenate(rows, 0);
}

} // namespace ct::linalg

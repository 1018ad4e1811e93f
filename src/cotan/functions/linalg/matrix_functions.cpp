#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

#include <cmath>
#include <limits>

using namespace cotan::trace;

namespace ct::linalg {
namespace {

/// Padé's approximant of exp of degree m: the coefficients, and the norm up to which it has all
/// digits (Higham, "The scaling and squaring method for the matrix exponential revisited", 2005,
/// and of degree 13 the paper named below).
struct Approximant {
  std::vector<double> coefficients; // of I, a, a^2, ..., the last 1
  double reach, spacing;            // of 1 and the next number
};

Approximant approximantFor(DType dtype) {
  const int m = partOf(dtype) == DType::float64 ? 13 : 7;
  Approximant result{{1}, 4.25, std::numeric_limits<double>::epsilon()};
  if (m == 7)
    result = {{1}, 3.925724783138660, std::numeric_limits<float>::epsilon()};
  for (int k = m; k > 0; --k) // that of k - 1 beside that of k
    result.coefficients.insert(result.coefficients.begin(), result.coefficients.front() *
                                                                double(k) * (2 * m - k + 1) /
                                                                (m - k + 1));
  return result;
}

/// The powers of a matrix.
struct Powers {
  explicit Powers(const Tensor &a)
      : first(a), second(matmul(a, a)), fourth(matmul(second, second)),
        sixth(matmul(fourth, second)) {}
  /// Those of the matrix times `factor`, a power of 2 for each: exact, and no more than the result
  /// is large on the way.
  void scale(const Tensor &factor) {
    auto scaled = [&](Tensor power, int times) {
      for (int i = 0; i < times; ++i)
        power = power * factor;
      return power;
    };
    first = scaled(first, 1), second = scaled(second, 2);
    fourth = scaled(fourth, 4), sixth = scaled(sixth, 6);
  }
  Tensor first, second, fourth, sixth;
};

/// exp(a) is even + odd beside even - odd: sums of the even powers of a, and of the odd ones. Six
/// products are enough for degree 13.
Tensor exponentialOfSmall(const Powers &powers, const std::vector<double> &c, bool isTriangular) {
  const auto &[a, second, fourth, sixth] = powers;
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

/// The largest sum of absolute values in a column, of each matrix.
Tensor columnNorm(const Tensor &a) {
  return max(sum(abs(a), std::vector<int64_t>{-2}), std::vector<int64_t>{-1},
             {.initial = Tensor(0.0)});
}

/// How often the matrix 2^t a is halved, of which `powers` are those of a: by the norms of its
/// powers, which may be far below the powers of its norm (Al-Mohy and Higham, "A new scaling and
/// squaring algorithm for the matrix exponential", 2009), and as often again as keeps what rounding
/// does to the series of absolute values small.
Tensor halvingsOf(const Powers &powers, const Tensor &t, const Approximant &approximant) {
  const Tensor fourth = stop_gradient(powers.fourth), a = stop_gradient(powers.first);
  auto root = [&](const Tensor &power, double k) { return ct::power(columnNorm(power), 1 / k); };
  const Tensor d6 = root(stop_gradient(powers.sixth), 6);
  Tensor size = minimum(maximum(root(fourth, 4), d6), maximum(d6, root(matmul(fourth, fourth), 8)));
  Tensor halvings = maximum(ceil(log2(size / approximant.reach) + t), 0);
  const Tensor most = log2(columnNorm(a) / approximant.reach) + t; // the norm's own count
  const int m = int(approximant.coefficients.size()) - 1;
  const Tensor left = expand_dims(exp2(t - halvings), {-1, -2}), sizes = abs(a) * left;
  Tensor row = ones_like(index(sizes, {ellipsis, Slice{0, 1}, Slice{}}));
  const double last = 1 / approximant.coefficients.front();
  auto times = [&](const Tensor &, const Tensor &x) { return matmul(x, sizes); };
  row = fori_loop(0, 2 * m + 1, times, row);
  Tensor largest = max(row, std::vector<int64_t>{-2, -1}, {.initial = Tensor(0.0)});
  Tensor norm = columnNorm(sizes);
  Tensor share = largest / norm * (last / approximant.spacing) * (2 * last / (2 * m + 1));
  Tensor excess = where(norm > 0, maximum(ceil(log2(share) / (2.0 * m)), 0), 0);
  excess = where(isnan(excess), HUGE_VAL, excess);
  return minimum(halvings + excess, maximum(ceil(most), 0));
}

} // namespace

// Each matrix is halved as often as its norm asks for, and its exponential squared as often.
Tensor expm(const Tensor &given, bool upper_triangular, std::optional<int64_t> max_squarings) {
  const Called called("ct.linalg.expm");
  if (max_squarings && *max_squarings < 0)
    refuse("max_squarings is " + std::to_string(*max_squarings) + ", but expected at least 0");
  Tensor a = upper_triangular ? triu(squareOf(given)) : squareOf(given);
  const Approximant approximant = approximantFor(a.dtype());
  Tensor norm = columnNorm(stop_gradient(a)), t = ceil(log2(norm)); // powers stay within range
  t = where(logical_and(isfinite(norm), t > 0), t, 0);
  Powers powers(a * exp2(-expand_dims(t, {-1, -2})));
  Tensor halvings = halvingsOf(powers, t, approximant);
  halvings = where(isfinite(norm), halvings, 0);
  if (max_squarings) { // NaN, which no squaring takes away
    Tensor isTooLarge = halvings > double(*max_squarings);
    powers.first = where(expand_dims(isTooLarge, {-1, -2}), NAN, powers.first);
    halvings = where(isTooLarge, 0, halvings);
  }
  Tensor each = expand_dims(halvings, {-1, -2});
  powers.scale(exp2(expand_dims(t, {-1, -2}) - each));
  Tensor result = exponentialOfSmall(powers, approximant.coefficients, upper_triangular);
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

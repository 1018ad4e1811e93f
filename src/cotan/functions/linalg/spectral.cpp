// Eigenvalues, singular values and orthonormal factors, of real or complex numbers. Integers become
// floats; float16 and bfloat16 are computed in float32.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
#include "cotan/tensor/control.h"
#include "cotan/tensor/inside.h"

#include <limits>

using namespace cotan::trace;

namespace ct::linalg {
namespace {

double spacingOf(const Tensor &x) {
  return partOf(x.dtype()) == DType::float64 ? double(std::numeric_limits<double>::epsilon())
                                             : double(std::numeric_limits<float>::epsilon());
}

int64_t largerSide(const Tensor &x) {
  return std::max(sizeAt(x, x.ndim() - 2), sizeAt(x, x.ndim() - 1));
}

/// The largest singular value, or 0 where there is none.
Tensor largestOf(const Tensor &s) { return max(s, {{-1}}, {.keepdims = true, .initial = 0.0}); }

Tensor symmetric(const Tensor &given, const std::optional<std::string> &triangle, bool symmetrize) {
  Tensor x = squareOf(given);
  std::string uplo = triangle.value_or("L");
  if (uplo != "L" && uplo != "U")
    refuse("UPLO is '" + uplo + "', but expected 'L' or 'U', the triangle that is read");
  if (symmetrize)
    return hermitianPartOf(x);
  return uplo == "L" ? x : adjoint(x);
}

/// Orthonormal columns, and as many more as make them a basis: eigenvectors of the projection on
/// what is left, which turn no more than they must when the columns move.
Tensor completed(const Tensor &q) {
  const int64_t last = q.ndim() - 1;
  if (auto sizes = openSizesOf(q).take_back(2); sizes[0] == sizes[1])
    return q;
  const int64_t rows = sizeAt(q, last - 1), columns = sizeAt(q, last);
  Tensor rest = eye(rows, {}, 0, q.dtype()) - matmul(q, adjoint(q));
  Tensor vectors = eighOf(stop_gradient(rest)).second;
  Tensor start = split(vectors, std::vector<int64_t>{columns}, last)[1];
  return concatenate({q, qrOf(matmul(rest, start)).first}, last);
}

/// The eigenvectors of a Hermitian matrix are singular vectors on both sides but for the sign.
std::tuple<Tensor, Tensor, Tensor> hermitianSvd(const Tensor &given) {
  auto [w, v] = eighOf(symmetric(given, {}, /*symmetrize=*/true));
  Tensor order = argsort(abs(w), -1, /*descending=*/true);
  Tensor columns = broadcast_to(expand_dims(order, {-2}), openSizesOf(v).vec());
  Tensor values = take_along_axis(w, order, -1), u = take_along_axis(v, columns, -1);
  Tensor sign = astype(where(values < 0, -1.0, 1.0), v.dtype());
  return {narrowed(u, given), narrowed(abs(values), given),
          narrowed(adjoint(u * expand_dims(sign, {-2})), given)};
}

/// Of what is left of the columns without those before, the longest becomes the next.
Tensor pivotedOrder(const Tensor &given) {
  Tensor x = stop_gradient(given), sizes = isComplex(x.dtype()) ? sqrt(squaredSizes(x)) : abs(x);
  // Squares of lengths neither overflow nor vanish.
  Tensor largest = max(sizes, {{-2, -1}}, {.keepdims = true, .initial = 0.0});
  x = x / astype(where(largest > 0, largest, 1.0), x.dtype());
  Shape vectors = openSizesOf(x).drop_back(2).vec();
  vectors.push_back(openSizesOf(x).back());
  const Tensor places = broadcast_to(arange(size(x, -1)), vectors);
  auto chosen = [](const Tensor &from, const Tensor &isChosen) {
    return sum(where(isChosen, from, 0), std::vector<int64_t>{-1}, {.keepdims = true});
  };
  auto turn = [&](const Tensor &i, const Tensors &state) -> Tensors {
    const Tensor &rest = state[0], &order = state[1];
    Tensor lengths = sum(squaredSizes(rest), std::vector<int64_t>{-2});
    Tensor longest = expand_dims(argmax(where(places >= i, lengths, -1.0), -1), {-1});
    Tensor here = places == i, there = places == longest;
    auto exchanged = [&](const Tensor &from, const Tensor &h, const Tensor &t) {
      return where(h, chosen(from, t), where(t, chosen(from, h), from));
    };
    Tensor across = expand_dims(here, {-2}), next = expand_dims(there, {-2});
    Tensor column = chosen(rest, next), swapped = exchanged(rest, across, next);
    Tensor length = sum(squaredSizes(column), std::vector<int64_t>{-2}, {.keepdims = true});
    Tensor along =
        matmul(adjoint(column), swapped) / astype(where(length > 0, length, 1.0), x.dtype());
    return {swapped - matmul(column, along), exchanged(order, here, there)};
  };
  Tensor steps = minimum(size(x, -1), size(x, -2));
  return fori_loop(0, steps, turn, Tensors{x, places})[1];
}

/// Of what a v = w b v stands for, or b and a in another order.
std::pair<Tensor, Tensor> generalizedEigh(const Tensor &a, const Tensor &b, int64_t type) {
  const Tensor l = choleskyOf(b);
  Tensor c = type == 1 ? solve_triangular(l, adjoint(solve_triangular(l, a, true)), true)
                       : matmul(adjoint(l), matmul(a, l));
  auto [w, y] = eighOf(hermitianPartOf(c));
  return {w, type == 3 ? matmul(l, y) : solve_triangular(conj(l), y, true, /*transpose=*/true)};
}

void needOneSize(const Tensor &a, const Tensor &b) {
  needSquare(a);
  needSquare(b);
  if (!mayBeEqual(openSizesOf(a).back(), openSizesOf(b).back()))
    refuse("shapes " + printTuple(openSizesOf(a)) + " and " + printTuple(openSizesOf(b)) +
           " do not go together: expected square matrices of one size");
}

} // namespace

std::pair<Tensor, Tensor> eigh(const Tensor &x, const std::optional<std::string> &uplo,
                               bool symmetrize_input) {
  const Called called("ct.linalg.eigh");
  auto [w, v] = eighOf(symmetric(x, uplo, symmetrize_input));
  return {narrowed(w, x), narrowed(v, x)};
}

/// `whole`: what makes all of a matrix, of which a triangle may be read.
template <typename Whole>
static std::pair<Tensor, Tensor> eighOfTwo(const Tensor &a, const Tensor &b, int64_t type,
                                           const Whole &whole) {
  if (type < 1 || type > 3)
    refuse("type is " + std::to_string(type) + ", but expected 1, 2 or 3");
  needOneSize(a, b);
  auto [left, right] = inOneType(a, b);
  auto [w, v] = generalizedEigh(whole(widened(left)), whole(widened(right)), type);
  return {narrowed(w, left), narrowed(v, left)};
}

std::pair<Tensor, Tensor> eigh(const Tensor &a, const Tensor &b, int64_t type) {
  const Called called("ct.linalg.eigh");
  return eighOfTwo(a, b, type, hermitianPartOf);
}

Tensor eigvalsh(const Tensor &x, const std::optional<std::string> &uplo, bool symmetrize_input) {
  const Called called("ct.linalg.eigvalsh");
  Tensor whole = symmetric(x, uplo, symmetrize_input);
  TensorType values = typeOf(partOf(whole.dtype()), openSizesOf(whole).drop_back());
  return narrowed(op::eigvalsh(whole, {.results = values}), x);
}

std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &x, bool full_matrices) {
  const Called called("ct.linalg.svd");
  auto [u, s, vt] = svdOf(matrixOf(x));
  if (full_matrices) {
    u = completed(u);
    vt = transposed(completed(transposed(vt)));
  }
  return {narrowed(u, x), narrowed(s, x), narrowed(vt, x)};
}

Tensor svdvals(const Tensor &x) {
  const Called called("ct.linalg.svdvals");
  return narrowed(svdvalsOf(matrixOf(x)), x);
}

/// q with as many columns as rows, and r with rows of zeros for them.
static std::pair<Tensor, Tensor> withAllColumns(const std::pair<Tensor, Tensor> &factors) {
  const auto &[q, r] = factors;
  Tensor all = completed(q);
  Widths below(r.ndim());
  below[r.ndim() - 2].second = openSizesOf(all).back() - openSizesOf(q).back();
  return {all, pad(r, below)};
}

// Of more columns than rows, those behind the square are q^H times what they were.
std::pair<Tensor, Tensor> qr(const Tensor &given, bool complete) {
  const Called called("ct.linalg.qr");
  Tensor x = matrixOf(given);
  if (!isWide(x)) {
    auto [q, r] = complete ? withAllColumns(qrOf(x)) : qrOf(x);
    return {narrowed(q, given), narrowed(r, given)};
  }
  int64_t rows = openSizesOf(x)[x.ndim() - 2], last = x.ndim() - 1;
  auto parts = split(x, std::vector<int64_t>{rows}, last);
  auto [q, r] = qrOf(parts[0]);
  Tensor rest = matmul(adjoint(q), parts[1]);
  return {narrowed(q, given), narrowed(concatenate({r, rest}, last), given)};
}

std::tuple<Tensor, Tensor, Tensor> qr_pivoted(const Tensor &given, bool complete) {
  const Called called("ct.linalg.qr");
  Tensor order = pivotedOrder(matrixOf(given));
  Tensor columns = broadcast_to(expand_dims(order, {-2}), openSizesOf(given).vec());
  auto [q, r] = qr(take_along_axis(given, columns, -1), complete);
  return {q, r, order};
}

/// By singular values, where each matrix has a limit of its own.
static Tensor pinvByValues(const Tensor &x, const Tensor &rtol) {
  auto [u, s, vt] = svdOf(x);
  Tensor counts = s > expand_dims(astype(rtol, s.dtype()), {-1}) * largestOf(s);
  Tensor inverse = where(counts, 1.0 / where(counts, s, 1.0), 0.0);
  return matmul(adjoint(vt) * expand_dims(inverse, {-2}), adjoint(u));
}

// A Hermitian one by singular values, too: the derivative of eigenvectors is not finite where
// eigenvalues coincide.
Tensor pinv(const Tensor &given, const std::optional<Tensor> &rtol, bool hermitian) {
  const Called called("ct.linalg.pinv");
  Tensor x = hermitian ? squareOf(given) : matrixOf(given);
  if (hermitian)
    x = hermitianPartOf(x);
  if (rtol && (rtol->isTraced() || rtol->ndim() > 0))
    return narrowed(pinvByValues(x, *rtol), given);
  double smallest = rtol ? astype(*rtol, DType::float64).item<double>()
                         : 10 * double(largerSide(x)) * spacingOf(x);
  return narrowed(pinvOf(x, smallest), given);
}

Tensor matrix_rank(const Tensor &given, const std::optional<Tensor> &rtol, bool hermitian,
                   const std::optional<Tensor> &tol) {
  const Called called("ct.linalg.matrix_rank");
  if (rtol && tol)
    refuse("rtol and tol are both given; either says which singular values count");
  Tensor x = matrixOf(given), s = hermitian ? abs(eigvalsh(x, {}, true)) : svdvalsOf(x);
  auto each = [&](const Tensor &limit) { return expand_dims(astype(limit, s.dtype()), {-1}); };
  Tensor smallest = tol    ? each(*tol)
                    : rtol ? each(*rtol) * largestOf(s)
                           : double(largerSide(x)) * spacingOf(x) * largestOf(s);
  return sum(astype(s > smallest, DType::int64), {{-1}});
}

Tensor cond(const Tensor &x, const std::optional<NormOrder> &order) {
  const Called called("ct.linalg.cond");
  NormOrder p = order.value_or(2.0);
  auto ofNumbers = [&](const Tensor &found) { // 0 / 0 is infinite, what NaN makes is not
    Tensor hasNaN = any(isnan(x), std::vector<int64_t>{-2, -1});
    return where(logical_and(isnan(found), logical_not(hasNaN)), HUGE_VAL, found);
  };
  if (p != NormOrder(2.0) && p != NormOrder(-2.0)) {
    needSquare(x);
    return ofNumbers(matrix_norm(x, false, p) * matrix_norm(inv(x), false, p));
  }
  needMatrix(x);
  Tensor s = svdvals(x);
  Tensor largest = max(s, std::vector<int64_t>{-1}), smallest = min(s, std::vector<int64_t>{-1});
  return ofNumbers(p == NormOrder(2.0) ? largest / smallest : smallest / largest);
}

/// Whether NumPy gives no sums of squares.
static bool isWithoutResiduals(const Tensor &x, const Tensor &rank) {
  if (isOpen(openSizesOf(x)[0]) || isOpen(openSizesOf(x)[1]))
    refuse("numpy_resid is True, but the sizes of a are known only when the program runs");
  if (sizeAt(x, 0) <= sizeAt(x, 1))
    return true;
  if (rank.isTraced())
    refuse<TypeError>("of a traced tensor: whether there are sums of squares depends on the rank, "
                      "which is not known; leave numpy_resid away");
  return rank.item<int64_t>() < sizeAt(x, 1);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor &a, const Tensor &b,
                                                 std::optional<double> rcond, bool numpy_resid) {
  const Called called("ct.linalg.lstsq");
  if (a.ndim() != 2 || b.ndim() == 0 || b.ndim() > 2 ||
      !mayBeEqual(openSizesOf(a)[0], openSizesOf(b)[0]))
    refuse("shapes " + printTuple(openSizesOf(a)) + " and " + printTuple(openSizesOf(b)) +
           " do not go together: expected a matrix, and a vector or a matrix "
           "with as many rows");
  auto [left, other] = inOneType(a, b);
  Tensor x = widened(left), right = widened(other);
  if (b.ndim() == 1)
    right = expand_dims(right, {1});
  double smallest = rcond ? *rcond : double(largerSide(x)) * spacingOf(x);
  smallest = smallest < 0 ? spacingOf(x) : smallest;
  Tensor solution = matmul(pinvOf(x, smallest), right), s = svdvalsOf(x);
  Tensor rank = matrix_rank(x, smallest);
  Tensor residuals = sum(squaredSizes(matmul(x, solution) - right), std::vector<int64_t>{0});
  if (numpy_resid && isWithoutResiduals(x, rank))
    residuals = zeros({0}, residuals.dtype());
  if (b.ndim() == 1)
    solution = squeeze(solution, {{1}});
  return {narrowed(solution, left), narrowed(residuals, left), rank, narrowed(s, left)};
}

} // namespace ct::linalg

namespace ct::dynamic::linalg {

std::variant<Tensor, std::pair<Tensor, Tensor>>
eigh(const Tensor &a, const std::optional<std::string> &uplo, bool symmetrize_input,
     const std::optional<Tensor> &b, std::optional<bool> lower, bool eigvals_only, int64_t type) {
  const Called called("ct.linalg.eigh");
  if (lower && uplo)
    refuse("lower and UPLO are both given; either says which triangle is read");
  const std::optional<std::string> triangle = lower ? (*lower ? "L" : "U") : uplo;
  const bool isWhole = symmetrize_input && !lower;
  if (!b && type != 1)
    refuse("type is " + std::to_string(type) + ", but without b it is 1");
  if (!b && eigvals_only)
    return ct::linalg::eigvalsh(a, triangle, isWhole);
  if (!b)
    return ct::linalg::eigh(a, triangle, isWhole);
  auto both = ct::linalg::eighOfTwo(a, *b, type, [&](const Tensor &x) {
    Tensor read = ct::linalg::symmetric(x, triangle, isWhole);
    return isWhole ? read : wholeOf(read, /*lower=*/true);
  });
  if (eigvals_only)
    return both.first;
  return both;
}

using Range = std::optional<std::pair<int64_t, int64_t>>;

/// Of what there is for each singular value, along an axis, the part that was asked for.
static Tensor subset(const Tensor &x, int64_t axis, const Range &range) {
  if (!range)
    return x;
  auto [begin, end] = *range;
  const int64_t count = openSizesOf(x)[axis + x.ndim()];
  if (begin < 0 || begin >= end || (!isOpen(count) && end > count))
    refuse("subset_by_index is " + printTuple({begin, end}) + ", but expected a range of " +
           printSize(count) + " singular values");
  Indices all{ellipsis, Slice{begin, end}};
  if (axis == -2)
    all.push_back(Slice{});
  return index(x, all);
}

std::variant<Tensor, std::tuple<Tensor, Tensor, Tensor>> svd(const Tensor &a, bool full_matrices,
                                                             bool compute_uv, bool hermitian,
                                                             const Range &subset_by_index) {
  const Called called("ct.linalg.svd");
  if (!compute_uv) {
    Tensor s = hermitian ? sort(abs(ct::linalg::eigvalsh(a)), -1, /*descending=*/true)
                         : ct::linalg::svdvals(a);
    return subset(s, -1, subset_by_index);
  }
  if (subset_by_index && full_matrices)
    refuse("subset_by_index is given, but full_matrices is True; say full_matrices=False");
  const auto [u, s, vt] =
      hermitian ? ct::linalg::hermitianSvd(a) : ct::linalg::svd(a, full_matrices);
  return std::tuple(subset(u, -1, subset_by_index), subset(s, -1, subset_by_index),
                    subset(vt, -2, subset_by_index));
}

std::variant<Tensor, std::pair<Tensor, Tensor>, Tuple> qr(const Tensor &a, const std::string &mode,
                                                          bool pivoting) {
  const Called called("ct.linalg.qr");
  const int64_t kind = oneOf("mode", mode, {"reduced", "economic", "r", "complete", "full", "raw"});
  if (kind == 5) {
    if (pivoting)
      refuse("mode 'raw' has columns in their own order; leave pivoting away");
    auto [h, tau] = ct::linalg::qr_raw(a);
    return Tuple{{h, tau}};
  }
  if (pivoting) {
    auto [q, r, order] = ct::linalg::qr_pivoted(a, kind > 2);
    return kind == 2 ? Tuple{{r, order}} : Tuple{{q, r, order}};
  }
  auto both = ct::linalg::qr(a, kind > 2);
  if (kind == 2)
    return both.second;
  return both;
}

Tensor pinv(const Tensor &a, const std::optional<Tensor> &rtol, bool hermitian,
            const std::optional<Tensor> &rcond) {
  const Called called("ct.linalg.pinv");
  if (rtol && rcond)
    refuse("rtol and rcond are both given, but are names of one thing");
  return ct::linalg::pinv(a, rtol ? rtol : rcond, hermitian);
}

} // namespace ct::dynamic::linalg

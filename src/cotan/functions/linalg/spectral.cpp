// Eigenvalues, singular values and orthonormal factors, of real or complex numbers. Integers become
// floats; float16 and bfloat16 are computed in float32.
#include "cotan/functions/functions.h"

#include "cotan/functions/linalg/factors.h"
#include "cotan/functions/operators.h"
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
    return (x + adjoint(x)) / 2;
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

} // namespace

std::pair<Tensor, Tensor> eigh(const Tensor &x, const std::optional<std::string> &uplo,
                               bool symmetrize_input) {
  const Called called("ct.linalg.eigh");
  auto [w, v] = eighOf(symmetric(x, uplo, symmetrize_input));
  return {narrowed(w, x), narrowed(v, x)};
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

/// By singular values, where each matrix has a limit of its own.
static Tensor pinvByValues(const Tensor &x, const Tensor &rtol) {
  auto [u, s, vt] = svdOf(x);
  Tensor counts = s > expand_dims(astype(rtol, s.dtype()), {-1}) * largestOf(s);
  Tensor inverse = where(counts, 1.0 / where(counts, s, 1.0), 0.0);
  return matmul(adjoint(vt) * expand_dims(inverse, {-2}), adjoint(u));
}

Tensor pinv(const Tensor &given, const std::optional<Tensor> &rtol) {
  const Called called("ct.linalg.pinv");
  Tensor x = matrixOf(given);
  if (rtol && (rtol->isTraced() || rtol->ndim() > 0))
    return narrowed(pinvByValues(x, *rtol), given);
  double smallest = rtol ? astype(*rtol, DType::float64).item<double>()
                         : 10 * double(largerSide(x)) * spacingOf(x);
  return narrowed(pinvOf(x, smallest), given);
}

Tensor matrix_rank(const Tensor &given, const std::optional<Tensor> &rtol) {
  const Called called("ct.linalg.matrix_rank");
  Tensor x = matrixOf(given), s = svdvalsOf(x);
  Tensor smallest = rtol ? expand_dims(astype(*rtol, s.dtype()), {-1})
                         : full({1}, double(largerSide(x)) * spacingOf(x), s.dtype());
  return sum(astype(s > smallest * largestOf(s), DType::int64), {{-1}});
}

Tensor cond(const Tensor &x, const std::optional<NormOrder> &order) {
  const Called called("ct.linalg.cond");
  NormOrder p = order.value_or(2.0);
  if (p != NormOrder(2.0) && p != NormOrder(-2.0)) {
    needSquare(x);
    return matrix_norm(x, false, p) * matrix_norm(inv(x), false, p);
  }
  needMatrix(x);
  Tensor s = svdvals(x);
  Tensor largest = max(s, std::vector<int64_t>{-1}), smallest = min(s, std::vector<int64_t>{-1});
  return p == NormOrder(2.0) ? largest / smallest : smallest / largest;
}

std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor &a, const Tensor &b,
                                                 std::optional<double> rcond) {
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
  Tensor solution = matmul(pinvOf(x, smallest), right), s = svdvalsOf(x);
  Tensor residuals = sum(squaredSizes(matmul(x, solution) - right), std::vector<int64_t>{0});
  if (b.ndim() == 1)
    solution = squeeze(solution, {{1}});
  return {narrowed(solution, left), narrowed(residuals, left), matrix_rank(x, smallest),
          narrowed(s, left)};
}

} // namespace ct::linalg

namespace ct::dynamic::linalg {

std::variant<Tensor, std::tuple<Tensor, Tensor, Tensor>> svd(const Tensor &a, bool full_matrices,
                                                             bool compute_uv) {
  const Called called("ct.linalg.svd");
  if (!compute_uv)
    return ct::linalg::svdvals(a);
  return ct::linalg::svd(a, full_matrices);
}

std::variant<Tensor, std::pair<Tensor, Tensor>> qr(const Tensor &a, const std::string &mode) {
  const Called called("ct.linalg.qr");
  oneOf("mode", mode, {"reduced", "complete", "r"});
  auto both = ct::linalg::qr(a, mode == "complete");
  if (mode == "r")
    return both.second;
  return both;
}

} // namespace ct::dynamic::linalg

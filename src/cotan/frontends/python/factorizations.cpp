// Factorizations, and what is computed with them, of ct.linalg.
#include "cotan/frontends/cpp/solving.h"
#include "cotan/frontends/cpp/spectral.h"
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

using cotan::trace::currentPlace;

namespace ct::python {
namespace {

[[noreturn]] void refuse(const char *name, const std::string &problem) {
  throw ValueError(currentPlace() + "ct.linalg." + name + ": " + problem);
}

using Transposition = std::variant<int64_t, std::string>;

/// Whether the system is that of the transposed matrix, as SciPy says it.
bool isTransposed(const Transposition &trans) {
  for (const Transposition &no : {Transposition(0), Transposition("N")})
    if (trans == no)
      return false;
  for (const Transposition &yes :
       {Transposition(1), Transposition(2), Transposition("T"), Transposition("C")})
    if (trans == yes)
      return true;
  refuse("solve_triangular", "trans is none of 0, 1, 2, 'N', 'T' and 'C'");
}

void bindSystems(Module &linalg) {
  bindFunction(linalg, "solve", linalg::solve, py::arg("a"), py::arg("b"),
               R"(The x with a x = b, of a square matrix or a batch of them, by LU factors.

b is a vector if it has one axis, and else a matrix whose columns are solved for; the axes before the
last two are broadcast. A singular matrix gives infinities and NaN. Derivatives of any order use the
factors again: they factor nothing. ValueError: a is not square, or b has another number of rows.

>>> import cotan as ct
>>> ct.linalg.solve(ct.array([[2.0, 0.0], [1.0, 4.0]]), ct.array([2.0, 9.0]))
Tensor([1., 2.], dtype=float32)
)");
  linalg.def(
      "solve_triangular",
      [](const Operand &a, const Operand &b, bool lower, const Transposition &trans, bool unit) {
        return unlocked([&] {
          return linalg::solve_triangular(a.tensor, b.tensor, lower, isTransposed(trans), unit);
        });
      },
      py::arg("a"), py::arg("b"), py::kw_only(), py::arg("lower") = false, py::arg("trans") = 0,
      py::arg("unit_diagonal") = false,
      R"(The x with a x = b of a triangular matrix, as scipy.linalg.solve_triangular.

Of a the upper triangle is read, or with lower=True the lower one; with unit_diagonal=True the
diagonal is not read either, and is 1. trans=1 or "T": the system of the transposed matrix. b as in
solve.

>>> import cotan as ct
>>> ct.linalg.solve_triangular(ct.array([[2.0, 0.0], [1.0, 4.0]]), ct.array([2.0, 9.0]), lower=True)
Tensor([1., 2.], dtype=float32)
)");
  bindFunction(linalg, "tensorsolve", linalg::tensorsolve, py::arg("a"), py::arg("b"),
               py::arg("axes") = py::none(),
               R"(The x with tensordot(a, x, x.ndim) = b; axes of a are moved to its end first.

>>> import cotan as ct
>>> ct.linalg.tensorsolve(2 * ct.eye(4).reshape(2, 2, 4), ct.ones((2, 2)))
Tensor([0.5, 0.5, 0.5, 0.5], dtype=float32)
)");
}

void bindInverses(Module &linalg) {
  bindFunction(linalg, "inv", linalg::inv, py::arg("a"),
               R"(The inverse of a square matrix, or of each of a batch of them.

A singular matrix gives infinities and NaN. To solve a system, solve is faster and more exact.

>>> import cotan as ct
>>> ct.linalg.inv(ct.array([[2.0, 0.0], [1.0, 4.0]]))
Tensor([[ 0.5  ,  0.   ],
        [-0.125,  0.25 ]], dtype=float32)
)");
  bindFunction(
      linalg, "tensorinv", linalg::tensorinv, py::arg("a"), py::arg("ind") = 2,
      R"(The inverse for tensordot: the first ind axes are the rows of a matrix, the others its columns.

>>> import cotan as ct
>>> ct.linalg.tensorinv(2 * ct.eye(4).reshape(4, 2, 2), ind=1).shape
(2, 2, 4)
)");
  bindFunction(linalg, "det", linalg::det, py::arg("a"),
               R"(The determinant of a square matrix, or of each of a batch of them.

That of a singular matrix is 0; its derivative is the matrix of cofactors there, too.

>>> import cotan as ct
>>> ct.linalg.det(ct.array([[2.0, 0.0], [1.0, 4.0]]))
Tensor(8., dtype=float32)
)");
  bindFunction(linalg, "slogdet", linalg::slogdet, py::arg("a"),
               R"(The sign of the determinant, and the logarithm of its magnitude.

Of a singular matrix they are 0 and -inf, and the derivative of the logarithm is not finite.

>>> import cotan as ct
>>> ct.linalg.slogdet(ct.eye(3))
(Tensor(1., dtype=float32), Tensor(0., dtype=float32))
)");
  bindFunction(linalg, "pinv", linalg::pinv, py::arg("a"), py::arg("rtol") = py::none(),
               R"(The pseudo-inverse (Moore-Penrose) of a matrix, or of each of a batch of them.

Singular values up to rtol times the largest count as 0; without it, up to 10 max(rows, columns) eps.
The derivative is that of matrices of the same rank.

>>> import cotan as ct
>>> ct.linalg.pinv(ct.array([[2.0], [0.0]]))
Tensor([[0.5, 0. ]], dtype=float32)
)");
  bindFunction(
      linalg, "lstsq", linalg::lstsq, py::arg("a"), py::arg("b"), py::arg("rcond") = py::none(),
      R"(The x of least sum of squares of a x - b, those sums, the rank and singular values of a.

b is a vector or a matrix. Of several x, that of least length. Singular values up to rcond times the
largest count as 0; without it, up to max(rows, columns) eps.

>>> import cotan as ct
>>> x, residuals, rank, s = ct.linalg.lstsq(ct.array([[1.0], [1.0]]), ct.array([1.0, 3.0]))
>>> ct.round(x, 4), ct.round(residuals, 4), rank
(Tensor([2.], dtype=float32), Tensor([2.], dtype=float32), Tensor(1, dtype=int64))
)");
}

void bindEigenvalues(Module &linalg) {
  bindFunction(linalg, "cholesky", linalg::cholesky, py::arg("a"), py::kw_only(),
               py::arg("upper") = false, py::arg("symmetrize_input") = true,
               R"(The lower triangular l with l l^T = a, of a symmetric positive definite matrix.

A matrix that is not positive definite has NaN in its place. upper=True gives the transpose of l.
With symmetrize_input=False only the lower triangle of a is read, and has a derivative.

>>> import cotan as ct
>>> ct.linalg.cholesky(ct.array([[4.0, 2.0], [2.0, 5.0]]))
Tensor([[2., 0.],
        [1., 2.]], dtype=float32)
)");
  bindFunction(
      linalg, "eigh", linalg::eigh, py::arg("a"), py::arg("UPLO") = py::none(),
      py::arg("symmetrize_input") = true,
      R"(The eigenvalues of a symmetric matrix, which increase, and its eigenvectors as columns.

Of each eigenvector, the first element at least 0.9 times as large as the largest is positive. UPLO,
"L" or "U", is the triangle that is read with symmetrize_input=False. The derivative of the eigenvectors is not
finite where eigenvalues coincide; a first derivative of what depends on the eigenvalues alone, not
on their order, is right there, too.

>>> import cotan as ct
>>> w, v = ct.linalg.eigh(ct.array([[1.0, 0.0], [0.0, 3.0]]))
>>> w, v
(Tensor([1., 3.], dtype=float32), Tensor([[1., 0.],
        [0., 1.]], dtype=float32))
)");
  bindFunction(linalg, "eigvalsh", linalg::eigvalsh, py::arg("a"), py::arg("UPLO") = "L",
               py::kw_only(), py::arg("symmetrize_input") = true,
               R"(The eigenvalues of a symmetric matrix, which increase; see eigh.

>>> import cotan as ct
>>> ct.linalg.eigvalsh(ct.array([[3.0, 0.0], [0.0, 1.0]]))
Tensor([1., 3.], dtype=float32)
)");
}

/// What svd gives depends on its arguments.
py::object svd(const Operand &a, bool full_matrices, bool compute_uv) {
  if (!compute_uv)
    return py::cast(unlocked([&] { return linalg::svdvals(a.tensor); }));
  return py::cast(unlocked([&] { return linalg::svd(a.tensor, full_matrices); }));
}

py::object qr(const Operand &a, const std::string &mode) {
  if (mode != "reduced" && mode != "complete" && mode != "r")
    refuse("qr", "mode is '" + mode + "', but expected 'reduced', 'complete' or 'r'");
  auto [q, r] = unlocked([&] { return linalg::qr(a.tensor, mode == "complete"); });
  return mode == "r" ? py::cast(r) : py::cast(std::pair(q, r));
}

void bindSingularValues(Module &linalg) {
  linalg.def(
      "svd", svd, py::arg("a"), py::arg("full_matrices") = true, py::arg("compute_uv") = true,
      R"(u, s and vt with a = u diag(s) vt: singular values, which decrease, and their vectors.

With compute_uv=False, s alone. u and vt are square, or with full_matrices=False have as many vectors
as there are singular values. Of each column of u, or row of vt if there are fewer rows than columns,
the first element at least 0.9 times as large as the largest is positive. The derivatives of u and vt
are not finite where singular values coincide; those of vectors beyond the singular values are right
in what does not depend on which basis of their space they are.

>>> import cotan as ct
>>> u, s, vt = ct.linalg.svd(ct.array([[0.0, 3.0], [1.0, 0.0]]))
>>> s
Tensor([3., 1.], dtype=float32)
)");
  bindFunction(linalg, "svdvals", linalg::svdvals, py::arg("x"),
               R"(The singular values of a matrix, which decrease.

>>> import cotan as ct
>>> ct.linalg.svdvals(ct.array([[0.0, 3.0], [1.0, 0.0]]))
Tensor([3., 1.], dtype=float32)
)");
  linalg.def("qr", qr, py::arg("a"), py::arg("mode") = "reduced",
             R"(q and r with a = q r: orthonormal columns, and an upper triangular matrix.

q has as many columns as the smaller side of a, or with mode="complete" as rows; the diagonal of r is
not negative. Derivatives of further columns as in svd. With mode="r", r alone. A matrix with NaN or
infinities gives NaN everywhere.

>>> import cotan as ct
>>> q, r = ct.linalg.qr(ct.array([[0.0, 1.0], [2.0, 3.0]]))
>>> r
Tensor([[2., 3.],
        [0., 1.]], dtype=float32)
)");
  bindFunction(linalg, "matrix_rank", linalg::matrix_rank, py::arg("M"),
               py::arg("rtol") = py::none(),
               R"(How many singular values are larger than rtol times the largest.

Without rtol: than max(rows, columns) eps times the largest.

>>> import cotan as ct
>>> ct.linalg.matrix_rank(ct.ones((3, 3)))
Tensor(1, dtype=int64)
)");
  bindFunction(linalg, "cond", linalg::cond, py::arg("x"), py::arg("p") = py::none(),
               R"(The condition number: the largest singular value divided by the smallest.

With another order p of matrix_norm than 2, the norm of x times that of its inverse.

>>> import cotan as ct
>>> ct.linalg.cond(ct.array([[4.0, 0.0], [0.0, 2.0]]))
Tensor(2., dtype=float32)
)");
}

} // namespace

void bindFactorizations(Module &linalg) {
  bindSystems(linalg);
  bindInverses(linalg);
  bindEigenvalues(linalg);
  bindSingularValues(linalg);
}

} // namespace ct::python

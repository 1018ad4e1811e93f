// Linear algebra.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

template <Tensor (*function)(const Tensor &, const Tensor &, int64_t)>
void bindAlong(Module &linalg, const char *name, const char *doc) {
  linalg.def(
      name,
      [](const Operand &x, const Operand &y, int64_t axis) {
        return unlocked([&] { return function(x.tensor, y.tensor, axis); });
      },
      py::arg("x1"), py::arg("x2"), py::arg("axis") = -1, doc);
}

template <Tensor (*function)(const Tensor &, int64_t)>
void bindDiagonal(Module &linalg, const char *name, const char *doc) {
  linalg.def(
      name,
      [](const Operand &x, int64_t offset) {
        return unlocked([&] { return function(x.tensor, offset); });
      },
      py::arg("x"), py::arg("offset") = 0, doc);
}

void bindNorms(Module &linalg) {
  bindFunction(
      linalg, "norm", linalg::norm, py::arg("x"), py::arg("ord") = py::none(),
      py::arg("axis") = py::none(), py::arg("keepdims") = false,
      R"(The norm of vectors along one axis or of matrices along two, as jax.numpy.linalg.norm.

Without an order: the Euclidean norm of all elements along the axes. Orders of matrices are "fro", 1,
-1, ct.inf, -ct.inf and, of singular values, 2, -2 and "nuc"; of vectors any number.

>>> import cotan as ct
>>> ct.linalg.norm(ct.array([3.0, 4.0]))
Tensor(5., dtype=float32)
)");
  bindFunction(linalg, "vector_norm", linalg::vector_norm, py::arg("x"),
               py::arg("axis") = py::none(), py::arg("keepdims") = false, py::arg("ord") = 2.0,
               R"(The norm of all elements along the axes as one vector.

Its derivative of order 2 is not finite where the norm is 0.

>>> import cotan as ct
>>> ct.linalg.vector_norm(ct.array([[3.0, -4.0], [0.0, 1.0]]), axis=1, ord=1)
Tensor([7., 1.], dtype=float32)
)");
  bindFunction(linalg, "matrix_norm", linalg::matrix_norm, py::arg("x"),
               py::arg("keepdims") = false, py::arg("ord") = "fro",
               R"(The norm of the matrices in the last two axes; orders as for norm.

>>> import cotan as ct
>>> ct.linalg.matrix_norm(ct.array([[1.0, -2.0], [3.0, 4.0]]), ord=1)
Tensor(6., dtype=float32)
)");
}

void bindProducts(Module &linalg) {
  bindFunction(
      linalg, "matrix_power", linalg::matrix_power, py::arg("a"), py::arg("n"),
      R"(The product of n equal square matrices, by repeated squaring; of the inverse if n is negative.

>>> import cotan as ct
>>> ct.linalg.matrix_power(ct.array([[1, 1], [1, 0]]), 10)
Tensor([[89, 55],
        [55, 34]], dtype=int64)
)");
  bindFunction(
      linalg, "multi_dot", linalg::multi_dot, py::arg("arrays"),
      R"(The product of several matrices in the order that takes the fewest multiplications.

The first and the last may be vectors.

>>> import cotan as ct
>>> ct.linalg.multi_dot([ct.ones((2, 30)), ct.ones((30, 4)), ct.ones(4)])
Tensor([120., 120.], dtype=float32)
)");
  bindAlong<linalg::cross>(linalg, "cross",
                           R"(The cross product of vectors of 3 elements along an axis.

>>> import cotan as ct
>>> ct.linalg.cross(ct.array([1, 0, 0]), ct.array([0, 1, 0]))
Tensor([0, 0, 1], dtype=int64)
)");
  bindAlong<linalg::vecdot>(linalg, "vecdot", R"(The sum of products along an axis.

>>> import cotan as ct
>>> ct.linalg.vecdot(ct.array([[1, 2], [3, 4]]), ct.array([1, 10]))
Tensor([21, 43], dtype=int64)
)");
}

void bindParts(Module &linalg) {
  bindDiagonal<linalg::trace>(linalg, "trace", R"(The sum of a diagonal of the last two axes.

>>> import cotan as ct
>>> ct.linalg.trace(ct.eye(3))
Tensor(3., dtype=float32)
)");
  bindDiagonal<linalg::diagonal>(linalg, "diagonal", R"(A diagonal of the last two axes.

>>> import cotan as ct
>>> ct.linalg.diagonal(ct.array([[1, 2], [3, 4]]), offset=1)
Tensor([2], dtype=int64)
)");
  bindFunction(linalg, "matrix_transpose", linalg::matrix_transpose, py::arg("x"),
               R"(With the last two axes exchanged.

>>> import cotan as ct
>>> ct.linalg.matrix_transpose(ct.ones((5, 2, 3))).shape
(5, 3, 2)
)");
}

} // namespace

void bindLinalg(Module &m) {
  Module linalg = m.def_submodule("linalg", "Linear algebra, as in jax.numpy.linalg.");
  bindNorms(linalg);
  bindProducts(linalg);
  bindParts(linalg);
  bindFactorizations(linalg);
  for (const char *name : {"matmul", "outer", "tensordot"})
    linalg.attr(name) = m.attr(name);
}

} // namespace ct::python

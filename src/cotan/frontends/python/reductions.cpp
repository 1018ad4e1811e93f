// Functions that reduce, sort and multiply matrices.
#include "cotan/frontends/python/bind_reduction.h"

namespace ct::python {
namespace {

void bindProduct(Module &m, const char *name, Tensor (*function)(const Tensor &, const Tensor &),
                 const char *doc) {
  bindFunction(m, name, function, py::arg("x"), py::arg("y"), doc);
}

void bindProducts(Module &m) {
  bindProduct(m, "matmul", matmul, R"(Product of matrices, or of batches of them.

Sums along the last axis of x and the last but one of y; axes before these broadcast. A vector is
a row on the left, a column on the right. Also written x @ y.

>>> ct.matmul(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
Tensor([3, 7], dtype=int64))");
  bindProduct(m, "dot", dot, R"(Product along the last axis of x and the last but one of y.

All other axes of both are kept, where matmul broadcasts them; of vectors the inner product.

>>> ct.dot(ct.array([1, 2, 3]), ct.array([4, 5, 6]))
Tensor(32, dtype=int64))");
  bindProduct(m, "vdot", vdot, R"(Inner product of all elements, each tensor taken as one row.

>>> ct.vdot(ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]]))
Tensor(5, dtype=int64))");
  bindProduct(m, "inner", ct::inner, R"(Sum of products along the last axes of both.

>>> ct.inner(ct.array([[1, 2], [3, 4]]), ct.array([1, 1]))
Tensor([3, 7], dtype=int64))");
  bindProduct(m, "outer", ct::outer,
              R"(Each element of x times each of y; both are taken as one row.

>>> ct.outer(ct.array([1, 2]), ct.array([3, 4]))
Tensor([[3, 4],
        [6, 8]], dtype=int64))");
}

void bindSumsOfProducts(Module &m) {
  using Pairs = std::pair<AxesLike, AxesLike>;
  m.def(
      "tensordot",
      [](const Operand &x, const Operand &y, const std::variant<int64_t, Pairs> &axes) {
        return unlocked([&] {
          if (auto *count = std::get_if<int64_t>(&axes))
            return tensordot(x.tensor, y.tensor, *count);
          const auto &[left, right] = std::get<Pairs>(axes);
          return tensordot(x.tensor, y.tensor, left.axes, right.axes);
        });
      },
      py::arg("x"), py::arg("y"), py::arg("axes") = 2, R"(Sum of products along pairs of axes.

axes is a number, of the last axes of x and the first of y, or a pair: axes of x, axes of y.

>>> ct.tensordot(ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]]), axes=2)
Tensor(5, dtype=int64))");
  m.def(
      "dot_general",
      [](const Operand &lhs, const Operand &rhs, const std::pair<Pairs, Pairs> &numbers) {
        auto axesOf = [](const Pairs &pairs) {
          return AxisPairs(pairs.first.axes, pairs.second.axes);
        };
        return unlocked([&] {
          return dot_general(lhs.tensor, rhs.tensor, axesOf(numbers.first), axesOf(numbers.second));
        });
      },
      py::arg("lhs"), py::arg("rhs"), py::arg("dimension_numbers"),
      R"(Sums of products over pairs of axes, for each index of other pairs: as jax.lax.dot_general.

dimension_numbers is ((contracting axes of lhs, of rhs), (batching axes of lhs, of rhs)). Axes of
the result: batching, the others of lhs, the others of rhs.

>>> x, y = ct.array([[1, 2], [3, 4]]), ct.array([[1, 0], [0, 1]])
>>> ct.dot_general(x, y, (((1,), (0,)), ((), ())))
Tensor([[1, 2],
        [3, 4]], dtype=int64))");
  m.def(
      "einsum",
      [](const std::string &subscripts, py::args operands) {
        auto tensors = operands.cast<Operands>().tensors;
        return unlocked([&] { return einsum(subscripts, tensors); });
      },
      py::arg("subscripts"), R"(Sums of products in Einstein's notation, as "ij,jk->ik".

A letter for each axis; axes whose letter is not in the result are summed, "..." stands for any
axes. Without "->" the letters that stand once are in the result, in alphabetical order.

>>> ct.einsum("ij,j->i", ct.array([[1, 2], [3, 4]]), ct.array([1, 10]))
Tensor([21, 43], dtype=int64))");
}

void bindSums(Module &m) {
  bindSum(m, "sum", sum, R"(Sum along axes; of all elements without them.

Integers and truth values are summed as int64, unsigned ones as uint64; with dtype, as that. Of nothing it is 0. Only elements where `where` is
true count, and the sum begins at `initial`.

>>> ct.sum(ct.array([[1, 2], [3, 4]]), axis=0)
Tensor([4, 6], dtype=int64)
>>> ct.sum(ct.array([1, 2, 3]), where=ct.array([True, False, True]), initial=10)
Tensor(14, dtype=int64))");
  bindSum(m, "prod", prod, R"(Product along axes; of all elements without them.

Integers and truth values are multiplied as int64; with dtype, as that. Of nothing it is 1. `where`
and `initial` are those of sum.

>>> ct.prod(ct.array([[1, 2], [3, 4]]), axis=1)
Tensor([ 2, 12], dtype=int64))");
}

void bindExtremes(Module &m) {
  bindExtremum(m, "max", ct::max,
               R"(Largest element along axes; NaN if one is NaN.

`initial` is one element more; of nothing, and with `where`, which chooses elements, there must be
one. The gradient goes in equal parts to the elements that are largest.

>>> ct.max(ct.array([[1, 5], [3, 4]]), axis=0)
Tensor([3, 5], dtype=int64))");
  bindExtremum(
      m, "min", ct::min,
      R"(Smallest element along axes; NaN if one is NaN. `initial` and `where` are those of max.

>>> ct.min(ct.array([[1, 5], [3, 4]]), axis=0, keepdims=True)
Tensor([[1, 4]], dtype=int64))");
  bindTruth(m, "any", any,
            R"(Whether at least one element along axes is not 0; of nothing it is false.

>>> ct.any(ct.array([[0, 1], [0, 0]]), axis=1)
Tensor([ True, False], dtype=bool))");
  bindTruth(m, "all", all, R"(Whether no element along axes is 0; of nothing it is true.

>>> ct.all(ct.array([[0, 1], [2, 3]]), axis=1)
Tensor([False,  True], dtype=bool))");
}

void bindMoments(Module &m) {
  bindMean(
      m, "mean", mean,
      R"(Mean along axes; of all elements without them. Integers are taken as float32, or as dtype.

With `where`, of the elements where it is true.

>>> ct.mean(ct.array([[1, 2], [3, 6]]), axis=1)
Tensor([1.5, 4.5], dtype=float32))");
  bindFunction(m, "count_nonzero", count_nonzero, py::arg("a"), py::arg("axis") = py::none(),
               py::arg("keepdims") = false, R"(How many elements along axes are not 0.

>>> ct.count_nonzero(ct.array([[0, 1], [2, 3]]), axis=1)
Tensor([1, 2], dtype=int64))");
  bindFunction(m, "logsumexp", logsumexp, py::arg("a"), py::arg("axis") = py::none(),
               py::arg("keepdims") = false,
               R"(Logarithm of the sum of exponentials along axes; large elements do not overflow.

>>> ct.logsumexp(ct.array([1000.0, 1000.0]))
Tensor(1000.693..., dtype=float32))");
  bindMoment(m, "var", var, R"(Variance along axes: the mean square of the distance to the mean.

The sum of squares is divided by the number of elements less ddof. With `where`, of the elements
where it is true. dtype is what is computed in.

>>> ct.var(ct.array([1.0, 3.0]))
Tensor(1., dtype=float32))");
  bindMoment(m, "std", ct::std, R"(Standard deviation along axes, the square root of var.

>>> ct.std(ct.array([[1.0, 3.0], [2.0, 2.0]]), axis=1)
Tensor([1., 0.], dtype=float32))");
}

void bindPlaces(Module &m) {
  bindFunction(
      m, "argmax", argmax, py::arg("a"), py::arg("axis") = py::none(), py::arg("keepdims") = false,
      R"(Where the largest element is; the first of several. Without an axis, in all elements in one row.

>>> ct.argmax(ct.array([[1, 5], [3, 3]]), axis=1)
Tensor([1, 0], dtype=int64))");
  bindFunction(
      m, "argmin", argmin, py::arg("a"), py::arg("axis") = py::none(), py::arg("keepdims") = false,
      R"(Where the smallest element is; the first of several. Without an axis, in all elements in one row.

>>> ct.argmin(ct.array([4, 2, 7]))
Tensor(1, dtype=int64))");
}

void bindOrder(Module &m) {
  bindFunction(
      m, "sort", sort, py::arg("a"), py::arg("axis") = -1, py::arg("descending") = false,
      R"(The elements in order along an axis; of all in one row if it is None. NaN counts as the largest.

>>> ct.sort(ct.array([3, 1, 2]), descending=True)
Tensor([3, 2, 1], dtype=int64))");
  bindFunction(m, "argsort", argsort, py::arg("a"), py::arg("axis") = -1,
               py::arg("descending") = false,
               R"(The places of the elements in order along an axis; equal ones stay in their order.

>>> ct.argsort(ct.array([3, 1, 2]))
Tensor([1, 2, 0], dtype=int64))");
  bindFunction(m, "top_k", top_k, py::arg("x"), py::arg("k"),
               R"(The k largest elements of the last axis, and where they are.

>>> ct.top_k(ct.array([3, 1, 2]), 2)
(Tensor([3, 2], dtype=int64), Tensor([0, 2], dtype=int64)))");
}

void bindRunning(Module &m) {
  bindFunction(m, "cumsum", cumsum, py::arg("a"), py::arg("axis") = py::none(),
               R"(Running sum along an axis; of all elements in one row without it.

>>> ct.cumsum(ct.array([1, 2, 3]))
Tensor([1, 3, 6], dtype=int64))");
  bindFunction(m, "cumprod", cumprod, py::arg("a"), py::arg("axis") = py::none(),
               R"(Running product along an axis; of all elements in one row without it.

>>> ct.cumprod(ct.array([1, 2, 3, 4]))
Tensor([ 1,  2,  6, 24], dtype=int64))");
}

void bindRunningExtremes(Module &m) {
  bindFunction(m, "cummax", cummax, py::arg("x"), py::arg("axis") = 0,
               R"(Largest element so far along an axis.

>>> ct.cummax(ct.array([1, 3, 2]))
Tensor([1, 3, 3], dtype=int64))");
  bindFunction(m, "cummin", cummin, py::arg("x"), py::arg("axis") = 0,
               R"(Smallest element so far along an axis.

>>> ct.cummin(ct.array([2, 1, 3]))
Tensor([2, 1, 1], dtype=int64))");
}

} // namespace

void bindReductions(Module &m) {
  bindSums(m);
  bindExtremes(m);
  bindMoments(m);
  bindPlaces(m);
  bindOrder(m);
  bindRunning(m);
  bindRunningExtremes(m);
  bindProducts(m);
  bindSumsOfProducts(m);
}

} // namespace ct::python

// Functions that reduce, sort and multiply matrices.
#include "cotan/frontends/python/convert.h"

namespace ct::python {
namespace {

using Axis = std::optional<AxesLike>;
Axes axesOf(const Axis &axis) { return axis ? Axes(axis->axes) : Axes(); }

template <Tensor (*function)(const Tensor &, const Axes &, bool)>
void bind(py::module_ &m, const char *name, const char *doc) {
  auto call = [](const Operand &x, const Axis &axis, bool keepdims) {
    return unlocked([&] { return function(x.tensor, axesOf(axis), keepdims); });
  };
  m.def(name, call, py::arg("x"), py::arg("axis") = py::none(), py::arg("keepdims") = false, doc);
}

template <Tensor (*function)(const Tensor &, const Axes &, int64_t, bool)>
void bindMoment(py::module_ &m, const char *name, const char *doc) {
  auto call = [](const Operand &x, const Axis &axis, int64_t ddof, bool keepdims) {
    return unlocked([&] { return function(x.tensor, axesOf(axis), ddof, keepdims); });
  };
  m.def(name, call, py::arg("x"), py::arg("axis") = py::none(), py::arg("ddof") = 0,
        py::arg("keepdims") = false, doc);
}

template <Tensor (*function)(const Tensor &, std::optional<int64_t>, bool)>
void bindAlong(py::module_ &m, const char *name, py::object axis, const char *flag,
               const char *doc) {
  auto call = [](const Operand &x, std::optional<int64_t> axis, bool flag) {
    return unlocked([&] { return function(x.tensor, axis, flag); });
  };
  m.def(name, call, py::arg("x"), py::arg("axis") = axis, py::arg(flag) = false, doc);
}

template <Tensor (*function)(const Tensor &, const Tensor &)>
void bindProduct(py::module_ &m, const char *name, const char *doc) {
  m.def(
      name,
      [](const Operand &x, const Operand &y) {
        return unlocked([&] { return function(x.tensor, y.tensor); });
      },
      py::arg("x"), py::arg("y"), doc);
}

void bindProducts(py::module_ &m) {
  bindProduct<matmul>(m, "matmul", "Product of matrices, or of batches of them.");
  bindProduct<dot>(m, "dot", "Product along the last axis of x and the last but one of y.");
  bindProduct<vdot>(m, "vdot", "Product of all elements in one row.");
  bindProduct<ct::inner>(m, "inner", "Product along the last axes.");
  bindProduct<ct::outer>(m, "outer", "Each element of x times each of y.");
  m.def(
      "tensordot",
      [](const Operand &x, const Operand &y, py::object axes) {
        if (PyLong_Check(axes.ptr()))
          return tensordot(x.tensor, y.tensor, axes.cast<int64_t>());
        auto pair = axes.cast<std::pair<AxesLike, AxesLike>>();
        return tensordot(x.tensor, y.tensor, pair.first.axes, pair.second.axes);
      },
      py::arg("x"), py::arg("y"), py::arg("axes") = 2, "Sum of products along pairs of axes.");
  m.def(
      "einsum",
      [](const std::string &subscripts, py::args operands) {
        std::vector<Tensor> tensors;
        for (py::handle operand : operands)
          tensors.push_back(operand.cast<Operand>().tensor);
        return unlocked([&] { return einsum(subscripts, tensors); });
      },
      py::arg("subscripts"), "Sums of products in Einstein's notation, as \"ij,jk->ik\".");
}

} // namespace

void bindReductions(py::module_ &m) {
  bind<sum>(m, "sum", "Sum along axes; of all elements without them.");
  bind<prod>(m, "prod", "Product along axes.");
  bind<ct::max>(m, "max", "Largest element along axes.");
  bind<ct::min>(m, "min", "Smallest element along axes.");
  bind<any>(m, "any", "Whether at least one element along axes is not 0.");
  bind<all>(m, "all", "Whether no element along axes is 0.");
  bind<mean>(m, "mean", "Mean along axes.");
  bind<count_nonzero>(m, "count_nonzero", "How many elements along axes are not 0.");
  bind<logsumexp>(m, "logsumexp", "Logarithm of the sum of exponentials along axes.");
  bindMoment<var>(m, "var", "Variance along axes.");
  bindMoment<ct::std>(m, "std", "Standard deviation along axes.");
  bindAlong<argmax>(m, "argmax", py::none(), "keepdims",
                    "Where the largest element is; the first of several.");
  bindAlong<argmin>(m, "argmin", py::none(), "keepdims",
                    "Where the smallest element is; the first of several.");
  bindAlong<sort>(m, "sort", py::int_(-1), "descending", "The elements in order.");
  bindAlong<argsort>(m, "argsort", py::int_(-1), "descending",
                     "The places of the elements in order.");
  m.def(
      "top_k",
      [](const Operand &x, int64_t k) { return unlocked([&] { return top_k(x.tensor, k); }); },
      py::arg("x"), py::arg("k"), "The k largest elements of the last axis, and where they are.");
  auto running = [&](const char *name, auto function, const char *doc) {
    m.def(
        name,
        [function](const Operand &x, std::optional<int64_t> axis) {
          return unlocked([&] { return function(x.tensor, axis); });
        },
        py::arg("x"), py::arg("axis") = py::none(), doc);
  };
  running("cumsum", cumsum, "Running sum.");
  running("cumprod", cumprod, "Running product.");
  m.def(
      "cummax",
      [](const Operand &x, int64_t axis) {
        return unlocked([&] { return cummax(x.tensor, axis); });
      },
      py::arg("x"), py::arg("axis") = 0, "Largest element so far.");
  m.def(
      "cummin",
      [](const Operand &x, int64_t axis) {
        return unlocked([&] { return cummin(x.tensor, axis); });
      },
      py::arg("x"), py::arg("axis") = 0, "Smallest element so far.");
  bindProducts(m);
}

} // namespace ct::python

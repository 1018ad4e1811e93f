// The functions of searching.h, histogram.h, differences.h and choosing.h.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

void bindSorted(py::module_ &m) {
  m.def(
      "searchsorted",
      [](const Operand &a, const Operand &v, const std::string &side,
         const std::optional<Operand> &sorter) {
        if (side != "left" && side != "right")
          throw ValueError(cotan::trace::currentPlace() + "ct.searchsorted: found side '" + side +
                           "', but expected 'left' or 'right'");
        return unlocked([&] {
          Tensor sorted = sorter ? take(a.tensor, sorter->tensor, 0) : a.tensor;
          return searchsorted(sorted, v.tensor, side == "left" ? Side::left : Side::right);
        });
      },
      py::arg("a"), py::arg("v"), py::arg("side") = "left", py::arg("sorter") = py::none(),
      R"(Where each element of v belongs in the sorted vector a: before what is equal, or behind.

>>> ct.searchsorted(ct.array([1, 2, 2, 5]), ct.array([2, 9]))
Tensor([1, 4], dtype=int64)
)");
  bindFunction(m, "digitize", digitize, py::arg("x"), py::arg("bins"), py::arg("right") = false,
               R"(The number of the bin each element is in; 0 is before the first one.

bins: the ends of the bins, a vector in increasing or decreasing order.

>>> ct.digitize(ct.array([0.5, 1.0, 7.0]), ct.array([0.0, 1.0, 2.0]))
Tensor([1, 2, 3], dtype=int64)
)");
  bindFunction(m, "lexsort", lexsort, py::arg("keys"), py::arg("axis") = -1,
               R"(The places of the elements in an order in which the last of the keys counts most.

>>> ct.lexsort([ct.array([3, 1, 2]), ct.array([0, 1, 0])])
Tensor([2, 0, 1], dtype=int64)
)");
  bindFunction(m, "partition", partition, py::arg("a"), py::arg("kth"), py::arg("axis") = -1,
               R"(In an order with nothing larger before position kth, and nothing smaller behind.

>>> ct.partition(ct.array([3, 1, 2]), 1)[1]
Tensor(2, dtype=int64)
)");
  bindFunction(m, "argpartition", argpartition, py::arg("a"), py::arg("kth"), py::arg("axis") = -1,
               R"(The places of the elements in the order of partition.

>>> ct.argpartition(ct.array([3, 1, 2]), 1)[1]
Tensor(2, dtype=int64)
)");
  bindFunction(m, "interp", interp, py::arg("x"), py::arg("xp"), py::arg("fp"),
               py::arg("left") = py::none(), py::arg("right") = py::none(),
               py::arg("period") = py::none(),
               R"(The line through points, at each x. xp and fp: vectors; xp increases.

Outside it is left and right, or the value of the nearest point; with a period, it goes around.

>>> ct.interp(ct.array([0.5, 9.0]), ct.array([0.0, 1.0]), ct.array([10.0, 20.0]))
Tensor([15., 20.], dtype=float32)
)");
}

void bindPlaces(py::module_ &m) {
  m.def(
      "nonzero",
      [](const Operand &x, std::optional<int64_t> size, const Operand &fill_value) {
        auto places = unlocked(
            [&] { return size ? nonzero(x.tensor, size, fill_value.tensor) : nonzero(x.tensor); });
        return py::tuple(py::cast(places));
      },
      py::arg("x"), py::kw_only(), py::arg("size") = py::none(), py::arg("fill_value") = 0,
      R"(The places of elements that are not 0, a tensor of indices for each axis.

size and fill_value are as of flatnonzero.

>>> ct.nonzero(ct.array([0, 5, 0, 7]))
(Tensor([1, 3], dtype=int64),)
)");
  bindFunction(m, "flatnonzero", flatnonzero, py::arg("a"), py::arg("size") = py::none(),
               py::arg("fill_value") = 0,
               R"(The places of elements that are not 0, of all in one row.

In functions that are traced, size says how many results there are: too many are left out, for too
few there is fill_value.

>>> ct.flatnonzero(ct.array([0, 5, 0, 7]))
Tensor([1, 3], dtype=int64)
)");
  bindFunction(m, "argwhere", argwhere, py::arg("a"), py::arg("size") = py::none(),
               py::arg("fill_value") = 0,
               R"(The places of elements that are not 0, a row of indices for each.

size and fill_value are as of flatnonzero.

>>> ct.argwhere(ct.array([[0, 5], [7, 0]]))
Tensor([[0, 1],
        [1, 0]], dtype=int64)
)");
  bindFunction(m, "compress", compress, py::arg("condition"), py::arg("a"),
               py::arg("axis") = py::none(), py::kw_only(), py::arg("size") = py::none(),
               py::arg("fill_value") = 0,
               R"(The slices of a along an axis where a condition, a vector, holds.

size and fill_value are as of flatnonzero.

>>> ct.compress(ct.array([True, False, True]), ct.array([1, 2, 3]))
Tensor([1, 3], dtype=int64)
)");
  bindFunction(m, "extract", extract, py::arg("condition"), py::arg("arr"), py::kw_only(),
               py::arg("size") = py::none(), py::arg("fill_value") = 0,
               R"(The elements of arr where a condition of its shape holds, in one row.

size and fill_value are as of flatnonzero.

>>> ct.extract(ct.array([[True, False]]), ct.array([[1, 2]]))
Tensor([1], dtype=int64)
)");
  m.def(
      "isin",
      [](const Operand &element, const Operand &others, bool, bool invert) {
        return unlocked([&] { return isin(element.tensor, others.tensor, invert); });
      },
      py::arg("element"), py::arg("test_elements"), py::arg("assume_unique") = false,
      py::arg("invert") = false,
      R"(Whether each element is among the others; with invert, whether not.

>>> ct.isin(ct.array([1, 2, 3]), ct.array([3, 1]))
Tensor([ True, False,  True], dtype=bool)
)");
}

/// The ends of the bins: given, or made from their number.
Tensor edgesOf(const Operand &a, const py::object &bins,
               const std::optional<std::pair<Operand, Operand>> &range) {
  if (!PyLong_Check(bins.ptr()))
    return bins.cast<Operand>().tensor;
  std::optional<std::pair<Tensor, Tensor>> ends;
  if (range)
    ends = {range->first.tensor, range->second.tensor};
  int64_t count = bins.cast<int64_t>();
  return unlocked([&] { return histogram_bin_edges(a.tensor, count, ends); });
}

void bindCounts(py::module_ &m) {
  bindFunction(
      m, "bincount", bincount, py::arg("x"), py::arg("weights") = py::none(),
      py::arg("minlength") = 0, py::kw_only(), py::arg("length") = py::none(),
      R"(How often each of 0, 1, ... occurs in a vector of integers, or the weights' sum there.

length says how many results there are, as it must in functions that are traced. Negative numbers
count as 0.

>>> ct.bincount(ct.array([0, 2, 2]))
Tensor([1, 0, 2], dtype=int64)
)");
  m.def("histogram_bin_edges", edgesOf, py::arg("a"), py::arg("bins") = 10,
        py::arg("range") = py::none(),
        R"(The ends of bins of equal width from the smallest element to the largest one.

>>> ct.histogram_bin_edges(ct.array([0.0, 4.0]), 2)
Tensor([0., 2., 4.], dtype=float32)
)");
  m.def(
      "histogram",
      [](const Operand &a, const py::object &bins,
         const std::optional<std::pair<Operand, Operand>> &range,
         const std::optional<Operand> &weights, bool density) {
        Tensor edges = edgesOf(a, bins, range);
        auto w = Taken<const std::optional<Tensor> &>::of(weights);
        return std::pair(unlocked([&] { return histogram(a.tensor, edges, w, density); }), edges);
      },
      py::arg("a"), py::arg("bins") = 10, py::arg("range") = py::none(),
      py::arg("weights") = py::none(), py::arg("density") = false,
      R"(How many elements are in each bin, and the ends of the bins.

bins: how many, or their ends. With weights, the sums of those; with density, the integral is 1.
The last bin has both its ends.

>>> ct.histogram(ct.array([0.0, 1.0, 1.5, 4.0]), 2)
(Tensor([3., 1.], dtype=float32), Tensor([0., 2., 4.], dtype=float32))
)");
}

void bindDifferences(py::module_ &m) {
  bindFunction(m, "diff", diff, py::arg("a"), py::arg("n") = 1, py::arg("axis") = -1,
               py::arg("prepend") = py::none(), py::arg("append") = py::none(),
               R"(The differences of neighbours along an axis, n times.

>>> ct.diff(ct.array([1, 4, 9]))
Tensor([3, 5], dtype=int64)
)");
  bindFunction(m, "ediff1d", ediff1d, py::arg("ary"), py::arg("to_end") = py::none(),
               py::arg("to_begin") = py::none(),
               R"(The differences of neighbours of all elements in one row.

>>> ct.ediff1d(ct.array([1, 4, 9]), to_end=0)
Tensor([3, 5, 0], dtype=int64)
)");
  m.def(
      "gradient",
      [](const Operand &f, const py::args &spacings,
         const std::optional<AxesLike> &axis) -> py::object {
        auto each = Taken<const std::vector<Tensor> &>::of(spacings.cast<std::vector<Operand>>());
        Axes axes = Taken<const Axes &>::of(axis);
        auto slopes = unlocked([&] { return gradient(f.tensor, each, axes); });
        return slopes.size() == 1 ? py::cast(slopes[0]) : py::cast(slopes);
      },
      py::arg("f"), py::kw_only(), py::arg("axis") = py::none(),
      R"(Slopes from both neighbours, at the ends from one; of several axes, a list.

After f, a distance or a vector of coordinates for each axis, or one for all.

>>> ct.gradient(ct.array([1.0, 4.0, 9.0]), 2.0)
Tensor([1.5, 2. , 2.5], dtype=float32)
)");
  bindFunction(m, "trapezoid", trapezoid, py::arg("y"), py::arg("x") = py::none(),
               py::arg("dx") = 1.0, py::arg("axis") = -1,
               R"(The integral by trapezoids, at coordinates x or at distances dx.

>>> ct.trapezoid(ct.array([1.0, 2.0, 3.0]))
Tensor(4., dtype=float32)
)");
  auto bindRunning = [&](const char *name, auto function, const char *doc) {
    bindFunction(m, name, function, py::arg("x"), py::kw_only(), py::arg("axis") = py::none(),
                 py::arg("include_initial") = false, doc);
  };
  bindRunning("cumulative_sum", cumulative_sum,
              R"(Running sum along an axis, which vectors need not name.

With include_initial it begins with 0.

>>> ct.cumulative_sum(ct.array([1, 2, 3]), include_initial=True)
Tensor([0, 1, 3, 6], dtype=int64)
)");
  bindRunning("cumulative_prod", cumulative_prod,
              R"(Running product along an axis, which vectors need not name.

With include_initial it begins with 1.

>>> ct.cumulative_prod(ct.array([2, 3]), include_initial=True)
Tensor([1, 2, 6], dtype=int64)
)");
  bindFunction(
      m, "unwrap", unwrap, py::arg("p"), py::arg("discont") = py::none(), py::arg("axis") = -1,
      py::arg("period") = 2 * std::numbers::pi,
      R"(Without jumps of more than discont, half of the period if left out: periods are added.

>>> ct.unwrap(ct.array([0, 3, 2, 1]), period=4)
Tensor([ 0., -1., -2., -3.], dtype=float32)
)");
}

Outside outsideOf(const std::string &mode) {
  if (mode == "raise")
    return Outside::refused;
  if (mode == "wrap")
    return Outside::wrapped;
  if (mode == "clip")
    return Outside::clipped;
  throw ValueError(cotan::trace::currentPlace() + "ct.choose: found mode '" + mode +
                   "', but expected 'raise', 'wrap' or 'clip'");
}

void bindChoices(py::module_ &m) {
  bindFunction(m, "select",
               static_cast<Tensor (*)(const std::vector<Tensor> &, const std::vector<Tensor> &,
                                      const Tensor &)>(ct::select),
               py::arg("condlist"), py::arg("choicelist"), py::arg("default") = 0,
               R"(The element of the first choice whose condition holds at its place, else default.

jax.lax.select, of one condition, is `where`.

>>> x = ct.array([1, 5, 9])
>>> ct.select([x < 3, x < 7], [x, 10 * x], -1)
Tensor([ 1, 50, -1], dtype=int64)
)");
  m.def(
      "choose",
      [](const Operand &a, const std::vector<Operand> &choices, const std::string &mode) {
        auto tensors = Taken<const std::vector<Tensor> &>::of(choices);
        Outside outside = outsideOf(mode);
        return unlocked([&] { return choose(a.tensor, tensors, outside); });
      },
      py::arg("a"), py::arg("choices"), py::kw_only(), py::arg("mode") = "raise",
      R"(The element of the choice whose number a says, elementwise.

mode: what a number that is out of range does, "raise", "wrap" or "clip"; in functions that are
traced it cannot raise.

>>> ct.choose(ct.array([1, 0]), [ct.array([1, 2]), ct.array([10, 20])])
Tensor([10,  2], dtype=int64)
)");
  bindFunction(m, "put_along_axis", put_along_axis, py::arg("arr"), py::arg("indices"),
               py::arg("values"), py::arg("axis"),
               R"(A copy in which the elements that take_along_axis reads are these values.

>>> ct.put_along_axis(ct.zeros((2, 2)), ct.array([[0], [1]]), 5.0, 1)
Tensor([[5., 0.],
        [0., 5.]], dtype=float32)
)");
}

void bindComparisons(py::module_ &m) {
  auto bind = [&](const char *name, auto function, const char *doc) {
    bindFunction(m, name, function, py::arg("a"), py::arg("b"), py::arg("rtol") = 1e-5,
                 py::arg("atol") = 1e-8, py::arg("equal_nan") = false, doc);
  };
  bind("isclose", isclose, R"(Whether |a - b| <= atol + rtol * |b|, elementwise.

>>> ct.isclose(ct.array([1.0, ct.nan]), ct.array([1.000001, ct.nan]))
Tensor([ True, False], dtype=bool)
)");
  bind("allclose", allclose, R"(Whether all elements are close, as isclose says.

>>> ct.allclose(ct.array([1.0, 2.0]), ct.array([1.000001, 2.0]))
Tensor(True, dtype=bool)
)");
  bindFunction(m, "array_equal", array_equal, py::arg("a1"), py::arg("a2"),
               py::arg("equal_nan") = false, R"(Whether shapes and all elements are equal.

>>> ct.array_equal(ct.array([1, 2]), ct.array([1, 2, 3]))
Tensor(False, dtype=bool)
)");
}

} // namespace

void bindSearching(py::module_ &m) {
  bindSorted(m);
  bindPlaces(m);
  bindCounts(m);
  bindDifferences(m);
  bindChoices(m);
  bindComparisons(m);
}

} // namespace ct::python

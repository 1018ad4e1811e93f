// The functions of searching.h and histogram.h.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/frontends/cpp/inside.h"
#include "cotan/trace/context.h"

namespace ct::python {
namespace {

void bindSorted(Module &m) {
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
}

void bindOrders(Module &m) {
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

void bindPlaces(Module &m) {
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
}

void bindFound(Module &m) {
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

py::object distinct(const Operand &ar, bool return_index, bool return_inverse, bool return_counts,
                    std::optional<int64_t> axis, bool equal_nan, std::optional<int64_t> size,
                    const std::optional<Operand> &fill_value) {
  UniqueOptions options{axis, size, Taken<const std::optional<Tensor> &>::of(fill_value),
                        equal_nan};
  Unique found = unlocked([&] { return unique(ar.tensor, options); });
  py::list results;
  results.append(found.values);
  for (auto [isWanted, tensor] : {std::pair(return_index, found.index),
                                  {return_inverse, found.inverse},
                                  {return_counts, found.counts}})
    if (isWanted)
      results.append(tensor);
  return results.size() == 1 ? py::object(results[0]) : py::tuple(results);
}

void bindDistinct(Module &m) {
  m.def("unique", distinct, py::arg("ar"), py::arg("return_index") = false,
        py::arg("return_inverse") = false, py::arg("return_counts") = false,
        py::arg("axis") = py::none(), py::kw_only(), py::arg("equal_nan") = true,
        py::arg("size") = py::none(), py::arg("fill_value") = py::none(),
        R"(The distinct elements in order; along an axis, the distinct slices.

If asked for, also where each is first, which of them each element is, and how often each occurs. In
functions that are traced, size says how many results there are: too many are left out, for too few
there is fill_value, or the smallest element.

>>> ct.unique(ct.array([3, 1, 3]), return_counts=True)
(Tensor([1, 3], dtype=int64), Tensor([1, 2], dtype=int64))
>>> ct.jit(lambda x: ct.unique(x, size=3, fill_value=0))(ct.array([3, 1, 3]))
Tensor([1, 3, 0], dtype=int64)
)");
}

/// The ends of the bins: given, or made from their number.
Tensor edgesOf(const Operand &a, const py::object &bins,
               const std::optional<std::pair<Operand, Operand>> &range) {
  std::optional<int64_t> count = toInteger(bins);
  if (!count) {
    auto ends = bins.cast<Operand>().tensor;
    if (ends.ndim() == 1)
      return ends;
    ct::refuse("histogram_bin_edges",
               "bins is " + describe(ends.body()->type()) +
                   ", but expected the vector of their ends, or an integer that is known when a "
                   "function is compiled");
  }
  std::optional<std::pair<Tensor, Tensor>> ends;
  if (range)
    ends = {range->first.tensor, range->second.tensor};
  return unlocked([&] { return histogram_bin_edges(a.tensor, *count, ends); });
}

void bindCounts(Module &m) {
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

} // namespace

void bindSearching(Module &m) {
  bindSorted(m);
  bindOrders(m);
  bindPlaces(m);
  bindFound(m);
  bindDistinct(m);
  bindCounts(m);
}

} // namespace ct::python

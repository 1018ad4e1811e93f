// The function `pad`, whose widths and values may be said in several ways.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

bool isList(py::handle object) {
  return py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object);
}

/// One, or a pair of them.
template <typename T> std::pair<T, T> pairOf(py::handle given) {
  if (!isList(given))
    return {given.cast<T>(), given.cast<T>()};
  auto two = py::reinterpret_borrow<py::sequence>(given);
  return {py::object(two[0]).cast<T>(), py::object(two[two.size() - 1]).cast<T>()};
}

/// A pair for each axis, given so, or one pair or number for all of them.
template <typename T>
std::vector<std::pair<T, T>> pairsOf(const char *name, py::object given, int64_t rank) {
  try {
    if (!isList(given))
      return std::vector<std::pair<T, T>>(rank, pairOf<T>(given));
    size_t count = py::len(given);
    bool isNested = count > 0 && isList(given[py::int_(0)]);
    if (!isNested && (count == 1 || count == 2))
      return std::vector<std::pair<T, T>>(rank, pairOf<T>(given));
    if (rank == 0 || (isNested && (count == 1 || int64_t(count) == rank))) {
      std::vector<std::pair<T, T>> pairs;
      for (int64_t axis = 0; axis < rank; ++axis)
        pairs.push_back(pairOf<T>(given[py::int_(count == 1 ? 0 : axis)]));
      return pairs;
    }
  } catch (const py::cast_error &) { // below it says what was expected
  } catch (const py::error_already_set &) {
  }
  refuse("pad: '" + std::string(name) +
         "' must be one for all axes, a pair, or a list of pairs for " + std::to_string(rank) +
         " axes, but is " + py::repr(given).cast<std::string>());
}

/// Lists in the place of an array, if its numbers are known.
py::object listed(const py::object &given) {
  bool isKnown = py::isinstance<py::array>(given) ||
                 (py::isinstance<Tensor>(given) && !given.cast<Tensor *>()->isTraced());
  return isKnown ? py::object(given.attr("tolist")()) : given;
}

Tensor padded(const Operand &array, const py::object &pad_width, const std::string &mode,
              const py::object &constant_values, const py::object &end_values,
              const py::object &stat_length) {
  int64_t rank = array.tensor.ndim();
  bool isRamp = mode == "linear_ramp";
  Widths widths = pairsOf<int64_t>("pad_width", listed(pad_width), rank);
  py::object ends = listed(isRamp ? end_values : constant_values);
  PadOptions options;
  for (auto &[first, last] :
       pairsOf<Operand>(isRamp ? "end_values" : "constant_values", ends, rank))
    options.values.push_back({first.tensor, last.tensor});
  if (!stat_length.is_none())
    options.stat_length = pairsOf<int64_t>("stat_length", listed(stat_length), rank);
  bool isOne = mode == "constant" && !isList(ends) && rank > 0;
  return unlocked([&] {
    return isOne ? pad(array.tensor, widths, options.values[0].first)
                 : pad(array.tensor, widths, mode, options);
  });
}

} // namespace

void bindPadding(Module &m) {
  m.def(
      "pad", padded, py::arg("array"), py::arg("pad_width"), py::arg("mode") = "constant",
      py::arg("constant_values") = 0, py::arg("end_values") = 0,
      py::arg("stat_length") = py::none(),
      R"(With elements around it. pad_width: how many, before and behind, for each axis or for all.

mode says what they are: "constant", which is constant_values; "edge", the nearest element;
"reflect" and "symmetric", the elements mirrored at the last one or behind it; "wrap", from the other
side; "linear_ramp", down to end_values; and "mean", "median", "maximum" and "minimum" of stat_length
elements at that side, or of all.

>>> ct.pad(ct.array([1, 2]), (1, 2), constant_values=9)
Tensor([9, 1, 2, 9, 9], dtype=int64)
>>> ct.pad(ct.array([1, 2, 3]), 2, "reflect")
Tensor([3, 2, 1, 2, 3, 2, 1], dtype=int64))");
}

} // namespace ct::python

// Functions that rearrange, join, cut, choose and pick.
#include "cotan/frontends/python/convert.h"

#include <numeric>

namespace ct::python {
namespace {

using OptionalAxes = std::optional<AxesLike>;

std::optional<std::vector<int64_t>> listOf(const OptionalAxes &axes) {
  return axes ? std::optional(axes->axes) : std::nullopt;
}

std::vector<Tensor> tensorsOf(const py::sequence &objects) {
  std::vector<Tensor> tensors;
  for (py::handle object : objects)
    tensors.push_back(object.cast<Operand>().tensor);
  return tensors;
}

void bindShapes(py::module_ &m) {
  m.def(
      "reshape",
      [](const Operand &x, const AxesLike &shape) {
        return unlocked([&] { return reshape(x.tensor, shape.axes); });
      },
      py::arg("x"), py::arg("shape"), "The same elements under another shape; one size may be -1.");
  m.def(
      "ravel", [](const Operand &x) { return unlocked([&] { return ravel(x.tensor); }); },
      py::arg("x"), "In one row.");
  m.def(
      "transpose",
      [](const Operand &x, const OptionalAxes &axes) {
        return unlocked([&] { return transpose(x.tensor, listOf(axes)); });
      },
      py::arg("x"), py::arg("axes") = py::none(), "With the axes in this order, or reversed.");
  m.def(
      "swapaxes",
      [](const Operand &x, int64_t a, int64_t b) {
        return unlocked([&] { return swapaxes(x.tensor, a, b); });
      },
      py::arg("x"), py::arg("axis1"), py::arg("axis2"), "With two axes exchanged.");
  m.def(
      "moveaxis",
      [](const Operand &x, const AxesLike &from, const AxesLike &to) {
        return unlocked([&] { return moveaxis(x.tensor, from.axes, to.axes); });
      },
      py::arg("x"), py::arg("source"), py::arg("destination"), "With axes at other positions.");
}

void bindAxes(py::module_ &m) {
  m.def(
      "expand_dims",
      [](const Operand &x, const AxesLike &axis) {
        return unlocked([&] { return expand_dims(x.tensor, axis.axes); });
      },
      py::arg("x"), py::arg("axis"), "With new axes of size 1.");
  m.def(
      "squeeze",
      [](const Operand &x, const OptionalAxes &axis) {
        return unlocked([&] { return squeeze(x.tensor, listOf(axis)); });
      },
      py::arg("x"), py::arg("axis") = py::none(), "Without axes of size 1.");
  m.def(
      "broadcast_to",
      [](const Operand &x, const AxesLike &shape) {
        return unlocked([&] { return broadcast_to(x.tensor, shape.axes); });
      },
      py::arg("x"), py::arg("shape"), "Repeated to a larger shape.");
  m.def(
      "astype",
      [](const Operand &x, DTypeLike dtype) {
        return unlocked([&] { return astype(x.tensor, dtype.dtype); });
      },
      py::arg("x"), py::arg("dtype"), "With elements of another type.");
}

void bindConcatenation(py::module_ &m) {
  m.def(
      "concatenate",
      [](const py::sequence &xs, int64_t axis) {
        auto tensors = tensorsOf(xs);
        return unlocked([&] { return concatenate(tensors, axis); });
      },
      py::arg("xs"), py::arg("axis") = 0, "Joined along an axis.");
  m.def(
      "stack",
      [](const py::sequence &xs, int64_t axis) {
        auto tensors = tensorsOf(xs);
        return unlocked([&] { return stack(tensors, axis); });
      },
      py::arg("xs"), py::arg("axis") = 0, "Joined along a new axis.");
  m.def(
      "split",
      [](const Operand &x, py::object parts, int64_t axis) {
        if (PyLong_Check(parts.ptr()))
          return split(x.tensor, parts.cast<int64_t>(), axis);
        return split(x.tensor, parts.cast<std::vector<int64_t>>(), axis);
      },
      py::arg("x"), py::arg("indices_or_sections"), py::arg("axis") = 0,
      "In equal parts, or cut at positions.");
}

void bindRepeating(py::module_ &m) {
  m.def(
      "flip",
      [](const Operand &x, const OptionalAxes &axis) {
        return unlocked([&] { return flip(x.tensor, listOf(axis)); });
      },
      py::arg("x"), py::arg("axis") = py::none(), "In reverse order along axes.");
  m.def(
      "roll",
      [](const Operand &x, const AxesLike &shift, const OptionalAxes &axis) {
        return unlocked([&] {
          if (axis)
            return roll(x.tensor, shift.axes, axis->axes);
          int64_t all = std::accumulate(shift.axes.begin(), shift.axes.end(), int64_t(0));
          return roll(x.tensor, all, std::nullopt);
        });
      },
      py::arg("x"), py::arg("shift"), py::arg("axis") = py::none(),
      R"(Shifted around axes; without them, in one row.

>>> ct.roll(ct.array([1, 2, 3]), 1)
Tensor([3, 1, 2], dtype=int64)
)");
  m.def(
      "pad",
      [](const Operand &x, const std::vector<std::pair<int64_t, int64_t>> &widths,
         const Operand &value) {
        return unlocked([&] { return pad(x.tensor, widths, value.tensor); });
      },
      py::arg("x"), py::arg("pad_width"), py::arg("constant_values") = 0,
      "With a value around it.");
}

void bindTiling(py::module_ &m) {
  m.def(
      "tile",
      [](const Operand &x, const AxesLike &reps) {
        return unlocked([&] { return tile(x.tensor, reps.axes); });
      },
      py::arg("x"), py::arg("reps"), "Repeated as a whole.");
  m.def(
      "repeat",
      [](const Operand &x, int64_t repeats, std::optional<int64_t> axis) {
        return unlocked([&] { return repeat(x.tensor, repeats, axis); });
      },
      py::arg("x"), py::arg("repeats"), py::arg("axis") = py::none(), "Each element repeated.");
}

void bindConditions(py::module_ &m) {
  m.def(
      "where",
      [](const Operand &condition, const Operand &x, const Operand &y) {
        return unlocked([&] { return where(condition.tensor, x.tensor, y.tensor); });
      },
      py::arg("condition"), py::arg("x"), py::arg("y"), "x where the condition is true, else y.");
  m.def(
      "clip",
      [](const Operand &x, const std::optional<Operand> &low, const std::optional<Operand> &high) {
        auto bound = [](const std::optional<Operand> &b) {
          return b ? std::optional(b->tensor) : std::nullopt;
        };
        return unlocked([&] { return clip(x.tensor, bound(low), bound(high)); });
      },
      py::arg("x"), py::arg("min") = py::none(), py::arg("max") = py::none(),
      "Cut off below and above.");
  m.def(
      "tril",
      [](const Operand &x, int64_t k) { return unlocked([&] { return tril(x.tensor, k); }); },
      py::arg("x"), py::arg("k") = 0, "Without the elements above a diagonal.");
  m.def(
      "triu",
      [](const Operand &x, int64_t k) { return unlocked([&] { return triu(x.tensor, k); }); },
      py::arg("x"), py::arg("k") = 0, "Without the elements below a diagonal.");
  m.def(
      "diagonal",
      [](const Operand &x, int64_t offset, int64_t axis1, int64_t axis2) {
        return unlocked([&] { return diagonal(x.tensor, offset, axis1, axis2); });
      },
      py::arg("x"), py::arg("offset") = 0, py::arg("axis1") = 0, py::arg("axis2") = 1,
      "A diagonal of two axes, as the last axis.");
}

void bindPicking(py::module_ &m) {
  m.def(
      "take",
      [](const Operand &x, const Operand &indices, std::optional<int64_t> axis) {
        return unlocked([&] { return take(x.tensor, indices.tensor, axis); });
      },
      py::arg("x"), py::arg("indices"), py::arg("axis") = py::none(),
      "Elements or slices at indices.");
  m.def(
      "take_along_axis",
      [](const Operand &x, const Operand &indices, int64_t axis) {
        return unlocked([&] { return take_along_axis(x.tensor, indices.tensor, axis); });
      },
      py::arg("x"), py::arg("indices"), py::arg("axis"), "One element per index, along an axis.");
  m.def(
      "dynamic_slice",
      [](const Operand &x, const py::sequence &starts, const AxesLike &sizes) {
        auto places = tensorsOf(starts);
        return unlocked([&] { return dynamic_slice(x.tensor, places, sizes.axes); });
      },
      py::arg("x"), py::arg("start_indices"), py::arg("slice_sizes"),
      "A block at a place known at run time.");
  m.def(
      "dynamic_update_slice",
      [](const Operand &x, const Operand &update, const py::sequence &starts) {
        auto places = tensorsOf(starts);
        return unlocked([&] { return dynamic_update_slice(x.tensor, update.tensor, places); });
      },
      py::arg("x"), py::arg("update"), py::arg("start_indices"), "A copy with a block replaced.");
}

} // namespace

void bindLayout(py::module_ &m) {
  bindShapes(m);
  bindAxes(m);
  bindConcatenation(m);
  bindRepeating(m);
  bindTiling(m);
  bindConditions(m);
  bindPicking(m);
}

} // namespace ct::python

// Functions that rearrange, join, cut, choose and pick.
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {
namespace {

using OptionalAxes = std::optional<AxesLike>;
/// One for all axes, or one for each.
using Shifts = std::variant<Operands, Operand>;

void bindShapes(Module &m) {
  bindFunction(m, "reshape", reshape, py::arg("x"), py::arg("shape"),
               R"(The same elements under another shape; one size may be -1, which is then computed.

>>> ct.reshape(ct.arange(6), (2, -1))
Tensor([[0, 1, 2],
        [3, 4, 5]], dtype=int64))");
  bindFunction(m, "ravel", ravel, py::arg("x"), R"(All elements in one row.

>>> ct.ravel(ct.array([[1, 2], [3, 4]]))
Tensor([1, 2, 3, 4], dtype=int64))");
}

void bindOrders(Module &m) {
  bindFunction(m, "transpose", transpose, py::arg("x"), py::arg("axes") = py::none(),
               R"(With the axes in this order, or reversed.

>>> ct.transpose(ct.ones((2, 3, 4)), (1, 0, 2)).shape
(3, 2, 4))");
  bindFunction(m, "swapaxes", swapaxes, py::arg("x"), py::arg("axis1"), py::arg("axis2"),
               R"(With two axes exchanged.

>>> ct.swapaxes(ct.array([[1, 2], [3, 4]]), 0, 1)
Tensor([[1, 3],
        [2, 4]], dtype=int64))");
  bindFunction(m, "moveaxis", moveaxis, py::arg("x"), py::arg("source"), py::arg("destination"),
               R"(With axes at other positions; the other axes keep their order.

>>> ct.moveaxis(ct.ones((2, 3, 4)), 0, -1).shape
(3, 4, 2))");
}

void bindAxes(Module &m) {
  bindFunction(m, "expand_dims", expand_dims, py::arg("x"), py::arg("axis"),
               R"(With new axes of size 1, at these positions of the result.

>>> ct.expand_dims(ct.ones((2, 3)), (0, 2)).shape
(1, 2, 1, 3))");
  bindFunction(m, "squeeze", squeeze, py::arg("x"), py::arg("axis") = py::none(),
               R"(Without axes of size 1: these, or all.

>>> ct.squeeze(ct.ones((1, 3, 1))).shape
(3,))");
}

void bindCopies(Module &m) {
  bindFunction(m, "broadcast_to", broadcast_to, py::arg("x"), py::arg("shape"),
               R"(Repeated to a larger shape; axes are added in front, and those of size 1 repeated.

>>> ct.broadcast_to(ct.array([1, 2]), (2, 2))
Tensor([[1, 2],
        [1, 2]], dtype=int64))");
  m.def(
      "astype",
      [](const Operand &x, DTypeLike dtype) {
        return unlocked([&] { return astype(x.tensor, dtype.dtype); });
      },
      py::arg("x"), py::arg("dtype"), R"(With elements of another type.

Floats become integers towards 0, truth values 0 and 1; what is not 0 becomes true.

>>> ct.astype(ct.array([-1.5, 2.5]), "int32")
Tensor([-1,  2], dtype=int32))");
}

void bindConcatenation(Module &m) {
  bindFunction(m, "concatenate", concatenate, py::arg("xs"), py::arg("axis") = 0,
               R"(Joined along an axis; all other sizes must be the same.

>>> ct.concatenate([ct.array([1, 2]), ct.array([3])])
Tensor([1, 2, 3], dtype=int64))");
  bindFunction(m, "stack", stack, py::arg("xs"), py::arg("axis") = 0,
               R"(Joined along a new axis; all must have one shape.

>>> ct.stack([ct.array([1, 2]), ct.array([3, 4])], axis=1)
Tensor([[1, 3],
        [2, 4]], dtype=int64))");
  m.def(
      "split",
      [](const Operand &x, const Cuts &cuts, int64_t axis) {
        return unlocked([&] {
          return std::visit([&](const auto &said) { return split(x.tensor, said, axis); }, cuts);
        });
      },
      py::arg("x"), py::arg("indices_or_sections"), py::arg("axis") = 0,
      R"(In a number of equal parts along an axis, or cut before these positions.

>>> ct.split(ct.arange(5), [2, 3])
[Tensor([0, 1], dtype=int64), Tensor([2], dtype=int64), Tensor([3, 4], dtype=int64)])");
}

void bindRepeating(Module &m) {
  bindFunction(m, "flip", flip, py::arg("x"), py::arg("axis") = py::none(),
               R"(In reverse order along axes; along all without them.

>>> ct.flip(ct.array([1, 2, 3]))
Tensor([3, 2, 1], dtype=int64))");
  m.def(
      "roll",
      [](const Operand &x, const Shifts &shift, const OptionalAxes &axis) {
        auto *one = std::get_if<Operand>(&shift);
        std::vector<Tensor> shifts =
            one ? std::vector{one->tensor} : std::get<Operands>(shift).tensors;
        return unlocked([&] {
          if (axis)
            return roll(x.tensor, shifts, axis->axes);
          Tensor result = x.tensor;
          for (const Tensor &each : shifts) // the order does not matter
            result = roll(result, each);
          return result;
        });
      },
      py::arg("x"), py::arg("shift"), py::arg("axis") = py::none(),
      R"(Shifted around axes; without them, in one row.

>>> ct.roll(ct.array([1, 2, 3]), 1)
Tensor([3, 1, 2], dtype=int64)
)");
}

void bindTiling(Module &m) {
  bindFunction(m, "tile", tile, py::arg("x"), py::arg("reps"),
               R"(Repeated as a whole, for each axis so often.

>>> ct.tile(ct.array([1, 2]), 2)
Tensor([1, 2, 1, 2], dtype=int64))");
  bindFunction(m, "repeat", repeat, py::arg("x"), py::arg("repeats"), py::arg("axis") = py::none(),
               R"(Each element repeated along an axis; of all in one row without it.

>>> ct.repeat(ct.array([1, 2]), 2)
Tensor([1, 1, 2, 2], dtype=int64))");
}

void bindConditions(Module &m) {
  bindFunction(m, "where", where, py::arg("condition"), py::arg("x"), py::arg("y"),
               R"(x where the condition is true, else y. All three broadcast.

Both x and y are computed everywhere; a NaN in the part that is not chosen does not matter, but
its derivative does: give the function a harmless argument there, as sqrt(where(x > 0, x, 1)).

>>> ct.where(ct.array([True, False]), ct.array([1, 2]), 0)
Tensor([1, 0], dtype=int64))");
  m.def(
      "clip",
      [](const Operand &x, const std::optional<Operand> &low, const std::optional<Operand> &high) {
        auto bound = [](const std::optional<Operand> &b) {
          return b ? std::optional(b->tensor) : std::nullopt;
        };
        return unlocked([&] { return clip(x.tensor, bound(low), bound(high)); });
      },
      py::arg("x"), py::arg("min") = py::none(), py::arg("max") = py::none(),
      R"(Brought to between min and max; None is no bound.

>>> ct.clip(ct.array([-3.0, 0.5, 7.0]), 0, 1)
Tensor([0. , 0.5, 1. ], dtype=float32))");
}

void bindTriangles(Module &m) {
  bindFunction(m, "tril", tril, py::arg("x"), py::arg("k") = 0,
               R"(Zeros above a diagonal of the last two axes, the k-th above the main one.

>>> ct.tril(ct.array([[1, 2], [3, 4]]))
Tensor([[1, 0],
        [3, 4]], dtype=int64))");
  bindFunction(m, "triu", triu, py::arg("x"), py::arg("k") = 0,
               R"(Zeros below a diagonal of the last two axes, the k-th above the main one.

>>> ct.triu(ct.array([[1, 2], [3, 4]]))
Tensor([[1, 2],
        [0, 4]], dtype=int64))");
  m.def(
      "diagonal",
      [](const Operand &x, int64_t offset, int64_t axis1, int64_t axis2) {
        return unlocked([&] { return diagonal(x.tensor, offset, axis1, axis2); });
      },
      py::arg("x"), py::arg("offset") = 0, py::arg("axis1") = 0, py::arg("axis2") = 1,
      R"(A diagonal of two axes, as the last axis; offset places to the right of the main one.

>>> ct.diagonal(ct.array([[1, 2], [3, 4]]))
Tensor([1, 4], dtype=int64))");
}

void bindPicking(Module &m) {
  m.def(
      "take",
      [](const Operand &x, const Operand &indices, std::optional<int64_t> axis) {
        return unlocked([&] { return take(x.tensor, indices.tensor, axis); });
      },
      py::arg("x"), py::arg("indices"), py::arg("axis") = py::none(),
      R"(Elements or slices at indices along an axis; of all elements in one row without it.

Negative indices count from the end.

>>> ct.take(ct.array([10, 20, 30]), ct.array([2, 0, -1]))
Tensor([30, 10, 30], dtype=int64))");
  bindFunction(m, "take_along_axis", take_along_axis, py::arg("x"), py::arg("indices"),
               py::arg("axis"),
               R"(One element per index, along an axis: as argsort gives the indices.

>>> x = ct.array([[3, 1], [5, 9]])
>>> ct.take_along_axis(x, ct.argsort(x), 1)
Tensor([[1, 3],
        [5, 9]], dtype=int64))");
}

void bindBlocks(Module &m) {
  bindFunction(m, "dynamic_slice", dynamic_slice, py::arg("x"), py::arg("start_indices"),
               py::arg("slice_sizes"),
               R"(A block of a fixed size, at a place that may be known at run time only.

A place that is too far is moved so that the block lies inside.

>>> ct.dynamic_slice(ct.array([1, 2, 3, 4]), [ct.array(1)], (2,))
Tensor([2, 3], dtype=int64))");
  bindFunction(m, "dynamic_update_slice", dynamic_update_slice, py::arg("x"), py::arg("update"),
               py::arg("start_indices"),
               R"(A copy with a block replaced, at a place that may be known at run time only.

>>> ct.dynamic_update_slice(ct.array([1, 2, 3, 4]), ct.array([0, 0]), [2])
Tensor([1, 2, 0, 0], dtype=int64))");
}

} // namespace

void bindLayout(Module &m) {
  bindShapes(m);
  bindOrders(m);
  bindAxes(m);
  bindCopies(m);
  bindConcatenation(m);
  bindRepeating(m);
  bindTiling(m);
  bindConditions(m);
  bindTriangles(m);
  bindPicking(m);
  bindBlocks(m);
}

} // namespace ct::python

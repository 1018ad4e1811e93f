// The functions of joining.h and splitting.h.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

/// Of several arguments a list, of one the result itself, as in NumPy.
void bindAtLeast(Module &m, const char *name, Tensor (*function)(const Tensor &), const char *doc) {
  auto call = [function](const py::args &xs) -> py::object {
    std::vector<Tensor> results;
    for (py::handle x : xs)
      results.push_back(function(x.cast<Operand>().tensor));
    return results.size() == 1 ? py::cast(results[0]) : py::cast(results);
  };
  m.def(name, call, doc);
}

void bindRanks(Module &m) {
  bindAtLeast(m, "atleast_1d", atleast_1d, R"(With at least one axis; of several tensors, a list.

>>> ct.atleast_1d(5.0)
Tensor([5.], dtype=float32, weak_type=True)
)");
  bindAtLeast(m, "atleast_2d", atleast_2d, R"(With at least two axes; of several tensors, a list.

>>> ct.atleast_2d(ct.array([1.0, 2.0])).shape
(1, 2)
)");
  bindAtLeast(m, "atleast_3d", atleast_3d, R"(With at least three axes; of several tensors, a list.

>>> ct.atleast_3d(ct.array([1.0, 2.0])).shape
(1, 2, 1)
)");
}

void bindBroadcasts(Module &m) {
  m.def(
      "broadcast_shapes",
      [](const py::args &shapes) {
        std::vector<Shape> all;
        for (py::handle shape : shapes)
          all.push_back(shape.cast<ShapeLike>().sizes);
        return sizesTuple(broadcast_shapes(all));
      },
      R"(The shape that tensors of these shapes have together.

>>> ct.broadcast_shapes((2, 1), (3,))
(2, 3)
)");
  m.def(
      "broadcast_arrays",
      [](const py::args &xs) {
        auto tensors = xs.cast<Operands>().tensors;
        return unlocked([&] { return broadcast_arrays(tensors); });
      },
      R"(A list of the tensors, each repeated to the shape they have together.

>>> ct.broadcast_arrays(ct.array([1.0, 2.0]), 3.0)[1]
Tensor([3., 3.], dtype=float32, weak_type=True)
)");
}

void bindStacks(Module &m) {
  auto bind = [&](const char *name, Tensor (*function)(const std::vector<Tensor> &),
                  const char *doc) { bindFunction(m, name, function, py::arg("tup"), doc); };
  bind("hstack", hstack,
       R"(Joined side by side: along the second axis, vectors along their only one.

>>> ct.hstack([ct.array([1, 2]), ct.array([3])])
Tensor([1, 2, 3], dtype=int64)
)");
  bind("vstack", vstack, R"(Joined one below the other: along the first axis, vectors as rows.

>>> ct.vstack([ct.array([1, 2]), ct.array([3, 4])])
Tensor([[1, 2],
        [3, 4]], dtype=int64)
)");
  bind("dstack", dstack, R"(Joined along the third axis; matrices and vectors get one.

>>> ct.dstack([ct.array([1, 2]), ct.array([3, 4])])
Tensor([[[1, 3],
         [2, 4]]], dtype=int64)
)");
  bind("column_stack", column_stack, R"(Vectors as the columns of a matrix, beside matrices.

>>> ct.column_stack([ct.array([1, 2]), ct.array([3, 4])])
Tensor([[1, 3],
        [2, 4]], dtype=int64)
)");
  bindFunction(m, "append", append, py::arg("arr"), py::arg("values"), py::arg("axis") = py::none(),
               R"(values behind arr along an axis; without it, all in one row.

>>> ct.append(ct.array([[1, 2]]), ct.array([[3, 4]]), axis=0)
Tensor([[1, 2],
        [3, 4]], dtype=int64)
)");
}

/// Positions known now: an integer, a list or array of them, a mask, or a slice.
std::vector<int64_t> positionsOf(const py::object &object, int64_t size) {
  if (PySlice_Check(object.ptr())) {
    auto bound = [&](const char *name) -> py::object {
      py::object given = object.attr(name);
      if (!given.is_none() && !toInteger(given))
        refuse("a slice has " + kindOf(given) + " as " + name + ", but expected an integer");
      return given;
    };
    py::slice known(bound("start"), bound("stop"), bound("step"));
    std::vector<int64_t> positions;
    for (const py::object &i :
         elementsOf(py::module_::import("builtins").attr("range")(size).attr("__getitem__")(known)))
      positions.push_back(*toInteger(i));
    return positions;
  }
  Tensor given = arrayOf(object, {}, false);
  if (given.isTraced())
    throw TypeError(cotan::trace::currentPlace() +
                    "positions must be known when a function is traced; give a list or a NumPy "
                    "array, not a tensor that is computed");
  given = ravel(given);
  if (given.size() == 0)
    return {};
  if (isFloating(given.dtype()))
    throw TypeError(cotan::trace::currentPlace() + "positions must be integers, but found " +
                    nameOf(given.dtype()));
  if (given.dtype() == DType::bool_)
    given = nonzero(given)[0];
  return given.values<int64_t>();
}

int64_t sizeAlong(const Tensor &x, std::optional<int64_t> axis) {
  return axis && *axis >= -x.ndim() && *axis < x.ndim()
             ? x.shape()[*axis < 0 ? *axis + x.ndim() : *axis]
             : x.size();
}

void bindChanges(Module &m) {
  m.def(
      "insert",
      [](const Operand &arr, const py::object &obj, const Operand &values,
         std::optional<int64_t> axis) {
        if (auto position = toInteger(obj))
          return insert(arr.tensor, *position, values.tensor, axis);
        return insert(arr.tensor, positionsOf(obj, sizeAlong(arr.tensor, axis)), values.tensor,
                      axis);
      },
      py::arg("arr"), py::arg("obj"), py::arg("values"), py::arg("axis") = py::none(),
      R"(values before positions of arr along an axis; without it, of all elements in one row.

obj: an integer, or several, a slice or a mask; they must be known when a function is traced.

>>> ct.insert(ct.array([1, 2, 3]), [1, 3], ct.array([8, 9]))
Tensor([1, 8, 2, 3, 9], dtype=int64)
)");
  m.def(
      "delete",
      [](const Operand &arr, const py::object &obj, std::optional<int64_t> axis) {
        return delete_(arr.tensor, positionsOf(obj, sizeAlong(arr.tensor, axis)), axis);
      },
      py::arg("arr"), py::arg("obj"), py::arg("axis") = py::none(),
      R"(Without the elements at positions along an axis; without it, of all elements in one row.

obj: an integer, or several, a slice or a mask; they must be known when a function is traced.

>>> ct.delete(ct.array([1, 2, 3, 4]), slice(1, 3))
Tensor([1, 4], dtype=int64)
)");
}

void bindCuts(Module &m) {
  bindFunction(m, "array_split", array_split, py::arg("ary"), py::arg("indices_or_sections"),
               py::arg("axis") = 0,
               R"(A list of parts, of equal sizes as far as possible, or cut at positions.

>>> ct.array_split(ct.arange(5), 2)
[Tensor([0, 1, 2], dtype=int64), Tensor([3, 4], dtype=int64)]
)");
  auto bind = [&](const char *name, std::vector<Tensor> (*function)(const Tensor &, const Cuts &),
                  const char *doc) {
    bindFunction(m, name, function, py::arg("ary"), py::arg("indices_or_sections"), doc);
  };
  bind("hsplit", hsplit,
       R"(A list of equal parts of the second axis (of a vector's one), or cut at positions.

>>> [part.tolist() for part in ct.hsplit(ct.array([[1, 2], [3, 4]]), 2)]
[[[1], [3]], [[2], [4]]]
)");
  bind("vsplit", vsplit, R"(A list of equal parts of the first axis, or cut at positions.

>>> [part.tolist() for part in ct.vsplit(ct.array([[1, 2], [3, 4]]), 2)]
[[[1, 2]], [[3, 4]]]
)");
  bind("dsplit", dsplit, R"(A list of equal parts of the third axis, or cut at positions.

>>> [part.tolist() for part in ct.dsplit(ct.array([[[1, 2]]]), 2)]
[[[[1]]], [[[2]]]]
)");
  bindFunction(m, "unstack", unstack, py::arg("x"), py::arg("axis") = 0,
               R"(A list of the slices along an axis, without it.

>>> ct.unstack(ct.array([[1, 2], [3, 4]]))
[Tensor([1, 2], dtype=int64), Tensor([3, 4], dtype=int64)]
)");
}

} // namespace

void bindJoining(Module &m) {
  bindRanks(m);
  bindBroadcasts(m);
  bindStacks(m);
  bindChanges(m);
  bindCuts(m);
}

} // namespace ct::python

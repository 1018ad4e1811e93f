// The functions of grids.h and rearranging.h.
#include "cotan/frontends/python/bind_function.h"

#include "cotan/trace/context.h"

namespace ct::python {
namespace {

void bindTriangles(Module &m) {
  bindFunction(m, "tri", ofSizes<tri>, py::arg("N"), py::arg("M") = py::none(), py::arg("k") = 0,
               py::arg("dtype") = "float32", R"(Ones at and below diagonal k.

>>> ct.tri(2, 3)
Tensor([[1., 0., 0.],
        [1., 1., 0.]], dtype=float32)
)");
  bindFunction(
      m, "identity", +[](SizeLike n, DType dtype) { return identity(n.size, dtype); }, py::arg("n"),
      py::arg("dtype") = "float32",
      R"(The square matrix with ones on the diagonal.

>>> ct.identity(2)
Tensor([[1., 0.],
        [0., 1.]], dtype=float32)
)");
  bindFunction(m, "tril_indices", tril_indices, py::arg("n"), py::arg("k") = 0,
               py::arg("m") = py::none(),
               R"(The rows and columns of the elements at and below diagonal k of an n by m matrix.

>>> ct.tril_indices(2)
(Tensor([0, 1, 1], dtype=int64), Tensor([0, 0, 1], dtype=int64))
)");
  bindFunction(m, "triu_indices", triu_indices, py::arg("n"), py::arg("k") = 0,
               py::arg("m") = py::none(),
               R"(The rows and columns of the elements at and above diagonal k of an n by m matrix.

>>> ct.triu_indices(2)
(Tensor([0, 0, 1], dtype=int64), Tensor([0, 1, 1], dtype=int64))
)");
}

void bindDiagonals(Module &m) {
  bindFunction(m, "diag", diag, py::arg("v"), py::arg("k") = 0,
               R"(The matrix with a vector on diagonal k; of a matrix, its diagonal.

>>> ct.diag(ct.array([1, 2]))
Tensor([[1, 0],
        [0, 2]], dtype=int64)
)");
  bindFunction(m, "diagflat", diagflat, py::arg("v"), py::arg("k") = 0,
               R"(The matrix with all elements of v on diagonal k.

>>> ct.diagflat(ct.array([[1], [2]]), 1).shape
(3, 3)
)");
}

void bindCoordinates(Module &m) {
  m.def(
      "meshgrid",
      [](const py::args &xs, bool sparse, const std::string &indexing) {
        if (indexing != "xy" && indexing != "ij")
          throw ValueError(cotan::trace::currentPlace() + "ct.meshgrid: found indexing '" +
                           indexing + "', but expected 'xy' or 'ij'");
        auto tensors = xs.cast<Operands>().tensors;
        return unlocked([&] { return meshgrid(tensors, sparse, indexing == "xy"); });
      },
      py::kw_only(), py::arg("sparse") = false, py::arg("indexing") = "xy",
      R"(A list of the coordinates of a grid's points, of vectors with those of its axes.

With indexing "xy" the first vector goes along the second axis, with "ij" along the first.

>>> [x.tolist() for x in ct.meshgrid(ct.arange(2), ct.arange(3), indexing="ij")]
[[[0, 0, 0], [1, 1, 1]], [[0, 1, 2], [0, 1, 2]]]
)");
  m.def(
      "indices",
      [](const ShapeLike &dimensions, DTypeOrNone given, bool sparse) -> py::object {
        DType dtype = given.dtype.value_or(DType::int64);
        if (!sparse)
          return py::cast(unlocked([&] { return indices(dimensions.sizes, dtype); }));
        py::list each;
        for (size_t i = 0; i < dimensions.sizes.size(); ++i) {
          Shape shape(dimensions.sizes.size(), 1);
          shape[i] = dimensions.sizes[i];
          each.append(py::cast(iota(shape, int64_t(i), dtype)));
        }
        return py::tuple(each);
      },
      py::arg("dimensions"), py::arg("dtype") = "int64", py::arg("sparse") = false,
      R"(For each axis, each element's index along it; sparse ones as a tuple.

>>> ct.indices((2, 2)).tolist()
[[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
)");
}

void bindSequences(Module &m) {
  bindFunction(m, "logspace", logspace, py::arg("start"), py::arg("stop"), py::arg("num") = 50,
               py::arg("endpoint") = true, py::arg("base") = 10.0, py::arg("dtype") = py::none(),
               R"(From base**start to base**stop; exponents are at equal distances.

>>> ct.logspace(0, 3, 4)
Tensor([   1.,   10.,  100., 1000.], dtype=float32)
)");
  bindFunction(m, "geomspace", geomspace, py::arg("start"), py::arg("stop"), py::arg("num") = 50,
               py::arg("endpoint") = true, py::arg("dtype") = py::none(),
               R"(From start to stop; each number is the one before times a constant.

start and stop must have one sign.

>>> ct.geomspace(1, 16, 5)
Tensor([ 1.,  2.,  4.,  8., 16.], dtype=float32)
)");
  bindFunction(m, "vander", vander, py::arg("x"), py::arg("N") = py::none(),
               py::arg("increasing") = false,
               R"(Powers of a vector as columns, the highest one first unless increasing.

>>> ct.vander(ct.array([2, 3]), 3)
Tensor([[4, 2, 1],
        [9, 3, 1]], dtype=int64)
)");
  bindFunction(m, "polyval", polyval, py::arg("p"), py::arg("x"),
               R"(The polynomial with coefficients p, the highest power first, at each element of x.

>>> ct.polyval(ct.array([1.0, 0.0, -2.0]), ct.array([3.0, 4.0]))
Tensor([ 7., 14.], dtype=float32)
)");
}

void bindTurns(Module &m) {
  bindUnary(m, "matrix_transpose", matrix_transpose, R"(With the last two axes exchanged.

>>> ct.matrix_transpose(ct.zeros((4, 2, 3))).shape
(4, 3, 2)
)");
  bindFunction(m, "rot90", rot90, py::arg("m"), py::arg("k") = 1,
               py::arg("axes") = py::make_tuple(0, 1),
               R"(Turned by k right angles from the first of two axes towards the second.

>>> ct.rot90(ct.array([[1, 2], [3, 4]]))
Tensor([[2, 4],
        [1, 3]], dtype=int64)
)");
  auto bindMirror = [&](const char *name, Tensor (*function)(const Tensor &), const char *doc) {
    bindFunction(m, name, function, py::arg("m"), doc);
  };
  bindMirror("fliplr", fliplr, R"(With the second axis in reverse order.

>>> ct.fliplr(ct.array([[1, 2], [3, 4]]))
Tensor([[2, 1],
        [4, 3]], dtype=int64)
)");
  bindMirror("flipud", flipud, R"(With the first axis in reverse order.

>>> ct.flipud(ct.array([[1, 2], [3, 4]]))
Tensor([[3, 4],
        [1, 2]], dtype=int64)
)");
}

void bindWraps(Module &m) {
  bindFunction(m, "rollaxis", rollaxis, py::arg("a"), py::arg("axis"), py::arg("start") = 0,
               R"(With an axis moved to before position start.

>>> ct.rollaxis(ct.zeros((2, 3, 4)), 2).shape
(4, 2, 3)
)");
  bindFunction(m, "resize", resize, py::arg("a"), py::arg("new_shape"),
               R"(The elements in row-major order, again and again, in another shape of any size.

>>> ct.resize(ct.array([1, 2, 3]), (2, 2))
Tensor([[1, 2],
        [3, 1]], dtype=int64)
)");
}

} // namespace

void bindGrids(Module &m) {
  bindTriangles(m);
  bindDiagonals(m);
  bindCoordinates(m);
  bindSequences(m);
  bindTurns(m);
  bindWraps(m);
}

} // namespace ct::python

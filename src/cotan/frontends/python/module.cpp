// The module _cotan. The package cotan (python/cotan) makes it presentable.
#include "cotan/frontends/python/function_type.h"
#include "cotan/support/dtype.h"

PYBIND11_MODULE(_cotan, made) {
  using namespace ct::python;
  auto m = py::reinterpret_borrow<Module>(made);
  m.attr("__module__") = "cotan"; // where users find what is defined here
  m.doc() = "Tensors, array functions, derivatives and control flow; see the package cotan.";
  m.attr("__version__") = COTAN_VERSION;
  py::enum_<ct::DType> types(m, "DType", "An element type that NumPy does not have.");
  for (unsigned i = 0; i < cotan::numDTypes; ++i)
    if (ct::DType dtype = ct::DType(i); !isKnownToNumPy(dtype))
      types.value(ct::nameOf(dtype).c_str(), dtype);
  types
      .def_property_readonly(
          "kind",
          [](ct::DType dtype) {
            return ct::isFloating(dtype) ? "f" : dtype == ct::DType::int4 ? "i" : "u";
          },
          R"(As of NumPy's types: "f" of floats, "i" and "u" of integers.

>>> ct.bfloat16.kind
'f')")
      .def_property_readonly("itemsize", ct::itemSize,
                             R"(The bytes of an element; of 4 bits, too, one.

>>> ct.bfloat16.itemsize
2)");
  bindSignals();
  bindErrors(m);
  bindTensor(m);
  bindModules(m);
  bindArrays(m);
  bindFunctions(m);
  bindNests(m);
  bindNestShapes(m);
  bindPrograms(m);
  bindProgramTable(m);
  bindControl(m);
  present(m, "cotan");
  bindMethodsOfFunctions(m);
}

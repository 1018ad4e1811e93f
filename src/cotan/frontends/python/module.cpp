// The module _cotan. The package cotan (python/cotan) makes it presentable.
#include "cotan/frontends/python/function_type.h"

PYBIND11_MODULE(_cotan, made) {
  using namespace ct::python;
  auto m = py::reinterpret_borrow<Module>(made);
  m.attr("__module__") = "cotan"; // where users find what is defined here
  m.doc() = "Tensors, array functions, derivatives and control flow; see the package cotan.";
  m.attr("__version__") = COTAN_VERSION;
  py::enum_<ct::DType>(m, "DType", "An element type that NumPy does not have.")
      .value("bfloat16", ct::DType::bfloat16)
      .value("float8_e4m3", ct::DType::float8_e4m3)
      .value("float8_e5m2", ct::DType::float8_e5m2)
      .value("int4", ct::DType::int4)
      .value("uint4", ct::DType::uint4)
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
  py::detail::npy_api::get(); // now: threads that need it at once would wait for each other's locks
  bindSignals();
  bindErrors(m);
  bindTensor(m);
  bindModules(m);
  bindArrays(m);
  bindFunctions(m);
  bindNests(m);
  bindNestShapes(m);
  bindPrograms(m);
  bindControl(m);
  present(m, "cotan");
  bindMethodsOfFunctions(m);
}

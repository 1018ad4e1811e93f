// The module _cotan. The package cotan (python/cotan) makes it presentable.
#include "cotan/frontends/python/function_type.h"

PYBIND11_MODULE(_cotan, made) {
  using namespace ct::python;
  auto m = py::reinterpret_borrow<Module>(made);
  m.attr("__module__") = "cotan"; // where users find what is defined here
  m.doc() = "Tensors, array functions, derivatives and control flow; see the package cotan.";
  py::enum_<ct::DType>(m, "DType", "An element type that NumPy does not have.")
      .value("bfloat16", ct::DType::bfloat16)
      .def_property_readonly(
          "kind", [](ct::DType) { return "f"; }, R"(As of NumPy's floating-point types.

>>> ct.bfloat16.kind
'f')")
      .def_property_readonly("itemsize", [](ct::DType) { return 2; }, R"(The bytes of an element.

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

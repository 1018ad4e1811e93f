// The module _cotan. The package cotan (python/cotan) makes it presentable.
#include "cotan/frontends/python/convert.h"

PYBIND11_MODULE(_cotan, m) {
  using namespace ct::python;
  m.doc() = "Tensors, array functions, derivatives and control flow; see the package cotan.";
  py::enum_<ct::DType>(m, "DType", "An element type that NumPy does not have.")
      .value("bfloat16", ct::DType::bfloat16);
  bindErrors(m);
  bindTensor(m);
  bindElementwise(m);
  bindReductions(m);
  bindLayout(m);
  bindCreation(m);
  bindChoosing(m);
  bindDifferences(m);
  bindFormulas(m);
  bindGrids(m);
  bindJoining(m);
  bindSearching(m);
  bindStatistics(m);
  bindConvolution(m);
  bindActivations(m);
  bindLayers(m);
  bindRandom(m);
  bindLinalg(m);
  bindNests(m);
  bindNestShapes(m);
  bindPrograms(m);
  bindControl(m);
}

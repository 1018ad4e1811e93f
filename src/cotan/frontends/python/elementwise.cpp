// The elementwise functions, from the table made of the ops' .td files, and those written by hand.
#include "cotan/frontends/python/array_examples.inc"
#include "cotan/frontends/python/convert.h"

namespace ct::python {

void bindElementwise(Module &m) {
  Module nn = m.def_submodule("nn", "Activations and losses.");
#define COTAN_BIND1(MODULE, FUNCTION, NAME, X, DOC)                                                \
  MODULE.def(                                                                                      \
      NAME, [](const Operand &x) { return unlocked([&] { return FUNCTION(x.tensor); }); },         \
      py::arg(X), DOC);
#define COTAN_BIND2(MODULE, FUNCTION, NAME, X, Y, DOC)                                             \
  MODULE.def(                                                                                      \
      NAME,                                                                                        \
      [](const Operand &x, const Operand &y) {                                                     \
        return unlocked([&] { return FUNCTION(x.tensor, y.tensor); });                             \
      },                                                                                           \
      py::arg(X), py::arg(Y), DOC);
#define COTAN_FUNCTION1(NAME, X, DOC) COTAN_BIND1(m, ct::NAME, #NAME, #X, DOC COTAN_EXAMPLE_##NAME)
#define COTAN_FUNCTION2(NAME, X, Y, DOC)                                                           \
  COTAN_BIND2(m, ct::NAME, #NAME, #X, #Y, DOC COTAN_EXAMPLE_##NAME)
#define COTAN_ACTIVATION1(NAME, X, DOC)                                                            \
  COTAN_BIND1(nn, ct::nn::NAME, #NAME, #X, DOC COTAN_EXAMPLE_##NAME)
#include "cotan/frontends/cpp/array_bindings.inc"
  COTAN_FUNCTION2(
      power, x, y,
      "x to the power y, elementwise.\n\nShapes broadcast as in NumPy; operands take one "
      "element type.")
  COTAN_FUNCTION2(logical_and, x, y, "Whether both are not 0, elementwise.")
  COTAN_FUNCTION2(logical_or, x, y, "Whether one is not 0, elementwise.")
  COTAN_FUNCTION2(logical_xor, x, y, "Whether just one is not 0, elementwise.")
  COTAN_FUNCTION1(logical_not, x, "Whether it is 0, elementwise.")
}

} // namespace ct::python

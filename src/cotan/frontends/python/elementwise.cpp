// The elementwise functions, from the table made of the ops' .td files.
#include "cotan/frontends/python/array_examples.inc"
#include "cotan/frontends/python/bind_function.h"

namespace ct::python {

void bindElementwise(Module &m) {
#define COTAN_FUNCTION1(NAME, X, DOC)                                                              \
  bindFunction(                                                                                    \
      m, #NAME, +[](const Tensor &x) { return ct::NAME(x); }, py::arg(#X),                         \
      DOC COTAN_EXAMPLE_##NAME);
#define COTAN_FUNCTION2(NAME, X, Y, DOC)                                                           \
  bindFunction(                                                                                    \
      m, #NAME, +[](const Tensor &x, const Tensor &y) { return ct::NAME(x, y); }, py::arg(#X),     \
      py::arg(#Y), DOC COTAN_EXAMPLE_##NAME);
#define COTAN_ACTIVATION1(NAME, X, DOC)                                                            \
  bindFunction(                                                                                    \
      m, "nn." #NAME, +[](const Tensor &x) { return ct::nn::NAME(x); }, py::arg(#X),               \
      DOC COTAN_EXAMPLE_##NAME);
#include "cotan/frontends/cpp/array_bindings.inc"
}

} // namespace ct::python

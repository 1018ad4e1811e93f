// Functions of lists of tensors, between Python and C++.
#pragma once

#include "cotan/frontends/python/convert.h"

namespace ct::python {

/// The tensors in a sequence of what can be tensors.
Tensors tensorsOf(const py::handle &objects);

/// Python's function from a list to a list; it is called, and dropped, with Python's lock held.
Function functionOf(py::object callable);

} // namespace ct::python

// The type of the functions users see. pybind11's own have neither a signature nor a module that
// Python's tools understand, and their errors show neither the user's line nor what to do.
#pragma once

#include "cotan/frontends/python/convert.h"

namespace ct::python {

/// Gives the module and its submodules the names users know, and refuses objects of its classes
/// that nothing has made. `name` is what users call the module.
void present(py::module_ m, const std::string &name);

/// Makes a function of the module a method of `type` too.
void addMethod(const py::module_ &m, py::handle type, const char *name);

} // namespace ct::python

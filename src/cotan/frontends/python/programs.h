// Traced programs, which the package holds and hands around.
#pragma once

#include "cotan/frontends/python/functions.h"
#include "cotan/frontends/python/nest_shape.h"
#include "cotan/trace/traced_function.h"

namespace ct::python {

/// A function of tensors, written down.
struct Program {
  cotan::trace::TracedFunctionRef function;
};

/// What a program of nests returns: `results` with tensors in it.
py::object callOnNest(const Program &program, const NestShape &given, const NestShape &results);

void bindLanes(Module &m);
void bindMemory(Module &m);
void bindProfiles(Module &m);

} // namespace ct::python

// How large results are.
#pragma once

#include "cotan/codegen/program/functions.h"
#include "cotan/codegen/program/values.h"

namespace cotan {

/// The sizes of a result, with the checks that its op asks for.
SizeValues resultSizes(mlir::OpResult result, Functions &functions, ProgramValues &values);

} // namespace cotan

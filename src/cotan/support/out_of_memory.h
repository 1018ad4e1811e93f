// Memory that an array needs and does not get.
#pragma once

#include "cotan/support/array.h"

namespace cotan {

/// Of more bytes than there are, than the limit allows, or than can be addressed.
struct OutOfMemory : EvaluationError {
  using EvaluationError::EvaluationError;
};

} // namespace cotan

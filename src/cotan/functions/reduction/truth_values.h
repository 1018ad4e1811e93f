// What reductions take as a condition. Not installed.
#pragma once

#include "cotan/tensor/inside.h"

namespace ct {

/// Throws TypeError for numbers, which may be places that are meant for an index.
inline const Tensor &truthValues(const Tensor &where) {
  if (where.dtype() != DType::bool_)
    refuse<TypeError>("where is of " + nameOf(where.dtype()) +
                      ", but expected truth values; compare, as in where != 0");
  return where;
}

} // namespace ct

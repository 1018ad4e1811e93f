// The array functions: FAMILY/STEM.td says what they take, FAMILY/STEM.cpp what they mean. Those
// that are a call of one operator have rows beside it, in cotan/ops (ir/array_function.td).
#pragma once

#include "cotan/functions/options.h"

#include <numbers>

#include "cotan/functions/functions_of_ops.h.inc"

#include "cotan/functions/functions.h.inc"

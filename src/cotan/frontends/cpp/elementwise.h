// The elementwise functions: one per op, generated from its .td file, with names of jax.numpy. They
// promote element types and broadcast shapes.
#pragma once

#include "cotan/frontends/cpp/tensor.h"

#include "cotan/frontends/cpp/array_functions.h.inc"

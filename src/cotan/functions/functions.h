// The array functions: FAMILY/STEM.td says what they take, FAMILY/STEM.cpp what they mean. Those of
// one element at a time that are one operation are in frontends/cpp/elementwise.h.
#pragma once

#include "cotan/frontends/cpp/elementwise.h"
#include "cotan/functions/options.h"

#include <numbers>

#include "cotan/functions/functions.h.inc"

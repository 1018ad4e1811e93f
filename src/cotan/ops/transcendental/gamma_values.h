// The functions that follow lgamma, as evaluations of several ops need them.
#pragma once

#include <cstdint>

namespace cotan {

/// What prim.digamma and prim.polygamma are, in f64 and a little more.
long double digammaOf(long double x);
long double polygammaOf(int64_t order, long double x);

} // namespace cotan

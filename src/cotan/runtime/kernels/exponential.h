// e^x of many numbers at once, for kernels of the runtime that work on tiles.
#pragma once

#include <cstdint>

namespace cotan {

/// Sets x[i] to e^(scale * x[i] - shift), and returns their sum. -inf gives 0. f32 within 2 ulp;
/// results that are not normal are 0.
float exponentials(float *x, int64_t count, float scale, float shift);
double exponentials(double *x, int64_t count, double scale, double shift);

/// The largest of them, -inf if there is none. NaN is ignored.
float largest(const float *x, int64_t count);
double largest(const double *x, int64_t count);

} // namespace cotan

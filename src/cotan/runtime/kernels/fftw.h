// FFTW 3, which is looked for when the first transform is asked for: it has a licence of its own
// (GPL), so Cotan is neither linked with it nor needs it for anything else.
#pragma once

#include <fftw3.h>

#include <memory>
#include <mutex>
#include <string>

namespace cotan {

/// The functions for one element type; `R` is what is real, `C` a pair.
template <typename R, typename C, typename Plan> struct FftwFunctions {
  using Real = R;
  using Pair = C;

  Plan (*dft)(int, const fftw_iodim64 *, int, const fftw_iodim64 *, C *, C *, int, unsigned);
  Plan (*r2c)(int, const fftw_iodim64 *, int, const fftw_iodim64 *, R *, C *, unsigned);
  Plan (*c2r)(int, const fftw_iodim64 *, int, const fftw_iodim64 *, C *, R *, unsigned);
  void (*runDft)(Plan, C *, C *);
  void (*runR2c)(Plan, R *, C *);
  void (*runC2r)(Plan, C *, R *);
  void (*destroy)(Plan);
  int (*alignmentOf)(R *);
};

using FftwDouble = FftwFunctions<double, fftw_complex, fftw_plan>;
using FftwFloat = FftwFunctions<float, fftwf_complex, fftwf_plan>;

/// Throws std::runtime_error, which says what to install, if the library is not there.
template <typename Functions> const Functions &fftw();

/// FFTW's planner is not made for several threads.
std::mutex &plannerMutex();

} // namespace cotan

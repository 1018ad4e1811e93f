#include "cotan/runtime/kernels/fftw.h"

#include <dlfcn.h>

#include <stdexcept>

namespace cotan {
namespace {

void *open(const char *library, const char *package) {
  if (void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL))
    return opened;
  throw std::runtime_error(std::string("Fourier transforms are FFTW's, and ") + library +
                           " was not found; install it (Debian: " + package + ")");
}

template <typename Functions>
Functions find(const char *library, const char *package, const std::string &prefix) {
  void *opened = open(library, package);
  auto set = [&](auto &function, const char *name) {
    const std::string symbol = prefix + name;
    void *found = dlsym(opened, symbol.c_str());
    if (!found)
      throw std::runtime_error(std::string(library) + " has no function " + symbol);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
  };
  Functions all;
  set(all.dft, "_plan_guru64_dft");
  set(all.r2c, "_plan_guru64_dft_r2c");
  set(all.c2r, "_plan_guru64_dft_c2r");
  set(all.runDft, "_execute_dft");
  set(all.runR2c, "_execute_dft_r2c");
  set(all.runC2r, "_execute_dft_c2r");
  set(all.destroy, "_destroy_plan");
  set(all.alignmentOf, "_alignment_of");
  return all;
}

} // namespace

template <> const FftwDouble &fftw() {
  static const auto all = find<FftwDouble>("libfftw3.so.3", "libfftw3-double3", "fftw");
  return all;
}

template <> const FftwFloat &fftw() {
  static const auto all = find<FftwFloat>("libfftw3f.so.3", "libfftw3-single3", "fftwf");
  return all;
}

std::mutex &plannerMutex() {
  static std::mutex mutex;
  return mutex;
}

} // namespace cotan

// What calls of oneDNN have in common.
#pragma once

#include <dnnl.hpp>

extern "C" { // libgomp's, which oneDNN asks; clang has no omp.h
int omp_get_max_threads();
void omp_set_num_threads(int);
}

namespace cotan::onednn {

/// Keeps oneDNN to the calling thread: the runtime's own threads share the work.
class OneThread {
public:
  OneThread() : before(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThread() { omp_set_num_threads(before); }
  OneThread(const OneThread &) = delete;

private:
  const int before;
};

inline const dnnl::engine &processor() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

} // namespace cotan::onednn

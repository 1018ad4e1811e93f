#include "cotan/codegen/target.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>
#include <unistd.h>

namespace cotan {

static int64_t lastCacheBytes() {
  long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? bytes : Target().cacheBytes;
}

static Target detect() {
  const char *wanted = std::getenv("COTAN_CPU");
  if (wanted && llvm::StringRef(wanted) == "x86-64")
    return Target{"x86-64", "", VectorUnit{16, "sse2"}};
  Target target;
  target.cacheBytes = lastCacheBytes();
  target.cpu = llvm::sys::getHostCPUName().str();
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (auto &feature : features)
    target.features += (target.features.empty() ? "" : ",") +
                       std::string(feature.getValue() ? "+" : "-") + feature.getKey().str();
  auto has = [&](llvm::StringRef name) { return features.lookup(name); };
  if (has("avx512f") && has("avx512bw") && has("avx512vl") && has("avx512dq"))
    target.unit = VectorUnit{64, "avx512f"};
  else if (has("avx2") && has("fma"))
    target.unit = VectorUnit{32, "avx2"};
  else
    target.unit = VectorUnit{16, "sse2"};
  return target;
}

const Target &hostTarget() {
  static const Target target = detect();
  return target;
}

} // namespace cotan

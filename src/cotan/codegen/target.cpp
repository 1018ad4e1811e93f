#include "cotan/codegen/target.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>

namespace cotan {

/// As Linux says ("32768K"): sysconf multiplies it by the cores on some virtual machines.
static int64_t lastCacheBytes() {
  auto file = llvm::MemoryBuffer::getFileAsStream("/sys/devices/system/cpu/cpu0/cache/index3/size");
  llvm::StringRef text = file ? (*file)->getBuffer() : "";
  int64_t kibibytes;
  if (text.consumeInteger(10, kibibytes) || text.trim() != "K" || kibibytes <= 0)
    return Target().cacheBytes;
  return kibibytes << 10;
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

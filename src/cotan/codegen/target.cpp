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

namespace {

/// Processors by what machine code may count on, the strongest first.
struct Level {
  const char *name;
  VectorUnit unit;
  std::initializer_list<const char *> features;
};
const Level levels[] = {
    {"x86-64-v4", {64, "avx512f"}, {"avx512f", "avx512bw", "avx512vl", "avx512dq"}},
    {"x86-64-v3", {32, "avx2"}, {"avx2", "fma"}},
    {"x86-64", {16, "sse2"}, {}},
};

Target detect() {
  Target target;
  target.cacheBytes = lastCacheBytes();
  target.cpu = llvm::sys::getHostCPUName().str();
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (auto &feature : features)
    target.features += (target.features.empty() ? "" : ",") +
                       std::string(feature.getValue() ? "+" : "-") + feature.getKey().str();
  auto has = [&](llvm::StringRef name) { return features.lookup(name); };
  target.unit = llvm::find_if(levels, [&](const Level &level) {
                  return llvm::all_of(level.features, has);
                })->unit;
  return target;
}

struct Choice {
  Target target;
  std::string problem;
};

Choice choose(const char *wanted) {
  Target host = detect();
  if (!wanted)
    return {host, ""};
  const std::string found = "COTAN_CPU is '" + std::string(wanted) + "'";
  const Level *level = llvm::find_if(
      levels, [&](const Level &known) { return wanted == llvm::StringRef(known.name); });
  if (level == std::end(levels))
    return {host, found + "; set it to x86-64, x86-64-v3 or x86-64-v4, or unset it"};
  if (level->unit.bytes > host.unit.bytes)
    return {host, found + ", and this processor (" + host.cpu + ") is less; unset it"};
  return {{level->name, "", level->unit, host.cacheBytes}, ""};
}

} // namespace

llvm::Expected<const Target &> hostTarget() {
  static const Choice choice = choose(std::getenv("COTAN_CPU"));
  if (!choice.problem.empty())
    return llvm::createStringError(choice.problem);
  return choice.target;
}

} // namespace cotan

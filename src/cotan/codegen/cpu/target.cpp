#include "cotan/codegen/cpu/target.h"

#include "cotan/codegen/cpu/x86.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>

namespace cotan {

void Target::mark(llvm::Function &function) const {
  function.addFnAttr("target-cpu", cpu);
  function.addFnAttr("target-features", features);
  function.addFnAttr("prefer-vector-width", std::to_string(8 * registerBytes));
}

/// As Linux says ("32768K"): sysconf multiplies it by the cores on some virtual machines.
static int64_t lastCacheBytes() {
  auto file = llvm::MemoryBuffer::getFileAsStream("/sys/devices/system/cpu/cpu0/cache/index3/size");
  llvm::StringRef text = file ? (*file)->getBuffer() : "";
  int64_t kibibytes;
  if (text.consumeInteger(10, kibibytes) || text.trim() != "K" || kibibytes <= 0)
    return Processor().cacheBytes;
  return kibibytes << 10;
}

std::vector<std::unique_ptr<Target>> hostLevels() {
  const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  std::vector<std::unique_ptr<Target>> targets;
  for (const X86Level &level : x86Levels())
    if (llvm::all_of(level.features, [&](llvm::StringRef name) { return features.lookup(name); })) {
      targets.push_back(makeX86(level));
      targets.back()->cacheBytes = lastCacheBytes();
    }
  return targets;
}

namespace {

/// All of this machine's processor.
std::unique_ptr<Target> detect() {
  std::unique_ptr<Target> target = std::move(hostLevels().front());
  target->cpu = llvm::sys::getHostCPUName().str();
  target->features.clear();
  for (auto &feature : llvm::sys::getHostCPUFeatures())
    target->features += (target->features.empty() ? "" : ",") +
                        std::string(feature.getValue() ? "+" : "-") + feature.getKey().str();
  return target;
}

struct Choice {
  std::unique_ptr<Target> target;
  std::string problem;
};

Choice choose(const char *wanted) {
  if (!wanted)
    return {detect(), ""};
  const std::string found = "COTAN_CPU is '" + std::string(wanted) + "'";
  if (llvm::none_of(x86Levels(), [&](const X86Level &level) { return wanted == level.name; }))
    return {nullptr, found + "; set it to x86-64, x86-64-v3 or x86-64-v4, or unset it"};
  for (std::unique_ptr<Target> &target : hostLevels())
    if (target->name == wanted)
      return {std::move(target), ""};
  return {nullptr, found + ", and this processor (" + llvm::sys::getHostCPUName().str() +
                       ") is less; unset it"};
}

} // namespace

llvm::Expected<const Target &> hostTarget() {
  static const Choice choice = choose(std::getenv("COTAN_CPU"));
  if (!choice.problem.empty())
    return llvm::createStringError(choice.problem);
  return *choice.target;
}

} // namespace cotan

#include "cotan/driver/step_times.h"

#include "llvm/ADT/STLExtras.h"

namespace cotan {

void StepTimes::startTimer(void *step) {
  static_cast<Step *>(step)->started = std::chrono::steady_clock::now();
}

void StepTimes::stopTimer(void *step) {
  auto &timed = *static_cast<Step *>(step);
  timed.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - timed.started).count();
}

void *StepTimes::nestTimer(void *in, const void *, llvm::function_ref<std::string()> name) {
  if (in != &root)
    return &unread;
  const std::string wanted = name();
  auto known = llvm::find_if(all, [&](const Step &step) { return step.name == wanted; });
  return known != all.end() ? &*known : &all.emplace_back(Step{wanted});
}

} // namespace cotan

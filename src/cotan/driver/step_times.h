// How long the steps of compiling take, for those who do not print it at once.
#pragma once

#include "mlir/Support/Timing.h"

#include <chrono>
#include <deque>
#include <string>

namespace cotan {

/// Adds up what is nested in the root directly; what is nested in that is a part of it. One thread
/// uses it.
class StepTimes : public mlir::TimingManager {
public:
  struct Step {
    std::string name;
    double seconds = 0;
    std::chrono::steady_clock::time_point started = {};
  };
  /// In the order in which they began first.
  const std::deque<Step> &steps() const { return all; }

protected:
  std::optional<void *> rootTimer() override { return &root; }
  void startTimer(void *step) override;
  void stopTimer(void *step) override;
  void *nestTimer(void *in, const void *id, llvm::function_ref<std::string()> name) override;
  void hideTimer(void *) override {}

private:
  Step root, unread;
  std::deque<Step> all; // none is ever moved
};

} // namespace cotan

// How long something takes, for reports to people.
#pragma once

#include <chrono>

namespace cotan {

/// Runs from when it is made.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

} // namespace cotan

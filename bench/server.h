// One side of a comparison: a process that runs its workload when it is told to.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace bench {

struct Workload {
  std::function<void()> run;
  std::function<void(const std::string &path)> write; // the results of a run, as .npz
  std::function<void()> compile; // once more, where there is something to compile
};

inline double secondsOf(const std::function<void()> &work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double medianOf(int count, const std::function<void()> &work) {
  std::vector<double> seconds;
  for (int i = 0; i < count; ++i)
    seconds.push_back(secondsOf(work));
  std::nth_element(seconds.begin(), seconds.begin() + count / 2, seconds.end());
  return seconds[count / 2];
}

/// Answers each line of standard input with one of its own: `run N` and `compile N` with the median
/// of N times in seconds, `write PATH` with "written".
inline int serve(const Workload &workload) {
  std::cout.precision(9);
  std::cout << "ready" << std::endl;
  std::string word, path;
  int count;
  while (std::cin >> word) {
    if (word == "run" && std::cin >> count)
      std::cout << medianOf(count, workload.run) << std::endl;
    else if (word == "compile" && workload.compile && std::cin >> count)
      std::cout << medianOf(count, workload.compile) << std::endl;
    else if (word == "write" && std::cin >> path) {
      workload.write(path);
      std::cout << "written" << std::endl;
    } else {
      std::cout << "what is " << word << "?" << std::endl;
      return 2;
    }
  }
  return 0;
}

} // namespace bench

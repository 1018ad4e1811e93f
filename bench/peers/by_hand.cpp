// Workloads as a careful person writes them: by_hand NAME INPUTS.npz; what it answers to: server.h.
#include "../server.h"

#include "cotan/support/npy.h"

#include <cmath>
#include <cstring>
#include <map>

using namespace cotan;
using Results = std::vector<double>;

namespace {

/// x = x + c sin(x), n times, and the derivative with respect to x and c. The tape keeps its
/// memory.
Results sine(double x, double c, int64_t n) {
  static std::vector<double> tape;
  tape.clear();
  for (int64_t i = 0; i < n; ++i) {
    tape.push_back(x);
    x = x + c * std::sin(x);
  }
  double dx = 1, dc = 0;
  for (; !tape.empty(); tape.pop_back()) {
    const double before = tape.back();
    dc += dx * std::sin(before);
    dx += dx * c * std::cos(before);
  }
  return {x, dx, dc};
}

/// x = x + c x (1 - x), n times: nothing but arithmetic.
Results logistic(double x, double c, int64_t n) {
  static std::vector<double> tape;
  tape.clear();
  for (int64_t i = 0; i < n; ++i) {
    tape.push_back(x);
    x = x + c * (x * (1 - x));
  }
  double dx = 1, dc = 0;
  for (; !tape.empty(); tape.pop_back()) {
    const double before = tape.back();
    dc += dx * (before * (1 - before));
    dx += dx * c * (1 - 2 * before);
  }
  return {x, dx, dc};
}

/// r[i] = x + c i, one after the other: their sum, and one of them.
Results fill(double x, double c, int64_t n) {
  static std::vector<double> r;
  r.resize(n);
  for (int64_t i = 0; i < n; ++i)
    r[i] = x + c * double(i);
  double sum = 0;
  for (double each : r)
    sum += each;
  return {sum, r[n / 2]};
}

/// The sum of all a[i]^2 where a[i] = x + c i, and the derivative with respect to x and c.
Results squares(double x, double c, int64_t n) {
  static std::vector<double> a, da;
  a.resize(n);
  da.assign(n, 0);
  double sum = 0, dx = 0, dc = 0;
  for (int64_t i = 0; i < n; ++i)
    a[i] = x + c * double(i);
  for (int64_t i = 0; i < n; ++i)
    sum += a[i] * a[i];
  for (int64_t i = n; i-- > 0;)
    da[i] += 2 * a[i];
  for (int64_t i = 0; i < n; ++i) {
    dx += da[i];
    dc += da[i] * double(i);
  }
  return {sum, dx, dc};
}

const std::map<std::string, Results (*)(double, double, int64_t)> loops = {
    {"sine", sine}, {"logistic", logistic}, {"fill", fill}, {"squares", squares}};

void write(const std::string &path, const Results &results) {
  NamedArrays named;
  for (size_t i = 0; i < results.size(); ++i)
    named.emplace_back("r" + std::to_string(i), Array::scalar(DType::f64, results[i]));
  llvm::ExitOnError("by_hand: ")(writeNpz(path, named));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3 || !loops.count(argv[1])) {
    std::cerr << "usage: by_hand sine|logistic|fill|squares INPUTS.npz\n";
    return 2;
  }
  const NamedArrays inputs = llvm::ExitOnError("by_hand: ")(readNpz(argv[2]));
  const auto loop = loops.at(argv[1]);
  Results results;
  auto run = [&] {
    results =
        loop(inputs[0].second.asDouble(), inputs[1].second.asDouble(), inputs[2].second.asInt());
  };
  return bench::serve({run,
                       [&](auto &path) {
                         run();
                         write(path, results);
                       },
                       {}});
}

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

int64_t fibonacciOf(int64_t n) { return n < 2 ? n : fibonacciOf(n - 1) + fibonacciOf(n - 2); }

Results fibonacci(double, double, int64_t n) { return {double(fibonacciOf(n))}; }

/// A call of the recursion below, with what its derivative reads.
struct Call {
  int64_t n;
  double x, inner, outer, y;
};

double smoothOf(int64_t n, double x, std::vector<Call> &tape) {
  Call call{n, x, 0, 0, 0};
  if (n < 2) {
    call.y = std::sin(x);
  } else {
    call.inner = smoothOf(n - 1, x, tape);
    call.outer = smoothOf(n - 2, call.inner, tape);
    call.y = std::tanh(call.inner * call.outer + x);
  }
  tape.push_back(call);
  return call.y;
}

double reverseSmooth(double dy, std::vector<Call> &tape) {
  const Call call = tape.back();
  tape.pop_back();
  if (call.n < 2)
    return dy * std::cos(call.x);
  const double sum = dy * (1 - call.y * call.y);
  const double inner = sum * call.outer + reverseSmooth(sum * call.inner, tape);
  return sum + reverseSmooth(inner, tape);
}

/// f(n, x) = tanh(u f(n - 2, u) + x) with u = f(n - 1, x), and sin(x) at the ends; the derivative.
Results smooth(double x, double, int64_t n) {
  static std::vector<Call> tape;
  tape.clear();
  const double y = smoothOf(n, x, tape);
  return {y, reverseSmooth(1, tape)};
}

const std::map<std::string, Results (*)(double, double, int64_t)> loops = {
    {"sine", sine},       {"logistic", logistic},   {"fill", fill},
    {"squares", squares}, {"fibonacci", fibonacci}, {"smooth", smooth}};

void write(const std::string &path, const Results &results) {
  NamedArrays named;
  for (size_t i = 0; i < results.size(); ++i)
    named.emplace_back("r" + std::to_string(i), Array::scalar(DType::f64, results[i]));
  llvm::ExitOnError("by_hand: ")(writeNpz(path, named));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3 || !loops.count(argv[1])) {
    std::cerr << "usage: by_hand sine|logistic|fill|squares|fibonacci|smooth INPUTS.npz\n";
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

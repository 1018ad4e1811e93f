// Fits the predator-prey equations to the record of hare and lynx, through the library that C++
// programs link with. hare_lynx.py does the same in Python, and draws.
//
// usage: hare_lynx     exit status 0 if the known best fit is reached
#include "model.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <nlopt.h>
#include <sstream>

using ct::Tensor;

namespace {

struct Parameter {
  const char *name;
  double start, known; // `known`: found with another solver and optimizer, to three digits
};
constexpr unsigned count = 6;
constexpr Parameter parameters[count] = {{"birth", 0.5, 0.540},      {"predation", 0.025, 0.0272},
                                         {"death", 0.8, 0.796},      {"growth", 0.025, 0.0237},
                                         {"initial hare", 30, 34.6}, {"initial lynx", 4, 5.84}};
constexpr double knownLoss = 2.0187;

/// Rows (hare, lynx), in thousands of pelts, of lines "year,lynx,hare".
Tensor readRecord(const std::string &path) {
  std::ifstream file(path);
  std::vector<double> numbers;
  for (std::string line; std::getline(file, line);) {
    double year, lynx, hare;
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf", &year, &lynx, &hare) == 3)
      numbers.insert(numbers.end(), {hare, lynx});
  }
  if (numbers.empty())
    throw ct::Error(path + ": there are no years");
  return ct::array(numbers, {int64_t(numbers.size() / 2), 2});
}

struct Fit {
  std::vector<double> logs; // parameters are searched as logarithms, so they stay positive
  double loss = HUGE_VAL;
  unsigned evaluations = 0;
};

Fit fit(const Tensor &record) {
  auto valueAndSlope = ct::jit(ct::value_and_grad(hare_lynx::loss));
  Fit best;
  std::function evaluate = [&](const double *logs, double *slope) {
    std::vector<double> point(logs, logs + count);
    auto [value, gradient] = valueAndSlope(ct::array(point), record);
    double loss = value.item<double>();
    if (slope)
      std::ranges::copy(gradient.values<double>(), slope);
    ++best.evaluations;
    if (loss < best.loss)
      best.loss = loss, best.logs = point;
    return loss;
  };
  auto call = [](unsigned, const double *logs, double *slope, void *data) {
    return (*static_cast<decltype(evaluate) *>(data))(logs, slope);
  };
  nlopt_opt optimizer = nlopt_create(NLOPT_LD_LBFGS, count);
  nlopt_set_min_objective(optimizer, call, &evaluate);
  nlopt_set_ftol_rel(optimizer, 1e-12);
  nlopt_set_maxeval(optimizer, 500);
  // No first step of the line search may leave for where the equations are stiff.
  double logs[count], lower[count], upper[count], loss;
  for (unsigned i = 0; i < count; ++i) {
    logs[i] = std::log(parameters[i].start);
    lower[i] = logs[i] - std::log(3.0);
    upper[i] = logs[i] + std::log(3.0);
  }
  nlopt_set_lower_bounds(optimizer, lower);
  nlopt_set_upper_bounds(optimizer, upper);
  nlopt_optimize(optimizer, logs, &loss); // however it ends, the table below decides
  nlopt_destroy(optimizer);
  return best;
}

bool agrees(double found, double known, double digits) {
  return std::fabs(found - known) <=
         0.5 * std::pow(10.0, std::floor(std::log10(known)) + 1 - digits);
}

/// Prints the fit; true if it is the known one.
bool printTable(const Fit &found) {
  bool good = agrees(found.loss, knownLoss, 5);
  std::printf("%-14s%12s%12s\n", "parameter", "fitted", "known");
  for (unsigned i = 0; i < count; ++i) {
    double value = std::exp(found.logs[i]);
    bool same = agrees(value, parameters[i].known, 3);
    good &= same;
    std::printf("%-14s%12.4f%12.4f%s\n", parameters[i].name, value, parameters[i].known,
                same ? "" : "   differs");
  }
  std::printf("%-14s%12.4f%12.4f\n", "loss", found.loss, knownLoss);
  return good;
}

} // namespace

int main() {
  try {
    auto start = std::chrono::steady_clock::now();
    Fit found = fit(readRecord(HARE_LYNX_FOLDER "/hudson_bay_hare_lynx.csv"));
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::printf("%.3f s for %u evaluations of loss and gradient\n", taken.count(),
                found.evaluations);
    if (printTable(found))
      return 0;
    std::fprintf(stderr, "error: this is not the known fit\n");
  } catch (const ct::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  }
  return 1;
}

// Fits the predator-prey equations to the record of hare and lynx, with gradients from Cotan.
//
// usage: hare_lynx [PICTURE.svg]     exit status 0 if the known best fit is reached
#include "model.h"
#include "picture.h"

#include "cotan/support/stopwatch.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <nlopt.h>

using namespace hare_lynx;
using cotan::Stopwatch;

namespace {

struct Parameter {
  const char *name;
  double start, known; // `known`: found with another solver and optimizer, to three digits
};
constexpr Parameter parameters[numParameters] = {
    {"birth", 0.5, 0.540},     {"predation", 0.025, 0.0272}, {"death", 0.8, 0.796},
    {"growth", 0.025, 0.0237}, {"initial hare", 30, 34.6},   {"initial lynx", 4, 5.84}};
constexpr double knownLoss = 2.0187;

/// What NLopt calls back with: parameters are searched as logarithms, so they stay positive.
struct Search {
  Model &model;
  unsigned evaluations = 0;
  Parameters best = {};
  double bestLoss = HUGE_VAL;
};

double evaluate(unsigned count, const double *logs, double *gradient, void *data) {
  Search &search = *static_cast<Search *>(data);
  Parameters theta;
  for (unsigned i = 0; i < count; ++i)
    theta[i] = std::exp(logs[i]);
  auto point = search.model.evaluate(theta);
  ++search.evaluations;
  if (!point)
    return HUGE_VAL; // the line search steps back
  for (unsigned i = 0; gradient && i < count; ++i)
    gradient[i] = point->gradient[i] * theta[i];
  if (point->loss < search.bestLoss) {
    search.bestLoss = point->loss;
    search.best = theta;
  }
  llvm::outs() << llvm::formatv("{0}evaluation {1,3}   loss {2:f6}{3}",
                                llvm::sys::Process::StandardOutIsDisplayed() ? "\r" : "",
                                search.evaluations, search.bestLoss,
                                llvm::sys::Process::StandardOutIsDisplayed() ? "" : "\n");
  llvm::outs().flush();
  return point->loss;
}

void minimize(Search &search) {
  nlopt_opt optimizer = nlopt_create(NLOPT_LD_LBFGS, numParameters);
  nlopt_set_min_objective(optimizer, evaluate, &search);
  nlopt_set_ftol_rel(optimizer, 1e-12);
  nlopt_set_maxeval(optimizer, 500);
  // No first step of the line search may leave for where the equations are stiff.
  double logs[numParameters], lower[numParameters], upper[numParameters], loss;
  for (unsigned i = 0; i < numParameters; ++i) {
    logs[i] = std::log(parameters[i].start);
    lower[i] = logs[i] - std::log(3.0);
    upper[i] = logs[i] + std::log(3.0);
  }
  nlopt_set_lower_bounds(optimizer, lower);
  nlopt_set_upper_bounds(optimizer, upper);
  nlopt_result result = nlopt_optimize(optimizer, logs, &loss);
  nlopt_destroy(optimizer);
  llvm::outs() << '\n';
  if (result < 0) // rounding limits are reached after convergence; the check below decides
    llvm::outs() << "the optimizer stopped: " << nlopt_result_to_string(result) << '\n';
}

bool agrees(double found, double known, double digits) {
  return std::fabs(found - known) <=
         0.5 * std::pow(10.0, std::floor(std::log10(known)) + 1 - digits);
}

/// Prints the fit; true if it is the known one.
bool printTable(const Search &search) {
  bool good = agrees(search.bestLoss, knownLoss, 5);
  llvm::outs() << llvm::formatv("\n{0,-14}{1,10}{2,12}{3,12}\n", "parameter", "start", "fitted",
                                "known");
  for (unsigned i = 0; i < numParameters; ++i) {
    const Parameter &parameter = parameters[i];
    bool same = agrees(search.best[i], parameter.known, 3);
    good &= same;
    llvm::outs() << llvm::formatv("{0,-14}{1,10:f4}{2,12:f4}{3,12:f4}{4}\n", parameter.name,
                                  parameter.start, search.best[i], parameter.known,
                                  same ? "" : "   differs");
  }
  llvm::outs() << llvm::formatv("{0,-14}{1,10}{2,12:f4}{3,12:f4}\n", "loss", "", search.bestLoss,
                                knownLoss);
  return good;
}

int report(llvm::Error error) {
  llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "error: ");
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  const std::string folder = HARE_LYNX_FOLDER, picture = argc > 1 ? argv[1] : "hare_lynx.svg";
  auto record = readRecord(folder + "/hudson_bay_hare_lynx.csv");
  if (!record)
    return report(record.takeError());
  Stopwatch compiling;
  auto model = Model::load(folder + "/hare_lynx.mlir", *record);
  double compileTime = compiling.seconds();
  if (!model)
    return 1;
  llvm::outs() << llvm::formatv("fitting {0} years of hare and lynx, {1} parameters\n",
                                record->size(), unsigned(numParameters));
  Stopwatch running;
  Search search{*model};
  minimize(search);
  double runTime = running.seconds();
  bool good = printTable(search);

  const double spacing = 0.1;
  auto curve = model->curve(search.best, size_t((record->size() - 1) / spacing) + 1, spacing);
  if (curve.empty())
    return 1;
  if (llvm::Error error = drawPicture(picture, *record, curve, spacing))
    return report(std::move(error));
  llvm::outs() << llvm::formatv(
      "\n{0:f3} s to differentiate and compile, {1:f3} s for {2} evaluations of loss and "
      "gradient; picture: {3}\n",
      compileTime, runTime, search.evaluations, picture);
  if (!good)
    llvm::errs() << "error: this is not the known fit\n";
  return good ? 0 : 1;
}

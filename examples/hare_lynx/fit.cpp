// Fits the predator-prey equations to the Hudson's Bay Company's hare and lynx record. The gradient
// of the loss, through an adaptive solver whose number of steps depends on the parameters, comes
// from Cotan; the optimizer is NLopt's L-BFGS.
#include "model.h"
#include "picture.h"
#include "record.h"

#include "cotan/support/big_stack.h"

#include <nlopt.h>

#include <chrono>
#include <cmath>
#include <cstdio>

using namespace hare_lynx;

namespace {

constexpr Theta start = {0.5, 0.025, 0.8, 0.025, 30, 4};

// Found by another solver and another optimizer (SciPy's DOP853 and BFGS).
constexpr double expectedLoss = 2.0187;
constexpr std::array<const char *, 6> expected = {"0.54", "0.0272", "0.796", "0.0237", "34.6", "5.84"};

struct Fit {
  Model &model;
  const Record &record;
  int evaluations = 0;
  double best = HUGE_VAL;
};

/// All parameters are positive and of different sizes, so the optimizer sees their logarithms.
Theta thetaOf(const double *logarithms) {
  Theta theta;
  for (size_t i = 0; i < theta.size(); ++i)
    theta[i] = std::exp(logarithms[i]);
  return theta;
}

double evaluate(unsigned count, const double *logarithms, double *gradient, void *data) {
  auto &fit = *static_cast<Fit *>(data);
  Theta theta = thetaOf(logarithms);
  auto misfit = fit.model.misfit(theta, fit.record);
  ++fit.evaluations;
  if (!misfit || !std::isfinite(misfit->loss))
    return HUGE_VAL;
  for (unsigned i = 0; gradient && i < count; ++i)
    gradient[i] = misfit->gradient[i] * theta[i];
  if (misfit->loss < fit.best) {
    fit.best = misfit->loss;
    std::printf("evaluation %3d   loss %.6f\n", fit.evaluations, misfit->loss);
    std::fflush(stdout);
  }
  return misfit->loss;
}

/// The best theta, and its loss.
std::pair<Theta, double> optimize(Fit &fit) {
  std::array<double, 6> logarithms;
  for (size_t i = 0; i < start.size(); ++i)
    logarithms[i] = std::log(start[i]);
  nlopt_opt optimizer = nlopt_create(NLOPT_LD_LBFGS, logarithms.size());
  nlopt_set_min_objective(optimizer, evaluate, &fit);
  nlopt_set_ftol_rel(optimizer, 1e-10);
  nlopt_set_maxeval(optimizer, 500);
  double loss = HUGE_VAL;
  nlopt_result status = nlopt_optimize(optimizer, logarithms.data(), &loss);
  nlopt_destroy(optimizer);
  if (status < 0)
    std::fprintf(stderr, "error: the optimizer stopped with status %s\n", nlopt_result_to_string(status));
  return {thetaOf(logarithms.data()), loss};
}

std::string threeDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

/// Prints the table; false if a number is not the one other programs find.
bool report(const Theta &theta, double loss) {
  bool isRight = std::abs(loss - expectedLoss) < 5e-5;
  std::printf("\n%-12s %10s %10s\n", "parameter", "start", "fitted");
  for (size_t i = 0; i < theta.size(); ++i) {
    std::printf("%-12s %10.4g %10.4g\n", thetaNames[i], start[i], theta[i]);
    if (threeDigits(theta[i]) == expected[i])
      continue;
    isRight = false;
    std::fprintf(stderr, "error: %s should be %s\n", thetaNames[i], expected[i]);
  }
  std::printf("%-12s %10s %10.5g\n", "loss", "", loss);
  if (!isRight)
    std::fprintf(stderr, "error: this is not the fit that other programs find (loss %.4f)\n", expectedLoss);
  return isRight;
}

int run(const std::string &picture) {
  const std::string folder = HARE_LYNX_FOLDER;
  auto record = readRecord(folder + "/hudson_bay_hare_lynx.csv");
  auto model = Model::load(folder + "/hare_lynx.mlir");
  if (!record || !model)
    return 1;
  auto begin = std::chrono::steady_clock::now();
  Fit fit{*model, *record};
  auto [theta, loss] = optimize(fit);
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  bool isRight = report(theta, loss);
  std::printf("\n%d evaluations of loss and gradient in %.1f s\n", fit.evaluations, time.count());
  if (!drawPicture(picture, *record, *model, theta))
    return 1;
  std::printf("data and fitted curves: %s\n", picture.c_str());
  return isRight ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    std::fprintf(stderr, "usage: hare_lynx [PICTURE.svg]\n");
    return 2;
  }
  int status = 1;
  cotan::runOnBigStack([&] { status = run(argc == 2 ? argv[1] : "hare_lynx.svg"); });
  return status;
}

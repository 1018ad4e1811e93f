#include "finite_differences.h"

#include <array>

using namespace mlir;

namespace cotan::check {
namespace {

/// A derivative, and how sure it is: how far the last extrapolations differ.
struct Slope {
  double value, error;
};

/// d/dt of `f(t)` at 0, where `difference(h)` computes f(h) - f(-h). Ridders' method: central
/// differences over a wide range of steps, extrapolated to 0; the most consistent one wins, so a
/// kink at some distance or rounding at small steps does no harm. (C. Ridders, Advances in
/// Engineering Software 4, 1982.)
FailureOr<Slope> slopeAtZero(double firstStep,
                             llvm::function_ref<FailureOr<double>(double step)> difference) {
  constexpr int levels = 6;
  constexpr double ratio = 4;
  Slope best{0, std::numeric_limits<double>::infinity()};
  std::array<double, levels> previous{}, current{};
  double step = firstStep;
  for (int i = 0; i < levels; ++i, step /= ratio) {
    FailureOr<double> change = difference(step);
    if (failed(change))
      return failure();
    current[0] = *change / (2 * step);
    double factor = 1;
    for (int j = 1; j <= i; ++j) { // removes the error of order step^(2j)
      factor *= ratio * ratio;
      current[j] = current[j - 1] + (current[j - 1] - previous[j - 1]) / (factor - 1);
      double error =
          std::max(std::fabs(current[j] - current[j - 1]), std::fabs(current[j] - previous[j - 1]));
      if (error <= best.error)
        best = {current[j], error};
    }
    previous = current;
  }
  return best;
}

constexpr int64_t fewElements = 16; // inputs up to this size are checked element by element

Array axpy(double t, const Array &direction, const Array &x) {
  Array sum(DType::f64, x.shape());
  for (auto [i, value] : llvm::enumerate(sum.mutableValues<double>()))
    value = x.asDouble(i) + t * direction.asDouble(i);
  return sum;
}

/// How far an input is moved by a step of 1: steps are relative, but not to very small numbers.
double unitOf(const Array &x, int64_t i) { return std::max(std::fabs(x.asDouble(i)), 0.1); }

Arrays scaledDirection(const Motion &motion, ArrayRef<Array> direction) {
  Arrays scaled;
  for (auto [k, i] : llvm::enumerate(motion.wrt)) {
    Array copy(DType::f64, direction[k].shape());
    for (auto [n, value] : llvm::enumerate(copy.mutableValues<double>()))
      value = direction[k].asDouble(n) * unitOf(motion.inputs[i], n);
    scaled.push_back(copy);
  }
  return scaled;
}

/// All directions that are tried: two random ones, and each element alone if there are few.
std::vector<Arrays> directionsOf(const Motion &motion, Random &random) {
  Arrays moved = pick(motion.inputs, motion.wrt);
  std::vector<Arrays> directions;
  for (int i = 0; i < 2; ++i)
    directions.push_back(scaledDirection(motion, randomLike(moved, random)));
  int64_t elements = 0;
  for (const Array &array : moved)
    elements += array.size();
  if (elements > fewElements)
    return directions;
  for (size_t k = 0; k < moved.size(); ++k)
    for (int64_t n = 0; n < moved[k].size(); ++n) {
      Arrays unit;
      for (const Array &array : moved)
        unit.push_back(Array::zeros(DType::f64, array.shape()));
      unit[k].mutableValues<double>()[n] = 1;
      directions.push_back(scaledDirection(motion, unit));
    }
  return directions;
}

std::string nameOf(size_t direction) {
  return direction < 2 ? "a random direction" : "element " + std::to_string(direction - 2);
}

LogicalResult disagreement(const Motion &motion, StringRef what, size_t direction, double found,
                           Slope expected, bool settled) {
  return motion.sample.function().emitError()
         << what << " along " << nameOf(direction) << ": found " << printNumber(found)
         << ", expected " << printNumber(expected.value) << " +- " << printNumber(expected.error)
         << " by finite differences"
         << (settled ? ""
                     : "; they do not settle: keep the inputs away from kinks, or say "
                       "check.no_gradient");
}

} // namespace

FailureOr<double> Motion::difference(double step, ArrayRef<Array> direction) const {
  FailureOr<Arrays> sides[2] = {failure(), failure()};
  for (int side : {0, 1}) {
    Arrays moved = inputs;
    for (auto [k, i] : llvm::enumerate(wrt))
      moved[i] = axpy(side ? -step : step, direction[k], inputs[i]);
    sides[side] = program.run(moved, Program::limits);
    if (failed(sides[side]))
      return failure();
  }
  long double sum = 0; // of differences, which loses less than a difference of sums
  for (auto [k, j] : llvm::enumerate(results)) {
    const Array &plus = (*sides[0])[j], &minus = (*sides[1])[j];
    if (plus.shape() != weights[k].shape() || minus.shape() != weights[k].shape())
      return std::numeric_limits<double>::quiet_NaN();
    for (int64_t i = 0; i < plus.size(); ++i)
      sum +=
          (static_cast<long double>(plus.asDouble(i)) - minus.asDouble(i)) * weights[k].asDouble(i);
  }
  return static_cast<double>(sum);
}

LogicalResult expectGradient(const Motion &motion, ArrayRef<Array> gradient, StringRef what) {
  FailureOr<Arrays> base = motion.program.run(motion.inputs, Program::limits);
  if (failed(base))
    return failure();
  Random random = motion.sample.random("directions");
  const double tolerance = std::max(1e-7, motion.sample.tolerance());
  // Differences of rounded results are no better than this.
  const double noise = 1e-10 * dot(pick(*base, motion.results), motion.weights).magnitude + 1e-12;
  for (auto [number, u] : llvm::enumerate(directionsOf(motion, random))) {
    const Dot found = dot(gradient, u);
    auto slopeFrom = [&](double firstStep) {
      return slopeAtZero(firstStep, [&](double step) { return motion.difference(step, u); });
    };
    // Beyond, differences prove nothing.
    auto coarse = [&](Slope slope) {
      return 100 * tolerance * std::max(found.magnitude, std::fabs(slope.value));
    };
    auto agrees = [&](Slope slope) {
      return std::fabs(found.value - slope.value) <=
             coarse(slope) / 100 + std::min(8 * slope.error, coarse(slope)) + noise;
    };
    FailureOr<Slope> slope = slopeFrom(0.031);
    if (failed(slope))
      return failure();
    if (!agrees(*slope)) {
      // Rounding errors may look consistent by chance; they are others with other steps.
      FailureOr<Slope> again = slopeFrom(0.023);
      if (failed(again))
        return failure();
      slope->error = std::max(slope->error, std::fabs(again->value - slope->value));
    }
    const bool settled = slope->error <= coarse(*slope) + noise;
    if (agrees(*slope) || (!settled && motion.sample.has("check.smooth_only")))
      continue;
    return disagreement(motion, what, number, found.value, *slope, settled);
  }
  return success();
}

} // namespace cotan::check

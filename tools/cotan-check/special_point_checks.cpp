// Derivatives at special points are the limits of those nearby, to third order: what formulas do
// about zeros, ties and thresholds must not show in derivatives. Where a function is not smooth its
// derivative is a choice, and the sample says so with check.kinks. And where a function is finite,
// so are its derivatives, or infinite: they are not lost to an infinity on the way.
#include "checks.h"

#include "special_points.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr unsigned levels = 3, sides = 4;       // places beside a point: on each side of two lines
constexpr double farthest = 0x1p-18, ratio = 2; // their distances

//--- programs whose results are derivatives of each other

/// `orders[k][j]` is a result of the program; for each j all have one shape.
struct Family {
  std::string mode;
  Program program;
  std::vector<Positions> orders;
  Arrays extra;      // inputs after those of the sample
  uint64_t work = 0; // of a run: steps, those on large tensors as several
  Limits limits = {};
};

/// Derivatives of reverse mode, one after another; each is of those before along `direction`.
FailureOr<Family> reverseFamily(const Sample &sample, ArrayRef<Array> direction) {
  const FirstOrder &first = *sample.derivative();
  Family family{
      "reverse mode", first.reverse.program.clone(), {first.reverse.results}, first.seeds};
  for (unsigned k = 2; k <= sample.order(); ++k) {
    FailureOr<Derivative> next = reverse(family.program, first.wrt, family.orders.back());
    if (failed(next))
      return failure();
    family.program = std::move(next->program);
    family.orders.push_back(next->results);
    family.extra.append(direction.begin(), direction.end());
  }
  return family;
}

/// The Taylor coefficients of the results.
FailureOr<Family> taylorFamily(const Sample &sample, ArrayRef<Array> direction) {
  const FirstOrder &first = *sample.derivative();
  const unsigned order = sample.order();
  FailureOr<Derivative> taylor = forward(first.primal, first.wrt, order, /*given=*/1);
  if (failed(taylor))
    return failure();
  Family family{"Taylor mode", std::move(taylor->program), {}, Arrays(direction)};
  family.orders.resize(order);
  for (auto [i, result] : llvm::enumerate(taylor->results))
    family.orders[i % order].push_back(result);
  return family;
}

/// The gradients of the Taylor coefficients below the highest.
FailureOr<Family> mixedFamily(const Sample &sample, ArrayRef<Array> direction) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Family> family = taylorFamily(sample, direction);
  if (failed(family))
    return failure();
  family->mode = "reverse over Taylor mode";
  std::vector<Positions> coefficients = std::exchange(family->orders, {});
  for (const Positions &coefficient : ArrayRef(coefficients).drop_back()) {
    FailureOr<Derivative> next = reverse(family->program, first.wrt, coefficient);
    if (failed(next))
      return failure();
    family->program = std::move(next->program);
    family->extra.append(first.seeds.begin(), first.seeds.end());
    family->orders.push_back(next->results);
  }
  return family;
}

/// Tensors in the middle are taken to be as large as the results.
uint64_t workOf(const RunStatistics &run, ArrayRef<Array> outputs) {
  constexpr uint64_t elementsOfStep = 128;
  uint64_t elements = 0;
  for (const Array &output : outputs)
    elements += output.size();
  return run.steps * (1 + elements / (elementsOfStep * outputs.size()));
}

FailureOr<std::vector<Family>> familiesOf(const Sample &sample, ArrayRef<Array> direction) {
  std::vector<Family> families;
  for (auto make : {reverseFamily, taylorFamily, mixedFamily}) {
    if (make != reverseFamily && sample.hasCustomRules())
      break;
    FailureOr<Family> family = make(sample, direction);
    if (failed(family))
      return failure();
    RunStatistics statistics; // with other numbers, loops may not end
    FailureOr<Arrays> outputs =
        family->program.run(concat(sample.inputs(), family->extra), &statistics);
    if (failed(outputs))
      return failure();
    family->work = workOf(statistics, *outputs);
    family->limits.maxSteps = 4 * statistics.steps + 100;
    families.push_back(std::move(*family));
  }
  return families;
}

//--- limits

/// What numbers on one side of a point, at distances that shrink, say of the number there.
struct Limit {
  explicit Limit(std::array<double, levels> y) {
    isFinite = llvm::all_of(y, [](double v) { return std::isfinite(v); });
    for (double v : y)
      largest = isFinite ? std::max(largest, std::fabs(v)) : largest;
    before = y[levels - 2] - y[levels - 3];
    last = y[levels - 1] - y[levels - 2];
    double factor = 1;
    for (unsigned order = 1; order < levels; ++order) { // polynomials through more and more of them
      factor *= ratio;
      value = y[levels - 1];
      for (unsigned i = levels - 1; i >= order; --i)
        y[i] += (y[i] - y[i - 1]) / (factor - 1);
      error = std::fabs(y[levels - 1] - value);
    }
    value = y[levels - 1];
  }

  bool exists(double scale) const { return isFinite && error <= 1e-4 * scale; }
  /// Its steps do not become smaller.
  bool isInfinite() const { return isFinite && last * before > 0 && last / before > 0.95; }

  double value, error, before, last;
  double largest = 0; // of the numbers
  bool isFinite;      // all of them are
};

enum class Verdict { right, edge, kink, wrong };

/// Whether `found` is what these limits say; at an edge of where the function is finite, those from
/// outside do not count.
Verdict judge(double found, SmallVector<Limit> limits, bool isOutside, bool isEdge) {
  if (isEdge)
    llvm::erase_if(limits, [](const Limit &limit) { return !limit.isFinite; });
  if (limits.empty() || (isOutside && !std::isfinite(found)))
    return Verdict::edge;
  double scale = std::isfinite(found) ? std::max(1.0, std::fabs(found)) : 1, error = 0;
  for (const Limit &limit : limits)
    scale = std::max(scale, limit.largest);
  const double value = limits.front().value;
  bool exists = true;
  for (const Limit &limit : limits) {
    exists &=
        limit.exists(scale) && std::fabs(limit.value - value) <= 1e-5 * scale + 4 * limit.error;
    error = std::max(error, limit.error);
  }
  if (exists)
    return std::fabs(found - value) <= 1e-6 * scale + 8 * error ? Verdict::right : Verdict::wrong;
  const bool isInfinite = llvm::all_of(limits, [](const Limit &l) { return l.isInfinite(); });
  return isEdge || (isInfinite && !std::isfinite(found)) ? Verdict::edge : Verdict::kink;
}

//--- the check

/// Runs of a program at a point and beside it.
class Surroundings {
public:
  Surroundings(const Sample &sample, const Family &family, Interpreter &interpreter,
               const SpecialPoint &point)
      : sample(sample), family(family), interpreter(interpreter), point(point) {}

  /// False if the program refuses the point, or its results have other shapes beside it.
  bool run(ArrayRef<Arrays> lines) {
    ScopedDiagnosticHandler quiet(sample.program().context(),
                                  [](Diagnostic &) { return success(); });
    FailureOr<Arrays> at = outputsAt(0, lines.front());
    if (failed(at))
      return false;
    here = std::move(*at);
    isOutside = !isFinite(here);
    isEdge = isOutside;
    for (unsigned side = 0; side < sides; ++side)
      for (unsigned level = 0; level < levels; ++level) {
        const double distance = farthest * std::pow(ratio, -double(level));
        FailureOr<Arrays> found = outputsAt(side % 2 ? -distance : distance, lines[side / 2]);
        if (failed(found) || !haveSameShapes(*found))
          return false;
        isEdge = isEdge || !isFinite(*found);
        beside[side][level] = std::move(*found);
      }
    return true;
  }

  /// Reports a derivative that is not the limit of those beside it. `kink` becomes the first that
  /// has none: from then on any number may be a choice that depends on that one.
  LogicalResult expectLimits(std::string &kink) const {
    llvm::DenseSet<std::pair<unsigned, int64_t>> isDone; // higher derivatives of these say nothing
    bool isSmooth = true;
    std::string wrong;
    for (unsigned k = 0; k < family.orders.size(); ++k) {
      for (unsigned j = 0; j < family.orders[k].size(); ++j)
        for (int64_t i = 0; i < here[family.orders[k][j]].size(); ++i) {
          if (isDone.contains({j, i}))
            continue;
          Verdict verdict =
              judge(here[family.orders[k][j]].asDouble(i), limitsOf(k, j, i), isOutside, isEdge);
          if (verdict == Verdict::wrong && wrong.empty())
            wrong = describe(k, j, i);
          if (verdict == Verdict::kink && kink.empty())
            kink = describe(k, j, i);
          isSmooth = isSmooth && verdict != Verdict::kink;
          if (verdict != Verdict::right)
            isDone.insert({j, i});
        }
      if (isSmooth && !wrong.empty())
        return sample.function().emitError(wrong);
    }
    return success();
  }

private:
  FailureOr<Arrays> outputsAt(double step, ArrayRef<Array> line) const {
    Arrays inputs = concat(point.inputs, family.extra);
    for (auto [u, i] : llvm::zip_equal(line, sample.derivative()->wrt)) {
      Array moved(DType::f64, inputs[i].shape());
      for (auto [n, to] : llvm::enumerate(moved.mutableValues<double>()))
        to = inputs[i].asDouble(n) + step * u.asDouble(n);
      inputs[i] = moved;
    }
    return interpreter.run(inputs, family.limits);
  }

  bool haveSameShapes(ArrayRef<Array> outputs) const {
    return llvm::all_of(llvm::zip_equal(outputs, here), [](auto pair) {
      return std::get<0>(pair).shape() == std::get<1>(pair).shape();
    });
  }

  /// Whether the function is, not its derivatives.
  bool isFinite(ArrayRef<Array> outputs) const {
    return llvm::all_of(outputs.take_front(sample.outputs().size()), [](const Array &array) {
      for (int64_t i = 0; i < array.size(); ++i)
        if (!std::isfinite(array.asDouble(i)))
          return false;
      return true;
    });
  }

  SmallVector<Limit> limitsOf(unsigned k, unsigned j, int64_t i) const {
    SmallVector<Limit> limits;
    for (const auto &side : beside) {
      std::array<double, levels> y;
      for (unsigned level = 0; level < levels; ++level)
        y[level] = side[level][family.orders[k][j]].asDouble(i);
      limits.push_back(Limit(y));
    }
    return limits;
  }

  std::string describe(unsigned k, unsigned j, int64_t i) const {
    std::string text = "at " + point.name + ", element " + std::to_string(i) + " of derivative #" +
                       std::to_string(j) + " of order " + std::to_string(k + 1) + " by " +
                       family.mode + " is " + printNumber(here[family.orders[k][j]].asDouble(i)) +
                       ", but beside it";
    for (const Limit &limit : limitsOf(k, j, i))
      text += (limit.isInfinite() ? " towards infinity " : " ") + printNumber(limit.value) +
              " +- " + printNumber(limit.error);
    return text;
  }

  const Sample &sample;
  const Family &family;
  Interpreter &interpreter; // of its program
  const SpecialPoint &point;
  Arrays here;
  std::array<std::array<Arrays, levels>, sides> beside;
  bool isOutside = false, isEdge = false;
};

/// A direction along no axis.
Arrays directionOf(const Sample &sample, Random &random) {
  Arrays direction;
  for (const Array &array : pick(sample.inputs(), sample.derivative()->wrt)) {
    Array u = random.array(DType::f64, array.shape(), 0.5, 1);
    for (double &value : u.mutableValues<double>())
      value = random.uniform(-1, 1) < 0 ? -value : value;
    direction.push_back(u);
  }
  return direction;
}

/// Of how many points one is looked at: some derivatives are so long that all would take too long.
size_t everyHowMany(size_t numPoints, const Family &family) {
  constexpr uint64_t mostWork = 200'000;
  const uint64_t work = numPoints * (1 + sides * levels) * family.work;
  return std::min(std::max<uint64_t>(1, work / mostWork), std::max<uint64_t>(1, numPoints / 3));
}

LogicalResult specialPointsAreRight(Sample &sample) {
  Random random = sample.random("beside");
  const Arrays lines[] = {directionOf(sample, random), directionOf(sample, random)};
  FailureOr<std::vector<Family>> families = familiesOf(sample, directionOf(sample, random));
  if (failed(families))
    return failure();
  std::string kink;
  const std::vector<SpecialPoint> points = specialPoints(sample);
  bool areAll = true;
  for (const Family &family : *families) {
    const size_t every = sample.isThorough() ? 1 : everyHowMany(points.size(), family);
    areAll &= every == 1;
    FailureOr<Interpreter *> interpreter = family.program.interpreter();
    if (failed(interpreter))
      return failure();
    for (size_t i = random.bits() % every; i < points.size(); i += every)
      if (Surroundings beside(sample, family, **interpreter, points[i]);
          beside.run(lines) && failed(beside.expectLimits(kink)))
        return failure();
  }
  if (kink.empty() ? !sample.has("check.kinks") || !areAll : sample.has("check.kinks"))
    return success();
  if (kink.empty())
    return sample.function().emitError("has no kink at any special point; remove check.kinks");
  return sample.function().emitError(kink)
         << "; if the function is not smooth there, say where with check.kinks";
}

//--- large numbers

/// exp overflows from 710 on.
constexpr double largeNumbers[] = {50, -50, 720, -720, 1e5, -1e5};

LogicalResult expectNumbers(const Sample &sample, const Family &family, double large) {
  Arrays inputs = concat(sample.inputs(), family.extra);
  for (unsigned i : sample.derivative()->wrt) {
    inputs[i] = Array(DType::f64, inputs[i].shape());
    llvm::fill(inputs[i].mutableValues<double>(), large);
  }
  FailureOr<Interpreter *> interpreter = family.program.interpreter();
  if (failed(interpreter))
    return failure();
  FailureOr<Arrays> found = (*interpreter)->run(inputs, family.limits);
  if (failed(found))
    return failure();
  auto isFinite = [&](int64_t i) {
    return llvm::all_of(ArrayRef(*found).take_front(sample.outputs().size()),
                        [&](const Array &y) { return std::isfinite(y.asDouble(i)); });
  };
  for (unsigned k = 0; k < family.orders.size(); ++k)
    for (unsigned result : family.orders[k])
      for (int64_t i = 0; i < (*found)[result].size(); ++i)
        if (isFinite(i) && std::isnan((*found)[result].asDouble(i)))
          return sample.function().emitError("where all arguments are ")
                 << printNumber(large) << " the result is finite, but its derivative of order "
                 << k + 1 << " by " << family.mode << " is NaN";
  return success();
}

/// Whether an argument is said to be positive.
bool isPositiveOnly(const Sample &sample) {
  return llvm::any_of(sample.derivative()->wrt, [&](unsigned i) {
    auto range = sample.function().getArgAttrOfType<ArrayAttr>(i, "check.range");
    return range && numberOf(range[0]) >= 0;
  });
}

LogicalResult largeNumbersAreRight(Sample &sample) {
  Random random = sample.random("large");
  FailureOr<std::vector<Family>> families = familiesOf(sample, directionOf(sample, random));
  if (failed(families))
    return failure();
  for (double large : largeNumbers)
    for (const Family &family : *families)
      if ((large > 0 || !isPositiveOnly(sample)) && failed(expectNumbers(sample, family, large)))
        return failure();
  return success();
}

/// One op, of elements alone: of several, one may give another what is infinite.
bool isElementwise(const Sample &sample) {
  unsigned count = 0;
  auto find = [&](Operation *op) {
    const bool isFrame = isa<func::FuncOp, ModuleOp>(op) || op->hasTrait<OpTrait::ConstantLike>() ||
                         op->hasTrait<OpTrait::IsTerminator>();
    count += !isFrame;
    return isFrame || op->hasTrait<Elementwise>() ? WalkResult::advance() : WalkResult::interrupt();
  };
  return hasPreciseDerivative(sample) && !sample.has("check.smooth_only") &&
         sample.outputs().size() == 1 &&
         !sample.derivative()->primal.module().walk(find).wasInterrupted() && count == 1;
}

} // namespace

void addSpecialPointChecks(Checks &checks) {
  // At special points a program may take another way, whose derivative is another one.
  auto hasOneWay = [](const Sample &sample) {
    if (!hasPreciseDerivative(sample))
      return false;
    auto findRegion = [](Operation *op) {
      bool isWay = op->getNumRegions() > 0 && !isa<func::FuncOp, ModuleOp>(op);
      return isWay || isa<CallOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance();
    };
    return !sample.derivative()->primal.module().walk(findRegion).wasInterrupted();
  };
  checks.push_back({"special-points", hasOneWay, specialPointsAreRight});
  checks.push_back({"large-numbers", isElementwise, largeNumbersAreRight});
}

} // namespace cotan::check

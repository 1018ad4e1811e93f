// Taylor mode agrees with forward mode applied again and again, in the interpreter and in machine
// code; so do the derivatives of either, and Taylor mode of a derivative.
#include "checks.h"

#include "cotan/driver/executable.h"
#include "cotan/ir/types.h"

using namespace mlir;

namespace cotan::check {
namespace {

constexpr unsigned taylorOrder = 3;

/// How the arguments `wrt` of a program move: entry k - 1 holds coefficient k of each.
struct Curve {
  Positions wrt;
  std::vector<Arrays> coefficients;
};

double factorial(unsigned k) { return std::tgamma(k + 1.0); }

/// Every element times `factor`; f64 only.
Array times(const Array &array, double factor) {
  Array product(array.dtype(), array.shape());
  for (auto [from, to] : llvm::zip_equal(array.values<double>(), product.mutableValues<double>()))
    to = from * factor;
  return product;
}

Curve randomCurve(const Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Random random = sample.random("curve");
  Curve curve{first.wrt, {}};
  for (unsigned k = 1; k <= taylorOrder; ++k)
    curve.coefficients.push_back(randomLike(pick(sample.inputs(), first.wrt), random));
  return curve;
}

/// The coefficients in the order Taylor mode takes them.
Arrays argumentsOf(const Curve &curve, unsigned given) {
  Arrays arguments;
  for (unsigned i = 0; i < curve.wrt.size(); ++i)
    for (unsigned k = 0; k < given; ++k)
      arguments.push_back(curve.coefficients[k][i]);
  return arguments;
}

/// Forward mode applied `order` times: the argument that stands for the k-th derivative of a curve
/// has the next as its tangent.
class Nested {
public:
  static FailureOr<Nested> make(const Program &program, const Curve &curve, unsigned order) {
    Nested nested{program.clone(), {}, {}, {}};
    for (auto [i, position] : llvm::enumerate(curve.wrt))
      nested.moving.push_back({position, unsigned(i), 0});
    nested.newest = differentiableAmong(program.function().getResultTypes());
    for (unsigned k = 1; k <= order; ++k)
      if (failed(nested.push(curve)))
        return failure();
    return nested;
  }

  Program program;
  struct Moving {
    unsigned position, argument, degree;
  };
  SmallVector<Moving> moving;
  Arrays arguments;                // the appended ones
  Positions newest;                // the highest derivatives of the results
  std::vector<Positions> byDegree; // the k-th derivatives of the results at k - 1

private:
  Nested(Program program, SmallVector<Moving> moving, Arrays arguments, Positions newest)
      : program(std::move(program)), moving(std::move(moving)), arguments(std::move(arguments)),
        newest(std::move(newest)) {}

  LogicalResult push(const Curve &curve) {
    Positions wrt, floats = differentiableAmong(program.function().getResultTypes());
    for (const Moving &argument : moving)
      wrt.push_back(argument.position);
    FailureOr<Derivative> next = forward(program, wrt);
    if (failed(next))
      return failure();
    for (unsigned i = 0; i < wrt.size(); ++i) {
      const unsigned argument = moving[i].argument, degree = moving[i].degree + 1;
      moving.push_back({next->arguments[i], argument, degree});
      arguments.push_back(times(curve.coefficients[degree - 1][argument], factorial(degree)));
    }
    for (unsigned &position : newest)
      position = next->results[llvm::find(floats, position) - floats.begin()];
    byDegree.push_back(newest);
    program = std::move(next->program);
    return success();
  }
};

/// The coefficients of all float results, in the order Taylor mode gives them.
FailureOr<Arrays> runNested(const Nested &nested, ArrayRef<Array> inputs) {
  FailureOr<Arrays> outputs = nested.program.run(concat(inputs, nested.arguments));
  if (failed(outputs))
    return failure();
  Arrays coefficients;
  for (unsigned j = 0; j < nested.newest.size(); ++j)
    for (auto [i, positions] : llvm::enumerate(nested.byDegree))
      coefficients.push_back(times((*outputs)[positions[j]], 1 / factorial(i + 1)));
  return coefficients;
}

LogicalResult expectSame(const Sample &sample, ArrayRef<Array> found, ArrayRef<Array> expected,
                         const Twine &what) {
  return expectClose(sample.function().getLoc(), found, expected,
                     std::max(1e-9, sample.tolerance()), what);
}

LogicalResult agreesWithNested(const Sample &sample, const Program &program, ArrayRef<Array> inputs,
                               unsigned order) {
  Curve curve = randomCurve(sample);
  FailureOr<Nested> nested = Nested::make(program, curve, order);
  FailureOr<Derivative> taylor = forward(program, curve.wrt, order);
  if (failed(nested) || failed(taylor))
    return failure();
  FailureOr<Arrays> expected = runNested(*nested, inputs);
  FailureOr<Arrays> found = taylor->run(concat(inputs, argumentsOf(curve, order)));
  if (failed(expected) || failed(found))
    return failure();
  return expectSame(sample, *found, *expected, "Taylor mode");
}

LogicalResult valueFits(Sample &sample) {
  return agreesWithNested(sample, sample.derivative()->primal, sample.inputs(), taylorOrder);
}

/// Taylor mode goes through the stacks of reverse mode.
LogicalResult gradientFits(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  return agreesWithNested(sample, first.reverse.program, concat(sample.inputs(), first.seeds), 2);
}

/// Coefficients that are not given are zero.
LogicalResult directionFits(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Curve curve = randomCurve(sample);
  FailureOr<Derivative> direction = forward(first.primal, first.wrt, taylorOrder, 1);
  FailureOr<Derivative> taylor = forward(first.primal, first.wrt, taylorOrder);
  if (failed(direction) || failed(taylor))
    return failure();
  FailureOr<Arrays> found = direction->run(concat(sample.inputs(), argumentsOf(curve, 1)));
  for (unsigned k = 1; k < taylorOrder; ++k)
    for (Array &coefficient : curve.coefficients[k])
      coefficient = Array::zeros(coefficient.dtype(), coefficient.shape());
  FailureOr<Arrays> expected =
      taylor->run(concat(sample.inputs(), argumentsOf(curve, taylorOrder)));
  if (failed(found) || failed(expected))
    return failure();
  return expectSame(sample, *found, *expected, "Taylor mode in a direction");
}

/// The gradient of a coefficient: reverse mode over Taylor mode, and over nested forward mode.
LogicalResult reverseFits(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Curve curve = randomCurve(sample);
  FailureOr<Nested> nested = Nested::make(first.primal, curve, 2);
  FailureOr<Derivative> taylor = forward(first.primal, first.wrt, 2);
  if (failed(nested) || failed(taylor))
    return failure();
  Positions second;
  for (unsigned j = 1; j < taylor->results.size(); j += 2)
    second.push_back(taylor->results[j]);
  FailureOr<Derivative> onTaylor = reverse(taylor->program, first.wrt, second);
  FailureOr<Derivative> onNested = reverse(nested->program, first.wrt, nested->newest);
  if (failed(onTaylor) || failed(onNested))
    return failure();
  Arrays halves;
  for (const Array &seed : first.seeds)
    halves.push_back(times(seed, 0.5)); // a second derivative is two times the coefficient
  FailureOr<Arrays> found =
      onTaylor->run(concat(concat(sample.inputs(), argumentsOf(curve, 2)), first.seeds));
  FailureOr<Arrays> expected =
      onNested->run(concat(concat(sample.inputs(), nested->arguments), halves));
  if (failed(found) || failed(expected))
    return failure();
  return expectSame(sample, *found, *expected, "reverse mode over Taylor mode");
}

LogicalResult machineCodeFits(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  Curve curve = randomCurve(sample);
  FailureOr<Derivative> taylor = forward(first.primal, first.wrt, taylorOrder);
  if (failed(taylor))
    return failure();
  const Arrays inputs = concat(sample.inputs(), argumentsOf(curve, taylorOrder));
  FailureOr<Arrays> expected = taylor->run(inputs);
  Program copy = taylor->program.clone(); // compiling changes it
  auto executable = Executable::compile(copy.function(), nullptr, sample.quickly());
  if (failed(expected) || failed(executable))
    return failure();
  FailureOr<Arrays> outputs = (*executable)->run(inputs);
  if (failed(outputs))
    return failure();
  return expectSame(sample, pick(*outputs, taylor->results), *expected,
                    "Taylor mode by machine code");
}

} // namespace

void addTaylorChecks(Checks &checks) {
  auto firstOrder = [](const Sample &sample) {
    return hasDerivative(sample) && !sample.hasCustomRules();
  };
  auto secondOrder = [=](const Sample &sample) {
    return firstOrder(sample) && hasPreciseDerivative(sample) && sample.order() >= 2;
  };
  checks.push_back({"taylor", secondOrder, valueFits});
  checks.push_back({"taylor:direction", firstOrder, directionFits}); // of any element type
  checks.push_back({"taylor:gradient", secondOrder, gradientFits});
  checks.push_back({"taylor:reverse", secondOrder, reverseFits});
  checks.push_back({"taylor:compiled", secondOrder, machineCodeFits});
}

} // namespace cotan::check

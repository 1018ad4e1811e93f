// A batch computes what each lane alone does: the value and the gradient, by the interpreter and by
// machine code, and how the gradient moves; and the gradient of a batch is the batch of the
// gradients.
#include "checks.h"

#include "lanes.h"

#include "cotan/autodiff/stacks.h"
#include "cotan/driver/executable.h"
#include "cotan/driver/pipeline.h"

using namespace mlir;

namespace cotan::check {
namespace {

FailureOr<Program> unbatched(const Sample &sample) {
  Program program = sample.program().clone();
  program.eraseChecks();
  if (failed(prepareForBatching(program.function())))
    return failure();
  return program;
}

/// Those that lanes need not have together.
Positions allArguments(const Program &program) {
  func::FuncOp function = program.function();
  Positions positions;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttr(i, "check.shared"))
      positions.push_back(i);
  return positions;
}

/// Some of the arguments; at least one, if there is any.
Positions someArguments(const Program &program, Random &random) {
  Positions all = allArguments(program), some;
  for (unsigned argument : all)
    if (random.bits() >> 63)
      some.push_back(argument);
  if (some.empty() && !all.empty())
    some.push_back(all[random.bits() % all.size()]);
  return some;
}

double toleranceFor(const Sample &sample) { return std::max(1e-12, sample.tolerance()); }

/// Compares results of all lanes with those of each alone.
LogicalResult expectLanes(const Sample &sample, ArrayRef<Array> found, const LaneInputs &lanes,
                          ArrayRef<Array> like, double tolerance, const Twine &what) {
  Arrays expected;
  for (auto [j, result] : llvm::enumerate(like)) {
    Arrays column;
    for (const Arrays &outputs : lanes.outputs())
      column.push_back(outputs[j]);
    if (!lanes.outputs().empty()) {
      expected.push_back(*stack(column, column.front()));
      continue;
    }
    // Without a lane, sizes that lanes find themselves are not known.
    if (found[j].size() != 0 || found[j].rank() != result.rank() + 1 || found[j].shape()[0] != 0)
      return sample.function().emitError() << what << ": result #" << j << " has shape "
                                           << printShape(found[j].shape()) << ", expected no lane";
    expected.push_back(found[j]);
  }
  return expectClose(sample.function().getLoc(), found, expected, tolerance, what);
}

enum class Way { interpreted, compiled };

FailureOr<Arrays> run(const Sample &sample, const Program &program, ArrayRef<Array> inputs,
                      Way way) {
  if (way == Way::interpreted)
    return program.run(inputs);
  auto executable = Executable::compile(program.function(), nullptr, sample.quickly());
  if (failed(executable))
    return failure();
  return (*executable)->run(Arrays(inputs));
}

std::string describe(const Lanes &lanes) {
  std::string text = std::to_string(lanes.count) + (lanes.isOpen ? " lanes (open)" : " lanes");
  for (unsigned argument : lanes.batched)
    text += " #" + std::to_string(argument);
  return text;
}

/// The interpreter has all choices; of machine code, which takes most of the time of a check, each
/// sample has one of them, other samples others.
void chooseFor(Way way, const Sample &sample, SmallVector<Lanes> &choices, Random &random) {
  if (way == Way::compiled && !sample.isThorough())
    choices = {choices[random.bits() % choices.size()]};
}

/// `program`, one lane of which takes `inputs` and gives `like`, against its batch.
LogicalResult batchIsRight(const Sample &sample, const Program &program, ArrayRef<Array> inputs,
                           ArrayRef<Array> like, const Lanes &lanes, Way way, double tolerance) {
  Random random = sample.random("lanes " + describe(lanes));
  LaneInputs own(program, inputs, lanes, random, sample.inputs().size());
  FailureOr<Program> all = batched(program, lanes);
  if (failed(all))
    return success(sample.has("check.may_be_refused"));
  FailureOr<Arrays> found = run(sample, *all, own.together(), way);
  if (failed(found))
    return failure();
  return expectLanes(sample, *found, own, like, tolerance,
                     "the batch of " + describe(lanes) +
                         (way == Way::compiled ? ", by machine code" : ""));
}

LogicalResult valuesAreRight(Sample &sample, Way way) {
  FailureOr<Program> program = unbatched(sample);
  if (failed(program))
    return failure();
  Random random = sample.random("batched arguments");
  SmallVector<Lanes> choices = {{allArguments(*program), 3},
                                {someArguments(*program, random), 3},
                                {someArguments(*program, random), 1},
                                {someArguments(*program, random), 0}};
  if (way == Way::interpreted)
    for (unsigned argument : allArguments(*program))
      choices.push_back({{argument}, 2});
  if (!allArguments(*program).empty()) {
    choices.push_back({someArguments(*program, random), 2, /*isOpen=*/true});
    choices.push_back({allArguments(*program), 0, /*isOpen=*/true});
  }
  chooseFor(way, sample, choices, random);
  if (auto given = givenLanes(program->function()))
    choices.push_back(*given);
  for (const Lanes &lanes : choices)
    if (failed(batchIsRight(sample, *program, sample.inputs(), sample.outputs(), lanes, way,
                            toleranceFor(sample))))
      return failure();
  return success();
}

/// The program that computes value and gradient, batched.
LogicalResult gradientsAreRight(Sample &sample, Way way) {
  const FirstOrder &first = *sample.derivative();
  const Program &program = first.reverse.program;
  Arrays inputs = concat(sample.inputs(), first.seeds);
  FailureOr<Arrays> like = program.run(inputs);
  if (failed(like))
    return failure();
  Random random = sample.random("batched arguments of the gradient");
  SmallVector<Lanes> choices = {{allArguments(program), 3},
                                {someArguments(program, random), 3},
                                {allArguments(program), 2, /*isOpen=*/true}};
  chooseFor(way, sample, choices, random);
  if (auto given = givenLanes(program.function()))
    choices.push_back(*given);
  for (const Lanes &lanes : choices)
    if (failed(batchIsRight(sample, program, inputs, *like, lanes, way,
                            std::max(1e-10, sample.tolerance()))))
      return failure();
  return success();
}

/// The program that computes how the gradient moves, batched: so Hessians are made.
LogicalResult movedGradientsAreRight(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  FailureOr<Derivative> moved = forward(first.reverse.program, first.wrt);
  if (failed(moved))
    return failure();
  const Program &program = moved->program;
  Random random = sample.random("batched arguments of the gradient that moves");
  Arrays inputs = concat(sample.inputs(), first.seeds);
  inputs = concat(inputs, randomLike(pick(sample.inputs(), first.wrt), random));
  FailureOr<Arrays> like = program.run(inputs);
  if (failed(like))
    return failure();
  SmallVector<Lanes> choices = {{allArguments(program), 3}, {someArguments(program, random), 2}};
  if (auto given = givenLanes(program.function()))
    choices.push_back(*given);
  for (const Lanes &lanes : choices)
    if (failed(batchIsRight(sample, program, inputs, *like, lanes, Way::interpreted,
                            std::max(1e-10, sample.tolerance()))))
      return failure();
  return success();
}

/// What the lanes contribute to an argument that they have together.
Array sumOf(ArrayRef<Array> lanes) {
  Array sum(lanes.front().dtype(), lanes.front().shape());
  visitDType(sum.dtype(), [&](auto element) {
    using T = decltype(element);
    if constexpr (isFloatStorage<T>)
      for (int64_t i = 0; i < sum.size(); ++i) {
        double total = 0;
        for (const Array &lane : lanes)
          total += lane.asDouble(i);
        sum.mutableValues<T>()[i] = static_cast<T>(total);
      }
  });
  return sum;
}

/// A program to be batched and then differentiated, and what it gives in the other order.
struct Swapped {
  const Sample &sample;
  const Program &program;
  const Derivative &alone; // of one lane
  Positions wrt, results;
  Arrays inputs; // of `alone`
};

LogicalResult swapIsRight(const Swapped &swapped, const Lanes &lanes, Way way) {
  const Sample &sample = swapped.sample;
  Random random = sample.random("gradient of " + describe(lanes));
  Lanes withSeeds = lanes;
  for (unsigned i : swapped.alone.arguments)
    withSeeds.batched.push_back(i);
  LaneInputs own(swapped.alone.program, swapped.inputs, withSeeds, random, sample.inputs().size());
  FailureOr<Program> all = batched(swapped.program, lanes);
  if (failed(all) || failed(verifyStacks(all->function(), /*allowUnread=*/true)))
    return failure();
  FailureOr<Derivative> derivative = reverse(*all, swapped.wrt, swapped.results);
  if (failed(derivative))
    return failure();
  FailureOr<Arrays> outputs = run(sample, derivative->program, own.together(), way);
  if (failed(outputs))
    return failure();
  Arrays expected;
  for (auto [k, argument] : llvm::enumerate(swapped.wrt)) {
    Arrays column;
    for (const Arrays &lane : own.outputs())
      column.push_back(lane[swapped.alone.results[k]]);
    expected.push_back(lanes.isBatched(argument) ? *stack(column, column.front()) : sumOf(column));
  }
  return expectClose(sample.function().getLoc(), pick(*outputs, derivative->results), expected,
                     std::max(1e-10, sample.tolerance()),
                     "the gradient of the batch of " + describe(lanes));
}

LogicalResult gradientsOfBatchesAreRight(Sample &sample, Way way) {
  const FirstOrder &first = *sample.derivative();
  Swapped swapped = {sample,    first.primal,  first.reverse,
                     first.wrt, first.results, concat(sample.inputs(), first.seeds)};
  Random random = sample.random("arguments of the batch");
  SmallVector<Lanes> choices = {{allArguments(first.primal), 3},
                                {someArguments(first.primal, random), 3},
                                {someArguments(first.primal, random), 2, /*isOpen=*/true}};
  chooseFor(way, sample, choices, random);
  if (auto given = givenLanes(first.primal.function()))
    choices.push_back(*given);
  for (const Lanes &lanes : choices)
    if (failed(swapIsRight(swapped, lanes, way)))
      return failure();
  return success();
}

/// A batch of gradients is differentiated: its stacks pair up, and the second derivative is right.
LogicalResult secondOrderIsRight(Sample &sample) {
  const FirstOrder &first = *sample.derivative();
  const Program &gradient = first.reverse.program;
  FailureOr<Derivative> twice = reverse(gradient, first.wrt, first.reverse.results);
  if (failed(twice))
    return failure();
  Random random = sample.random("weights of the batch");
  Arrays inputs = concat(sample.inputs(), first.seeds);
  Swapped swapped = {sample,
                     gradient,
                     *twice,
                     first.wrt,
                     first.reverse.results,
                     concat(inputs, randomLike(first.gradient, random))};
  SmallVector<Lanes> choices = {{allArguments(gradient), 3}, {someArguments(gradient, random), 2}};
  if (auto given = givenLanes(gradient.function()))
    choices.push_back(*given);
  for (const Lanes &lanes : choices)
    if (failed(swapIsRight(swapped, lanes, Way::interpreted)))
      return failure();
  return success();
}

/// What cannot be batched is refused.
LogicalResult isRefused(Sample &sample) {
  FailureOr<Program> program = unbatched(sample);
  if (failed(program) || failed(batched(*program, {allArguments(*program), 3})))
    return success();
  return sample.function().emitError("can be batched; drop check.one_lane");
}

/// Of the three checks of machine code a sample with derivatives has one, others have others.
bool hasTurn(const Sample &sample, unsigned turn) {
  return sample.isThorough() || !hasPreciseDerivative(sample) ||
         sample.random("which machine code of lanes").bits() % 3 == turn;
}

} // namespace

void addBatchChecks(Checks &checks) {
  auto batches = [](auto isFit) {
    return [=](const Sample &sample) {
      return isFit(sample) && !sample.hasEffects() && !sample.has("check.one_lane");
    };
  };
  checks.push_back({"refuses-lanes",
                    [](const Sample &sample) { return sample.has("check.one_lane"); }, isRefused});
  for (Way way : {Way::interpreted, Way::compiled}) {
    std::string suffix = way == Way::compiled ? "-compiled" : "";
    auto add = [&](std::string name, unsigned turn, auto isFit, auto check) {
      checks.push_back({name + suffix, batches([=](const Sample &sample) {
                          return isFit(sample) &&
                                 (way == Way::interpreted || hasTurn(sample, turn));
                        }),
                        [=](Sample &sample) { return check(sample, way); }});
    };
    add("batch", 0, always, valuesAreRight);
    add("batch-of-gradient", 1, hasDerivative, gradientsAreRight);
    add("gradient-of-batch", 2, hasPreciseDerivative, gradientsOfBatchesAreRight);
  }
  auto secondOrder = [](const Sample &sample) {
    return hasPreciseDerivative(sample) && sample.order() >= 2;
  };
  checks.push_back({"batch-of-moved-gradient", batches(secondOrder), movedGradientsAreRight});
  checks.push_back({"gradient-of-batch-of-gradient", batches(secondOrder), secondOrderIsRight});
}

} // namespace cotan::check

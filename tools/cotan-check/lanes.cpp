#include "lanes.h"

#include "cotan/batching/batch.h"
#include "cotan/ir/types.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace cotan::check {
namespace {

/// An array like this one: numbers a little larger or smaller, integers in another order.
Array similar(const Array &array, Random &random) {
  Array result(array.dtype(), array.shape());
  visitDType(array.dtype(), [&](auto element) {
    using T = decltype(element);
    auto from = array.values<T>();
    auto to = result.mutableValues<T>();
    for (size_t i = 0; i < to.size(); ++i) {
      if constexpr (isFloatStorage<T>)
        to[i] = static_cast<T>(static_cast<double>(from[i]) * random.uniform(0.9, 1.1));
      else
        to[i] = from[(i + random.bits()) % from.size()];
    }
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      if (array.rank() == 0)
        to[0] = static_cast<T>(from[0] + (random.bits() & 1));
  });
  return result;
}

FailureOr<Arrays> runQuietly(const Program &program, ArrayRef<Array> inputs) {
  ScopedDiagnosticHandler quiet(program.context(), [](Diagnostic &) { return success(); });
  return program.run(inputs);
}

DenseElementsAttr givenTo(func::FuncOp function, unsigned argument) {
  return function.getArgAttrOfType<DenseElementsAttr>(argument, "check.lanes");
}

/// What check.lanes says of one lane.
Array laneOf(func::FuncOp function, unsigned argument, int64_t lane) {
  Array all = toArray(givenTo(function, argument));
  Array own(all.dtype(), all.shape().drop_front());
  std::memcpy(own.mutableData(), all.data() + lane * own.bytes(), own.bytes());
  return own;
}

bool haveSameShapes(ArrayRef<Array> x, ArrayRef<Array> y) {
  return llvm::all_of(llvm::zip_equal(x, y), [](auto pair) {
    return std::get<0>(pair).shape() == std::get<1>(pair).shape();
  });
}

} // namespace

std::optional<Array> stack(ArrayRef<Array> lanes, const Array &like) {
  SmallVector<int64_t> shape = {int64_t(lanes.size())};
  llvm::append_range(shape, like.shape());
  Array all(like.dtype(), shape);
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    if (lane.shape() != like.shape())
      return std::nullopt;
    std::memcpy(all.mutableData() + i * lane.bytes(), lane.data(), lane.bytes());
  }
  return all;
}

Arrays LaneInputs::inputsOf(int64_t lane, func::FuncOp function, Random &random,
                            unsigned firstFree) const {
  Arrays own(first);
  for (unsigned argument : choice.batched) {
    Array &input = own[argument];
    if (argument >= firstFree)
      input = random.array(input.dtype(), input.shape());
    else if (choice.areGiven)
      input = laneOf(function, argument, lane);
    else if (lane > 0)
      input = similar(input, random);
  }
  return own;
}

LaneInputs::LaneInputs(const Program &program, ArrayRef<Array> inputs, const Lanes &lanes,
                       Random &random, unsigned firstFree)
    : choice(lanes), first(inputs) {
  FailureOr<Arrays> expected = runQuietly(program, inputs);
  for (int64_t i = 0; i < lanes.count && succeeded(expected); ++i) {
    Arrays own = inputsOf(i, program.function(), random, firstFree);
    FailureOr<Arrays> found = lanes.areGiven ? program.run(own) : runQuietly(program, own);
    bool fits = succeeded(found) && haveSameShapes(*found, *expected);
    this->lanes.push_back(fits ? own : Arrays(inputs));
    results.push_back(fits ? *found : *expected);
  }
}

Arrays LaneInputs::together() const {
  Arrays all(first);
  for (unsigned argument : choice.batched) {
    Arrays column;
    for (const Arrays &lane : lanes)
      column.push_back(lane[argument]);
    all[argument] = *stack(column, first[argument]);
  }
  return all;
}

std::optional<Lanes> givenLanes(func::FuncOp function) {
  Lanes lanes = {{}, 0, /*isOpen=*/false, /*areGiven=*/true};
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (DenseElementsAttr given = givenTo(function, i)) {
      lanes.batched.push_back(i);
      lanes.count = given.getType().getShape()[0];
    }
  return lanes.batched.empty() ? std::nullopt : std::optional(lanes);
}

FailureOr<Program> batched(const Program &program, const Lanes &lanes) {
  Program changed = program.clone();
  BatchOptions options;
  options.arguments = lanes.batched;
  options.size = lanes.isOpen ? ShapedType::kDynamic : lanes.count;
  if (failed(batch(changed.function(), options)) || failed(verify(changed.module())))
    return failure();
  return changed;
}

} // namespace cotan::check

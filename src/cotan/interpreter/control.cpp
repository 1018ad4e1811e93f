// Structured control flow: each op in progress knows the region it is in and what comes after it.
#include "cotan/interpreter/machine.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"

#include <cstring>

using namespace mlir;

namespace cotan::interpreter {
namespace {

/// The slice of `x` at `index` of its first axis.
Array sliceOf(const Array &x, int64_t index) {
  Array slice(x.dtype(), x.shape().drop_front());
  std::memcpy(slice.mutableData(), x.data() + index * slice.bytes(), slice.bytes());
  return slice;
}

/// A result of a scan before its first turn; `row` is the shape of what is stacked.
Array roomFor(uint64_t turns, ArrayRef<int64_t> row, RankedTensorType type) {
  SmallVector<int64_t> shape = {int64_t(turns)};
  llvm::append_range(shape, row);
  return Array(*dtypeOf(type.getElementType()), shape);
}

/// The region a branch runs, by position; 0 is `init`.
unsigned chosenRegion(const Instruction &in, const Array &selector) {
  if (isa<flow::IfOp>(in.op))
    return selector.asBool() ? 1 : 2;
  return 1 + chosenCase(selector, in.targets.size() - 1);
}

} // namespace

size_t chosenCase(const Array &index, size_t count) {
  const int64_t last = int64_t(count) - 1, number = index.asInt();
  if (isUnsigned(index.dtype()) && number < 0) // beyond 2^63
    return last;
  return std::clamp<int64_t>(number, 0, last);
}

void Machine::start(const Instruction &in) {
  inProgress.push_back({&in, block, next});
  Progress &progress = inProgress.back();
  Slots starts;
  if (in.step == Step::scan)
    return startScan(progress);
  if (in.step == Step::repeat)
    starts = take(in.reads);
  if (in.step == Step::count) {
    startCount(progress);
    starts = take(ArrayRef(in.reads).drop_front(3));
  }
  if (!in.targets[0])
    return enterFirst(std::move(starts));
  progress.region = in.targets[0];
  enter(progress.region, std::move(starts));
}

/// Goes on after `init`, with the values it handed on.
void Machine::enterFirst(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  if (in.step == Step::count)
    return countTurn(std::move(values));
  unsigned target = in.step == Step::choose ? chosenRegion(in, array(in.reads[0])) : 1;
  progress.region = in.targets[target];
  if (!progress.region) // an else that is left out
    return finish(std::move(values));
  enter(progress.region, std::move(values));
}

void Machine::yielded(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  if (in.step == Step::scan)
    return scanTurn(std::move(values));
  if (progress.region == in.targets[0])
    return enterFirst(std::move(values));
  if (in.step == Step::count)
    return countTurn(std::move(values));
  if (in.step != Step::repeat)
    return finish(std::move(values));
  if (progress.region == in.targets[1]) { // cond: the decision, then the values
    bool goesOn = std::get<Array>(values[0]).asBool();
    values.erase(values.begin());
    if (!goesOn)
      return finish(std::move(values));
    progress.region = in.targets[2];
    ++progress.turn;
  } else {
    progress.region = in.targets[1];
  }
  enter(progress.region, std::move(values));
}

/// Ends the structured op or call in progress with these results.
void Machine::finish(Slots values) {
  Progress progress = std::move(inProgress.back());
  inProgress.pop_back();
  current = progress.instruction;
  write(current->writes, std::move(values));
  free(*current);
  block = progress.block;
  next = progress.next;
}

//--- Counted loops

void Machine::startCount(Progress &progress) {
  const Instruction &in = *progress.instruction;
  const Array &lower = array(in.reads[0]);
  int64_t stride = array(in.reads[2]).asInt();
  progress.indexType = lower.dtype();
  if (stride == 0)
    throw EvaluationError("the step of the loop is 0; it must be positive or negative");
  progress.turns = flow::tripCount(lower.asInt(), array(in.reads[1]).asInt(), stride);
  progress.index = lower.asInt();
  progress.stride = stride;
  if (cast<flow::ForOp>(in.op).getReverse()) {
    progress.index += (progress.turns - 1) * progress.stride;
    progress.stride = -progress.stride;
  }
}

/// One more turn of a counted loop, or its end.
void Machine::countTurn(Slots values) {
  Progress &progress = inProgress.back();
  if (progress.turn == progress.turns)
    return finish(std::move(values));
  ++progress.turn;
  values.insert(values.begin(), Array::scalar(progress.indexType, int64_t(progress.index)));
  progress.index += progress.stride;
  progress.region = progress.instruction->targets[1];
  enter(progress.region, std::move(values));
}

//--- Scans

void Machine::startScan(Progress &progress) {
  const Instruction &in = *progress.instruction;
  unsigned carried = cast<flow::ScanOp>(in.op).getInitial().size();
  ArrayRef<Read> inputs = ArrayRef(in.reads).drop_front(carried);
  progress.turns = array(inputs[0]).shape()[0];
  for (Read input : inputs)
    if (uint64_t length = array(input).shape()[0]; length != progress.turns)
      throw EvaluationError("the inputs differ in their first axis: " +
                            std::to_string(progress.turns) + " and " + std::to_string(length));
  if (progress.turns == 0)
    collectNothing(progress);
  Slots values = take(ArrayRef(in.reads).take_front(carried));
  progress.region = in.targets[0];
  progress.turn = -1;
  scanTurn(std::move(values));
}

/// The first values handed on start a scan, the others end a turn.
void Machine::scanTurn(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  auto scan = cast<flow::ScanOp>(in.op);
  unsigned carried = scan.getInitial().size();
  if (progress.turn != uint64_t(-1))
    collect(progress, ArrayRef<Slot>(values).drop_front(carried));
  values.truncate(carried);
  if (++progress.turn == progress.turns) {
    llvm::append_range(values, progress.collected);
    return finish(std::move(values));
  }
  uint64_t index = scan.getReverse() ? progress.turns - 1 - progress.turn : progress.turn;
  for (Read input : ArrayRef(in.reads).drop_front(carried))
    values.push_back(sliceOf(array(input), index));
  enter(progress.region, std::move(values));
}

/// The stacked results of a scan that has no turn.
void Machine::collectNothing(Progress &progress) {
  auto scan = cast<flow::ScanOp>(progress.instruction->op);
  for (auto [row, result] : llvm::zip_equal(
           progress.instruction->rows, scan.getResults().drop_front(scan.getInitial().size()))) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> sizes(type.getShape().drop_front());
    if (row)
      sizes.assign(array(row->array).shape().drop_front(row->isSlice ? 1 : 0));
    llvm::replace(sizes, ShapedType::kDynamic, int64_t(0));
    progress.collected.push_back(roomFor(0, sizes, type));
  }
}

/// Stores what a turn yielded at its place in the stacked results.
void Machine::collect(Progress &progress, ArrayRef<Slot> values) {
  auto scan = cast<flow::ScanOp>(progress.instruction->op);
  uint64_t place = scan.getReverse() ? progress.turns - 1 - progress.turn : progress.turn;
  for (auto [i, value] : llvm::enumerate(values)) {
    const Array &row = std::get<Array>(value);
    if (progress.turn == 0) {
      Type type = scan.getResult(scan.getInitial().size() + i).getType();
      progress.collected.push_back(
          roomFor(progress.turns, row.shape(), cast<RankedTensorType>(type)));
    }
    Array &whole = progress.collected[i];
    if (row.shape() != whole.shape().drop_front())
      throw EvaluationError("the stacked values change their shape from " +
                            printShape(whole.shape().drop_front()) + " to " +
                            printShape(row.shape()));
    std::memcpy(whole.mutableData() + place * row.bytes(), row.data(), row.bytes());
  }
}

} // namespace cotan::interpreter

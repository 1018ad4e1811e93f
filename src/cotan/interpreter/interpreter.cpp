#include "cotan/interpreter/interpreter.h"

#include "cotan/interpreter/code.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <variant>

using namespace mlir;

namespace cotan {
namespace interpreter {
namespace {

struct Stack;
using StackRef = std::shared_ptr<Stack>;
using Slot = std::variant<Array, StackRef>;
using Slots = SmallVector<Slot, 4>;

struct Stack {
  std::vector<Slots> frames;
};

/// A structured op or call in progress: where to go on when it is done, and how far it is.
struct Progress {
  const Instruction *instruction;
  CodeBlock *block; // the caller's
  size_t next;
  CodeBlock *region = nullptr;        // running now
  int64_t turn = 0, turns = 0;        // of a counted loop
  int64_t first = 0, stride = 0;      // its indices
  std::vector<std::vector<Array>> collected; // what a scan stacks
};

struct Activation {
  const Code *code;
  std::vector<Slot> slots;
  size_t progressBase; // structured ops of this call start here
};

class Machine {
public:
  Machine(const Limits &limits) : limits(limits) {}

  FailureOr<Arrays> run(func::FuncOp function, ArrayRef<Array> inputs);
  uint64_t stepsDone() const { return steps; }

private:
  const Code *codeOf(func::FuncOp function);
  void call(const Code *code, Slots arguments);
  bool step();
  void evaluate(const Instruction &in);
  void startCall(const Instruction &in);
  bool leave(const Instruction &in);
  void branch(const Instruction &in);
  void pop(const Instruction &in);
  void start(const Instruction &in);
  void enterFirst(Slots values);
  void yielded(Slots values);
  void count(Slots values);
  void startScan(Progress &progress, const Instruction &in);
  void scanTurn(Slots values);
  void finish(Slots values);

  Slot &slot(unsigned number) { return slots()[number]; }
  std::vector<Slot> &slots() { return activations.back().slots; }
  Array &array(unsigned number) { return std::get<Array>(slot(number)); }
  Stack &stack(unsigned number) { return *std::get<StackRef>(slot(number)); }
  Slots read(ArrayRef<unsigned> numbers);
  void write(ArrayRef<unsigned> numbers, Slots values);
  void free(const Instruction &in);
  void enter(CodeBlock *target, Slots arguments);

  const Limits &limits;
  uint64_t steps = 0;
  llvm::DenseMap<Operation *, std::unique_ptr<Code>> codes;
  std::vector<Activation> activations;
  std::vector<Progress> inProgress;
  CodeBlock *block = nullptr;
  size_t next = 0;
  const Instruction *current = nullptr;
  Slots results;
};

Slots Machine::read(ArrayRef<unsigned> numbers) {
  Slots values;
  for (unsigned number : numbers)
    values.push_back(slot(number));
  return values;
}

void Machine::write(ArrayRef<unsigned> numbers, Slots values) {
  for (auto [number, value] : llvm::zip_equal(numbers, values))
    slot(number) = std::move(value);
}

void Machine::free(const Instruction &in) {
  static const Array nothing;
  for (unsigned number : in.frees)
    slot(number) = nothing;
}

void Machine::enter(CodeBlock *target, Slots arguments) {
  write(target->arguments, std::move(arguments));
  block = target;
  next = 0;
}

const Code *Machine::codeOf(func::FuncOp function) {
  std::unique_ptr<Code> &code = codes[function];
  if (!code) {
    if (function.isExternal())
      throw EvaluationError("'" + function.getName().str() + "' has no body");
    auto laidOut = layOut(function);
    if (failed(laidOut))
      return nullptr;
    code = std::move(*laidOut);
  }
  return code.get();
}

void Machine::call(const Code *code, Slots arguments) {
  activations.push_back({code, std::vector<Slot>(code->numSlots), inProgress.size()});
  enter(code->entry, std::move(arguments));
}

//--- Straight-line ops

/// The shape the program declares must be the shape it makes; sizes left open are free.
void checkShape(const Array &array, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return;
  bool fits = tensor.getRank() == array.rank();
  for (int64_t i = 0; fits && i < array.rank(); ++i)
    fits = tensor.isDynamicDim(i) || tensor.getDimSize(i) == array.shape()[i];
  if (fits)
    return;
  std::string text;
  llvm::raw_string_ostream(text) << "the shape is " << printShape(array.shape())
                                 << " here, but the program says " << type;
  throw EvaluationError(text);
}

void Machine::evaluate(const Instruction &in) {
  Arrays operands;
  for (unsigned number : in.reads)
    operands.push_back(array(number));
  Arrays computed = const_cast<Evaluable &>(in.evaluable).evaluate(operands);
  for (auto [i, value] : llvm::enumerate(computed)) {
    checkShape(value, in.op->getResult(i).getType());
    slot(in.writes[i]) = std::move(value);
  }
}

void Machine::pop(const Instruction &in) {
  Stack &from = stack(in.reads[0]);
  if (from.frames.empty())
    throw EvaluationError("the stack is empty");
  Slots frame = std::move(from.frames.back());
  from.frames.pop_back();
  if (frame.size() != in.writes.size())
    throw EvaluationError("the frame holds " + std::to_string(frame.size()) + " values, but " +
                          std::to_string(in.writes.size()) + " are popped");
  for (auto [value, type] : llvm::zip_equal(frame, in.op->getResultTypes())) {
    auto *array = std::get_if<Array>(&value);
    auto dtype = dtypeOf(getElementTypeOrSelf(type));
    if (bool(array) != !isa<flow::StackType>(type) || (array && dtype != array->dtype()))
      throw EvaluationError("the frame holds a value of another type than is popped");
    if (array)
      checkShape(*array, type);
  }
  write(in.writes, std::move(frame));
}

//--- Calls and unstructured branches

void Machine::startCall(const Instruction &in) {
  auto callOp = cast<func::CallOp>(in.op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(callOp, callOp.getCalleeAttr());
  if (!callee)
    throw EvaluationError("there is no function '" + callOp.getCallee().str() + "'");
  if (activations.size() >= limits.maxDepth)
    throw EvaluationError("calls are nested " + std::to_string(limits.maxDepth) +
                          " deep, which is the limit; check that the recursion ends");
  const Code *code = codeOf(callee);
  if (!code)
    throw EvaluationError("'" + callOp.getCallee().str() + "' cannot be run");
  Slots arguments = read(in.reads);
  inProgress.push_back({&in, block, next});
  call(code, std::move(arguments));
}

/// Returns from a call; true if it was the outermost one.
bool Machine::leave(const Instruction &in) {
  Slots values = read(in.reads);
  activations.pop_back();
  if (activations.empty()) {
    results = std::move(values);
    return true;
  }
  finish(std::move(values));
  return false;
}

void Machine::branch(const Instruction &in) {
  unsigned successor = 0;
  if (auto conditional = dyn_cast<cf::CondBranchOp>(in.op)) {
    successor = array(in.reads[0]).asBool() ? 0 : 1;
  } else {
    auto cases = cast<cf::SwitchOp>(in.op).getCaseValues();
    int64_t flag = array(in.reads[0]).asInt(), i = 0;
    if (cases)
      for (const APInt &value : *cases) {
        ++i;
        if (value.getSExtValue() == flag)
          successor = i;
      }
  }
  auto branchOp = cast<BranchOpInterface>(in.op);
  Slots values;
  OperandRange forwarded = branchOp.getSuccessorOperands(successor).getForwardedOperands();
  for (unsigned i = 0; i < forwarded.size(); ++i)
    values.push_back(slot(in.reads[forwarded.getBeginOperandIndex() + i]));
  enter(in.targets[successor], std::move(values));
}

//--- Structured control flow

int64_t tripCount(int64_t lower, int64_t upper, int64_t step) {
  if (step == 0)
    throw EvaluationError("the step of the loop is 0");
  if (step > 0 ? lower >= upper : lower <= upper)
    return 0;
  uint64_t distance = step > 0 ? uint64_t(upper) - uint64_t(lower) : uint64_t(lower) - uint64_t(upper);
  uint64_t width = step > 0 ? uint64_t(step) : -uint64_t(step);
  return (distance - 1) / width + 1;
}

void Machine::start(const Instruction &in) {
  inProgress.push_back({&in, block, next});
  Progress &progress = inProgress.back();
  if (in.step == Step::scan)
    return startScan(progress, in);
  Slots starts;
  if (in.step == Step::repeat)
    starts = read(in.reads);
  if (in.step == Step::count) {
    starts = read(ArrayRef(in.reads).drop_front(3));
    int64_t lower = array(in.reads[0]).asInt(), upper = array(in.reads[1]).asInt();
    progress.stride = array(in.reads[2]).asInt();
    progress.turns = tripCount(lower, upper, progress.stride);
    progress.first = lower;
    if (cast<flow::ForOp>(in.op).getReverse()) {
      progress.first = lower + (progress.turns - 1) * progress.stride;
      progress.stride = -progress.stride;
    }
  }
  if (CodeBlock *init = in.targets[0]) {
    progress.region = init;
    return enter(init, std::move(starts));
  }
  enterFirst(std::move(starts));
}

/// Goes on after `init`, with the values it handed on.
void Machine::enterFirst(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  if (in.step == Step::count)
    return count(std::move(values));
  unsigned target = 1;
  if (in.step == Step::choose) {
    const Array &selector = array(in.reads[0]);
    if (isa<flow::IfOp>(in.op))
      target = selector.asBool() ? 1 : 2;
    else
      target = 1 + std::clamp<int64_t>(selector.asInt(), 0, int64_t(in.targets.size()) - 2);
  }
  progress.region = in.targets[target];
  if (!progress.region) // an else that is left out
    return finish(std::move(values));
  enter(progress.region, std::move(values));
}

/// One more turn of a counted loop, or its end.
void Machine::count(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  if (progress.turn == progress.turns)
    return finish(std::move(values));
  int64_t index = progress.first + progress.turn++ * progress.stride;
  progress.region = in.targets[1];
  DType dtype = array(in.reads[0]).dtype();
  values.insert(values.begin(), Array::scalar(dtype, index));
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
    return count(std::move(values));
  if (in.step != Step::repeat)
    return finish(std::move(values));
  if (progress.region == in.targets[1]) { // cond: the decision, then the values
    bool goesOn = std::get<Array>(values[0]).asBool();
    values.erase(values.begin());
    if (!goesOn)
      return finish(std::move(values));
    progress.region = in.targets[2];
  } else {
    progress.region = in.targets[1];
  }
  enter(progress.region, std::move(values));
}

void Machine::startScan(Progress &progress, const Instruction &in) {
  auto scan = cast<flow::ScanOp>(in.op);
  unsigned carried = scan.getInitial().size();
  progress.turns = array(in.reads[carried]).shape()[0];
  for (unsigned number : ArrayRef(in.reads).drop_front(carried))
    if (array(number).shape()[0] != progress.turns)
      throw EvaluationError("the inputs differ in their first axis: " +
                            std::to_string(progress.turns) + " and " +
                            std::to_string(array(number).shape()[0]));
  progress.collected.resize(in.writes.size() - carried);
  Slots values = read(ArrayRef(in.reads).take_front(carried));
  progress.region = in.targets[0];
  progress.turn = -1;
  scanTurn(std::move(values));
}

/// The slice of `x` at `index` of its first axis.
Array sliceOf(const Array &x, int64_t index) {
  Array slice(x.dtype(), x.shape().drop_front());
  std::memcpy(slice.mutableData(), x.data() + index * slice.bytes(), slice.bytes());
  return slice;
}

/// The arrays along a new first axis; `type` says what an empty result looks like.
Array stackUp(ArrayRef<Array> parts, RankedTensorType type, bool reversed) {
  SmallVector<int64_t> shape;
  if (parts.empty()) {
    for (int64_t size : type.getShape())
      shape.push_back(ShapedType::isDynamic(size) ? 0 : size);
    shape[0] = 0;
    return Array(*dtypeOf(type.getElementType()), shape);
  }
  shape.assign(parts[0].shape().begin(), parts[0].shape().end());
  shape.insert(shape.begin(), parts.size());
  Array whole(parts[0].dtype(), shape);
  size_t width = parts[0].bytes();
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (part.shape() != parts[0].shape())
      throw EvaluationError("the stacked values change their shape from " +
                            printShape(parts[0].shape()) + " to " + printShape(part.shape()));
    size_t place = reversed ? parts.size() - 1 - i : i;
    std::memcpy(whole.mutableData() + place * width, part.data(), width);
  }
  return whole;
}

void Machine::scanTurn(Slots values) {
  Progress &progress = inProgress.back();
  const Instruction &in = *progress.instruction;
  auto scan = cast<flow::ScanOp>(in.op);
  unsigned carried = scan.getInitial().size();
  for (unsigned i = carried; i < values.size(); ++i)
    progress.collected[i - carried].push_back(std::get<Array>(values[i]));
  values.truncate(carried);
  if (++progress.turn == progress.turns) {
    for (auto [i, parts] : llvm::enumerate(progress.collected))
      values.push_back(stackUp(parts, cast<RankedTensorType>(scan.getResult(carried + i).getType()),
                               scan.getReverse()));
    return finish(std::move(values));
  }
  int64_t index = scan.getReverse() ? progress.turns - 1 - progress.turn : progress.turn;
  for (unsigned number : ArrayRef(in.reads).drop_front(carried))
    values.push_back(sliceOf(array(number), index));
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

/// Runs one op; true when the outermost function has returned.
bool Machine::step() {
  const Instruction &in = block->instructions[next++];
  current = &in;
  if (++steps > limits.maxSteps)
    throw EvaluationError("the limit of " + std::to_string(limits.maxSteps) +
                          " steps is reached; raise it with --max-steps, or check that the loop ends");
  switch (in.step) {
  case Step::evaluate: evaluate(in); break;
  case Step::createStack: slot(in.writes[0]) = std::make_shared<Stack>(); break;
  case Step::push: stack(in.reads[0]).frames.push_back(read(ArrayRef(in.reads).drop_front())); break;
  case Step::pop: pop(in); break;
  case Step::isEmpty:
    slot(in.writes[0]) = Array::scalar(DType::i1, stack(in.reads[0]).frames.empty());
    break;
  case Step::call: startCall(in); return false;
  case Step::leave: return leave(in);
  case Step::branch: branch(in); return false;
  case Step::jump: enter(in.targets[0], read(in.reads)); return false;
  case Step::choose:
  case Step::repeat:
  case Step::count:
  case Step::scan: start(in); return false;
  case Step::yield: {
    Slots values = read(in.reads);
    free(in);
    yielded(std::move(values));
    return false;
  }
  }
  free(in);
  return false;
}

FailureOr<Arrays> Machine::run(func::FuncOp function, ArrayRef<Array> inputs) {
  try {
    const Code *code = codeOf(function);
    if (!code)
      return failure();
    call(code, Slots(inputs.begin(), inputs.end()));
    while (!step()) {
    }
  } catch (const EvaluationError &error) {
    Operation *op = current ? current->op : function.getOperation();
    op->emitError() << "'" << op->getName() << "': " << error.what();
    return failure();
  }
  Arrays outputs;
  for (auto [i, value] : llvm::enumerate(results)) {
    auto *array = std::get_if<Array>(&value);
    if (!array)
      return function.emitError("result #") << i << " is a stack, which cannot be returned";
    outputs.push_back(std::move(*array));
  }
  return outputs;
}

LogicalResult checkInputs(func::FuncOp function, ArrayRef<Array> inputs) {
  if (inputs.size() != function.getNumArguments())
    return function.emitError("takes ") << function.getNumArguments() << " inputs, but "
                                        << inputs.size() << " are given";
  for (auto [i, input, type] : llvm::enumerate(inputs, function.getArgumentTypes())) {
    auto dtype = dtypeOf(getElementTypeOrSelf(type));
    if (!dtype || isa<flow::StackType>(type))
      return function.emitError("argument #") << i << " is " << type << ", which cannot be given";
    if (*dtype != input.dtype())
      return function.emitError("argument #") << i << " is " << type << ", but the input has elements "
                                              << nameOf(input.dtype());
    try {
      checkShape(input, type);
    } catch (const EvaluationError &error) {
      return function.emitError("argument #") << i << ": " << error.what();
    }
  }
  return success();
}

} // namespace
} // namespace interpreter

FailureOr<Arrays> interpret(func::FuncOp function, ArrayRef<Array> inputs, const Limits &limits,
                            RunStatistics *statistics) {
  if (failed(interpreter::checkInputs(function, inputs)))
    return failure();
  auto meter = std::make_shared<MemoryMeter>(limits.maxMemory);
  auto previous = std::exchange(MemoryMeter::current(), meter);
  interpreter::Machine machine(limits);
  FailureOr<Arrays> results = machine.run(function, inputs);
  MemoryMeter::current() = previous;
  if (statistics)
    *statistics = {machine.stepsDone(), meter->peakBytes()};
  return results;
}

} // namespace cotan

// Straight-line ops: each reads its operands' slots and writes its results'.
#include "cotan/interpreter/machine.h"

#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"
#include "cotan/support/array_text.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/text_template.h"
#include "cotan/support/work.h"

using namespace mlir;

namespace cotan::interpreter {

size_t bytesOfCalls(size_t numCalls, size_t numSlots) {
  return numCalls * (sizeof(Progress) + sizeof(size_t)) + numSlots * sizeof(Slot);
}

Machine::~Machine() {
  if (meter)
    meter->remove(callBytes);
  slots.clear();
  results.clear();
  clearAll(stacks);
}

Slots Machine::take(ArrayRef<Read> reads) {
  Slots values;
  for (Read read : reads)
    if (read.isLast)
      values.push_back(std::move(slot(read.slot)));
    else
      values.push_back(slot(read.slot));
  return values;
}

void Machine::write(ArrayRef<unsigned> numbers, Slots values) {
  for (auto [number, value] : llvm::zip_equal(numbers, values))
    slot(number) = std::move(value);
}

void Machine::free(const Instruction &in) {
  for (unsigned number : in.frees)
    slot(number) = std::monostate();
}

void Machine::enter(const CodeBlock *target, Slots arguments) {
  write(target->arguments, std::move(arguments));
  block = target;
  next = 0;
}

void checkShape(const Array &array, ArrayRef<int64_t> declared) {
  ArrayRef<int64_t> shape = array.shape();
  if (llvm::equal(shape, declared, [](int64_t size, int64_t said) {
        return size == said || ShapedType::isDynamic(said);
      }))
    return;
  std::string text = "the shape is " + printShape(shape) + " here, but the program says [";
  for (auto [i, size] : llvm::enumerate(declared))
    text += (i ? ", " : "") + (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  throw EvaluationError(text + "]");
}

void Machine::evaluate(const Instruction &in) {
  SmallVector<Array, 4> operands;
  for (Read read : in.reads)
    operands.push_back(read.isLast ? std::move(array(read)) : array(read));
  Arrays computed = const_cast<Evaluable &>(in.evaluable).evaluate(operands);
  if (watch)
    show(operands, computed);
  for (auto [number, shape, value] : llvm::zip_equal(in.writes, in.shapes, computed)) {
    checkShape(value, shape);
    slot(number) = std::move(value);
  }
}

/// Who watches may end the run; then it is said in which turns of which loops.
void Machine::show(ArrayRef<Array> operands, ArrayRef<Array> computed) const {
  std::string problem = (*watch)(operands, computed);
  if (problem.empty())
    return;
  for (const Progress &progress : llvm::reverse(inProgress)) {
    const Step step = progress.instruction->step;
    if (step != Step::repeat && step != Step::count && step != Step::scan)
      continue;
    problem += ", in turn " + std::to_string(progress.turn + (step == Step::scan)) + " of the loop";
    if (auto line = progress.instruction->op->getLoc()->findInstanceOf<FileLineColLoc>())
      problem += " at line " + std::to_string(line.getLine());
  }
  throw EvaluationError(problem);
}

void Machine::readConstant(const Instruction &in) {
  auto known = constants.find(&in);
  if (known == constants.end())
    known =
        constants.emplace(&in, const_cast<Evaluable &>(in.evaluable).evaluate({}).front()).first;
  slot(in.writes[0]) = known->second;
}

void Machine::pop(const Instruction &in) {
  Stack &from = stack(in.reads[0]);
  if (from.empty())
    throw EvaluationError("the stack is empty");
  TypeRange pushed = from.typesOnTop(), popped = in.op->getResultTypes();
  if (pushed.size() != popped.size())
    throw EvaluationError("the frame holds " + std::to_string(pushed.size()) + " values, but " +
                          std::to_string(popped.size()) + " are popped");
  for (auto [i, type, wanted] : llvm::enumerate(pushed, popped))
    if (type != wanted)
      throw EvaluationError("value #" + std::to_string(i) + " of the frame is " + printType(type) +
                            ", but " + printType(wanted) + " is popped");
  Slots frame = from.pop();
  --frames;
  write(in.writes, std::move(frame));
}

/// The text with the values in its places.
std::string Machine::fill(StringRef text, ArrayRef<Read> values) {
  SmallVector<Array> arrays;
  for (Read read : values)
    arrays.push_back(array(read));
  return fillTemplate(text, {arrays.begin(), arrays.end()});
}

/// Where a derivative that was made here (specialize.h) ends as it is too small.
std::optional<FunctionLimits> Machine::roomNeeded(Operation *op) const {
  auto what = op->getAttrOfType<StringAttr>(limitName);
  const bool isMadeHere = llvm::any_of(laidOut.modules, [&](const OwningOpRef<ModuleOp> &module) {
    return *module == op->getParentOfType<ModuleOp>();
  });
  return what && isMadeHere ? FunctionLimits::of(op).raised(what) : std::nullopt;
}

void Machine::require(const Instruction &in) {
  if (array(in.reads[0]).asBool())
    return;
  if (auto room = roomNeeded(in.op))
    throw NeedsRoom{*room};
  throw EvaluationError(
      fill(cast<flow::AssertOp>(in.op).getText(), ArrayRef(in.reads).drop_front()));
}

/// To see whether somebody interrupts it.
static constexpr uint64_t stepsBetweenLooks = 64;

/// Runs one op; true when the outermost function has returned.
bool Machine::step() {
  const Instruction &in = block->instructions[next++];
  current = &in;
  if (++steps > limits.maxSteps)
    throw EvaluationError(
        "the limit of " + std::to_string(limits.maxSteps) +
        " steps is reached; raise it with --max-steps, or check that the loop ends");
  if (steps % stepsBetweenLooks == 0 && mustStop())
    throw EvaluationError("interrupted");
  switch (in.step) {
  case Step::evaluate: evaluate(in); break;
  case Step::constant: readConstant(in); break;
  case Step::createStack: slot(in.writes[0]) = StackRef(new Stack(stacks)); break;
  case Step::push: {
    StackRef onto = std::get<StackRef>(slot(in.reads[0].slot)); // may be one of the values
    onto->push(take(ArrayRef(in.reads).drop_front()),
               cast<flow::PushBackOp>(in.op).getValues().getTypes());
    ++frames;
    break;
  }
  case Step::pop: pop(in); break;
  case Step::isEmpty:
    slot(in.writes[0]) = Array::scalar(DType::i1, stack(in.reads[0]).empty());
    break;
  case Step::print: printLine(fill(cast<flow::PrintOp>(in.op).getText(), in.reads)); break;
  case Step::require: require(in); break;
  case Step::makeFunction: makeFunction(in); break;
  case Step::chooseFunction: chooseFunction(in); break;
  case Step::call: startCall(in); return false;
  case Step::apply: startApply(in); return false;
  case Step::map: startMap(in); return false;
  case Step::leave: return leave(in);
  case Step::branch: branch(in); return false;
  case Step::jump: enter(in.targets[0], take(in.reads)); return false;
  case Step::choose:
  case Step::repeat:
  case Step::count:
  case Step::scan: start(in); return false;
  case Step::yield: {
    Slots values = take(in.reads);
    free(in);
    yielded(std::move(values));
    return false;
  }
  }
  free(in);
  return false;
}

/// Reports the problem at the op that was reached, if there is memory for it.
LogicalResult Machine::stopAt(func::FuncOp function, const char *problem) const {
  (void)std::make_unique<std::byte[]>(bytesOfDiagnostic);
  Operation *op = current ? current->op : function.getOperation();
  return op->emitError() << "'" << op->getName() << "': " << problem;
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
    return stopAt(function, error.what());
  } catch (const std::bad_alloc &) {
    return stopAt(function, "the system has no memory left");
  }
  Arrays outputs;
  for (auto [i, value] : llvm::enumerate(results)) {
    auto *array = std::get_if<Array>(&value);
    if (!array)
      return function.emitError("result #")
             << i << " is a stack or a function, which cannot be returned";
    outputs.push_back(std::move(*array));
  }
  return outputs;
}

} // namespace cotan::interpreter

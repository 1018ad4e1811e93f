#include "cotan/interpreter/interpreter.h"

#include "cotan/interpreter/machine.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/types.h"
#include "cotan/support/dtype_name.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/work.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace cotan {

LogicalResult checkInputs(func::FuncOp function, ArrayRef<Array> inputs, size_t stacks) {
  TypeRange types = function.getArgumentTypes().drop_back(stacks);
  if (inputs.size() != types.size())
    return function.emitError("takes ")
           << types.size() << " inputs, but " << inputs.size() << " are given";
  for (auto [i, input, type] : llvm::enumerate(inputs, types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto dtype = dtypeOf(tensor ? tensor.getElementType() : type);
    if (!dtype || (!tensor && !type.isIntOrFloat()))
      return function.emitError("argument #") << i << " is " << type << ", which cannot be given";
    if (*dtype != input.dtype())
      return function.emitError("argument #")
             << i << " is " << type << ", but the input has elements " << nameOf(input.dtype());
    try {
      interpreter::checkShape(input, tensor ? tensor.getShape() : ArrayRef<int64_t>());
    } catch (const EvaluationError &error) {
      return function.emitError("argument #") << i << ": " << error.what();
    }
  }
  return success();
}

Interpreter::Interpreter(func::FuncOp function, Resolve resolve)
    : function(function), resolve(resolve), laidOut(std::make_unique<interpreter::LaidOut>()) {}

Interpreter::~Interpreter() = default;
Interpreter::Interpreter(Interpreter &&) noexcept = default;

/// Begins again until there is as much room for functions as it needs. What is laid out is for as
/// much as there was.
static FailureOr<Arrays> runWithRoom(func::FuncOp function, interpreter::LaidOut &laidOut,
                                     llvm::function_ref<FailureOr<Arrays>()> run) {
  auto module = function->getParentOfType<ModuleOp>();
  const DictionaryAttr attributes = module ? module->getAttrDictionary() : nullptr;
  bool hasMoreRoom = false;
  auto restore = llvm::scope_exit([&] {
    if (hasMoreRoom) {
      module->setAttrs(attributes);
      laidOut = interpreter::LaidOut();
    }
  });
  PrintedOnce printed;
  while (true)
    try {
      return run();
    } catch (const interpreter::NeedsRoom &needed) {
      hasMoreRoom = true;
      needed.room.setIn(module);
      laidOut = interpreter::LaidOut();
      printed.startAgain();
    }
}

FailureOr<Arrays> Interpreter::run(ArrayRef<Array> inputs, const Limits &limits,
                                   RunStatistics *statistics, const Watch *watch) {
  if (failed(checkInputs(function, inputs)))
    return failure();
  During inside(Work::compiling); // constants and types are MLIR's
  auto meter = std::make_shared<MemoryMeter>(limits.maxMemory);
  auto previous = std::exchange(MemoryMeter::current(), meter);
  auto restore = llvm::scope_exit([&] { MemoryMeter::current() = previous; });
  FailureOr<Arrays> results = runWithRoom(function, *laidOut, [&] {
    interpreter::Machine machine(*laidOut, limits, resolve, watch);
    FailureOr<Arrays> found = machine.run(function, inputs);
    if (statistics)
      *statistics = {machine.stepsDone(), meter->peakBytes(), machine.framesLeft()};
    return found;
  });
  assert((succeeded(results) || meter->usedBytes() == 0) && "a failed run must free all it made");
  return results;
}

FailureOr<Arrays> interpret(func::FuncOp function, ArrayRef<Array> inputs, const Limits &limits,
                            RunStatistics *statistics, Resolve resolve, const Watch *watch) {
  return Interpreter(function, resolve).run(inputs, limits, statistics, watch);
}

} // namespace cotan

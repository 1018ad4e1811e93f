// Calls and unstructured branches.
#include "cotan/interpreter/machine.h"

#include "cotan/ir/calls.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

namespace cotan::interpreter {

const Code *Machine::codeOf(func::FuncOp function) {
  std::unique_ptr<Code> &code = laidOut.codes[function];
  if (!code) {
    if (function.isExternal())
      throw EvaluationError("'" + function.getName().str() + "' has no body");
    auto made = layOut(function);
    if (failed(made))
      return nullptr;
    code = std::move(*made);
  }
  return code.get();
}

const Code *Machine::codeOrThrow(func::FuncOp function) {
  const Code *code = codeOf(function);
  if (!code)
    throw EvaluationError("'" + function.getName().str() + "' cannot be run");
  return code;
}

void Machine::checkDepth() const {
  if (callers.size() >= limits.maxDepth)
    throw EvaluationError("calls are nested " + std::to_string(limits.maxDepth) +
                          " deep, which is the limit; check that the recursion ends");
}

void Machine::startCall(const Instruction &in) {
  FlatSymbolRefAttr name = calleeOf(in.op);
  checkDepth();
  const Code *&code = laidOut.callees[in.op];
  if (!code) {
    func::FuncOp callee = functionNamed(in.op, name);
    assert(callee && "the verifier looks the function up");
    code = codeOrThrow(callee);
  }
  Slots arguments = take(in.reads);
  inProgress.push_back({&in, block, next});
  call(code, std::move(arguments));
}

void Machine::call(const Code *code, Slots arguments) {
  const size_t bytes = bytesOfCalls(1, code->numSlots);
  if (meter)
    meter->add(bytes);
  callBytes += bytes;
  callers.push_back(base);
  base = slots.size();
  slots.resize(base + code->numSlots);
  enter(code->entry, std::move(arguments));
}

/// Returns from a call; true if it was the outermost one.
bool Machine::leave(const Instruction &in) {
  Slots values = take(in.reads);
  const size_t bytes = bytesOfCalls(1, slots.size() - base);
  if (meter)
    meter->remove(bytes);
  callBytes -= bytes;
  slots.resize(base);
  base = callers.back();
  callers.pop_back();
  if (callers.empty()) {
    results = std::move(values);
    return true;
  }
  returned(std::move(values));
  return false;
}

/// The successor `flag` chooses.
static unsigned successorOf(cf::SwitchOp op, int64_t flag) {
  auto cases = op.getCaseValues();
  if (!cases)
    return 0;
  APInt bits(64, flag);
  for (auto [i, value] : llvm::enumerate(*cases))
    if (bits.trunc(value.getBitWidth()) == value)
      return i + 1;
  return 0;
}

/// What the op hands on to a successor. MLIR's interface makes a list for it.
static OperandRange forwardedTo(Operation *op, unsigned successor) {
  if (auto branch = dyn_cast<cf::CondBranchOp>(op))
    return successor == 0 ? branch.getTrueDestOperands() : branch.getFalseDestOperands();
  auto table = cast<cf::SwitchOp>(op);
  return successor == 0 ? table.getDefaultOperands() : table.getCaseOperands(successor - 1);
}

void Machine::branch(const Instruction &in) {
  unsigned successor;
  if (isa<cf::CondBranchOp>(in.op))
    successor = array(in.reads[0]).asBool() ? 0 : 1;
  else
    successor = successorOf(cast<cf::SwitchOp>(in.op), array(in.reads[0]).asInt());
  const OperandRange forwarded = forwardedTo(in.op, successor);
  Slots values;
  if (!forwarded.empty())
    values = take(ArrayRef(in.reads).slice(forwarded.getBeginOperandIndex(), forwarded.size()));
  free(in);
  enter(in.targets[successor], std::move(values));
}

} // namespace cotan::interpreter

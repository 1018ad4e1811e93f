#include "cotan/codegen/program/probes.h"

#include "cotan/codegen/kernel.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/output_marks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotan {
namespace {

/// Those of an op, or of all ops that became a kernel.
void addLocations(Operation *op, SmallVectorImpl<Location> &locations) {
  auto kernel = dyn_cast<code::KernelOp>(op);
  if (!kernel)
    return locations.push_back(op->getLoc());
  for (Operation &inner : kernel.getBody().front().without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      locations.push_back(inner.getLoc());
}

/// "matmul, add": without dialects, each once.
std::string nameOf(ArrayRef<Operation *> ops) {
  llvm::SetVector<StringRef> names;
  auto add = [&](Operation &op) {
    if (!op.hasTrait<OpTrait::ConstantLike>())
      names.insert(op.getName().stripDialect());
  };
  for (Operation *op : ops)
    if (auto kernel = dyn_cast<code::KernelOp>(op))
      llvm::for_each(kernel.getBody().front().without_terminator(), add);
    else
      add(*op);
  return llvm::join(names, ", ");
}

/// Whether it becomes a call of its own, of which it is known how long it takes.
bool isMeasured(Operation *op) {
  if (auto kernel = dyn_cast<code::KernelOp>(op))
    return KernelSpace(kernel).rank() > 0;
  if (isa<flow::WhileOp, flow::ForOp>(op))
    return true;
  if (isa<flow::PrintOp>(op))
    return !op->hasAttr(progressMark);
  return isa<CallsRuntime>(op) && !hasFormula(op) && !op->hasTrait<View>() &&
         !op->hasTrait<OpTrait::ConstantLike>() && !(op->use_empty() && isMemoryEffectFree(op));
}

Probe::Kind kindOf(Operation *op) {
  if (isa<flow::WhileOp, flow::ForOp>(op))
    return Probe::Kind::loop;
  return isa<code::KernelOp>(op) ? Probe::Kind::kernel : Probe::Kind::call;
}

} // namespace

Probes::Entered Probes::enter(Probe::Kind kind, StringRef name, ArrayRef<Location> locations) {
  Entered entered{nullptr, std::exchange(current, code.probes.size())};
  code.probes.push_back({kind, name.str(), {locations.begin(), locations.end()}});
  llvm::IRBuilder<> &ir = functions.ir;
  llvm::Value *isFunction = ir.getInt64(kind == Probe::Kind::function);
  entered.before = callRuntime(ir, COTAN_FUNCTION(cotan_probe_enter),
                               {functions.run(), ir.getInt64(current), isFunction});
  return entered;
}

void Probes::leave(const Entered &entered) {
  if (!entered.before)
    return;
  callRuntime(functions.ir, COTAN_FUNCTION(cotan_probe_leave), {functions.run(), entered.before});
  current = entered.around;
}

Probes::Entered Probes::enter(ArrayRef<Operation *> ops) {
  if (!code.isProfiled)
    return {};
  if (ops.size() == 1 && !isMeasured(ops.front()))
    return addToAround(ops.front()), Entered();
  SmallVector<Location> locations;
  for (Operation *op : ops)
    addLocations(op, locations);
  return enter(kindOf(ops.back()), nameOf(ops), locations);
}

Probes::Entered Probes::enterFunction(func::FuncOp function) {
  if (!code.isProfiled)
    return {};
  return enter(Probe::Kind::function, function.getName(), {}); // its own place is that of a call
}

/// Constants and views are no work.
void Probes::addToAround(Operation *op) {
  if (!op->hasTrait<OpTrait::ConstantLike>() && !op->hasTrait<View>() && !isa<func::CallOp>(op))
    addLocations(op, code.probes[current].locations);
}

void Probes::countTurn() {
  if (!code.isProfiled)
    return;
  constexpr abi::Field turns = COTAN_FIELD(abi::ProbeNode, turns);
  llvm::IRBuilder<> &ir = functions.ir;
  llvm::Value *node = load(ir, COTAN_FIELD(abi::Run, node), functions.run());
  store(ir, ir.CreateAdd(load(ir, turns, node), ir.getInt64(1)), turns, node);
}

void Probes::countBytes(llvm::Value *bytes) {
  if (code.isProfiled)
    callRuntime(functions.ir, COTAN_FUNCTION(cotan_probe_allocated), {functions.run(), bytes});
}

} // namespace cotan

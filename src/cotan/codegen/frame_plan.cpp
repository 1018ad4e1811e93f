#include "cotan/codegen/frame_plan.h"

#include "cotan/codegen/gather_calls.h"
#include "cotan/codegen/value_kinds.h"
#include "cotan/ir/code/code.h"
#include "cotan/ir/donation.h"
#include "cotan/ir/flow/flow.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr int64_t largestSmall = 512;
constexpr int64_t alignment = 64;

} // namespace

int64_t bytesOfTensor(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getNumElements() * sizeOf(elementType(type));
}

bool isSmallTensor(Type type) {
  return isTensor(type) && cast<RankedTensorType>(type).hasStaticShape() &&
         bytesOfTensor(type) <= largestSmall;
}

bool isDonated(func::FuncOp function, unsigned argument) {
  Type type = function.getArgumentTypes()[argument];
  return function.getArgAttr(argument, donatedMark) && isTensor(type) && !isSmallTensor(type);
}

bool sharesMemory(Operation *op) {
  return op->hasTrait<View>() && isTensor(op->getResult(0).getType()) &&
         isTensor(op->getOperand(0).getType());
}

Value rootOf(Value value) {
  while (value.getDefiningOp() && sharesMemory(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

SmallVector<Operation *> readersOf(Value value) {
  SmallVector<Operation *> readers;
  SmallVector<Value> shared = {value};
  while (!shared.empty())
    for (OpOperand &use : shared.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      readers.push_back(user);
      if (sharesMemory(user) && use.getOperandNumber() == 0)
        shared.push_back(user->getResult(0));
    }
  return readers;
}

FramePlan::FramePlan(func::FuncOp function) {
  number(function);
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<flow::Structured>(op))
      addVariables(op);
    else if (!isa<func::FuncOp>(op) && !op->hasTrait<OpTrait::ConstantLike>())
      for (Value result : op->getResults())
        addValue(result);
    return isa<code::KernelOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  pack();
}

/// The order in which ops start and end.
void FramePlan::number(func::FuncOp function) {
  unsigned next = 0;
  function.walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      spans[op].first = next++;
    if (stage.isAfterAllRegions())
      spans[op].second = next++;
  });
  function.walk([&](func::CallOp op) { // those that run at the same time share no memory
    const CallsTogether together(op);
    for (Operation *call : together.calls)
      spans[call] = {spans[op].first, spans[together.calls.back()].second};
  });
}

/// When the last op ends that reads the value in the block it is made in, itself or in a region.
unsigned FramePlan::lastRead(Value value) const {
  unsigned last = 0;
  for (Operation *reader : readersOf(value))
    last =
        std::max(last, spans.lookup(value.getParentBlock()->findAncestorOpInBlock(*reader)).second);
  return last;
}

void FramePlan::addValue(Value value) {
  if (!isSmallTensor(value.getType()) || sharesMemory(value.getDefiningOp()))
    return;
  unsigned start = spans.lookup(value.getDefiningOp()).first;
  intervals.push_back({{value.getAsOpaquePointer(), 0},
                       start,
                       std::max(start + 1, lastRead(value)),
                       bytesOfTensor(value.getType())});
}

void FramePlan::addVariables(Operation *op) {
  auto [start, end] = spans.lookup(op);
  for (OpResult result : op->getResults())
    if (isSmallTensor(result.getType()))
      for (unsigned place : {current, spare, leaving})
        intervals.push_back({{op, 3 * result.getResultNumber() + place},
                             start,
                             std::max(end, lastRead(result)),
                             bytesOfTensor(result.getType())});
}

/// First fit, in the order of starts. Slots are of whole alignments, so a free list by size finds
/// one at once.
void FramePlan::pack() {
  std::multimap<unsigned, std::pair<int64_t, int64_t>> busy; // by end: size and offset
  DenseMap<int64_t, SmallVector<int64_t>> free;              // by size
  for (const Interval &interval : intervals) {
    while (!busy.empty() && busy.begin()->first < interval.start) {
      auto [size, offset] = busy.begin()->second;
      free[size].push_back(offset);
      busy.erase(busy.begin());
    }
    int64_t size = llvm::alignTo(std::max<int64_t>(interval.bytes, 1), alignment), offset = total;
    if (auto &fitting = free[size]; !fitting.empty())
      offset = fitting.pop_back_val();
    else
      total += size;
    offsets[interval.key] = offset;
    busy.insert({interval.end, {size, offset}});
  }
}

} // namespace cotan

#include "cotan/codegen/place_updates.h"

#include "cotan/codegen/frame_plan.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace cotan {
namespace {

/// How much may stand between an update and a read that is brought before it.
constexpr unsigned longestWayToRead = 256;

/// The ops behind `update`, in their order, that `reader` needs with itself. None if the update is
/// one of them, or something that must stay where it is.
std::optional<SmallVector<Operation *>> neededBehind(Operation *update, Operation *reader) {
  DenseSet<Operation *> needed = {reader};
  SmallVector<Operation *> found;
  unsigned passed = 0;
  for (Operation *op = reader; op != update; op = op->getPrevNode()) {
    if (++passed > longestWayToRead)
      return std::nullopt;
    if (!needed.contains(op))
      continue;
    if (!isMemoryEffectFree(op))
      return std::nullopt;
    found.push_back(op);
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          needed.insert(maker);
    });
  }
  if (needed.contains(update))
    return std::nullopt;
  std::reverse(found.begin(), found.end());
  return found;
}

void bringReadersBefore(Operation *update) {
  Block *block = update->getBlock();
  llvm::SetVector<Operation *> behind;
  DenseSet<Operation *> isBefore;
  for (Operation *user : readersOf(rootOf(update->getOperand(0))))
    if (Operation *reader = block->findAncestorOpInBlock(*user);
        reader && update->isBeforeInBlock(reader) && reader != block->getTerminator() &&
        !sharesMemory(reader))
      behind.insert(reader);
  for (Operation *reader : behind)
    if (auto needed = isBefore.contains(reader) ? std::nullopt : neededBehind(update, reader))
      for (Operation *op : *needed) {
        op->moveBefore(update);
        isBefore.insert(op); // it may be a reader itself, which another one needs
      }
}

struct PlaceUpdatesPass : PassWrapper<PlaceUpdatesPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlaceUpdatesPass)
  StringRef getArgument() const override { return "place-updates"; }
  StringRef getDescription() const override {
    return "Bring reads of a tensor before the op that updates it";
  }
  void runOnOperation() override { placeUpdates(getOperation()); }
};

} // namespace

void placeUpdates(func::FuncOp function) {
  SmallVector<Operation *> updates;
  function.walk([&](Updating op) { updates.push_back(op); });
  for (Operation *update : updates)
    if (!isSmallTensor(update->getResult(0).getType()))
      bringReadersBefore(update);
}

std::unique_ptr<Pass> createPlaceUpdatesPass() { return std::make_unique<PlaceUpdatesPass>(); }

} // namespace cotan

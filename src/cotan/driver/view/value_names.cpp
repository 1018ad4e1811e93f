#include "cotan/driver/view/value_names.h"

#include "mlir/IR/Operation.h"

using namespace mlir;

namespace cotan {

std::string ValueNames::nameOf(const void *address, Holder holder) {
  auto [known, isNew] = holders.try_emplace(address, holder);
  Holder &held = known->second;
  const bool isSame = !isNew && held.kind == holder.kind && held.location == holder.location &&
                      held.type == holder.type;
  if (!isSame) {
    held = holder;
    held.number = next++;
  }
  return "v" + std::to_string(held.number);
}

std::string ValueNames::of(Operation *op) {
  const void *type =
      op->getNumResults() ? op->getResult(0).getType().getAsOpaquePointer() : nullptr;
  return nameOf(op,
                {op->getName().getAsOpaquePointer(), op->getLoc().getAsOpaquePointer(), type, 0});
}

std::string ValueNames::of(BlockArgument argument) {
  return nameOf(argument.getAsOpaquePointer(),
                {argument.getOwner(), argument.getLoc().getAsOpaquePointer(),
                 argument.getType().getAsOpaquePointer(), 0});
}

} // namespace cotan

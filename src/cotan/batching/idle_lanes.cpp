#include "cotan/batching/idle_lanes.h"

#include "cotan/batching/batcher.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/types.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {

bool isHarmless(Region &region) {
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      return true;
    bool hasNoDerivative =
        op.hasTrait<ZeroDerivative>() || llvm::none_of(op.getResultTypes(), carriesDerivative);
    return op.hasTrait<Elementwise>() && (hasNoDerivative || op.hasTrait<Linear>());
  });
}

IdleLanes::IdleLanes(Batcher &batcher, const BatchedValues &batched, Region &region, Mask &mask)
    : batcher(batcher) {
  if (isHarmless(region))
    return;
  llvm::SetVector<Value> read(region.args_begin(), region.args_end());
  getUsedValuesDefinedAbove(region, read);
  for (Value value : read) {
    if (!batched.contains(value))
      continue;
    before.push_back({value, batcher.at(value)});
    batcher.map(value, mask.fillIdle(batcher.at(value)));
  }
}

IdleLanes::~IdleLanes() {
  for (auto [value, all] : before)
    batcher.map(value, all);
}

} // namespace cotan

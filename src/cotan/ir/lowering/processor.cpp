#include "cotan/ir/lowering/processor.h"

#include "cotan/ir/lowering/lanes.h"

using namespace llvm;

namespace cotan {

Lanes Processor::extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) const {
  return x.builder().intrinsic(id, {x, y});
}

bool Processor::scales(const Lanes &) const { return false; }
Lanes Processor::scale(const Lanes &, const Lanes &) const {
  llvm_unreachable("asked of a processor that does not scale");
}

bool Processor::looksUp(const Lanes &) const { return false; }
Lanes Processor::lookUp(DType, ArrayRef<double>, const Lanes &) const {
  llvm_unreachable("asked of a processor that does not look up");
}

Lanes Processor::callVector(StringRef, ArrayRef<Lanes>) const { return {}; }

void Processor::awaitStores(IRBuilder<> &) const {}

void Processor::mark(Function &) const {}

} // namespace cotan

// Memory of a kernel's function: a number for each place of a row.
#include "cotan/codegen/kernel_emitter.h"

using namespace mlir;

namespace cotan {

KernelEmitter::Scratch KernelEmitter::reserve(DType dtype, int64_t count) {
  llvm::BasicBlock &entry = function->getEntryBlock();
  llvm::IRBuilder<> start(&entry, entry.begin());
  auto *room = start.CreateAlloca(values.lanes().memoryType(dtype), start.getInt64(count + full));
  room->setAlignment(llvm::Align(64));
  return {room, dtype, ir.getInt64(0)};
}

static llvm::Value *addressIn(llvm::IRBuilder<> &ir, llvm::Type *type, llvm::Value *data,
                              const Position &at, llvm::Value *origin) {
  return ir.CreateGEP(type, data, ir.CreateSub(at.first(), origin));
}

void KernelEmitter::write(const Scratch &scratch, const Lanes &x) {
  LaneBuilder &lanes = values.lanes();
  llvm::Value *address =
      addressIn(ir, lanes.memoryType(scratch.dtype), scratch.data, place.back(), scratch.origin);
  ir.CreateAlignedStore(lanes.toMemory(lanes.repeat(x, full)), address,
                        llvm::Align(sizeOf(scratch.dtype)));
}

Lanes KernelEmitter::read(const Scratch &scratch) {
  LaneBuilder &lanes = values.lanes();
  llvm::Value *address =
      addressIn(ir, lanes.memoryType(scratch.dtype), scratch.data, place.back(), scratch.origin);
  return lanes.fromMemory(scratch.dtype,
                          ir.CreateAlignedLoad(lanes.memoryType(scratch.dtype, full), address,
                                               llvm::Align(sizeOf(scratch.dtype))));
}

void KernelEmitter::knowKept() {
  for (auto &[value, scratch] : kept)
    values.setKnown(value, read(scratch));
}

void KernelEmitter::writeAll(const Sums &sums, const Accumulator &xs) {
  for (auto [scratch, x] : llvm::zip_equal(sums, xs))
    write(scratch, x);
}

Accumulator KernelEmitter::readAll(const Sums &sums) {
  return llvm::map_to_vector<2>(sums, [&](const Scratch &scratch) { return read(scratch); });
}

} // namespace cotan

// Totals over all rows, where the rows are reduced as well: both in one pass over the tensor. A
// piece of the rows keeps the sums of its own in memory that all pieces share out, so that the
// totals are the same for any number of threads; at the end they are summed up.
#include "cotan/codegen/kernel_emitter.h"

using namespace mlir;

namespace cotan {

KernelEmitter::Sums KernelEmitter::partialsOf(unsigned total, llvm::Value *piece) {
  KernelSignature signature(kernel, values.lanes());
  auto countOf = [&](Operation *op) { return cast<Reducing>(op).empty(values.lanes()).size(); };
  unsigned first = 0;
  for (Operation *op : ArrayRef(space.totals).take_front(total))
    first += countOf(op);
  Sums sums;
  for (unsigned i = first; i < first + countOf(space.totals[total]); ++i) {
    llvm::Type *type = values.lanes().memoryType(signature.partials[i]);
    llvm::Value *start = ir.CreateMul(piece, ir.getInt64(signature.partialLength));
    sums.push_back(
        {ir.CreateGEP(type, values.partial(i), start), signature.partials[i], ir.getInt64(0)});
  }
  return sums;
}

void KernelEmitter::startTotals(llvm::Value *piece) {
  totals.clear();
  for (unsigned i = 0; i < space.totals.size(); ++i)
    totals.push_back(partialsOf(i, piece));
  overLanes(ir.getInt64(0), size(lastAxis()), {}, [&](const Carried &c) {
    for (auto [op, sums] : llvm::zip_equal(space.totals, totals))
      writeAll(sums, cast<Reducing>(op).empty(values.lanes()));
    return c;
  });
}

void KernelEmitter::addToTotals(unsigned level) {
  for (auto [op, sums] : llvm::zip_equal(space.totals, totals))
    if (levelOf.lookup(op->getOperand(0)) == level)
      writeAll(sums, step(cast<Reducing>(op), readAll(sums)));
}

void KernelEmitter::emitPieces(llvm::Value *begin, llvm::Value *end) {
  SmallVector<int64_t> axes = space.rowAxes();
  llvm::Value *rows = ir.getInt64(1);
  for (int64_t axis : axes)
    rows = ir.CreateMul(rows, size(axis));
  llvm::Value *many = ir.getInt64(KernelSignature(kernel, values.lanes()).rowsPerPiece);
  loops.loop(begin, end, 1, {}, [&](llvm::Value *piece, const Carried &carried) {
    startTotals(piece);
    llvm::Value *first = ir.CreateMul(piece, many);
    llvm::Value *last =
        ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, ir.CreateAdd(first, many), rows);
    loops.loop(first, last, 1, {}, [&](llvm::Value *row, const Carried &c) {
      takeApart(row, axes);
      emitRowNumbers();
      return c;
    });
    return carried;
  });
}

void KernelEmitter::finishTotals() {
  llvm::Value *begin = function->getArg(1), *end = function->getArg(2);
  llvm::Value *length = size(lastAxis());
  for (auto [i, op] : llvm::enumerate(space.totals)) {
    auto reduction = cast<Reducing>(op);
    Sums all = partialsOf(i, begin);
    llvm::Value *second = ir.CreateAdd(begin, ir.getInt64(1));
    longLoop(
        second, end, 1, [&] { return size(lastAxis()); }, {},
        [&](llvm::Value *piece, const Carried &c) {
          Sums more = partialsOf(i, piece);
          return overLanes(ir.getInt64(0), length, c, [&](const Carried &inner) {
            writeAll(all, reduction.merge(readAll(all), readAll(more)));
            return inner;
          });
        });
    unsigned result = std::distance(yields.begin(), llvm::find(yields, op->getResult(0)));
    overLanes(ir.getInt64(0), length, {}, [&](const Carried &c) {
      Place at = placeWithout(reduction.reducedAxes(), op->getResult(0));
      values.store(result, at, reduction.finish(readAll(all)));
      return c;
    });
  }
}

} // namespace cotan

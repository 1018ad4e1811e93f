#include "cotan/codegen/boundary.h"
#include "cotan/codegen/kernel_emitter.h"

#include "cotan/ir/types.h"

#include <utility>

using namespace mlir;

namespace cotan {

KernelEmitter::KernelEmitter(code::KernelOp kernel, llvm::IRBuilder<> &ir, llvm::Function *function,
                             const Processor &processor, ArrayRef<bool> isRead, Effort effort,
                             Width width)
    : processor(processor), effort(effort), kernel(kernel), space(kernel), ir(ir),
      function(function), loops(ir, function), values(kernel, ir, function, loops, processor),
      yields(body().getTerminator()->getOperands()) {
  for (unsigned axis = 0; axis < space.rank(); ++axis)
    place.emplace_back(values.lanes(), int64_t(0));
  full = chooseWidth();
  values.lanes().isAsOfSeveral = full > 1;
  if (width == Width::one)
    full = inRegister = 1;
  values.setWidth(full);
  findLevels();
  for (unsigned i = 0; i < yields.size(); ++i)
    if (!isRead[i] && writesPastCaches(i))
      values.setPastCaches(i);
}

void KernelEmitter::emit() {
  emitSpace(function->getArg(1), function->getArg(2));
  if (values.writesPastCaches()) // others may read only what has arrived
    processor.awaitStores(ir);
}

void KernelEmitter::emitSpace(llvm::Value *begin, llvm::Value *end) {
  if (space.isByRows)
    return emitRowByRow(begin, end);
  if (space.isFlat) {
    values.setFlat();
    place.assign(1, Position(values.lanes(), int64_t(0)));
    overLanes(begin, end, {}, [&](const Carried &c) {
      storeWhole(0);
      return c;
    });
    return;
  }
  SmallVector<int64_t> rows = space.rowAxes();
  if (rows.empty())
    return emitRow(begin, end);
  if (!space.totals.empty())
    return emitPieces(begin, end);
  loops.loop(begin, end, 1, {}, [&](llvm::Value *row, auto &carried) {
    takeApart(row, rows);
    emitRow(nullptr, nullptr);
    return carried;
  });
}

static unsigned bytesInRegister(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isF64() ? 8 : 4;
}

/// Whether a kernel makes its result of a few numbers, as random ones of a key.
static bool readsNoArray(code::KernelOp kernel) {
  constexpr int64_t few = 16;
  return llvm::all_of(kernel.getBody().getArgumentTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || (tensor.hasStaticShape() && tensor.getNumElements() <= few);
  });
}

/// As many lanes as fit a register, of the widest float, but not more than the last axis needs. A
/// kernel that reads no array is bound by the latency of its steps on 32-bit words: with lanes for
/// four registers of them, those of each overlap with those of the others.
unsigned KernelEmitter::chooseWidth() {
  if (space.rank() == 0)
    return 1;
  constexpr unsigned wordBytes = 4;
  unsigned bytes = wordBytes;
  kernel.getBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      bytes = std::max(bytes, bytesInRegister(type));
  });
  const bool isBoundByLatency = space.reduced.empty() && !space.isByRows && readsNoArray(kernel);
  inRegister = processor.registerBytes / bytes;
  unsigned width = isBoundByLatency ? 4 * processor.registerBytes / wordBytes : inRegister;
  auto type = cast<RankedTensorType>(space.value.getType());
  int64_t length = space.isFlat ? (type.hasStaticShape() ? type.getNumElements() : width)
                                : type.getDimSize(space.isByRows ? 0 : space.laneAxis());
  if (!ShapedType::isDynamic(length) && length < int64_t(width)) {
    const uint64_t count = std::max<uint64_t>(length, 1);
    width = space.isByRows ? llvm::bit_floor(count) : llvm::bit_ceil(count);
    inRegister = std::min(inRegister, width);
  }
  return width;
}

/// Results that would not stay in the caches; each vector must be a line of them.
bool KernelEmitter::writesPastCaches(unsigned i) {
  auto type = cast<RankedTensorType>(yields[i].getType());
  if (space.isByRows || !isWhole(yields[i]) || !type.hasStaticShape() || type.getRank() == 0)
    return false;
  int64_t bytes = sizeOf(*dtypeOf(type.getElementType()));
  int64_t aligned = space.isFlat ? full : type.getDimSize(space.laneAxis());
  return full * bytes % processor.registerBytes == 0 && aligned % full == 0 &&
         type.getNumElements() * bytes >= processor.cacheBytes / 2;
}

void KernelEmitter::findLevels() {
  for (Operation &op : body().without_terminator()) {
    if (llvm::is_contained(space.totals, &op))
      continue;
    unsigned own = 0;
    for (Value operand : op.getOperands())
      own = std::max(own, levelOf.lookup(operand));
    bool reduces = isa<Reducing>(op);
    if (reduces) {
      levels.resize(std::max<size_t>(levels.size(), own + 1));
      levels[own++].push_back(&op);
    }
    for (Value result : op.getResults()) {
      levelOf[result] = own;
      if (reduces)
        rowValues.insert(result);
    }
  }
}

/// Row number -> places along the row axes.
void KernelEmitter::takeApart(llvm::Value *row, ArrayRef<int64_t> axes) {
  for (int64_t axis : llvm::reverse(axes)) {
    if (axis == axes.front()) {
      place[axis] = Position(values.lanes(), row);
      return;
    }
    place[axis] = Position(values.lanes(), ir.CreateURem(row, size(axis)));
    row = ir.CreateUDiv(row, size(axis));
  }
}

/// One row: all places that differ in the reduced axes or the last. `begin` and `end` limit the
/// last axis; null stands for all of it.
void KernelEmitter::emitRow(llvm::Value *begin, llvm::Value *end) {
  if (space.rank() == 0 || sumsLanes())
    return emitRowNumbers();
  begin = begin ? begin : ir.getInt64(0);
  end = end ? end : size(space.laneAxis());
  if (!levels.empty())
    return emitColumns(begin, end);
  overLanes(
      begin, end, {},
      [&](const Carried &c) {
        space.isInterleaved ? storeAllInterleaved() : storeWhole(0);
        return c;
      },
      /*isLong=*/true);
}

void KernelEmitter::storeOne(unsigned i, ArrayRef<Position> at) {
  values.store(i, at, values.element(yields[i], at));
}

void KernelEmitter::storeWhole(unsigned level) {
  addToTotals(level);
  SmallVector<std::pair<unsigned, Lanes>> made; // all of them first: a store may overwrite an input
  for (unsigned i = 0; i < yields.size(); ++i)
    if (isWhole(yields[i]) && levelOf.lookup(yields[i]) == level)
      made.push_back({i, values.element(yields[i], place)});
  for (auto &[i, x] : made)
    values.store(i, place, x);
}

bool KernelEmitter::storesAt(unsigned level) {
  auto isMade = [&](Value x) { return isWhole(x) && levelOf.lookup(x) == level; };
  auto isAdded = [&](Operation *total) { return levelOf.lookup(total->getOperand(0)) == level; };
  return llvm::any_of(yields, isMade) || llvm::any_of(space.totals, isAdded);
}

bool KernelEmitter::isRowValue(Value value) {
  auto shapeOf = [](Value x) { return cast<RankedTensorType>(x.getType()).getShape(); };
  return rowValues.contains(value) ||
         (!levels.empty() && !space.isTotal(value) && shapeOf(value) != shapeOf(space.value));
}

Place KernelEmitter::placeWithout(ArrayRef<int64_t> reduced, Value value) {
  unsigned rank = cast<RankedTensorType>(value.getType()).getRank();
  bool keepdims = rank == space.rank();
  Place at;
  for (auto [axis, position] : llvm::enumerate(place))
    if (!llvm::is_contained(reduced, axis))
      at.push_back(position);
    else if (keepdims)
      at.emplace_back(values.lanes(), int64_t(0));
  return at;
}

//--- loops

KernelEmitter::Carried KernelEmitter::overLanes(llvm::Value *begin, llvm::Value *end,
                                                Carried carried, Body inner, bool isLong) {
  LaneBuilder &lanes = values.lanes();
  llvm::Value *odd = ir.CreateURem(ir.CreateSub(end, begin), ir.getInt64(full));
  llvm::Value *whole = ir.CreateSub(end, odd);
  auto run = [&](llvm::Value *i, const Carried &c) {
    place[space.isFlat ? 0 : space.laneAxis()] = Position(lanes, i, full > 1);
    return inner(c);
  };
  auto maskOf = [&](llvm::Value *i) {
    llvm::Value *left = i == whole && isa<llvm::Constant>(odd) ? odd : ir.CreateSub(end, i);
    return lanes.laneNumbers(DType::i64, full) < Lanes(lanes, DType::i64, left);
  };
  auto runMasked = [&](llvm::Value *i, const Carried &c) {
    loops.setMask(maskOf(i));
    return run(i, c);
  };
  const bool isOneLoop = effort == Effort::quick && full > 1 && whole != end;
  auto loop = [&](llvm::Value *to, Turn turn) {
    auto places = [&] { return ir.getInt64(full); };
    return isLong ? longLoop(begin, to, full, places, std::move(carried), turn)
                  : loops.loop(begin, to, full, std::move(carried), turn);
  };
  if (isOneLoop && begin != whole)
    return loop(end, runMasked);
  if (begin != whole)
    carried = loop(whole, run);
  if (full == 1 || whole == end)
    return carried;
  if (full > inRegister) { // to compile the rest so wide, too, would take as long again
    const unsigned wide = std::exchange(full, inRegister);
    values.setWidth(full);
    carried = overLanes(whole, end, std::move(carried), inner);
    full = wide;
    values.setWidth(full);
    return carried;
  }
  return loops.rest(whole, end, std::move(carried), maskOf, run);
}

KernelEmitter::Carried KernelEmitter::sumLanes(llvm::Value *begin, llvm::Value *end,
                                               const Carried &carried, const Sum &sum, Body inner,
                                               bool isLong) {
  constexpr unsigned copies = sumCopies;
  llvm::Value *odd = ir.CreateURem(ir.CreateSub(end, begin), ir.getInt64(copies * full));
  llvm::Value *whole = ir.CreateSub(end, odd);
  if (begin == whole)
    return overLanes(begin, end, carried, inner, isLong);
  Carried all = carried;
  for (unsigned copy = 1; copy < copies; ++copy)
    all.append(sum.nothing);
  auto turn = [&](llvm::Value *i, const Carried &c) {
    Carried next;
    for (unsigned copy = 0; copy < copies; ++copy) {
      llvm::Value *at =
          ir.CreateAdd(i, ir.getInt64(copy * full), "", /*HasNUW=*/true, /*HasNSW=*/true);
      place.back() = Position(values.lanes(), at, full > 1);
      next.append(inner(Carried(ArrayRef(c).slice(copy * carried.size(), carried.size()))));
    }
    return next;
  };
  const int64_t step = copies * full;
  all = isLong ? longLoop(
                     begin, whole, step, [&] { return ir.getInt64(step); }, all, turn)
               : loops.loop(begin, whole, step, all, turn);
  Carried total(ArrayRef(all).take_front(carried.size()));
  for (unsigned copy = 1; copy < copies; ++copy)
    total = sum.merge(total, Carried(ArrayRef(all).slice(copy * carried.size(), carried.size())));
  return overLanes(whole, end, total, inner);
}

llvm::Value *KernelEmitter::turnsAlong(unsigned n) {
  llvm::Value *turns = size(space.reduced[n]), *zero = ir.getInt64(0);
  for (int64_t inner : ArrayRef(space.reduced).drop_front(n + 1))
    if (llvm::Value *isEmpty = ir.CreateICmpEQ(size(inner), zero); isEmpty != ir.getFalse())
      turns = ir.CreateSelect(isEmpty, zero, turns);
  return turns;
}

KernelEmitter::Carried KernelEmitter::overReduced(unsigned n, Carried carried, Body inner,
                                                  const Sum *sum) {
  if (n == space.reduced.size())
    return inner(carried);
  int64_t axis = space.reduced[n];
  auto deeper = [&](const Carried &c) { return overReduced(n + 1, c, inner, sum); };
  if (axis == lastAxis() && sum)
    return sumLanes(ir.getInt64(0), size(axis), carried, *sum, deeper, /*isLong=*/true);
  if (axis == lastAxis())
    return overLanes(ir.getInt64(0), size(axis), std::move(carried), deeper, /*isLong=*/true);
  return longLoop(
      ir.getInt64(0), turnsAlong(n), 1, [&] { return placesFrom(n + 1); }, std::move(carried),
      [&](llvm::Value *i, const Carried &c) {
        place[axis] = Position(values.lanes(), i);
        return deeper(c);
      });
}

static llvm::Function *makeFunction(StringRef name, llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  auto *type = typeOf(abi::SignatureOf<abi::Kernel>::value, context);
  auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module);
  llvm::BasicBlock::Create(context, "entry", function);
  return function;
}

llvm::Function *emitKernel(code::KernelOp kernel, StringRef name, llvm::Module &module,
                           const Processor &processor, ArrayRef<bool> isRead, Effort effort) {
  using Width = KernelEmitter::Width;
  auto emit = [&](Width width) -> llvm::Function * {
    llvm::Function *function = makeFunction(name, module);
    llvm::IRBuilder<> ir(&function->getEntryBlock());
    KernelEmitter emitter(kernel, ir, function, processor, isRead, effort, width);
    auto isOfNoUse = [&] { return width == Width::one && emitter.dependsOnWidth(); };
    if (!isOfNoUse()) // of sums that is known before
      emitter.emit();
    ir.CreateRetVoid();
    if (!isOfNoUse())
      return function;
    function->eraseFromParent();
    return nullptr;
  };
  if (effort == Effort::quick) // LLVM compiles code without vectors several times as fast
    if (llvm::Function *function = emit(Width::one))
      return function;
  return emit(Width::several);
}

llvm::Function *emitTotals(code::KernelOp kernel, StringRef name, llvm::Module &module,
                           const Processor &processor, Effort effort) {
  if (KernelSpace(kernel).totals.empty())
    return nullptr;
  llvm::Function *function = makeFunction(name, module);
  llvm::IRBuilder<> ir(&function->getEntryBlock());
  SmallVector<bool> isRead(kernel.getNumResults(), true);
  KernelEmitter(kernel, ir, function, processor, isRead, effort).finishTotals();
  ir.CreateRetVoid();
  return function;
}

} // namespace cotan

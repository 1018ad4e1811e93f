#include "cotan/codegen/kernel.h"

#include "cotan/codegen/kernel_values.h"

using namespace mlir;

namespace cotan {
namespace {

/// Makes the loops of one kernel. Lanes lie along the last axis of the space.
class KernelEmitter {
public:
  KernelEmitter(code::KernelOp kernel, llvm::IRBuilder<> &ir, llvm::Function *function,
                const Target &target)
      : kernel(kernel), space(kernel), ir(ir), function(function), loops(ir, function),
        values(kernel, ir, function, loops, target), yields(body().getTerminator()->getOperands()) {
    for (unsigned axis = 0; axis < space.rank(); ++axis)
      place.emplace_back(values.lanes(), int64_t(0));
    full = chooseWidth(target);
    findLevels();
  }

  void emit() {
    if (space.isFlat) {
      values.setFlat();
      place.assign(1, Position(values.lanes(), int64_t(0)));
      overLanes(function->getArg(1), function->getArg(2), {}, [&](const Carried &c) {
        storeAll();
        return c;
      });
      return;
    }
    SmallVector<int64_t> rows = space.rowAxes();
    if (rows.empty())
      return emitRow(function->getArg(1), function->getArg(2));
    loops.loop(function->getArg(1), function->getArg(2), 1, {}, [&](llvm::Value *row, auto &carried) {
      takeApart(row, rows);
      emitRow(nullptr, nullptr);
      return carried;
    });
  }

private:
  using Carried = LoopNest::Carried;
  using Body = llvm::function_ref<Carried(const Carried &)>;
  Block &body() { return kernel.getBody().front(); }

  llvm::Value *size(int64_t axis) { return values.size(space.value, axis); }

  /// As many lanes as fit a register, of the widest float, but not more than the last axis needs.
  unsigned chooseWidth(const Target &target) {
    unsigned bytes = 4;
    kernel.getBody().walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        bytes = std::max<unsigned>(bytes, bytesInRegister(type));
    });
    unsigned width = target.unit.bytes / bytes;
    auto type = cast<RankedTensorType>(space.value.getType());
    if (space.rank() == 0)
      return 1;
    int64_t length = space.isFlat ? (type.hasStaticShape() ? type.getNumElements() : width)
                                  : type.getDimSize(space.rank() - 1);
    if (!ShapedType::isDynamic(length) && length < int64_t(width))
      width = llvm::bit_ceil(std::max<uint64_t>(length, 1));
    return width;
  }

  static unsigned bytesInRegister(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isa<FloatType>(tensor.getElementType()) && tensor.getElementType().isF64() ? 8 : 4;
  }

  /// Row number -> places along the row axes.
  void takeApart(llvm::Value *row, ArrayRef<int64_t> axes) {
    for (int64_t axis : llvm::reverse(axes)) {
      if (axis == axes.front()) {
        place[axis] = Position(values.lanes(), row);
        return;
      }
      place[axis] = Position(values.lanes(), ir.CreateURem(row, size(axis)));
      row = ir.CreateUDiv(row, size(axis));
    }
  }

  int64_t lastAxis() const { return int64_t(space.rank()) - 1; }
  bool sumsLanes() const { return lastAxis() >= 0 && space.isReduced(lastAxis()); }

  /// One row: all places that differ in the reduced axes or the last. `begin` and `end` limit the
  /// last axis; null stands for all of it.
  void emitRow(llvm::Value *begin, llvm::Value *end) {
    if (space.rank() == 0 || sumsLanes())
      return emitPasses();
    begin = begin ? begin : ir.getInt64(0);
    end = end ? end : size(lastAxis());
    overLanes(begin, end, {}, [&](const Carried &c) {
      emitPasses();
      return c;
    });
  }

  /// Reductions level by level, then what is stored.
  void emitPasses() {
    for (ArrayRef<Operation *> level : levels)
      reduce(level);
    SmallVector<unsigned> whole;
    for (unsigned i = 0; i < yields.size(); ++i)
      if (isRowValue(yields[i]))
        storeOne(i, rowPlace(yields[i]));
      else
        whole.push_back(i);
    if (!whole.empty())
      overReduced(0, {}, [&](const Carried &c) {
        for (unsigned i : whole)
          storeOne(i, place);
        return c;
      });
  }

  void storeAll() {
    for (unsigned i = 0; i < yields.size(); ++i)
      storeOne(i, place);
  }

  void storeOne(unsigned i, ArrayRef<Position> at) {
    values.store(i, at, values.element(yields[i], at));
  }

  /// Whether a result has one number per row.
  bool isRowValue(Value value) { return rowValues.contains(value); }

  /// The place of a row's number in a result without the reduced axes, or with 1 for each.
  Place rowPlace(Value value) {
    unsigned rank = cast<RankedTensorType>(value.getType()).getRank();
    bool keepdims = rank == space.rank();
    Place at;
    for (auto [axis, position] : llvm::enumerate(place))
      if (!space.isReduced(axis))
        at.push_back(position);
      else if (keepdims)
        at.emplace_back(values.lanes(), int64_t(0));
    return at;
  }

  //--- loops

  /// The loop over the last axis, `full` lanes at a time, and for what is left with a mask.
  Carried overLanes(llvm::Value *begin, llvm::Value *end, Carried carried, Body inner) {
    Position &last = place.back();
    LaneBuilder &lanes = values.lanes();
    values.setWidth(full);
    llvm::Value *whole = ir.CreateSub(end, ir.CreateURem(ir.CreateSub(end, begin), ir.getInt64(full)));
    auto run = [&](llvm::Value *i, const Carried &c) {
      last = Position(lanes, i, full > 1);
      return inner(c);
    };
    if (begin != whole)
      carried = loops.loop(begin, whole, full, std::move(carried), run);
    if (full > 1 && !isSame(whole, end))
      carried = loops.rest(
          whole, end, std::move(carried),
          [&](llvm::Value *i) {
            return lanes.laneNumbers(DType::i64, full) <
                   Lanes(lanes, DType::i64, ir.CreateSub(end, i));
          },
          run);
    return carried;
  }

  static bool isSame(llvm::Value *a, llvm::Value *b) { return a == b; }

  /// The loops over the reduced axes from number `n` on.
  Carried overReduced(unsigned n, Carried carried, Body inner) {
    if (n == space.reduced.size())
      return inner(carried);
    int64_t axis = space.reduced[n];
    auto deeper = [&](const Carried &c) { return overReduced(n + 1, c, inner); };
    if (axis == lastAxis())
      return overLanes(ir.getInt64(0), size(axis), std::move(carried), deeper);
    return loops.loop(ir.getInt64(0), size(axis), 1, std::move(carried),
                      [&](llvm::Value *i, const Carried &c) {
                        place[axis] = Position(values.lanes(), i);
                        return deeper(c);
                      });
  }

  //--- reductions

  /// Orders the reductions: those of a level need only those of the levels before.
  void findLevels() {
    DenseMap<Value, unsigned> level;
    for (Operation &op : body().without_terminator()) {
      unsigned own = 0;
      for (Value operand : op.getOperands())
        own = std::max(own, level.lookup(operand));
      bool reduces = isa<Reducing>(op);
      if (reduces) {
        levels.resize(std::max<size_t>(levels.size(), own + 1));
        levels[own++].push_back(&op);
      }
      for (Value result : op.getResults()) {
        level[result] = own;
        if (reduces)
          rowValues.insert(result);
      }
    }
  }

  void reduce(ArrayRef<Operation *> reductions) {
    Carried start;
    SmallVector<unsigned> counts;
    for (Operation *op : reductions) {
      Accumulator empty = cast<Reducing>(op).empty(values.lanes());
      counts.push_back(empty.size());
      for (const Lanes &x : empty)
        start.push_back(values.lanes().repeat(x, full));
    }
    Carried sums = overReduced(0, start, [&](const Carried &c) {
      Carried next;
      auto rest = ArrayRef(c);
      for (auto [op, count] : llvm::zip_equal(reductions, counts)) {
        next.append(step(op, rest.take_front(count)));
        rest = rest.drop_front(count);
      }
      return next;
    });
    auto rest = ArrayRef(sums);
    for (auto [op, count] : llvm::zip_equal(reductions, counts)) {
      auto reduction = cast<Reducing>(op);
      Accumulator total(rest.take_front(count));
      rest = rest.drop_front(count);
      if (sumsLanes())
        total = acrossLanes(reduction, total);
      values.setRow(op->getResult(0), reduction.finish(total));
    }
  }

  Accumulator step(Operation *op, ArrayRef<Lanes> before) {
    auto reduction = cast<Reducing>(op);
    Lanes x = values.element(op->getOperand(0), place);
    Lanes at = space.reduced.empty() ? values.lanes().integer(DType::i64, 0)
                                     : place[space.reduced.front()].places(full);
    Accumulator after = reduction.merge(before, reduction.single(x, at));
    for (auto [a, b] : llvm::zip_equal(after, before))
      a = loops.mask() && sumsLanes() ? select(loops.mask(), a, b) : values.lanes().repeat(a, full);
    return after;
  }

  /// Merges the lanes by halves.
  Accumulator acrossLanes(Reducing reduction, Accumulator sums) {
    for (unsigned count = full; count > 1; count /= 2) {
      Accumulator low, high;
      for (const Lanes &x : sums) {
        auto part = [&](unsigned first) {
          SmallVector<int> mask = llvm::to_vector(llvm::seq<int>(first, first + count / 2));
          llvm::Value *half = ir.CreateShuffleVector(x.value(), mask);
          if (count == 2)
            half = ir.CreateExtractElement(half, uint64_t(0));
          return Lanes(values.lanes(), x.dtype(), half);
        };
        low.push_back(part(0));
        high.push_back(part(count / 2));
      }
      sums = reduction.merge(low, high);
    }
    return sums;
  }

  code::KernelOp kernel;
  KernelSpace space;
  llvm::IRBuilder<> &ir;
  llvm::Function *function;
  LoopNest loops;
  KernelValues values;
  SmallVector<Value> yields;
  Place place;
  unsigned full = 1;
  SmallVector<SmallVector<Operation *, 2>> levels;
  DenseSet<Value> rowValues;
};

} // namespace

llvm::Function *emitKernel(code::KernelOp kernel, StringRef name, llvm::Module &module,
                           const Target &target) {
  llvm::LLVMContext &context = module.getContext();
  auto *i64 = llvm::Type::getInt64Ty(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {llvm::PointerType::getUnqual(context), i64, i64}, false);
  auto *function = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module);
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context, "entry", function));
  KernelEmitter(kernel, ir, function, target).emit();
  ir.CreateRetVoid();
  return function;
}

} // namespace cotan

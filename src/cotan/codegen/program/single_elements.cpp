#include "cotan/codegen/program/single_elements.h"

#include "cotan/codegen/fuse.h"
#include "cotan/support/dtype.h"

using namespace mlir;

namespace cotan {
namespace {

/// More updates than this are left to the runtime.
constexpr int64_t mostUpdates = 4;

/// One element of an op. Its operands are numbers, or tensors in memory of which it reads elements.
class SingleElement : public Element {
public:
  SingleElement(ProgramValues &values, ValueRange operands, unsigned number = 0,
                ArrayRef<Position> at = {})
      : values(values), operands(operands), number(number), at(at) {}

  Lanes read(unsigned i, ArrayRef<Position> from) override {
    if (!isTensor(operands[i].getType()))
      return values.number(operands[i]);
    return load(i, values.address(operands[i], from));
  }
  Lanes readIf(const Lanes &wanted, unsigned i, ArrayRef<Position> from,
               const Lanes &otherwise) override {
    if (!isTensor(operands[i].getType()))
      return select(wanted, read(i, from), otherwise);
    llvm::IRBuilder<> &ir = builder().ir;
    llvm::Value *place = values.address(operands[i], from);
    return select(wanted, load(i, ir.CreateSelect(wanted.value(), place, zeroInMemory(ir))),
                  otherwise);
  }
  ArrayRef<Position> place() const override { return at; }
  Lanes placeNumbers(unsigned axis) override { return at[axis].places(1); }
  llvm::Value *size(unsigned i, unsigned axis) override {
    return values.sizes.of(operands[i], axis);
  }
  unsigned result() const override { return number; }
  LaneBuilder &builder() override { return values.lanes(); }

private:
  Lanes load(unsigned i, llvm::Value *place) {
    DType dtype = elementType(operands[i].getType());
    LaneBuilder &b = builder();
    return b.fromMemory(dtype, b.ir.CreateLoad(b.memoryType(dtype), place));
  }

  ProgramValues &values;
  SmallVector<Value> operands;
  unsigned number; // of the result
  ArrayRef<Position> at;
};

} // namespace

/// Whether more than views as a number read it.
static bool isReadInMemory(Value value) {
  return !llvm::all_of(value.getUsers(), [](Operation *user) {
    return user->hasTrait<View>() && !isTensor(user->getResult(0).getType());
  });
}

void SingleElements::emit(Operation *op) {
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (type && !isScalarOp(op))
      results.size(result); // and its checks
    const Place at(type ? type.getRank() : 0, Position(values.lanes(), int64_t(0)));
    SingleElement element(values, op->getOperands(), result.getResultNumber(), at);
    Lanes x = lowerElement(op, element);
    values.setNumber(result, x);
    if (isTensor(result.getType()) && isReadInMemory(result))
      ir.CreateStore(values.lanes().toMemory(x), results.make(result));
  }
}

void SingleElements::emitReduction(Reducing op) {
  Lanes x = values.number(op->getOperand(0));
  Accumulator one = op.single(x, values.lanes().integer(DType::i64, 0));
  values.setNumber(op->getResult(0), op.finish(op.merge(op.empty(values.lanes()), one)));
}

//--- updates

/// The next place of a tensor in row-major order; false after the last one.
static bool advance(SmallVector<int64_t> &place, ArrayRef<int64_t> shape) {
  for (int64_t axis = int64_t(shape.size()) - 1; axis >= 0; --axis) {
    if (++place[axis] < shape[axis])
      return true;
    place[axis] = 0;
  }
  return false;
}

bool SingleElements::tryEmitUpdates(Operation *op) {
  auto updating = dyn_cast<Updating>(op);
  auto updates = updating ? cast<RankedTensorType>(op->getOperand(2).getType()) : nullptr;
  OpResult result = op->getResult(0);
  if (!updates || !updates.hasStaticShape() || updates.getNumElements() > mostUpdates ||
      updates.getNumElements() == 0 || !updating.mayUpdateOneByOne() || !isTensor(result.getType()))
    return false;
  results.size(result);
  llvm::Value *from = values.data(op->getOperand(0)), *to = results.makeOrUpdate(result);
  if (to != from)
    ir.CreateMemCpy(to, llvm::Align(1), from, llvm::Align(1), values.sizes.bytes(result));
  SmallVector<Value> operands(op->getOperands());
  operands[0] = result; // which may have been updated at the same place before
  SmallVector<int64_t> place(updates.getRank(), 0);
  do {
    Place at;
    for (int64_t position : place)
      at.push_back(Position(values.lanes(), position));
    SingleElement element(values, operands, 0, at);
    emitUpdate(updating.update(element), result);
  } while (advance(place, updates.getShape()));
  return true;
}

void SingleElements::emitUpdate(const Update &update, OpResult result) {
  llvm::BasicBlock *after = nullptr;
  if (update.isInside) {
    llvm::BasicBlock *inside = functions.newBlock("update");
    after = functions.newBlock("updated");
    ir.CreateCondBr(update.isInside.value(), inside, after);
    ir.SetInsertPoint(inside);
  }
  ir.CreateStore(values.lanes().toMemory(update.element), values.address(result, update.at));
  if (after) {
    ir.CreateBr(after);
    ir.SetInsertPoint(after);
  }
}

} // namespace cotan

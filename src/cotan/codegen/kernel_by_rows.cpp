// Kernels that go over short rows: lanes are rows, and a row's numbers are in registers.
#include "cotan/codegen/kernel_emitter.h"

#include "cotan/codegen/tensor_type.h"
#include "cotan/ir/types.h"
#include "cotan/support/strided.h"

using namespace mlir;

namespace cotan {
namespace {

int64_t lengthOfRow(Value value) {
  return tensorType(value).getNumElements() / tensorType(value).getDimSize(0);
}

/// How many of the numbers of a row that are left are read or written at once.
unsigned columnsAtOnce(int64_t left, unsigned rows) {
  for (unsigned columns : {4, 2})
    if (columns <= left && columns <= rows)
      return columns;
  return 1;
}

} // namespace

//--- memory

bool KernelValues::isInRow(ArrayRef<Position> place) const {
  auto isKnown = [](const Position &at) {
    return at.isAffine() && at.step() == 0 && isa<llvm::ConstantInt>(at.first());
  };
  return width > 1 && place.size() > 1 && place.front().isAffine() && place.front().step() == 1 &&
         llvm::all_of(place.drop_front(), isKnown);
}

Place KernelValues::placeInRow(Value value, const Position &row, int64_t number) {
  Place place;
  for (int64_t size : llvm::reverse(tensorType(value).getShape().drop_front())) {
    place.insert(place.begin(), Position(laneBuilder, number % size));
    number /= size;
  }
  place.insert(place.begin(), row);
  return place;
}

RowAccess KernelValues::rowsAt(llvm::Value *data, Value value, const Position &row, int64_t number,
                               unsigned columns) {
  llvm::Type *element = laneBuilder.memoryType(*dtypeOf(tensorType(value).getElementType()));
  const int64_t length = lengthOfRow(value);
  llvm::Value *offset = ir.CreateMul(row.first(), ir.getInt64(length));
  llvm::Value *first = ir.CreateGEP(element, data, ir.CreateAdd(offset, ir.getInt64(number)));
  return {element, first, length, width, columns};
}

/// With its neighbours, which will be asked for, too.
Lanes KernelValues::loadFromRows(BlockArgument input, ArrayRef<Position> place) {
  const DType dtype = *dtypeOf(tensorType(input).getElementType());
  int64_t number = 0, first = 0;
  for (auto [size, at] : llvm::drop_begin(llvm::zip_equal(tensorType(input).getShape(), place)))
    number = number * size + cast<llvm::ConstantInt>(at.first())->getSExtValue();
  unsigned columns = columnsAtOnce(lengthOfRow(input), width);
  for (; first + columns <= number; columns = columnsAtOnce(lengthOfRow(input) - first, width))
    first += columns;
  const RowAccess rows = rowsAt(inputs[input.getArgNumber()], input, place.front(), first, columns);
  Lanes found;
  for (auto [i, vector] : llvm::enumerate(rows.load(ir))) {
    Lanes x = laneBuilder.fromMemory(dtype, vector);
    loops.remember(keyOf(input, placeInRow(input, place.front(), first + i)), x);
    if (first + int64_t(i) == number)
      found = x;
  }
  return found;
}

void KernelValues::storeRows(unsigned i, const Position &row) {
  Value value = kernel.getBody().front().getTerminator()->getOperand(i);
  const int64_t length = lengthOfRow(value);
  auto elementAt = [&](int64_t number) { return element(value, placeInRow(value, row, number)); };
  if (length == 1 || width == 1) {
    for (int64_t number = 0; number < length; ++number)
      store(i, placeInRow(value, row, number), elementAt(number));
    return;
  }
  for (int64_t first = 0; first < length;) {
    const unsigned columns = columnsAtOnce(length - first, width);
    SmallVector<llvm::Value *> vectors;
    for (unsigned column = 0; column < columns; ++column)
      vectors.push_back(laneBuilder.toMemory(laneBuilder.repeat(elementAt(first + column), width)));
    rowsAt(outputs[i], value, row, first, columns).store(ir, vectors);
    first += columns;
  }
}

//--- numbers

/// A reduction of few numbers, one after the other.
Lanes KernelValues::reduceAt(Reducing reduction, ArrayRef<Position> place) {
  Value from = reduction->getOperand(0);
  ArrayRef<int64_t> axes = reduction.reducedAxes();
  const bool keepsAxes = tensorType(from).getRank() == int64_t(place.size());
  Accumulator sum = reduction.empty(laneBuilder);
  SmallVector<int64_t> sizes;
  for (int64_t axis : axes)
    sizes.push_back(tensorType(from).getDimSize(axis));
  forEachPlace(sizes, [&](ArrayRef<int64_t> reduced) {
    Place at;
    size_t next = 0;
    for (int64_t axis = 0; axis < tensorType(from).getRank(); ++axis) {
      auto *found = llvm::find(axes, axis);
      const bool isReduced = found != axes.end();
      if (isReduced)
        at.emplace_back(laneBuilder, reduced[found - axes.begin()]);
      else
        at.push_back(place[next]);
      next += keepsAxes || !isReduced;
    }
    Lanes first = laneBuilder.integer(DType::i64, reduced.empty() ? 0 : reduced.front());
    sum = reduction.merge(sum, reduction.single(element(from, at), first));
  });
  return reduction.finish(sum);
}

/// The last rows are done again if they are not as many as there are lanes.
void KernelEmitter::emitRowByRow(llvm::Value *begin, llvm::Value *end) {
  values.setByRows();
  llvm::Value *last = ir.CreateSub(size(0), ir.getInt64(full));
  loops.loop(begin, end, full, {}, [&](llvm::Value *row, auto &carried) {
    llvm::Value *first = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, row, last);
    for (unsigned i = 0; i < yields.size(); ++i)
      values.storeRows(i, Position(values.lanes(), first, full > 1));
    return carried;
  });
}

} // namespace cotan

#include "cotan/codegen/kernel_values.h"

#include "cotan/codegen/program/values.h"

#include "cotan/codegen/tensor_type.h"
#include "cotan/ir/types.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr uint64_t lineOfCache = 64; // where tensors begin

DType elementTypeOf(Value value) { return *dtypeOf(tensorType(value).getElementType()); }

/// The bits of a single number.
llvm::Value *bitsOf(llvm::IRBuilder<> &ir, const Array &number) {
  uint64_t bits = 0;
  std::memcpy(&bits, number.data(), number.bytes());
  return ir.getIntN(8 * number.bytes(), bits);
}

/// Instructions of `block` from number `first` on that compute elements, not where they are; a call
/// of a function counts as many.
unsigned costOfCode(llvm::BasicBlock &block, unsigned first) {
  constexpr unsigned costOfCall = 20;
  unsigned cost = 0;
  for (llvm::Instruction &instruction : llvm::drop_begin(block, first)) {
    auto call = dyn_cast<llvm::CallInst>(&instruction);
    llvm::Type *type = instruction.getType()->getScalarType();
    if (call && !isa<llvm::IntrinsicInst>(call))
      cost += costOfCall;
    else
      cost += !type->isPointerTy() && !type->isIntegerTy(64);
  }
  return cost;
}

/// An op's view of one element of its result.
class KernelElement : public Element {
public:
  KernelElement(KernelValues &values, OpResult value, ArrayRef<Position> at)
      : values(values), value(value), at(at) {}

  Lanes read(unsigned i, ArrayRef<Position> from) override {
    return values.element(operand(i), from);
  }
  Lanes readIf(const Lanes &wanted, unsigned i, ArrayRef<Position> from,
               const Lanes &otherwise) override {
    return values.elementIf(wanted, operand(i), from, otherwise);
  }
  ArrayRef<Position> place() const override { return at; }
  Lanes placeNumbers(unsigned axis) override { return at[axis].places(values.getWidth()); }
  llvm::Value *size(unsigned i, unsigned axis) override { return values.size(operand(i), axis); }
  unsigned result() const override { return value.getResultNumber(); }
  LaneBuilder &builder() override { return values.lanes(); }

private:
  Value operand(unsigned i) { return value.getOwner()->getOperand(i); }
  KernelValues &values;
  OpResult value;
  ArrayRef<Position> at;
};

} // namespace

KernelValues::KernelValues(code::KernelOp kernel, llvm::IRBuilder<> &ir, llvm::Function *function,
                           LoopNest &loops, const Processor &processor)
    : kernel(kernel), ir(ir), laneBuilder(ir, processor), loops(loops) {
  laneBuilder.choose = [&loops](const Lanes &wanted, const Lanes &otherwise,
                                llvm::function_ref<Lanes()> make) {
    return loops.choose(wanted, otherwise, make);
  };
  unsigned next = 0;
  auto slotOf = [&](llvm::Type *type) {
    llvm::Value *address = ir.CreateConstGEP1_64(ir.getInt64Ty(), function->getArg(0), next++);
    return ir.CreateLoad(type, address);
  };
  for (Value input : kernel.getInputs())
    inputs.push_back(slotOf(tensorType(input).getRank()
                                ? ir.getPtrTy()
                                : laneBuilder.memoryType(elementTypeOf(input))));
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    outputs.push_back(slotOf(ir.getPtrTy()));
  KernelSignature signature(kernel, laneBuilder);
  for (const KernelSignature::Axis &axis : signature.openSizes)
    openSizes[axis] = slotOf(ir.getInt64Ty());
  for (unsigned i = 0; i < signature.partials.size(); ++i)
    partials.push_back(slotOf(ir.getPtrTy()));
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (isa<Reducing>(op) ||
        llvm::any_of(op.getOperands(), [&](Value x) { return needsKnown.contains(x); }))
      needsKnown.insert(op.result_begin(), op.result_end());
}

void KernelValues::setKnown(Value value, const Lanes &x) {
  known[value] = x;
  knownDepth = loops.depth();
}

llvm::Value *KernelValues::size(Value value, unsigned axis) {
  auto type = tensorType(value);
  return type.isDynamicDim(axis) ? openSizes.lookup({value, axis})
                                 : ir.getInt64(type.getDimSize(axis));
}

//--- places in memory

/// The number of elements before the place, row by row.
Position KernelValues::offsetOf(Value shape, ArrayRef<Position> place) {
  if (isFlat && !place.empty())
    return place[0];
  Position offset(laneBuilder, int64_t(0));
  llvm::Value *stride = ir.getInt64(1);
  for (unsigned axis = place.size(); axis-- > 0;) {
    auto constant = dyn_cast<llvm::ConstantInt>(stride);
    const Position &at = place[axis];
    if (constant)
      offset = offset + at * constant->getSExtValue();
    else if (at.varies())
      offset = offset + Position(at.places(width) * Lanes(laneBuilder, DType::i64, stride));
    else
      offset = offset + Position(laneBuilder, ir.CreateMul(at.places(1).value(), stride));
    stride = ir.CreateMul(stride, size(shape, axis));
  }
  return offset;
}

KernelValues::Address KernelValues::addressOf(llvm::Value *data, DType dtype, Value shape,
                                              ArrayRef<Position> place) {
  Position offset = offsetOf(shape, place);
  llvm::Type *type = laneBuilder.memoryType(dtype);
  Address address;
  if (offset.isAffine() && (offset.step() == 0 || offset.step() == 1 || width == 1)) {
    address.pointer = ir.CreateGEP(type, data, offset.first());
    address.isSame = offset.step() == 0;
  } else {
    address.pointers = ir.CreateGEP(type, data, offset.places(width).value());
  }
  return address;
}

Lanes KernelValues::maskOver(const Lanes &extra) const {
  const Lanes &mask = loops.mask();
  return !mask ? extra : !extra ? mask : mask & extra;
}

Lanes KernelValues::load(BlockArgument input, ArrayRef<Position> place) {
  DType dtype = elementTypeOf(input);
  llvm::Value *data = inputs[input.getArgNumber()];
  if (tensorType(input).getRank() == 0)
    return laneBuilder.fromMemory(dtype, data);
  if (isByRows && !condition && isInRow(place))
    return loadFromRows(input, place);
  if (!isByRows && !condition)
    if (auto rows = interleavedAt(data, input, place))
      return loadInterleaved(input, *rows, Place(place));
  Address address = addressOf(data, dtype, input, place);
  llvm::Type *scalar = laneBuilder.memoryType(dtype);
  llvm::Align align(sizeOf(dtype));
  Lanes mask = maskOver(condition);
  if (address.pointer && (address.isSame || width == 1)) {
    // The same for all lanes: in place if any of them may read, else from a place that is there.
    if (condition) {
      llvm::Value *any = condition.count() == 1 ? condition.value()
                                                : ir.CreateOrReduce(maskOver(condition).value());
      address.pointer = ir.CreateSelect(any, address.pointer, zeroInMemory(ir));
    }
    return laneBuilder.fromMemory(dtype, ir.CreateAlignedLoad(scalar, address.pointer, align));
  }
  if (address.pointer)
    streams.insert(input);
  llvm::Type *vector = laneBuilder.memoryType(dtype, width);
  llvm::Value *loaded;
  if (address.pointers) {
    llvm::Value *all = mask ? laneBuilder.repeat(mask, width).value() : nullptr;
    loaded = ir.CreateMaskedGather(vector, address.pointers, align, all,
                                   llvm::Constant::getNullValue(vector));
  } else if (mask) {
    loaded =
        ir.CreateMaskedLoad(vector, address.pointer, align, laneBuilder.repeat(mask, width).value(),
                            llvm::Constant::getNullValue(vector));
  } else {
    loaded = ir.CreateAlignedLoad(vector, address.pointer, align);
  }
  return laneBuilder.fromMemory(dtype, loaded);
}

/// How many lanes a known mask lets through, if they are the first ones and two instructions store
/// them; else 0. To the processor a masked store is one of all lanes: where results are written
/// over inputs, reading the next row would wait for it. And of one lane that is made narrower for
/// the store LLVM 22 stores all bits on some processors, over what lies behind it.
static unsigned firstLanesOf(const Lanes &mask) {
  constexpr int mostStores = 2; // of powers of two
  auto *lanes = dyn_cast<llvm::Constant>(mask.value());
  unsigned first = 0;
  while (lanes && first < mask.count() && lanes->getAggregateElement(first)->isOneValue())
    ++first;
  return llvm::popcount(first) <= mostStores ? first : 0;
}

static SmallVector<int> firstPlaces(unsigned count) {
  return llvm::to_vector(llvm::seq<int>(0, count));
}

void KernelValues::store(unsigned i, ArrayRef<Position> place, Lanes x) {
  Value result = kernel.getBody().front().getTerminator()->getOperand(i);
  DType dtype = elementTypeOf(result);
  Address address = addressOf(outputs[i], dtype, result, place);
  llvm::Align align(sizeOf(dtype));
  if (address.isSame || width == 1) {
    ir.CreateAlignedStore(laneBuilder.toMemory(x), address.pointer, align);
    return;
  }
  llvm::Value *value = laneBuilder.toMemory(laneBuilder.repeat(x, width));
  const Lanes &mask = loops.mask();
  if (address.pointers)
    ir.CreateMaskedScatter(value, address.pointers, align, mask ? mask.value() : nullptr);
  else if (const unsigned first = mask ? firstLanesOf(mask) : 0)
    ir.CreateAlignedStore(ir.CreateShuffleVector(value, firstPlaces(first)), address.pointer,
                          align);
  else if (mask)
    ir.CreateMaskedStore(value, address.pointer, align, mask.value());
  else if (pastCaches.contains(i))
    ir.CreateAlignedStore(value, address.pointer,
                          llvm::Align(std::min<uint64_t>(width * sizeOf(dtype), lineOfCache)))
        ->setMetadata(
            llvm::LLVMContext::MD_nontemporal,
            llvm::MDNode::get(ir.getContext(), llvm::ConstantAsMetadata::get(ir.getInt32(1))));
  else
    ir.CreateAlignedStore(value, address.pointer, align);
}

void KernelValues::prefetch(BlockArgument input, ArrayRef<Position> place, llvm::Value *distance) {
  DType dtype = elementTypeOf(input);
  Address address = addressOf(inputs[input.getArgNumber()], dtype, input, place);
  llvm::Value *ahead = ir.CreateGEP(laneBuilder.memoryType(dtype), address.pointer, distance);
  constexpr int toRead = 0, second = 3, data = 1;
  ir.CreateIntrinsic(llvm::Intrinsic::prefetch, {ahead->getType()},
                     {ahead, ir.getInt32(toRead), ir.getInt32(second), ir.getInt32(data)});
}

//--- elements

unsigned KernelValues::depthOf(Value value, ArrayRef<Position> place) const {
  unsigned depth = needsKnown.contains(value) ? knownDepth : 0;
  for (const Position &at : place)
    depth = std::max(depth, loops.depthOf(at.isAffine() ? at.first() : at.places(width).value()));
  return condition ? loops.depth() : std::min(std::max(depth, branchDepth), loops.depth());
}

LoopNest::Key KernelValues::keyOf(Value value, ArrayRef<Position> place) const {
  LoopNest::Key key = {value.getAsOpaquePointer(), condition ? condition.value() : nullptr};
  for (const Position &at : place) {
    key.push_back(at.isAffine() ? at.first() : at.places(width).value());
    key.push_back(reinterpret_cast<const void *>(at.step()));
  }
  return key;
}

Lanes KernelValues::element(Value value, ArrayRef<Position> place) {
  if (Lanes number = known.lookup(value))
    return number;
  LoopNest::Key key = keyOf(value, place);
  if (Lanes found = loops.find(key))
    return found;
  return loops.at(depthOf(value, place), [&] {
    unsigned before = ir.GetInsertBlock()->size();
    llvm::BasicBlock *block = ir.GetInsertBlock();
    Lanes made = isa<BlockArgument>(value) ? load(cast<BlockArgument>(value), place)
                                           : compute(cast<OpResult>(value), place);
    costs[value] = costOfCode(*block, before);
    loops.remember(key, made);
    return made;
  });
}

Lanes KernelValues::compute(OpResult value, ArrayRef<Position> place) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant))) {
    Array splat = toArray(constant.resizeSplat(constant.getType().clone(ArrayRef<int64_t>())));
    return laneBuilder.fromMemory(
        splat.dtype(), ir.CreateBitCast(bitsOf(ir, splat), laneBuilder.memoryType(splat.dtype())));
  }
  if (auto reduction = dyn_cast<Reducing>(value.getOwner()))
    return reduceAt(reduction, place);
  KernelElement element(*this, value, place);
  return lowerElement(value.getOwner(), element);
}

/// Where all lanes want it or none does, it is computed behind a branch, unless it is only read.
Lanes KernelValues::elementIf(const Lanes &wanted, Value value, ArrayRef<Position> place,
                              const Lanes &otherwise) {
  if (auto *constant = dyn_cast<llvm::ConstantInt>(wanted.value()))
    return constant->isOne() ? element(value, place) : otherwise;
  if (wanted.count() == 1 && !isa<BlockArgument>(value)) {
    const unsigned outer = branchDepth;
    Lanes chosen = loops.choose(wanted, laneBuilder.repeat(otherwise, width), [&] {
      branchDepth = loops.depth();
      return laneBuilder.repeat(element(value, place), width);
    });
    branchDepth = outer;
    return chosen;
  }
  Lanes outer = condition;
  condition = outer ? outer & wanted : wanted;
  Lanes found = element(value, place);
  condition = outer;
  return select(wanted, found, otherwise);
}

} // namespace cotan

// Calls of the runtime's functions, and the sizes of results.
#include "cotan/codegen/program_emitter.h"

using namespace mlir;

namespace cotan {
namespace {

/// What an op sees that says the sizes of its results.
class ProgramSizes : public SizeBuilder {
public:
  ProgramSizes(ProgramEmitter &emitter, Operation *op) : emitter(emitter), op(op) {}
  llvm::Value *size(unsigned i, unsigned axis) override {
    return emitter.values.size(op->getOperand(i), axis);
  }
  llvm::Value *number(unsigned i, unsigned at) override {
    DenseElementsAttr constant;
    if (matchPattern(op->getOperand(i), m_Constant(&constant)))
      return ir().getInt64(constant.getValues<int64_t>()[at]);
    llvm::Value *data = emitter.values.tensor(op->getOperand(i)).data;
    return ir().CreateLoad(ir().getInt64Ty(), ir().CreateConstGEP1_64(ir().getInt64Ty(), data, at));
  }
  void require(llvm::Value *holds, const Twine &problem) override {
    emitter.require(op, holds, problem);
  }
  llvm::IRBuilder<> &ir() override { return emitter.ir; }

private:
  ProgramEmitter &emitter;
  Operation *op;
};

/// All operands have the same sizes; so has the result.
Sizes elementwiseSizes(ProgramEmitter &emitter, Operation *op) {
  Sizes sizes = emitter.values.sizesOf(op->getOperand(0));
  for (Value operand : llvm::drop_begin(op->getOperands()))
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (llvm::Value *other = emitter.values.size(operand, axis); other != size)
        emitter.require(op, emitter.ir.CreateICmpEQ(size, other),
                        "operand shapes differ along axis " + Twine(axis));
  return sizes;
}

Sizes reducedSizes(ProgramEmitter &emitter, Operation *op) {
  Sizes from = emitter.values.sizesOf(op->getOperand(0)), sizes;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  ArrayRef<int64_t> axes = cast<Reducing>(op).reducedAxes();
  bool keepdims = result.getRank() == int64_t(from.size()) && !axes.empty();
  for (auto [axis, size] : llvm::enumerate(from))
    if (!llvm::is_contained(axes, axis))
      sizes.push_back(size);
    else if (keepdims)
      sizes.push_back(emitter.ir.getInt64(1));
  return sizes;
}

} // namespace

/// Ends the program unless there can be a tensor of these sizes: what multiplies them later need
/// not ask. Where the result has open sizes, and not only some of an operand's.
void ProgramEmitter::requireFit(OpResult result, ArrayRef<llvm::Value *> sizes) {
  auto widthOf = [](Value x) { return sizeOf(ProgramValues::elementType(x.getType())); };
  auto isOne = [&](llvm::Value *size) { return size == ir.getInt64(1); };
  auto isPartOf = [&](Value operand) {
    if (!isa<RankedTensorType>(operand.getType()) || widthOf(operand) < widthOf(result))
      return false;
    Sizes left = values.sizesOf(operand);
    return llvm::all_of(sizes, [&](llvm::Value *size) {
      auto *found = llvm::find(left, size);
      return isOne(size) || (found != left.end() && left.erase(found));
    });
  };
  Operation *op = result.getOwner();
  if (llvm::all_of(sizes, llvm::IsaPred<llvm::ConstantInt>) ||
      llvm::any_of(op->getOperands(), isPartOf))
    return;
  llvm::Value *list = reserve(sizes.size());
  for (auto [axis, size] : llvm::enumerate(sizes))
    ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_sizes_fit),
                  {list, ir.getInt64(sizes.size()), ir.getInt64(widthOf(result))});
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
}

Sizes ProgramEmitter::resultSizes(OpResult result) {
  Operation *op = result.getOwner();
  Sizes sizes;
  if (auto says = dyn_cast<SaysSizes>(op)) {
    ProgramSizes builder(*this, op);
    sizes = says.sizes(builder, result.getResultNumber());
  } else if (op->hasTrait<Elementwise>()) {
    sizes = elementwiseSizes(*this, op);
  } else if (isa<Reducing>(op)) {
    sizes = reducedSizes(*this, op);
  }
  auto type = cast<RankedTensorType>(result.getType());
  for (auto [axis, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(size))
      continue;
    if (axis >= sizes.size()) { // the op has no sizes but those of its type
      sizes.push_back(ir.getInt64(size));
    } else if (sizes[axis] != ir.getInt64(size)) {
      require(op, ir.CreateICmpEQ(sizes[axis], ir.getInt64(size)),
              "the result has another size along axis " + Twine(axis) + " than its type says, " +
                  Twine(size));
      sizes[axis] = ir.getInt64(size);
    }
  }
  requireFit(result, sizes);
  return sizes;
}

llvm::Value *ProgramEmitter::spill(const Lanes &x) {
  llvm::Value *memory = values.lanes().toMemory(x);
  llvm::Value *place = reserve();
  ir.CreateStore(memory, place);
  return place;
}

/// The op that makes the result: of a kernel, one of those in it.
static Operation *makerOf(OpResult result) {
  auto kernel = dyn_cast<code::KernelOp>(result.getOwner());
  if (!kernel)
    return result.getOwner();
  Operation *yield = kernel.getBody().front().getTerminator();
  Operation *maker = yield->getOperand(result.getResultNumber()).getDefiningOp();
  return maker ? maker : kernel;
}

llvm::Value *ProgramEmitter::makeResult(OpResult result) {
  if (!ProgramValues::isTensor(result.getType()))
    return reserve();
  Tensor tensor;
  tensor.sizes = values.sizesOf(result);
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *count = ir.getInt64(sizeOf(dtype));
  for (llvm::Value *size : tensor.sizes)
    count = ir.CreateMul(count, size);
  bool isSmall = isSmallTensor(result.getType());
  tensor.data = isSmall ? inFrame(plan.offsetOf(result)) : allocate(makerOf(result), count);
  values.setTensor(result, tensor);
  own(result);
  return tensor.data;
}

void ProgramEmitter::takeNumber(OpResult result, llvm::Value *place) {
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *memory = ir.CreateLoad(values.lanes().memoryType(dtype), place);
  values.setNumber(result, values.lanes().fromMemory(dtype, memory));
}

//--- the runtime's functions

/// Fills in TensorView `index` of an array.
void ProgramEmitter::storeView(Value value, llvm::Value *data, llvm::Value *views, unsigned index) {
  bool isTensor = ProgramValues::isTensor(value.getType());
  Sizes sizes = isTensor ? values.sizesOf(value) : Sizes();
  llvm::Value *list = reserve(std::max<size_t>(sizes.size(), 1));
  for (auto [axis, size] : llvm::enumerate(sizes))
    ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
  const auto dtype = uint32_t(ProgramValues::elementType(value.getType()));
  store(ir,
        {{COTAN_FIELD(TensorView, data), data},
         {COTAN_FIELD(TensorView, sizes), list},
         {COTAN_FIELD(TensorView, rank), ir.getInt32(sizes.size())},
         {COTAN_FIELD(TensorView, dtype), ir.getInt32(dtype)}},
        views, index);
}

llvm::Value *ProgramEmitter::viewsOf(ValueRange operands) {
  llvm::Value *views = reserve(abi::wordsOf<TensorView>(std::max<size_t>(1, operands.size())));
  for (auto [i, operand] : llvm::enumerate(operands)) {
    llvm::Value *data = ProgramValues::isTensor(operand.getType()) ? values.tensor(operand).data
                                                                   : spill(values.number(operand));
    storeView(operand, data, views, i);
  }
  return views;
}

llvm::Value *ProgramEmitter::placeOf(OpResult result, bool mayOverwrite) {
  if (mayOverwrite && isa<Updating>(result.getOwner()) && isOwned(result.getType()))
    if (llvm::Value *data = overwriteOperand(result, 0))
      return data;
  return makeResult(result);
}

ProgramEmitter::CallTables ProgramEmitter::fillTables(CallsRuntime op, const RuntimeCall &call,
                                                      bool mayOverwrite) {
  CallTables tables;
  tables.operands = viewsOf(op->getOperands());
  tables.results = reserve(abi::wordsOf<TensorView>(op->getNumResults()));
  for (OpResult result : op->getResults()) {
    if (ProgramValues::isTensor(result.getType()))
      values.setSizes(result, resultSizes(result));
    tables.places.push_back(placeOf(result, mayOverwrite));
    storeView(result, tables.places.back(), tables.results, result.getResultNumber());
  }
  tables.numbers = reserve(std::max<size_t>(1, call.numbers.size()));
  for (auto [i, number] : llvm::enumerate(call.numbers))
    ir.CreateStore(ir.getInt64(number), ir.CreateConstGEP1_64(ir.getInt64Ty(), tables.numbers, i));
  return tables;
}

void ProgramEmitter::takeNumbers(Operation *op, ArrayRef<llvm::Value *> places) {
  for (auto [result, place] : llvm::zip_equal(op->getResults(), places))
    if (!ProgramValues::isTensor(result.getType()))
      takeNumber(result, place);
}

void ProgramEmitter::emitRuntimeCall(CallsRuntime op) {
  RuntimeCall call = op.runtimeCall();
  if ((call.product && tryEmitProduct(op, *call.product)) || tryEmitUpdates(op))
    return;
  CallTables tables = fillTables(op, call, /*mayOverwrite=*/true);
  llvm::Value *status = ir.CreateCall(declareTensorFunction(call.function, module),
                                      {tables.operands, tables.results, tables.numbers});
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
  takeNumbers(op, tables.places);
}

void ProgramEmitter::emitTogether(ArrayRef<CallsRuntime> calls) {
  llvm::Value *list = reserve(abi::wordsOf<abi::Call>(calls.size()));
  SmallVector<SmallVector<llvm::Value *>> places;
  for (auto [i, op] : llvm::enumerate(calls)) {
    RuntimeCall made = CallsRuntime(op).runtimeCall();
    // Others of the group may still read what ends here.
    CallTables tables = fillTables(op, made, /*mayOverwrite=*/false);
    store(ir,
          {{COTAN_FIELD(abi::Call, function),
            declareTensorFunction(made.function, module).getCallee()},
           {COTAN_FIELD(abi::Call, operands), tables.operands},
           {COTAN_FIELD(abi::Call, results), tables.results},
           {COTAN_FIELD(abi::Call, numbers), tables.numbers}},
          list, i);
    places.push_back(tables.places);
  }
  llvm::Value *failed =
      callRuntime(ir, COTAN_FUNCTION(cotan_together), {ir.getInt64(calls.size()), list});
  for (auto [i, op] : llvm::enumerate(calls))
    require(op, ir.CreateICmpNE(failed, ir.getInt64(i)), "");
  for (auto [op, written] : llvm::zip_equal(calls, places))
    takeNumbers(op, written);
}

} // namespace cotan

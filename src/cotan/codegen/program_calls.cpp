// Calls of kernels and of the runtime's functions, and the sizes of their results.
#include "cotan/codegen/program_emitter.h"

#include "cotan/codegen/overwrite.h"
#include "cotan/codegen/small_product.h"

#include "llvm/Support/FormatVariadic.h"

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
  return sizes;
}

llvm::Value *ProgramEmitter::spill(const Lanes &x) {
  llvm::Value *memory = values.lanes().toMemory(x);
  llvm::Value *place = reserve(ir.getInt64Ty());
  ir.CreateStore(memory, place);
  return place;
}

llvm::Value *ProgramEmitter::makeResult(OpResult result) {
  if (!ProgramValues::isTensor(result.getType()))
    return reserve(ir.getInt64Ty());
  Tensor tensor;
  tensor.sizes = values.sizesOf(result);
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *count = ir.getInt64(sizeOf(dtype));
  for (llvm::Value *size : tensor.sizes)
    count = ir.CreateMul(count, size);
  bool isSmall = isSmallTensor(result.getType());
  tensor.data = isSmall ? inFrame(plan.offsetOf(result)) : allocate(result.getOwner(), count);
  values.setTensor(result, tensor);
  own(result);
  return tensor.data;
}

void ProgramEmitter::takeNumber(OpResult result, llvm::Value *place) {
  DType dtype = ProgramValues::elementType(result.getType());
  llvm::Value *memory = ir.CreateLoad(values.lanes().memoryType(dtype), place);
  values.setNumber(result, values.lanes().fromMemory(dtype, memory));
}

//--- kernels

ProgramEmitter::KernelFunctions ProgramEmitter::functionsOf(code::KernelOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope().assumeVerified().printGenericOpForm());
  // Kernels that differ in the names of their operands only are the same.
  SmallVector<bool> isRead;
  for (Value result : op.getResults())
    isRead.push_back(!llvm::all_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>));
  llvm::interleaveComma(isRead, os);
  KernelFunctions &functions = kernels[StringRef(text).substr(text.find(")"))];
  if (!functions.run) {
    std::string name = "kernel" + std::to_string(kernels.size());
    functions.run = cotan::emitKernel(op, name, module, target, isRead);
    code.kernels.push_back(
        {functions.run, unsigned(op.getBody().front().getOperations().size() - 1)});
    functions.finish = emitTotals(op, name + "_totals", module, target);
  }
  return functions;
}

/// Work for about ten microseconds, in elements times ops: what is worth a thread.
static constexpr int64_t workOfThread = 1 << 17;

/// On several threads, if there is enough to do.
void ProgramEmitter::callKernel(code::KernelOp op, llvm::Function *kernel, llvm::Value *slots,
                                llvm::Value *pieces) {
  KernelSpace space(op);
  int64_t ops = std::distance(op.getBody().front().begin(), op.getBody().front().end());
  llvm::Value *work = ir.CreateMul(values.elementCount(space.value), ir.getInt64(ops));
  auto *known = dyn_cast<llvm::ConstantInt>(work);
  auto *count = dyn_cast<llvm::ConstantInt>(pieces);
  if ((known && known->getSExtValue() < 2 * workOfThread) || (count && count->isOne())) {
    ir.CreateCall(kernel, {slots, ir.getInt64(0), pieces});
    return;
  }
  // So many pieces that together they are the work of a thread.
  llvm::Value *share = ir.CreateSDiv(work, ir.getInt64(workOfThread));
  llvm::Value *threads = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, share, ir.getInt64(1));
  llvm::Value *grain = ir.CreateAdd(ir.CreateSDiv(pieces, threads), ir.getInt64(1));
  callRuntime("cotan_parallel", ir.getVoidTy(), {kernel, slots, pieces, grain});
}

llvm::Value *ProgramEmitter::overwriteInput(code::KernelOp op, OpResult result) {
  if (!isOwned(result.getType()))
    return nullptr;
  Scope &scope = scopes.back();
  auto dying = scope.dying.lookup(op);
  for (unsigned i : overwritableInputs(op, result.getResultNumber())) {
    Value input = op.getInputs()[i], root = values.rootOf(input);
    bool isAlone = llvm::count_if(op.getInputs(),
                                  [&](Value other) { return values.rootOf(other) == root; }) == 1;
    if (!isAlone || !llvm::is_contained(dying, root) || !scope.owned.contains(root) ||
        values.sizesOf(input) != values.sizesOf(result))
      continue;
    scope.owned.remove(root);
    values.setTensor(result, {values.tensor(input).data, values.sizesOf(result)});
    own(result);
    return values.tensor(result).data;
  }
  return nullptr;
}

/// How many pieces the work can be split into.
llvm::Value *ProgramEmitter::countPieces(const KernelSignature &signature) {
  llvm::Value *rows = ir.getInt64(1);
  for (auto [value, axis] : signature.splitAxes)
    rows = ir.CreateMul(rows, values.size(value, axis));
  if (signature.rowsPerPiece == 1)
    return rows;
  // At least one: totals of no rows are numbers, too.
  llvm::Value *many = ir.getInt64(signature.rowsPerPiece);
  llvm::Value *last = ir.CreateSub(ir.CreateAdd(rows, many), ir.getInt64(1));
  llvm::Value *one = ir.getInt64(1), *pieces = ir.CreateSDiv(last, many);
  return ir.CreateSelect(ir.CreateICmpSGT(pieces, one), pieces, one); // sizes that are known fold
}

void ProgramEmitter::emitKernel(code::KernelOp op) {
  Block &body = op.getBody().front();
  for (auto [arg, input] : llvm::zip_equal(body.getArguments(), op.getInputs()))
    if (ProgramValues::isTensor(input.getType()))
      values.setTensor(arg, values.tensor(input));
  for (Operation &inner : body.without_terminator())
    for (OpResult result : inner.getResults())
      values.setSizes(result, resultSizes(result));
  for (auto [result, yielded] :
       llvm::zip_equal(op.getResults(), body.getTerminator()->getOperands()))
    values.setSizes(result, values.sizesOf(yielded));

  KernelSignature signature(op, values.lanes());
  unsigned count = op.getNumOperands() + op.getNumResults() + signature.openSizes.size() +
                   signature.partials.size();
  llvm::Value *slots = reserve(ir.getInt64Ty(), std::max(count, 1u));
  unsigned next = 0;
  auto pass = [&](llvm::Value *x) {
    ir.CreateStore(x, ir.CreateConstGEP1_64(ir.getInt64Ty(), slots, next++));
  };
  for (Value input : op.getInputs())
    pass(ProgramValues::isTensor(input.getType()) ? values.tensor(input).data
                                                  : values.lanes().toMemory(values.number(input)));
  SmallVector<llvm::Value *> places;
  for (OpResult result : op.getResults()) {
    llvm::Value *overwritten = overwriteInput(op, result);
    pass(places.emplace_back(overwritten ? overwritten : makeResult(result)));
  }
  for (auto [value, axis] : signature.openSizes)
    pass(values.size(value, axis));
  llvm::Value *pieces = countPieces(signature);
  SmallVector<std::pair<llvm::Value *, llvm::Value *>> partials; // and how many bytes
  for (DType dtype : signature.partials) {
    llvm::Value *bytes = ir.CreateMul(pieces, ir.getInt64(signature.partialLength * sizeOf(dtype)));
    pass(partials.emplace_back(allocate(op, bytes), bytes).first);
  }
  KernelFunctions functions = functionsOf(op);
  callKernel(op, functions.run, slots, pieces);
  if (functions.finish)
    ir.CreateCall(functions.finish, {slots, ir.getInt64(0), pieces});
  for (auto [data, bytes] : partials)
    release(data, bytes);
  for (auto [result, place] : llvm::zip_equal(op.getResults(), places))
    if (!ProgramValues::isTensor(result.getType()))
      takeNumber(result, place);
}

//--- the runtime's functions

/// Fills in TensorView `index` of an array: data, sizes, rank and element type.
llvm::Value *ProgramEmitter::viewOf(Value value, llvm::Value *views, unsigned index) {
  bool isTensor = ProgramValues::isTensor(value.getType());
  Sizes sizes = isTensor ? values.sizesOf(value) : Sizes();
  llvm::Value *list = reserve(ir.getInt64Ty(), std::max<size_t>(sizes.size(), 1));
  for (auto [axis, size] : llvm::enumerate(sizes))
    ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
  auto at = [&](unsigned word) {
    return ir.CreateConstGEP1_64(ir.getInt64Ty(), views, 3 * index + word);
  };
  ir.CreateStore(list, at(1));
  int64_t dtype = int64_t(ProgramValues::elementType(value.getType()));
  ir.CreateStore(ir.getInt64(int64_t(sizes.size()) | dtype << 32), at(2));
  return at(0);
}

llvm::Value *ProgramEmitter::viewsOf(ValueRange operands) {
  llvm::Value *views = reserve(ir.getInt64Ty(), 3 * std::max<size_t>(1, operands.size()));
  for (auto [i, operand] : llvm::enumerate(operands)) {
    llvm::Value *data = ProgramValues::isTensor(operand.getType()) ? values.tensor(operand).data
                                                                   : spill(values.number(operand));
    ir.CreateStore(data, viewOf(operand, views, i));
  }
  return views;
}

ProgramEmitter::CallTables ProgramEmitter::fillTables(CallsRuntime op, const RuntimeCall &call) {
  CallTables tables;
  tables.operands = viewsOf(op->getOperands());
  tables.results = reserve(ir.getInt64Ty(), 3 * op->getNumResults());
  for (OpResult result : op->getResults()) {
    if (ProgramValues::isTensor(result.getType()))
      values.setSizes(result, resultSizes(result));
    tables.places.push_back(makeResult(result));
    ir.CreateStore(tables.places.back(), viewOf(result, tables.results, result.getResultNumber()));
  }
  tables.numbers = reserve(ir.getInt64Ty(), std::max<size_t>(1, call.numbers.size()));
  for (auto [i, number] : llvm::enumerate(call.numbers))
    ir.CreateStore(ir.getInt64(number), ir.CreateConstGEP1_64(ir.getInt64Ty(), tables.numbers, i));
  return tables;
}

void ProgramEmitter::takeNumbers(Operation *op, ArrayRef<llvm::Value *> places) {
  for (auto [result, place] : llvm::zip_equal(op->getResults(), places))
    if (!ProgramValues::isTensor(result.getType()))
      takeNumber(result, place);
}

/// By machine code of its own, if that pays.
bool ProgramEmitter::tryEmitProduct(Operation *op, const RuntimeCall &call) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  OpResult c = op->getResult(0);
  DType dtype = ProgramValues::elementType(c.getType());
  if (!isSmallProduct(*call.product, dtype, target.unit))
    return false;
  const auto [m, n, k, isTurned] = *call.product;
  std::string sizes =
      llvm::formatv("product {0} {1} {2} {3} {4}", m, n, k, isTurned[0], int(dtype));
  llvm::Function *&function = kernels[sizes].run;
  if (!function) {
    std::string name = "kernel" + std::to_string(kernels.size());
    function = emitProduct(*call.product, dtype, name, module, target.unit);
    code.kernels.push_back({function, 1});
  }
  values.setSizes(c, resultSizes(c));
  ir.CreateCall(function, {values.tensor(a).data, values.tensor(b).data, makeResult(c)});
  return true;
}

void ProgramEmitter::emitRuntimeCall(CallsRuntime op) {
  RuntimeCall call = op.runtimeCall();
  if (call.product && tryEmitProduct(op, call))
    return;
  CallTables tables = fillTables(op, call);
  llvm::Value *status = callRuntime(call.function, ir.getInt32Ty(),
                                    {tables.operands, tables.results, tables.numbers});
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
  takeNumbers(op, tables.places);
}

void ProgramEmitter::emitTogether(ArrayRef<CallsRuntime> calls) {
  auto *pointer = ir.getPtrTy();
  auto *type = llvm::FunctionType::get(ir.getInt32Ty(), {pointer, pointer, pointer}, false);
  llvm::Value *list = reserve(pointer, 4 * calls.size()); // of CotanCalls
  SmallVector<SmallVector<llvm::Value *>> places;
  for (auto [i, op] : llvm::enumerate(calls)) {
    RuntimeCall call = CallsRuntime(op).runtimeCall();
    CallTables tables = fillTables(op, call);
    llvm::Value *function = module.getOrInsertFunction(call.function, type).getCallee();
    llvm::Value *fields[] = {function, tables.operands, tables.results, tables.numbers};
    for (auto [j, field] : llvm::enumerate(fields))
      ir.CreateStore(field, ir.CreateConstGEP1_64(pointer, list, 4 * i + j));
    places.push_back(tables.places);
  }
  llvm::Value *failed =
      callRuntime("cotan_together", ir.getInt64Ty(), {ir.getInt64(calls.size()), list});
  for (auto [i, op] : llvm::enumerate(calls))
    require(op, ir.CreateICmpNE(failed, ir.getInt64(i)), "");
  for (auto [op, written] : llvm::zip_equal(calls, places))
    takeNumbers(op, written);
}

} // namespace cotan

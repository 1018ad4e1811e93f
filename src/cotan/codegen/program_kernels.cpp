// Calls of kernels, and products with what comes after them.
#include "cotan/codegen/overwrite.h"
#include "cotan/codegen/program_emitter.h"
#include "cotan/codegen/small_product.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace cotan {

std::string ProgramEmitter::nextKernelName() {
  return "kernel" + std::to_string(kernels.size() + products.size());
}

ProgramEmitter::KernelFunctions ProgramEmitter::functionsOf(code::KernelOp op) {
  SmallVector<bool> isRead;
  for (Value result : op.getResults())
    isRead.push_back(!llvm::all_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>));
  KernelKey key = keyOf(op);
  llvm::append_range(key, isRead);
  KernelFunctions &functions = kernels[key];
  if (!functions.run) {
    std::string name = nextKernelName();
    functions.run = cotan::emitKernel(op, name, module, target, isRead);
    if (KernelSpace(op).rank() == 0) // an element of a tensor: a call takes longer
      functions.run->addFnAttr(llvm::Attribute::AlwaysInline);
    code.kernels.push_back(
        {functions.run, unsigned(op.getBody().front().getOperations().size() - 1)});
    functions.finish = emitTotals(op, name + "_totals", module, target);
  }
  return functions;
}

/// On several threads, if there is enough to do.
void ProgramEmitter::callInPieces(Operation *op, llvm::Function *run, llvm::Value *slots,
                                  llvm::Value *pieces, llvm::Value *work) {
  auto *known = dyn_cast<llvm::ConstantInt>(work);
  auto *count = dyn_cast<llvm::ConstantInt>(pieces);
  const bool isShort = known && known->getSExtValue() < workAtOnce;
  if (isShort || (count && count->isOne())) {
    ir.CreateCall(run, {slots, ir.getInt64(0), pieces});
    if (!isShort)
      require(op, ir.CreateNot(callRuntime(ir, COTAN_FUNCTION(cotan_must_stop), {})), "");
    return;
  }
  // So many pieces that together they are the work of a thread.
  llvm::Value *share = ir.CreateSDiv(work, ir.getInt64(workOfThread));
  llvm::Value *threads = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, share, ir.getInt64(1));
  llvm::Value *grain = ir.CreateAdd(ir.CreateSDiv(pieces, threads), ir.getInt64(1));
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_parallel), {run, slots, pieces, grain});
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
}

void ProgramEmitter::callKernel(code::KernelOp op, llvm::Function *kernel, llvm::Value *slots,
                                llvm::Value *pieces) {
  KernelSpace space(op);
  int64_t ops = std::distance(op.getBody().front().begin(), op.getBody().front().end());
  llvm::Value *work = ir.CreateMul(values.elementCount(space.value), ir.getInt64(ops));
  callInPieces(op, kernel, slots, pieces, work);
}

llvm::Value *ProgramEmitter::overwriteInput(code::KernelOp op, OpResult result) {
  if (isOwned(result.getType()))
    for (unsigned i : overwritableInputs(op, result.getResultNumber()))
      if (llvm::Value *data = overwriteOperand(result, i))
        return data;
  return nullptr;
}

/// Whether all results are without elements; null if it is known that one is not.
llvm::Value *ProgramEmitter::writesNothing(code::KernelOp op) {
  llvm::Value *all = ir.getTrue(), *zero = ir.getInt64(0);
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (type.hasStaticShape() && !llvm::is_contained(type.getShape(), 0))
      return nullptr;
    llvm::Value *isEmpty = ir.getFalse();
    for (llvm::Value *size : values.sizesOf(result))
      isEmpty = ir.CreateOr(isEmpty, ir.CreateICmpEQ(size, zero));
    all = ir.CreateAnd(all, isEmpty);
  }
  return all;
}

/// How many pieces the work can be split into.
llvm::Value *ProgramEmitter::countPieces(code::KernelOp op, const KernelSignature &signature) {
  llvm::Value *rows = ir.getInt64(1);
  for (auto [value, axis] : signature.splitAxes)
    rows = ir.CreateMul(rows, values.size(value, axis));
  if (llvm::Value *isIdle = writesNothing(op)) // however many rows there are
    rows = ir.CreateSelect(isIdle, ir.getInt64(0), rows);
  if (signature.rowsPerPiece == 1)
    return rows;
  // At least one: totals of no rows are numbers, too.
  llvm::Value *many = ir.getInt64(signature.rowsPerPiece);
  llvm::Value *last = ir.CreateSub(ir.CreateAdd(rows, many), ir.getInt64(1));
  llvm::Value *one = ir.getInt64(1), *pieces = ir.CreateSDiv(last, many);
  return ir.CreateSelect(ir.CreateICmpSGT(pieces, one), pieces, one); // sizes that are known fold
}

/// Tells what tensors the kernel's arguments are, and how large what it computes is.
void ProgramEmitter::sizeKernel(code::KernelOp op) {
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
}

ProgramEmitter::KernelCall ProgramEmitter::prepareKernel(code::KernelOp op) {
  sizeKernel(op);
  KernelCall call{KernelSignature(op, values.lanes()), functionsOf(op), nullptr, nullptr, {}, {}};
  // What is inlined hands its words over in registers.
  llvm::SaveAndRestore own(hasOwnWords,
                           call.functions.run->hasFnAttribute(llvm::Attribute::AlwaysInline));
  unsigned count = op.getNumOperands() + op.getNumResults() + call.signature.openSizes.size() +
                   call.signature.partials.size();
  call.slots = reserve(std::max(count, 1u));
  unsigned next = 0;
  auto pass = [&](llvm::Value *x) {
    ir.CreateStore(x, ir.CreateConstGEP1_64(ir.getInt64Ty(), call.slots, next++));
  };
  for (Value input : op.getInputs())
    pass(ProgramValues::isTensor(input.getType()) ? values.tensor(input).data
                                                  : values.lanes().toMemory(values.number(input)));
  for (OpResult result : op.getResults()) {
    llvm::Value *overwritten = overwriteInput(op, result);
    pass(call.places.emplace_back(overwritten ? overwritten : makeResult(result)));
  }
  for (auto [value, axis] : call.signature.openSizes)
    pass(values.size(value, axis));
  call.pieces = countPieces(op, call.signature);
  for (DType dtype : call.signature.partials) {
    int64_t bytesOfPiece = call.signature.partialLength * sizeOf(dtype);
    llvm::Value *bytes = ir.CreateMul(call.pieces, ir.getInt64(bytesOfPiece));
    pass(call.partials.emplace_back(allocate(op, bytes), bytes).first);
  }
  return call;
}

void ProgramEmitter::finishKernel(code::KernelOp op, const KernelCall &call) {
  if (call.functions.finish)
    ir.CreateCall(call.functions.finish, {call.slots, ir.getInt64(0), call.pieces});
  for (auto [data, bytes] : call.partials)
    release(data, bytes);
  for (auto [result, place] : llvm::zip_equal(op.getResults(), call.places))
    if (!ProgramValues::isTensor(result.getType()))
      takeNumber(result, place);
}

void ProgramEmitter::emitKernel(code::KernelOp op) {
  KernelCall call = prepareKernel(op);
  callKernel(op, call.functions.run, call.slots, call.pieces);
  finishKernel(op, call);
}

//--- products

/// All numbers that its code depends on.
static std::vector<int64_t> keyOf(const MatrixProduct &product, DType dtype) {
  std::vector<int64_t> key = {int64_t(dtype), product.m, product.n, product.k};
  for (const MatrixProduct::Steps &steps : product.steps)
    key.insert(key.end(), {steps.row, steps.column});
  for (const PairedAxis &axis : product.batches)
    key.insert(key.end(), {axis.size, axis.steps[0], axis.steps[1]});
  return key;
}

/// By machine code of its own, if that pays.
bool ProgramEmitter::tryEmitProduct(Operation *op, const MatrixProduct &product) {
  OpResult c = op->getResult(0);
  DType dtype = ProgramValues::elementType(c.getType());
  if (!hasOwnCode(product, dtype, target.unit))
    return false;
  llvm::Function *&function = products[keyOf(product, dtype)];
  if (!function) {
    function = emitProduct(product, dtype, nextKernelName(), module, target.unit);
    code.kernels.push_back({function, 1});
  }
  values.setSizes(c, resultSizes(c));
  llvm::Value *slots = reserve(3);
  llvm::Value *data[] = {values.tensor(op->getOperand(0)).data,
                         values.tensor(op->getOperand(1)).data, makeResult(c)};
  for (auto [i, pointer] : llvm::enumerate(data))
    ir.CreateStore(pointer, ir.CreateConstGEP1_64(ir.getInt64Ty(), slots, i));
  llvm::Value *work = ir.CreateMul(values.elementCount(c), ir.getInt64(product.k));
  callInPieces(op, function, slots, ir.getInt64(piecesOf(product)), work);
  return true;
}

void ProgramEmitter::emitWithEpilogue(Operation *op, const Epilogue &epilogue) {
  OpResult c = op->getResult(0);
  values.setSizes(c, resultSizes(c));
  llvm::Value *data = makeResult(c);
  for (Operation *view = op->getNextNode(); view != epilogue.kernel; view = view->getNextNode())
    emitView(view);
  KernelCall call = prepareKernel(epilogue.kernel);

  const auto &[m, n, k, steps, batches] = epilogue.product;
  const std::array<bool, 2> isTurned = *epilogue.product.turned();
  const bool isDouble = ProgramValues::elementType(c.getType()) == DType::f64;
  llvm::Value *work = reserve(abi::wordsOf<abi::ProductThen>());
  store(ir,
        {{COTAN_FIELD(abi::ProductThen, m), ir.getInt64(m)},
         {COTAN_FIELD(abi::ProductThen, n), ir.getInt64(n)},
         {COTAN_FIELD(abi::ProductThen, k), ir.getInt64(k)},
         {COTAN_FIELD(abi::ProductThen, aIsTurned), ir.getInt64(isTurned[0])},
         {COTAN_FIELD(abi::ProductThen, bIsTurned), ir.getInt64(isTurned[1])},
         {COTAN_FIELD(abi::ProductThen, isDouble), ir.getInt64(isDouble)},
         {COTAN_FIELD(abi::ProductThen, a), values.tensor(op->getOperand(0)).data},
         {COTAN_FIELD(abi::ProductThen, b), values.tensor(op->getOperand(1)).data},
         {COTAN_FIELD(abi::ProductThen, c), data},
         {COTAN_FIELD(abi::ProductThen, kernel), call.functions.run},
         {COTAN_FIELD(abi::ProductThen, slots), call.slots},
         {COTAN_FIELD(abi::ProductThen, piecesPerRow), ir.getInt64(epilogue.piecesPerRow)},
         {COTAN_FIELD(abi::ProductThen, rowsPerPiece), ir.getInt64(call.signature.rowsPerPiece)}},
        work);
  llvm::Value *status = callRuntime(ir, COTAN_FUNCTION(cotan_product_then), {work});
  require(op, ir.CreateICmpEQ(status, ir.getInt32(0)), "");
  finishKernel(epilogue.kernel, call);
  for (Operation *done = op; done != epilogue.kernel; done = done->getNextNode())
    releaseAfter(done);
}

} // namespace cotan

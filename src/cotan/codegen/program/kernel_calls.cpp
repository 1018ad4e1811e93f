#include "cotan/codegen/program/kernel_calls.h"

#include "cotan/codegen/overwrite.h"
#include "cotan/codegen/small_product.h"

using namespace mlir;

namespace cotan {

/// On several threads, if there is enough to do.
void KernelCalls::callInPieces(Operation *op, llvm::Function *run, llvm::Value *slots,
                               llvm::Value *pieces, llvm::Value *work, bool areColumns) {
  auto *known = dyn_cast<llvm::ConstantInt>(work);
  auto *count = dyn_cast<llvm::ConstantInt>(pieces);
  const bool isShort = known && known->getSExtValue() < workAtOnce;
  if (isShort || (count && count->isOne())) {
    ir.CreateCall(run, {slots, ir.getInt64(0), pieces});
    if (!isShort)
      functions.require(op, ir.CreateNot(callRuntime(ir, COTAN_FUNCTION(cotan_must_stop), {})), "");
    return;
  }
  // So many pieces that together they are the work of a thread.
  llvm::Value *share = ir.CreateSDiv(work, ir.getInt64(workOfThread));
  llvm::Value *threads = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, share, ir.getInt64(1));
  llvm::Value *grain = ir.CreateAdd(ir.CreateSDiv(pieces, threads), ir.getInt64(1));
  if (areColumns) {
    constexpr int64_t columnsOfLine = 16; // of f32
    grain = ir.CreateAnd(ir.CreateAdd(grain, ir.getInt64(columnsOfLine - 1)),
                         ir.getInt64(-columnsOfLine));
  }
  llvm::Value *status =
      callRuntime(ir, COTAN_FUNCTION(cotan_parallel), {run, slots, pieces, grain});
  functions.requireSuccess(op, status);
}

llvm::Value *KernelCalls::overwriteInput(code::KernelOp op, OpResult result) {
  if (Ownership::isOwned(result.getType()))
    for (unsigned i : overwritableInputs(op, result.getResultNumber()))
      if (llvm::Value *data = ownership.overwrite(result, i))
        return data;
  return nullptr;
}

/// Whether all results are without elements; null if it is known that one is not.
llvm::Value *KernelCalls::writesNothing(code::KernelOp op) {
  llvm::Value *all = ir.getTrue(), *zero = ir.getInt64(0);
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (type.hasStaticShape() && !llvm::is_contained(type.getShape(), 0))
      return nullptr;
    llvm::Value *isEmpty = ir.getFalse();
    for (llvm::Value *size : values.sizes.of(result))
      isEmpty = ir.CreateOr(isEmpty, ir.CreateICmpEQ(size, zero));
    all = ir.CreateAnd(all, isEmpty);
  }
  return all;
}

/// How many pieces the work can be split into.
llvm::Value *KernelCalls::countPieces(code::KernelOp op, const KernelSignature &signature) {
  llvm::Value *rows = ir.getInt64(1);
  for (auto [value, axis] : signature.splitAxes)
    rows = ir.CreateMul(rows, values.sizes.of(value, axis));
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
void KernelCalls::size(code::KernelOp op) {
  Block &body = op.getBody().front();
  for (auto [arg, input] : llvm::zip_equal(body.getArguments(), op.getInputs()))
    if (isTensor(input.getType()))
      values.setTensor(arg, values.data(input), values.sizes.of(input));
  for (Operation &inner : body.without_terminator())
    for (OpResult result : inner.getResults())
      results.size(result);
  for (auto [result, yielded] :
       llvm::zip_equal(op.getResults(), body.getTerminator()->getOperands()))
    values.sizes.set(result, values.sizes.of(yielded));
}

KernelCalls::Call KernelCalls::prepare(code::KernelOp op) {
  size(op);
  Call call{KernelSignature(op, values.lanes()), kernels.functionsOf(op), nullptr, nullptr, {}, {}};
  // What is inlined hands its words over in registers.
  auto own = functions.ownWords(call.functions.run->hasFnAttribute(llvm::Attribute::AlwaysInline));
  unsigned count = op.getNumOperands() + op.getNumResults() + call.signature.openSizes.size() +
                   call.signature.partials.size();
  call.slots = functions.reserve(std::max(count, 1u));
  unsigned next = 0;
  auto pass = [&](llvm::Value *x) {
    ir.CreateStore(x, ir.CreateConstGEP1_64(ir.getInt64Ty(), call.slots, next++));
  };
  for (Value input : op.getInputs())
    pass(isTensor(input.getType()) ? values.data(input)
                                   : values.lanes().toMemory(values.number(input)));
  for (OpResult result : op.getResults()) {
    llvm::Value *overwritten = overwriteInput(op, result);
    pass(call.places.emplace_back(overwritten ? overwritten : results.make(result)));
  }
  for (auto [value, axis] : call.signature.openSizes)
    pass(values.sizes.of(value, axis));
  call.pieces = countPieces(op, call.signature);
  for (DType dtype : call.signature.partials) {
    int64_t bytesOfPiece = call.signature.partialLength * sizeOf(dtype);
    llvm::Value *bytes = ir.CreateMul(call.pieces, ir.getInt64(bytesOfPiece));
    pass(call.partials.emplace_back(heap.allocate(op, bytes), bytes).first);
  }
  return call;
}

void KernelCalls::finish(code::KernelOp op, const Call &call) {
  if (call.functions.finish)
    ir.CreateCall(call.functions.finish, {call.slots, ir.getInt64(0), call.pieces});
  for (auto [data, bytes] : call.partials)
    heap.release(data, bytes);
  results.takeNumbers(op, call.places);
}

void KernelCalls::emit(code::KernelOp op) {
  Call call = prepare(op);
  int64_t ops = std::distance(op.getBody().front().begin(), op.getBody().front().end());
  llvm::Value *work = ir.CreateMul(values.sizes.elements(KernelSpace(op).value), ir.getInt64(ops));
  callInPieces(op, call.functions.run, call.slots, call.pieces, work,
               call.signature.isSplitInColumns);
  finish(op, call);
}

//--- products

bool KernelCalls::tryEmitProduct(Operation *op, const MatrixProduct &product) {
  OpResult c = op->getResult(0);
  DType dtype = elementType(c.getType());
  if (!hasOwnCode(product, dtype, emission.processor))
    return false;
  llvm::Function *function = kernels.functionOf(product, dtype);
  results.size(c);
  llvm::Value *slots = functions.reserve(3);
  llvm::Value *data[] = {values.data(op->getOperand(0)), values.data(op->getOperand(1)),
                         results.make(c)};
  for (auto [i, pointer] : llvm::enumerate(data))
    ir.CreateStore(pointer, ir.CreateConstGEP1_64(ir.getInt64Ty(), slots, i));
  llvm::Value *work = ir.CreateMul(values.sizes.elements(c), ir.getInt64(product.k));
  callInPieces(op, function, slots, ir.getInt64(piecesOf(product)), work);
  return true;
}

/// Fills in the abi::ProductThen.
void KernelCalls::storeProduct(Operation *op, const Epilogue &epilogue, llvm::Value *c,
                               const Call &call, llvm::Value *work) {
  const auto &[m, n, k, steps, batches] = epilogue.product;
  const std::array<bool, 2> isTurned = *epilogue.product.turned();
  const DType dtype = elementType(op->getResult(0).getType());
  store(ir,
        {{COTAN_FIELD(abi::ProductThen, m), ir.getInt64(m)},
         {COTAN_FIELD(abi::ProductThen, n), ir.getInt64(n)},
         {COTAN_FIELD(abi::ProductThen, k), ir.getInt64(k)},
         {COTAN_FIELD(abi::ProductThen, aIsTurned), ir.getInt64(isTurned[0])},
         {COTAN_FIELD(abi::ProductThen, bIsTurned), ir.getInt64(isTurned[1])},
         {COTAN_FIELD(abi::ProductThen, isDouble), ir.getInt64(dtype == DType::f64)},
         {COTAN_FIELD(abi::ProductThen, a), values.data(op->getOperand(0))},
         {COTAN_FIELD(abi::ProductThen, b), values.data(op->getOperand(1))},
         {COTAN_FIELD(abi::ProductThen, c), c},
         {COTAN_FIELD(abi::ProductThen, kernel), call.functions.run},
         {COTAN_FIELD(abi::ProductThen, slots), call.slots},
         {COTAN_FIELD(abi::ProductThen, piecesPerRow), ir.getInt64(epilogue.piecesPerRow)},
         {COTAN_FIELD(abi::ProductThen, rowsPerPiece), ir.getInt64(call.signature.rowsPerPiece)}},
        work);
}

void KernelCalls::emitWithEpilogue(Operation *op, const Epilogue &epilogue) {
  OpResult c = op->getResult(0);
  results.size(c);
  llvm::Value *data = results.make(c);
  for (Operation *view = op->getNextNode(); view != epilogue.kernel; view = view->getNextNode())
    results.share(view);
  Call call = prepare(epilogue.kernel);
  llvm::Value *work = functions.reserve(abi::wordsOf<abi::ProductThen>());
  storeProduct(op, epilogue, data, call, work);
  functions.requireSuccess(op, callRuntime(ir, COTAN_FUNCTION(cotan_product_then), {work}));
  finish(epilogue.kernel, call);
  for (Operation *done = op; done != epilogue.kernel; done = done->getNextNode())
    ownership.releaseAfter(done);
}

} // namespace cotan

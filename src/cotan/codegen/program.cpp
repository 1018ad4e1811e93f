#include "cotan/codegen/fuse.h"
#include "cotan/codegen/overlap.h"
#include "cotan/codegen/program_emitter.h"
#include "cotan/ir/types.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

ProgramEmitter::ProgramEmitter(func::FuncOp program, ProgramCode &code, const Target &target,
                               bool checksFrames)
    : ir(*code.context), values(ir, target), program(program), code(code), target(target),
      module(*code.module), checksFrames(checksFrames), plan(program) {
  auto *type = typeOf(abi::SignatureOf<abi::Program>::value, ir.getContext());
  beginFunction(llvm::Function::Create(type, llvm::Function::ExternalLinkage, programName, module));
  context = part.function->getArg(0);
}

LogicalResult ProgramEmitter::run() {
  attention = load(ir, COTAN_FIELD(abi::Run, attention), context);
  if (plan.bytes() > 0)
    frame = allocate(program, ir.getInt64(plan.bytes()));
  emitArguments();
  if (failed(emitBlock(program.front())))
    return failure();
  endFunction();
  connectParts();
  return success();
}

//--- small things

llvm::BasicBlock *ProgramEmitter::newBlock(const char *name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, part.function);
}

llvm::Value *ProgramEmitter::reserve(unsigned count) {
  if (hasOwnWords) {
    llvm::IRBuilder<>::InsertPointGuard guard(ir);
    ir.SetInsertPoint(part.entry);
    return ir.CreateAlloca(ir.getInt64Ty(), ir.getInt64(count));
  }
  const unsigned first = part.used;
  part.used += count;
  part.most = std::max(part.most, part.used);
  return ir.CreateConstGEP1_64(ir.getInt64Ty(), part.scratch, first);
}

void ProgramEmitter::fail(Operation *op, const Twine &problem) {
  callRuntime(ir, COTAN_FUNCTION(cotan_fail), {context, ir.getInt64(code.sites.size())});
  code.sites.push_back({op->getLoc(), op->getName().getStringRef().str(), problem.str()});
  ir.CreateRet(ir.getInt32(1));
}

void ProgramEmitter::require(Operation *op, llvm::Value *holds, const Twine &problem) {
  if (auto *constant = dyn_cast<llvm::ConstantInt>(holds); constant && constant->isOne())
    return;
  llvm::BasicBlock *bad = newBlock("bad"), *good = newBlock("good");
  ir.CreateCondBr(holds, good, bad);
  ir.SetInsertPoint(bad);
  fail(op, problem);
  ir.SetInsertPoint(good);
}

void ProgramEmitter::emitArguments() {
  unsigned nextSize = 0;
  for (auto [i, arg] : llvm::enumerate(program.getArguments())) {
    llvm::Value *address = ir.CreateConstGEP1_64(ir.getPtrTy(), part.function->getArg(1), i);
    llvm::Value *data = ir.CreateLoad(ir.getPtrTy(), address);
    if (ProgramValues::isStack(arg.getType())) {
      values.setStack(arg, data);
      continue;
    }
    if (!ProgramValues::isTensor(arg.getType())) {
      DType dtype = ProgramValues::elementType(arg.getType());
      llvm::Value *memory = ir.CreateLoad(values.lanes().memoryType(dtype), data);
      values.setNumber(arg, values.lanes().fromMemory(dtype, memory));
      continue;
    }
    Tensor tensor{data, {}};
    auto type = cast<RankedTensorType>(arg.getType());
    for (int64_t size : type.getShape()) {
      llvm::Value *place =
          ir.CreateConstGEP1_64(ir.getInt64Ty(), part.function->getArg(2), nextSize++);
      if (ShapedType::isDynamic(size))
        tensor.sizes.push_back(ir.CreateLoad(ir.getInt64Ty(), place));
      else
        tensor.sizes.push_back(ir.getInt64(size));
    }
    values.setTensor(arg, tensor);
    if (isDonated(program, i))
      account(values.byteCount(arg), 1);
  }
}

/// Each result leaves in memory of its own, and stacks as they are.
void ProgramEmitter::emitReturn(func::ReturnOp op) {
  Registers data = handOver(op.getOperands(), SmallVector<llvm::Value *>(op.getNumOperands()));
  ArrayRef<llvm::Value *> rest = data;
  for (Value value : op.getOperands()) {
    llvm::Value *block = rest.front();
    rest = rest.drop_front(values.registerTypes(value.getType()).size());
    bool isTensor = ProgramValues::isTensor(value.getType());
    if (!isTensor && !ProgramValues::isStack(value.getType())) {
      block = allocate(op, ir.getInt64(8));
      ir.CreateStore(values.lanes().toMemory(values.number(value)), block);
    }
    Sizes sizes = isTensor ? values.sizesOf(value) : Sizes();
    llvm::Value *list = reserve(std::max<size_t>(sizes.size(), 1));
    for (auto [axis, size] : llvm::enumerate(sizes))
      ir.CreateStore(size, ir.CreateConstGEP1_64(ir.getInt64Ty(), list, axis));
    callRuntime(ir, COTAN_FUNCTION(cotan_return),
                {context, block, list, ir.getInt64(sizes.size())});
  }
  ir.CreateRet(ir.getInt32(0));
}

//--- ops

LogicalResult ProgramEmitter::emitBlock(Block &block, ValueRange inherited) {
  findLastUses(block, inherited);
  for (Operation *op = &block.front(); op != block.getTerminator(); op = op->getNextNode()) {
    cutBefore(op);
    const unsigned used = part.used;
    if (CallGroup group(op); group.calls().size() > 1) {
      emitTogether(group.calls());
      for (Operation *member : group.calls().drop_back())
        releaseAfter(member);
      op = group.calls().back();
    } else if (Epilogue epilogue = epilogueOf(op)) {
      emitWithEpilogue(op, epilogue);
      op = epilogue.kernel;
    } else if (failed(emitOp(op))) {
      return failure();
    }
    releaseAfter(op);
    part.used = used;
  }
  if (parts.cut == &block)
    endPart();
  if (auto last = dyn_cast<func::ReturnOp>(block.getTerminator()))
    emitReturn(last); // else the op around the block hands over
  return success();
}

LogicalResult ProgramEmitter::emitOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](code::KernelOp op) { return emitKernel(op), success(); })
      .Case([&](flow::IfOp op) { return emitIf(op); })
      .Case([&](flow::SwitchOp op) { return emitSwitch(op); })
      .Case([&](flow::WhileOp op) { return emitWhile(op); })
      .Case([&](flow::ForOp op) { return emitFor(op); })
      .Case([&](flow::CreateStackOp op) { return emitCreateStack(op.getStack()), success(); })
      .Case([&](flow::PushBackOp op) { return emitPush(op), success(); })
      .Case([&](flow::PopBackOp op) { return emitPop(op), success(); })
      .Case([&](flow::IsEmptyOp op) { return emitIsEmpty(op), success(); })
      .Case([&](flow::PrintOp op) { return emitPrint(op), success(); })
      .Case([&](flow::AssertOp op) { return emitAssert(op), success(); })
      .Default([&](Operation *op) -> LogicalResult {
        if (op->use_empty() && isMemoryEffectFree(op))
          return success();
        if (op->hasTrait<OpTrait::ConstantLike>())
          return emitConstant(op);
        if (op->hasTrait<View>())
          return emitView(op), success();
        if (auto call = dyn_cast<CallsRuntime>(op); call && !hasFormula(op))
          return emitRuntimeCall(call), success();
        if (isa<Lowerable>(op))
          return emitElement(op), success();
        if (auto reduction = dyn_cast<Reducing>(op); reduction && isScalarOp(op))
          return emitScalarReduction(reduction), success();
        return op->emitError("'") << op->getName() << "' cannot be compiled; run the program with "
                                  << "--backend=reference";
      });
}

/// The result has the memory of operand 0.
void ProgramEmitter::emitView(Operation *op) {
  OpResult result = op->getResult(0);
  Value source = op->getOperand(0);
  bool fromTensor = ProgramValues::isTensor(source.getType());
  if (!ProgramValues::isTensor(result.getType())) {
    if (fromTensor)
      (void)resultSizes(result); // for its checks
    if (!fromTensor || values.isNumber(source))
      return values.setNumber(result, values.number(source));
    return takeNumber(result, values.tensor(source).data);
  }
  Sizes sizes = resultSizes(result);
  if (fromTensor) {
    values.setTensor(result, {values.tensor(source).data, sizes});
    return values.setView(result, source);
  }
  llvm::Value *data = makeResult(result);
  ir.CreateStore(values.lanes().toMemory(values.number(source)), data);
}

void ProgramEmitter::emitRepeated(Value constant, DenseElementsAttr elements) {
  auto number = elements.getType().clone(ArrayRef<int64_t>());
  Array element = toArray(elements.resizeSplat(number));
  int64_t word = 0;
  for (size_t at = 0; at < sizeof(word); at += element.bytes())
    std::memcpy(reinterpret_cast<char *>(&word) + at, element.data(), element.bytes());
  llvm::Value *data = makeResult(cast<OpResult>(constant));
  callRuntime(ir, COTAN_FUNCTION(cotan_repeat),
              {data, values.byteCount(constant), ir.getInt64(word)});
}

/// Longer ones that repeat an element are not written out in the code.
constexpr int64_t longestConstant = 4096;

LogicalResult ProgramEmitter::emitConstant(Operation *op) {
  Value value = op->getResult(0);
  if (ProgramValues::isStack(value.getType())) // an undefined one
    return emitCreateStack(value), success();
  if (!ProgramValues::isTensor(value.getType()))
    return success(); // made where it is read
  DenseElementsAttr elements;
  if (matchPattern(op, m_Constant(&elements)) && elements.isSplat() &&
      bytesOfTensor(value.getType()) > longestConstant)
    return emitRepeated(value, elements), success();
  Array array = cast<Evaluable>(op).evaluate({})[0];
  StringRef bytes(reinterpret_cast<const char *>(array.data()), array.bytes());
  llvm::Constant *data =
      llvm::ConstantDataArray::getString(ir.getContext(), bytes, /*AddNull=*/false);
  auto *global = new llvm::GlobalVariable(module, data->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, data, "constant");
  global->setAlignment(llvm::Align(64));
  Sizes sizes;
  for (int64_t size : array.shape())
    sizes.push_back(ir.getInt64(size));
  values.setTensor(value, {global, sizes});
  return success();
}

FailureOr<ProgramCode> emitProgram(func::FuncOp function, const Target &target, bool checksFrames) {
  ProgramCode code;
  code.context = std::make_unique<llvm::LLVMContext>();
  code.module = std::make_unique<llvm::Module>("cotan", *code.context);
  if (failed(ProgramEmitter(function, code, target, checksFrames).run()))
    return failure();
  for (llvm::Function &made : *code.module)
    if (!made.isDeclaration()) {
      made.addFnAttr("target-cpu", target.cpu);
      made.addFnAttr("target-features", target.features);
      made.addFnAttr("prefer-vector-width", std::to_string(8 * target.unit.bytes));
      made.setDoesNotThrow();
    }
  return std::move(code);
}

} // namespace cotan

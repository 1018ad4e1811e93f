#include "cotan/codegen/program/emitter.h"

#include "cotan/codegen/fuse.h"
#include "cotan/codegen/overlap.h"
#include "cotan/codegen/program/kernel_calls.h"
#include "cotan/codegen/program/output.h"
#include "cotan/codegen/program/runtime_calls.h"
#include "cotan/codegen/program/single_elements.h"
#include "cotan/codegen/program/tasks.h"
#include "cotan/ir/profiling.h"
#include "cotan/ir/types.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {

ProgramEmitter::ProgramEmitter(func::FuncOp program, ProgramCode &code, Emission &emission,
                               bool checksFrames)
    : OpEmitter(emission), program(program), parts(program, functions, code),
      stacks(emission, code.memory, checksFrames) {}

LogicalResult ProgramEmitter::run() {
  if (functions.isCallee())
    beginCallee();
  else
    emitArguments();
  if (failed(emitBlock(program.front(), {})))
    return failure();
  functions.end();
  parts.connect();
  return success();
}

SizeValues ProgramEmitter::sizesOfArgument(RankedTensorType type, unsigned &nextSize) {
  SizeValues sizes;
  for (int64_t size : type.getShape()) {
    const unsigned place = nextSize++;
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(ir.getInt64(size));
      continue;
    }
    llvm::Value *address =
        ir.CreateConstGEP1_64(ir.getInt64Ty(), functions.program()->getArg(2), place);
    sizes.push_back(ir.CreateLoad(ir.getInt64Ty(), address));
  }
  return sizes;
}

void ProgramEmitter::emitArguments() {
  unsigned nextSize = 0;
  for (auto [i, arg] : llvm::enumerate(program.getArguments())) {
    llvm::Value *address = ir.CreateConstGEP1_64(ir.getPtrTy(), functions.program()->getArg(1), i);
    llvm::Value *data = ir.CreateLoad(ir.getPtrTy(), address);
    if (isStack(arg.getType())) {
      values.setStack(arg, data);
      continue;
    }
    if (!isTensor(arg.getType())) {
      DType dtype = elementType(arg.getType());
      llvm::Value *memory = ir.CreateLoad(values.lanes().memoryType(dtype), data);
      values.setNumber(arg, values.lanes().fromMemory(dtype, memory));
      continue;
    }
    auto type = cast<RankedTensorType>(arg.getType());
    values.setTensor(arg, data, sizesOfArgument(type, nextSize));
    if (isDonated(program, i))
      heap.gain(values.sizes.bytes(arg));
  }
}

/// Numbers for the runtime: in the code, if they are known, as a program may have thousands of
/// results.
llvm::Value *ProgramEmitter::listOf(ArrayRef<llvm::Value *> numbers) {
  SmallVector<llvm::Constant *> known;
  for (llvm::Value *number : numbers)
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(number))
      known.push_back(constant);
  if (known.size() < numbers.size())
    return functions.listOf(numbers);
  auto *type = llvm::ArrayType::get(ir.getInt64Ty(), known.size());
  llvm::Constant *list = llvm::ConstantArray::get(type, known);
  return new llvm::GlobalVariable(functions.module(), type, /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, list, "forms");
}

/// Each result leaves in memory of its own, and stacks as they are.
void ProgramEmitter::emitResults(func::ReturnOp op) {
  constexpr size_t mostAtOnce = 512; // words on the stack
  SmallVector<Value> results(op.getOperands());
  for (ArrayRef<Value> rest = results; !rest.empty();) {
    emitResults(op, rest.take_front(mostAtOnce));
    rest = rest.drop_front(std::min(mostAtOnce, rest.size()));
  }
  ownership.leave();
}

/// The runtime copies what is not the program's to give.
void ProgramEmitter::emitResults(func::ReturnOp op, ArrayRef<Value> results) {
  auto words = functions.wordsOfOp();
  SmallVector<llvm::Value *> blocks, forms;
  for (Value value : results) {
    const Type type = value.getType();
    llvm::Value *block = registersOf(value, values).front(), *copied = ir.getInt64(-1);
    if (isTensor(type) && !ownership.giveUp(value)) {
      copied = values.sizes.bytes(value);
      heap.willAllocate(op, copied);
    } else if (!isTensor(type) && !isStack(type)) {
      block = heap.allocate(op, ir.getInt64(8));
      ir.CreateStore(values.lanes().toMemory(values.number(value)), block);
    }
    const SizeValues sizes = isTensor(type) ? values.sizes.of(value) : SizeValues();
    blocks.push_back(block);
    forms.append({copied, ir.getInt64(sizes.size())});
    forms.append(sizes.begin(), sizes.end());
  }
  functions.requireSuccess(op, callRuntime(ir, COTAN_FUNCTION(cotan_return),
                                           {functions.run(), ir.getInt64(blocks.size()),
                                            functions.listOf(blocks), listOf(forms)}));
}

//--- ops

LogicalResult ProgramEmitter::emitBlock(Block &block, ValueRange inherited) {
  ownership.enter(block, inherited);
  for (Operation *op = &block.front(); op != block.getTerminator(); op = op->getNextNode()) {
    parts.cutBefore(op);
    auto words = functions.wordsOfOp();
    Probes::Entered probe;
    if (CallGroup group(op); group.calls().size() > 1) {
      probe = emission.probes.enter(SmallVector<Operation *>(group.calls()));
      RuntimeCalls(emission).emitTogether(group.calls());
      for (Operation *member : group.calls().drop_back())
        ownership.releaseAfter(member);
      op = group.calls().back();
    } else if (CallsTogether together(op); !together.calls.empty()) {
      Tasks(emission).emit(together);
      for (Operation *call : ArrayRef(together.calls).drop_back())
        ownership.releaseAfter(call);
      op = together.calls.back();
    } else if (Epilogue epilogue = epilogueOf(op)) {
      probe = emission.probes.enter({op, epilogue.kernel});
      KernelCalls(emission).emitWithEpilogue(op, epilogue);
      op = epilogue.kernel;
    } else {
      probe = emission.probes.enter(op);
      if (failed(emitOp(op)))
        return failure();
    }
    ownership.releaseAfter(op);
    emission.probes.leave(probe);
  }
  auto last = dyn_cast<func::ReturnOp>(block.getTerminator()); // else the op around it hands over
  if (last && !functions.isCallee())
    emitResults(last); // in the part that made them last
  parts.endBlock(block);
  if (last)
    functions.isCallee() ? endCallee(last) : void(ir.CreateRet(ir.getInt32(0)));
  return success();
}

void ProgramEmitter::beginCallee() {
  probeOfCallee = emission.probes.enterFunction(program);
  Calls(emission).begin(program);
}

void ProgramEmitter::endCallee(func::ReturnOp op) {
  emission.probes.leave(probeOfCallee);
  Calls(emission).end(op);
}

LogicalResult ProgramEmitter::emitOp(Operation *op) {
  auto emitInner = [&](Block &block, ValueRange inherited) { return emitBlock(block, inherited); };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<flow::IfOp, flow::SwitchOp, flow::WhileOp, flow::ForOp>(
          [&](auto op) { return Flow(emission, stacks, emitInner).emit(op); })
      .Case<flow::PushBackOp, flow::PopBackOp, flow::IsEmptyOp>(
          [&](auto op) { return stacks.emit(op), success(); })
      .Case<flow::PrintOp, flow::AssertOp>(
          [&](auto op) { return Output(emission).emit(op), success(); })
      .Case([&](flow::CreateStackOp op) { return stacks.emitCreate(op.getStack()), success(); })
      .Case([&](func::CallOp op) { return Calls(emission).emit(op), success(); })
      .Case([&](code::KernelOp op) { return KernelCalls(emission).emit(op), success(); })
      .Default([&](Operation *op) -> LogicalResult {
        if (op->use_empty() && isMemoryEffectFree(op))
          return success();
        if (op->hasTrait<OpTrait::ConstantLike>())
          return emitConstant(op), success();
        if (op->hasTrait<View>())
          return results.share(op), success();
        if (auto call = dyn_cast<CallsRuntime>(op); call && !hasFormula(op))
          return emitCall(call), success();
        if (isa<Lowerable>(op))
          return SingleElements(emission).emit(op), success();
        if (auto reduction = dyn_cast<Reducing>(op); reduction && isScalarOp(op))
          return SingleElements(emission).emitReduction(reduction), success();
        return op->emitError("'") << op->getName() << "' cannot be compiled; run the program with "
                                  << "--backend=reference";
      });
}

/// What is small needs no call.
void ProgramEmitter::emitCall(CallsRuntime op) {
  std::optional<MatrixProduct> product = op.runtimeCall().product;
  if ((product && KernelCalls(emission).tryEmitProduct(op, *product)) ||
      SingleElements(emission).tryEmitUpdates(op))
    return;
  RuntimeCalls(emission).emit(op);
}

//--- constants

void ProgramEmitter::emitRepeated(Value constant, DenseElementsAttr elements) {
  auto number = elements.getType().clone(ArrayRef<int64_t>());
  Array element = toArray(elements.resizeSplat(number));
  int64_t word = 0;
  for (size_t at = 0; at < sizeof(word); at += element.bytes())
    std::memcpy(reinterpret_cast<char *>(&word) + at, element.data(), element.bytes());
  llvm::Value *data = results.make(cast<OpResult>(constant));
  callRuntime(ir, COTAN_FUNCTION(cotan_repeat),
              {data, values.sizes.bytes(constant), ir.getInt64(word)});
}

/// Longer ones that repeat an element are not written out in the code.
constexpr int64_t longestConstant = 4096;

void ProgramEmitter::emitConstant(Operation *op) {
  Value value = op->getResult(0);
  if (isStack(value.getType())) // an undefined one
    return stacks.emitCreate(value);
  if (!isTensor(value.getType()))
    return; // made where it is read
  DenseElementsAttr elements;
  if (matchPattern(op, m_Constant(&elements)) && elements.isSplat() &&
      sizeOf(elementType(value.getType())) <= 8 && bytesOfTensor(value.getType()) > longestConstant)
    return emitRepeated(value, elements);
  Array array = cast<Evaluable>(op).evaluate({})[0];
  StringRef bytes(reinterpret_cast<const char *>(array.data()), array.bytes());
  llvm::Constant *data =
      llvm::ConstantDataArray::getString(ir.getContext(), bytes, /*AddNull=*/false);
  auto *global = new llvm::GlobalVariable(functions.module(), data->getType(), /*isConstant=*/true,
                                          llvm::GlobalValue::PrivateLinkage, data, "constant");
  global->setAlignment(llvm::Align(64));
  SizeValues sizes;
  for (int64_t size : array.shape())
    sizes.push_back(ir.getInt64(size));
  values.setTensor(value, global, sizes);
}

FailureOr<ProgramCode> emitProgram(func::FuncOp function, const Processor &processor,
                                   bool checksFrames, Effort effort) {
  ProgramCode code;
  code.effort = effort;
  code.context = std::make_unique<llvm::LLVMContext>();
  code.module = std::make_unique<llvm::Module>("cotan", *code.context);
  const SmallVector<func::FuncOp> callees = calleesOf(function);
  code.memory.isDeep = nestDeeply(callees);
  if ((code.isProfiled = function->hasAttr(profiledMark)))
    code.probes.push_back({Probe::Kind::program, function.getName().str(), {}});
  ProgramTables tables(code, processor, code.memory.isDeep);
  Emission emission(function, code, processor, tables);
  for (func::FuncOp callee : callees)
    Calls(emission).declare(callee);
  if (failed(ProgramEmitter(function, code, emission, checksFrames).run()))
    return failure();
  for (func::FuncOp callee : callees)
    for (auto *versions : {&tables.callees, &tables.alone})
      if (llvm::Function *made = versions->lookup(callee.getName())) {
        Emission own(callee, code, processor, tables, made);
        if (failed(ProgramEmitter(callee, code, own, checksFrames).run()))
          return failure();
        code.kernels.push_back({made, 0});
      }
  code.memory.isOpen |= !callees.empty();
  for (llvm::Function &made : *code.module)
    if (!made.isDeclaration()) {
      processor.mark(made);
      made.setDoesNotThrow();
    }
  return std::move(code);
}

} // namespace cotan

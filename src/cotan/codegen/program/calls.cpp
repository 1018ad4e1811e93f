#include "cotan/codegen/program/calls.h"

#include "cotan/codegen/gather_calls.h"
#include "cotan/codegen/program/registers.h"
#include "cotan/ir/calls.h"
#include "cotan/support/big_stack.h"

using namespace mlir;

namespace cotan {

SmallVector<func::FuncOp> calleesOf(func::FuncOp program) {
  llvm::SetVector<func::FuncOp> found;
  auto add = [&](func::CallOp call) { found.insert(functionNamed(call, call.getCalleeAttr())); };
  program.walk(add);
  for (size_t i = 0; i < found.size(); ++i)
    func::FuncOp(found[i]).walk(add);
  return found.takeVector();
}

bool nestDeeply(ArrayRef<func::FuncOp> callees) {
  constexpr size_t few = 64; // frames of which any stack has room for
  return callees.size() > few || llvm::any_of(callees, isRecursive);
}

/// Of the results that are not written where the caller wants them, one register after the other.
SmallVector<llvm::Type *> Calls::resultTypes(TypeRange types) {
  SmallVector<llvm::Type *> parts;
  for (Type type : types)
    if (!isSmallTensor(type))
      parts.append(registerTypes(type, values));
  return parts;
}

llvm::Type *Calls::resultType(TypeRange types) {
  const SmallVector<llvm::Type *> parts = resultTypes(types);
  if (parts.empty())
    return ir.getVoidTy();
  return llvm::StructType::get(ir.getContext(), parts);
}

void Calls::declare(func::FuncOp callee) {
  SmallVector<llvm::Type *> arguments = {ir.getPtrTy()}; // the run
  for (Type type : callee.getArgumentTypes())
    arguments.append(registerTypes(type, values));
  arguments.append(llvm::count_if(callee.getResultTypes(), isSmallTensor), ir.getPtrTy());
  auto *type = llvm::FunctionType::get(resultType(callee.getResultTypes()), arguments, false);
  auto make = [&](StringRef kind) {
    auto *made = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                        kind + callee.getName(), functions.module());
    made->setCallingConv(llvm::CallingConv::Fast);
    return made;
  };
  emission.tables.callees[callee.getName()] = make("function.");
  if (offersNowAndThen(callee))
    emission.tables.alone[callee.getName()] = make("alone.");
}

//--- in the caller

void Calls::emit(func::CallOp call) {
  const Registers arguments = argumentsOf(call);
  take(call, arguments, make(call, arguments));
}

/// The last are where small results are written.
Registers Calls::argumentsOf(func::CallOp call) {
  Registers arguments;
  for (Value operand : call.getOperands())
    arguments.append(registersOf(operand, values));
  for (Value result : call.getResults())
    if (isSmallTensor(result.getType()))
      arguments.push_back(emission.frame.placeOf(result));
  return arguments;
}

Registers Calls::make(func::CallOp call, ArrayRef<llvm::Value *> arguments, bool isAlone) {
  Registers all = {functions.run()};
  all.append(arguments.begin(), arguments.end());
  llvm::Function *callee = nullptr;
  if (isAlone || emission.isAlone)
    callee = emission.tables.alone.lookup(call.getCallee());
  if (!callee)
    callee = emission.tables.callees.lookup(call.getCallee());
  llvm::CallInst *made = ir.CreateCall(callee, all);
  made->setCallingConv(callee->getCallingConv());
  Registers results;
  for (size_t i = 0; i < resultTypesOf(call).size(); ++i)
    results.push_back(ir.CreateExtractValue(made, i));
  return results;
}

void Calls::take(func::CallOp call, ArrayRef<llvm::Value *> arguments,
                 ArrayRef<llvm::Value *> results) {
  ArrayRef<llvm::Value *> places =
      arguments.take_back(llvm::count_if(call.getResultTypes(), isSmallTensor));
  for (Value result : call.getResults()) {
    ArrayRef<llvm::Value *> &from = isSmallTensor(result.getType()) ? places : results;
    const size_t count = registerTypes(result.getType(), values).size();
    setRegisters(result, from.take_front(count), values);
    from = from.drop_front(count);
    if (Ownership::isOwned(result.getType()))
      heap.gain(values.sizes.bytes(result));
    ownership.own(result);
  }
}

//--- in the function itself

/// The thread's own stack must not end.
void Calls::checkDepth(func::FuncOp callee) {
  llvm::Value *here = ir.CreatePtrToInt(ir.CreateStackSave(), ir.getInt64Ty());
  llvm::Value *least = load(ir, COTAN_FIELD(abi::Run, leastStackAddress), functions.run());
  functions.require(callee, ir.CreateICmpSGE(here, least),
                    "calls of '" + callee.getName() +
                        "' are nested too deeply for the memory that they have, " +
                        llvm::Twine(bigStackBytes >> 20) +
                        " MiB; check that the recursion ends, or carry what it returns in a loop");
}

void Calls::begin(func::FuncOp callee) {
  llvm::Argument *next = functions.program()->arg_begin() + 1;
  for (Value argument : callee.getArguments()) {
    Registers registers;
    for (size_t i = registerTypes(argument.getType(), values).size(); i > 0; --i)
      registers.push_back(next++);
    setRegisters(argument, registers, values);
  }
  if (emission.tables.isDeep)
    checkDepth(callee);
  Steps(emission).count(callee, stepsOf(callee.getBody()));
}

void Calls::end(func::ReturnOp op) {
  auto isSmall = [](Value value) { return isSmallTensor(value.getType()); };
  llvm::Function *function = functions.program();
  llvm::Argument *place = function->arg_end() - llvm::count_if(op.getOperands(), isSmall);
  SmallVector<llvm::Value *> slots;
  for (Value value : op.getOperands())
    slots.push_back(isSmall(value) ? place++ : nullptr);
  const Registers registers = ownership.handOver(op.getOperands(), slots);
  ArrayRef<llvm::Value *> rest = registers;
  llvm::Value *all = llvm::PoisonValue::get(function->getReturnType());
  unsigned next = 0;
  for (Value value : op.getOperands()) {
    const size_t count = registerTypes(value.getType(), values).size();
    if (!isSmall(value))
      for (llvm::Value *part : rest.take_front(count))
        all = ir.CreateInsertValue(all, part, next++);
    rest = rest.drop_front(count);
  }
  emission.frame.release();
  function->getReturnType()->isVoidTy() ? ir.CreateRetVoid() : ir.CreateRet(all);
}

} // namespace cotan

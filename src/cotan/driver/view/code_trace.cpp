#include "cotan/driver/view/code_trace.h"

#include "cotan/codegen/program/program.h"
#include "cotan/ir/code/code.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Object/ELFObjectFile.h"

#include <chrono>

using namespace mlir;

namespace cotan {
namespace {

int64_t now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// `firstPiece`: a call that is split among threads counts where its first piece runs.
void count(CodeTrace::Counter *counter, int64_t firstPiece, int64_t start) {
  counter->nanoseconds += now() - start;
  counter->calls += firstPiece == 0;
}

/// A function of this process, for code that stays in it.
llvm::FunctionCallee calleeAt(llvm::IRBuilder<> &ir, void *address, llvm::FunctionType *type) {
  llvm::Value *number = ir.getInt64(reinterpret_cast<uintptr_t>(address));
  return {type, ir.CreateIntToPtr(number, ir.getPtrTy())};
}

/// Puts a function that takes the time in the place of `kernel(slots, firstPiece, pieces)`.
void addClock(llvm::Function &kernel, CodeTrace::Counter &counter) {
  const std::string name = kernel.getName().str();
  auto *clocked =
      llvm::Function::Create(kernel.getFunctionType(), kernel.getLinkage(), "", kernel.getParent());
  kernel.setName(name + "_itself");
  clocked->setName(name);
  clocked->setAttributes(kernel.getAttributes());
  kernel.replaceAllUsesWith(clocked);
  kernel.addFnAttr(llvm::Attribute::NoInline); // so that its size is its own
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(kernel.getContext(), "entry", clocked));
  llvm::Type *number = ir.getInt64Ty(), *address = ir.getPtrTy();
  llvm::Value *start = ir.CreateCall(
      calleeAt(ir, reinterpret_cast<void *>(now), llvm::FunctionType::get(number, false)));
  SmallVector<llvm::Value *> arguments(llvm::make_pointer_range(clocked->args()));
  ir.CreateCall(&kernel, arguments);
  auto *type = llvm::FunctionType::get(ir.getVoidTy(), {address, number, number}, false);
  llvm::Value *place =
      ir.CreateIntToPtr(ir.getInt64(reinterpret_cast<uintptr_t>(&counter)), address);
  ir.CreateCall(calleeAt(ir, reinterpret_cast<void *>(count), type), {place, arguments[1], start});
  ir.CreateRetVoid();
}

} // namespace

void CodeTrace::afterStep(StringRef name, func::FuncOp function) {
  Operation *program = function->getParentOp();
  if (trace.isEmpty())
    trace.begin(program);
  else
    trace.add(name, program);
  numbers.clear();
  program->walk<WalkOrder::PreOrder>(
      [&](code::KernelOp kernel) { numbers.try_emplace(kernel, numbers.size()); });
}

void CodeTrace::onCode(ProgramCode &code) {
  for (const KernelFunction &kernel : code.kernels) {
    auto *function =
        llvm::dyn_cast_or_null<llvm::Function>(static_cast<llvm::Value *>(kernel.function));
    if (!function || kernel.ops == 0) // a part of the code around kernels
      continue;
    MeasuredKernel &made = kernels.emplace_back();
    made.name = function->getName().str();
    for (Operation *source : kernel.sources)
      if (auto number = numbers.find(source); number != numbers.end())
        made.numbers.push_back(number->second);
    Counter &counter = counters.emplace_back();
    if (!function->hasFnAttribute(llvm::Attribute::AlwaysInline))
      addClock(*function, counter);
  }
}

void CodeTrace::onObjects(ArrayRef<std::string> files) {
  llvm::StringMap<size_t> sizes;
  for (const std::string &file : files) {
    auto object = llvm::object::ObjectFile::createELFObjectFile({file, "kernels"});
    if (!object) {
      llvm::consumeError(object.takeError());
      continue;
    }
    for (const llvm::object::ELFSymbolRef symbol : (*object)->symbols())
      if (auto name = symbol.getName())
        sizes[*name] = std::max<size_t>(sizes.lookup(*name), symbol.getSize());
      else
        llvm::consumeError(name.takeError());
  }
  for (MeasuredKernel &kernel : kernels)
    kernel.codeBytes = sizes.lookup(kernel.name + "_itself");
}

MeasuredRun CodeTrace::measured(int64_t nanoseconds) const {
  MeasuredRun run{kernels, nanoseconds};
  for (auto [kernel, counter] : llvm::zip_equal(run.kernels, counters)) {
    kernel.calls = counter.calls;
    kernel.nanoseconds = counter.nanoseconds;
  }
  return run;
}

} // namespace cotan

// What is made for each processor of the family, whichever of them this machine has.
#include "cotan/codegen/cpu/x86.h"

#include "cotan/codegen/cpu/object_code.h"
#include "cotan/ir/lowering/lanes.h"

#include "llvm/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace llvm;

namespace {

/// A function of numbers in memory.
void addKernel(Module &module, const Target &target, StringRef function, DType dtype,
               unsigned count) {
  IRBuilder<> ir(module.getContext());
  auto *type = FunctionType::get(ir.getVoidTy(), {ir.getPtrTy()}, /*isVarArg=*/false);
  auto *kernel = Function::Create(type, Function::ExternalLinkage, "kernel", module);
  target.mark(*kernel);
  ir.SetInsertPoint(BasicBlock::Create(module.getContext(), "", kernel));
  LaneBuilder builder(ir, target);
  Value *data = kernel->getArg(0);
  Value *loaded = ir.CreateAlignedLoad(builder.memoryType(dtype, count), data, Align(1));
  const Lanes y = call(function, builder.fromMemory(dtype, loaded));
  ir.CreateAlignedStore(builder.toMemory(y), data, Align(1));
  ir.CreateRetVoid();
}

TEST(X86, functions_are_compiled_for_each_level) {
  for (const X86Level &level : x86Levels()) {
    const std::unique_ptr<Target> target = makeX86(level);
    for (const char *function :
         {"exp", "log", "log1p", "lgamma", "tanh", "sin", "cotan_erfinv", "erfinv_inside"})
      for (DType dtype : {DType::f32, DType::f64})
        for (unsigned count : {1, 4, 8, 16, 32}) {
          SCOPED_TRACE((level.name + " " + function + " " + std::to_string(count)).str());
          LLVMContext context;
          Module module("functions", context);
          addKernel(module, *target, function, dtype, count);
          ASSERT_FALSE(verifyModule(module, &errs()));
          mlir::TimingScope timing;
          EXPECT_EQ(cantFail(compileObjects(module, *target, timing)).size(), 1u);
        }
  }
}

} // namespace

// Functions as formulas and as calls of SLEEF, on numbers in cache: elements a second.
// Side by side: build/bin/cotan-bench-math --benchmark_enable_random_interleaving=true
#include "cotan/codegen/cpu/jit.h"
#include "cotan/codegen/cpu/object_code.h"
#include "cotan/ir/lowering/lanes.h"

#include "mlir/Support/Timing.h"

#include <benchmark/benchmark.h>

using namespace llvm;
using namespace cotan;

namespace {

constexpr int64_t length = 4096;

/// for (i = 0; i < length; i += lanes) y[i] = function(x[i])
void emit(Module &module, StringRef function, DType dtype, const Processor &processor,
          bool isFormula) {
  IRBuilder<> ir(module.getContext());
  LaneBuilder lanes(ir, processor);
  auto *type = FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  auto *code = Function::Create(type, Function::ExternalLinkage, "run", module);
  auto *before = BasicBlock::Create(ir.getContext(), "", code);
  auto *loop = BasicBlock::Create(ir.getContext(), "", code);
  auto *after = BasicBlock::Create(ir.getContext(), "", code);
  ir.SetInsertPoint(before);
  ir.CreateBr(loop);
  ir.SetInsertPoint(loop);
  PHINode *i = ir.CreatePHI(ir.getInt64Ty(), 2);
  i->addIncoming(ir.getInt64(0), before);
  const unsigned count = processor.registerBytes / sizeOf(dtype);
  auto at = [&](unsigned operand) {
    return ir.CreateGEP(lanes.memoryType(dtype), code->getArg(operand), i);
  };
  Value *loaded = ir.CreateAlignedLoad(lanes.memoryType(dtype, count), at(0), Align(1));
  Lanes x = lanes.fromMemory(dtype, loaded);
  Lanes y = isFormula ? call(function, x) : lanes.callLibrary(function, {x});
  ir.CreateAlignedStore(lanes.toMemory(y), at(1), Align(1));
  Value *next = ir.CreateAdd(i, ir.getInt64(count));
  i->addIncoming(next, ir.GetInsertBlock());
  ir.CreateCondBr(ir.CreateICmpSLT(next, ir.getInt64(length)), loop, after);
  ir.SetInsertPoint(after);
  ir.CreateRetVoid();
}

template <typename T>
void measure(benchmark::State &state, StringRef function, DType dtype, bool isFormula) {
  const Target &target = cantFail(hostTarget());
  auto context = std::make_unique<LLVMContext>();
  auto module = std::make_unique<Module>("math", *context);
  emit(*module, function, dtype, target, isFormula);
  mlir::TimingScope untimed;
  auto code = cantFail(MachineCode::link(cantFail(compileObjects(*module, target, untimed)), {}));
  auto *run = reinterpret_cast<void (*)(const T *, T *)>(cantFail(code->find("run")));
  std::vector<T> x(length), y(length);
  for (int64_t i = 0; i < length; ++i)
    x[i] = T(0.001) + T(8) * i / length * (function.starts_with("log") || i % 2 ? 1 : -1);
  for (auto _ : state) {
    run(x.data(), y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * length);
}

} // namespace

int main(int argc, char **argv) {
  for (const char *function :
       {"exp", "exp2", "expm1", "tanh", "log", "log2", "log1p", "erf", "erfc", "sin", "cos"})
    for (bool isFormula : {true, false}) {
      const std::string how = std::string(function) + (isFormula ? "/formula" : "/sleef");
      benchmark::RegisterBenchmark(("f32/" + how).c_str(), measure<float>, function, DType::f32,
                                   isFormula);
      benchmark::RegisterBenchmark(("f64/" + how).c_str(), measure<double>, function, DType::f64,
                                   isFormula);
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

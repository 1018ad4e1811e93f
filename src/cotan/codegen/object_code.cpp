#include "cotan/codegen/object_code.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

#include <mutex>

using namespace llvm;

namespace cotan {
namespace {

/// What LLVM needs once per process. Loop-strength reduction is almost half of the compile time of
/// unrolled loops, and gains nothing on loops that are vectors already.
void initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    auto &options = cl::getRegisteredOptions();
    if (auto option = options.find("disable-lsr"); option != options.end())
      static_cast<cl::opt<bool> *>(option->second)->setValue(true);
  });
}

/// The passes that pay: what they cost they save in the code generator behind them.
void optimize(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  ModulePassManager manager;
  manager.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  manager.run(module, modules);
}

/// What the linker of a JIT expects: code that may lie anywhere, within 2 GiB.
Expected<std::unique_ptr<TargetMachine>> makeMachine(const Target &target) {
  orc::JITTargetMachineBuilder builder{Triple(sys::getProcessTriple())};
  builder.setCPU(target.cpu);
  builder.getFeatures() = SubtargetFeatures(target.features);
  builder.setRelocationModel(Reloc::PIC_);
  builder.setCodeModel(CodeModel::Small);
  builder.setCodeGenOptLevel(CodeGenOptLevel::Less);
  return builder.createTargetMachine();
}

/// Each thread keeps its last one: making the tables of a processor's registers and instructions is
/// a twentieth of compiling a small program.
Expected<TargetMachine *> machineFor(const Target &target) {
  thread_local std::unique_ptr<TargetMachine> machine;
  if (machine && machine->getTargetCPU() == target.cpu &&
      machine->getTargetFeatureString() == target.features)
    return machine.get();
  auto made = makeMachine(target);
  if (!made)
    return made.takeError();
  machine = std::move(*made);
  return machine.get();
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> compileObject(Module &module, const Target &target,
                                                      mlir::TimingScope &timing) {
  mlir::TimingScope start = timing.nest("start LLVM");
  initialize();
  auto machine = machineFor(target);
  if (!machine)
    return machine.takeError();
  start.stop();
  module.setDataLayout((*machine)->createDataLayout());
  module.setTargetTriple((*machine)->getTargetTriple());
  mlir::TimingScope passes = timing.nest("LLVM passes");
  optimize(module);
  passes.stop();
  mlir::TimingScope generation = timing.nest("code generation");
  return orc::SimpleCompiler(**machine)(module);
}

} // namespace cotan

#include "cotan/codegen/jit.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
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

Error defineSymbols(orc::LLJIT &jit, ArrayRef<JitSymbol> symbols) {
  orc::SymbolMap map;
  for (const JitSymbol &symbol : symbols)
    map[jit.mangleAndIntern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address),
                                                 JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  orc::JITDylib &main = jit.getMainJITDylib();
  if (Error error = main.define(orc::absoluteSymbols(std::move(map))))
    return error;
  char prefix = jit.getDataLayout().getGlobalPrefix();
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process)
    return process.takeError();
  main.addGenerator(std::move(*process));
  auto sleef = orc::DynamicLibrarySearchGenerator::Load("libsleef.so.3", prefix);
  if (!sleef)
    return sleef.takeError();
  main.addGenerator(std::move(*sleef));
  return Error::success();
}

} // namespace

MachineCode::MachineCode(std::unique_ptr<orc::LLJIT> jit) : jit(std::move(jit)) {}
MachineCode::~MachineCode() = default;

Expected<std::unique_ptr<MachineCode>> MachineCode::compile(std::unique_ptr<Module> module,
                                                            std::unique_ptr<LLVMContext> context,
                                                            const Target &target,
                                                            ArrayRef<JitSymbol> symbols) {
  initialize();
  auto machine = orc::JITTargetMachineBuilder::detectHost();
  if (!machine)
    return machine.takeError();
  machine->setCPU(target.cpu);
  machine->setCodeGenOptLevel(CodeGenOptLevel::Less);
  auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*machine)).create();
  if (!jit)
    return jit.takeError();
  if (Error error = defineSymbols(**jit, symbols))
    return std::move(error);
  module->setDataLayout((*jit)->getDataLayout());
  module->setTargetTriple((*jit)->getTargetTriple());
  optimize(*module);
  if (Error error =
          (*jit)->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
    return std::move(error);
  return std::unique_ptr<MachineCode>(new MachineCode(std::move(*jit)));
}

Expected<void *> MachineCode::find(StringRef function) {
  auto address = jit->lookup(function);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}

} // namespace cotan

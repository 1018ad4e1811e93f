#include "cotan/codegen/cpu/object_code.h"

#include "cotan/codegen/cpu/sanitize.h"
#include "cotan/codegen/program/program.h"
#include "cotan/support/work.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <mutex>

using namespace llvm;

namespace cotan {
namespace {

/// Sets an option that LLVM has for its own command line, if it still has it.
template <typename T> void setOption(StringRef name, T value) {
  auto &options = cl::getRegisteredOptions();
  if (auto option = options.find(name); option != options.end())
    static_cast<cl::opt<T> *>(option->second)->setValue(value);
}

/// What LLVM needs once per process. Loop-strength reduction is almost half of the compile time of
/// unrolled loops, and gains nothing on loops that are vectors already. The scheduler takes time
/// with the cube of how many accesses of memory it keeps apart; code that hands much over has
/// hundreds in a row. Whether ends of blocks are equal takes time with the square of how many a
/// function has, and code that is shorter for it runs no faster.
void initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    setOption("disable-lsr", true);
    setOption("dag-maps-huge-region", 64U);
    setOption("enable-tail-merge", cl::BOU_FALSE);
  });
}

/// The passes that pay: what they cost they save in the code generator behind them, or, those of
/// loops, in long runs.
void optimize(Module &module, Effort effort) {
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
  passes.addPass(SROAPass(SROAOptions::PreserveCFG)); // what is handed to code that is inlined
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  if (effort == Effort::whole) {
    LoopPassManager loopPasses;
    loopPasses.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
    loopPasses.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(loopPasses), /*UseMemorySSA=*/true));
  }
  ModulePassManager manager;
  manager.addPass(AlwaysInlinerPass());
  manager.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  manager.run(module, modules);
}

/// What the linker of a JIT expects: code that may lie anywhere, within 2 GiB.
Expected<std::unique_ptr<TargetMachine>> makeMachine(const Target &target, CodeGenOptLevel level) {
  orc::JITTargetMachineBuilder builder{Triple(sys::getProcessTriple())};
  builder.setCPU(target.cpu);
  builder.getFeatures() = SubtargetFeatures(target.features);
  builder.setRelocationModel(Reloc::PIC_);
  builder.setCodeModel(CodeModel::Small);
  builder.setCodeGenOptLevel(level);
  return builder.createTargetMachine();
}

/// A processor's code generator: its tables of registers and instructions, and the passes in their
/// order. To set it up is a fifth of compiling a small program, so it serves many modules.
class CodeGenerator {
public:
  explicit CodeGenerator(std::unique_ptr<TargetMachine> forMachine)
      : machine(std::move(forMachine)) {
    MCContext *context = nullptr;
    hasPasses = !machine->addPassesToEmitMC(passes, context, stream);
  }

  bool isFor(const Target &target) const {
    return machine->getTargetCPU() == target.cpu &&
           machine->getTargetFeatureString() == target.features;
  }
  void prepare(Module &module) const {
    module.setDataLayout(machine->createDataLayout());
    module.setTargetTriple(machine->getTargetTriple());
  }
  Expected<std::unique_ptr<MemoryBuffer>> generate(Module &module) {
    if (!hasPasses)
      return createStringError("LLVM writes no object files for this machine");
    passes.run(module);
    return std::make_unique<SmallVectorMemoryBuffer>(std::move(bytes), module.getModuleIdentifier(),
                                                     /*RequiresNullTerminator=*/false);
  }

private:
  std::unique_ptr<TargetMachine> machine;
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream{bytes};
  legacy::PassManager passes;
  bool hasPasses;
};

/// Each thread keeps its last ones.
Expected<CodeGenerator *> generatorFor(const Target &target, CodeGenOptLevel level) {
  thread_local std::unique_ptr<CodeGenerator> quick, optimizing;
  auto &generator = level == CodeGenOptLevel::None ? quick : optimizing;
  if (generator && generator->isFor(target))
    return generator.get();
  auto machine = makeMachine(target, level);
  if (!machine)
    return machine.takeError();
  generator = std::make_unique<CodeGenerator>(std::move(*machine));
  return generator.get();
}

/// What longer programs have outside of loops is compiled without optimization: it runs once a
/// call, so that it must be called often before it is worth more. A loop full of branches would be
/// several times slower, and LLVM's register allocator takes time with the square of a function's
/// calls.
constexpr unsigned mostOptimized = 8192, mostOptimizedWithLoops = 65536; // instructions

bool hasLoop(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
  FindFunctionBackedges(function, backEdges);
  return !backEdges.empty();
}

bool runsOncePerCall(const Function &function) {
  return function.hasFnAttribute(runsOnce) ||
         (!function.hasLocalLinkage() &&
          (function.getInstructionCount() > mostOptimizedWithLoops || !hasLoop(function)));
}

/// The functions that are compiled without optimization.
SmallPtrSet<const Function *, 1> findLong(const Module &module) {
  SmallPtrSet<const Function *, 1> once;
  unsigned count = 0;
  for (const Function &function : module)
    if (!function.isDeclaration() && runsOncePerCall(function)) {
      once.insert(&function);
      count += function.getInstructionCount();
    }
  return count > mostOptimized ? once : SmallPtrSet<const Function *, 1>();
}

/// Whether all it does is call some others: then a call of it takes as long however it is compiled.
/// The registers of longer ones would take longer to assign, the square of their calls.
bool onlyCalls(const Function &function) {
  constexpr unsigned most = 256;
  return !function.hasLocalLinkage() && function.getInstructionCount() <= most &&
         !hasLoop(function) && none_of(instructions(function), [](const Instruction &instruction) {
           return instruction.getType()->isFPOrFPVectorTy();
         });
}

/// Functions that only call others are left as they are: most of the time that a short program
/// takes to compile goes into its shortest functions.
void leaveCallers(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && onlyCalls(function)) {
      function.addFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::NoInline); // LLVM wants both
    }
}

/// A copy of the functions that `isWanted` holds for, with the data they use.
std::unique_ptr<Module> pick(const Module &module, function_ref<bool(const Function &)> isWanted) {
  ValueToValueMapTy copies;
  auto picked = CloneModule(module, copies, [&](const GlobalValue *value) {
    auto *function = dyn_cast<Function>(value);
    return !function || isWanted(*function);
  });
  for (GlobalVariable &global : make_early_inc_range(picked->globals()))
    if (global.hasLocalLinkage() && global.use_empty())
      global.eraseFromParent();
  return picked;
}

Expected<std::unique_ptr<MemoryBuffer>> generate(Module &module, const Target &target,
                                                 CodeGenOptLevel level) {
  auto generator = generatorFor(target, level);
  if (!generator)
    return generator.takeError();
  return (*generator)->generate(module);
}

Expected<ObjectFiles> generateAll(Module &module, const Target &target, Effort effort) {
  ObjectFiles objects;
  auto add = [&](Module &part, CodeGenOptLevel level) -> Error {
    if (mustStop())
      return createStringError("interrupted");
    auto object = generate(part, target, level);
    if (object)
      objects.push_back(std::move(*object));
    return object.takeError();
  };
  const bool isQuick = effort == Effort::quick;
  const auto longOnes = isQuick ? SmallPtrSet<const Function *, 1>() : findLong(module);
  if (longOnes.empty() && !isQuick)
    leaveCallers(module);
  SmallPtrSet<const Function *, 1> others;
  for (Function &function : module)
    if (!function.isDeclaration() && !longOnes.contains(&function))
      others.insert(&function);
  auto addBoth = [&] {
    for (Function &function : module) {
      function.setLinkage(GlobalValue::ExternalLinkage); // they call each other
      function.setDSOLocal(false);                       // from wherever each file has its room
    }
    auto pickOf = [&](auto &set) {
      return pick(module, [&](const Function &function) { return set.contains(&function); });
    };
    return joinErrors(add(*pickOf(longOnes), CodeGenOptLevel::None),
                      add(*pickOf(others), CodeGenOptLevel::Less));
  };
  Error error = isQuick || others.empty() ? add(module, CodeGenOptLevel::None)
                : longOnes.empty()        ? add(module, CodeGenOptLevel::Less)
                                          : addBoth();
  if (error)
    return std::move(error);
  return std::move(objects);
}

} // namespace

Expected<ObjectFiles> compileObjects(Module &module, const Target &target,
                                     mlir::TimingScope &timing, Effort effort, bool optimizes) {
  mlir::TimingScope start = timing.nest("start LLVM");
  initialize();
  auto generator = generatorFor(target, CodeGenOptLevel::Less);
  if (!generator)
    return generator.takeError();
  start.stop();
  (*generator)->prepare(module);
  mlir::TimingScope passes = timing.nest("LLVM passes");
  if (optimizes)
    optimize(module, effort);
  sanitize(module);
  passes.stop();
  mlir::TimingScope generation = timing.nest("code generation");
  return generateAll(module, target, effort);
}

} // namespace cotan

#include "cotan/codegen/cpu/sanitize.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

#include <mutex>

#ifndef __has_feature // clang's
#define __has_feature(feature) 0
#endif

using namespace llvm;

namespace cotan {
namespace {

[[maybe_unused]] void mark(Module &module, Attribute::AttrKind attribute) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(attribute);
}

/// The thread sanitizer has no room for as many callers as a recursion may have.
[[maybe_unused]] void keepNoCallers() {
  auto &options = cl::getRegisteredOptions();
  if (auto option = options.find("tsan-instrument-func-entry-exit"); option != options.end())
    static_cast<cl::opt<bool> *>(option->second)->setValue(false);
}

[[maybe_unused]] void run(Module &module, ModulePassManager passes) {
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
  passes.run(module, modules);
}

} // namespace

void sanitize([[maybe_unused]] Module &module) {
#if __has_feature(thread_sanitizer)
  static std::once_flag once;
  std::call_once(once, keepNoCallers);
  mark(module, Attribute::SanitizeThread);
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(ThreadSanitizerPass()));
  run(module, std::move(passes));
#elif __has_feature(address_sanitizer)
  mark(module, Attribute::SanitizeAddress);
  AddressSanitizerOptions options;
  options.InsertVersionCheck = false; // a call of a function that only links statically
  ModulePassManager passes;
  passes.addPass(AddressSanitizerPass(options, /*UseGlobalGC=*/false, /*UseOdrIndicator=*/false,
                                      AsanDtorKind::None, AsanCtorKind::None));
  run(module, std::move(passes));
#endif
}

} // namespace cotan

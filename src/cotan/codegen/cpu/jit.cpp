#include "cotan/codegen/cpu/jit.h"

#include "cotan/codegen/cpu/sleef.h"
#include "cotan/support/work.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/Format.h"

#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace cotan {

/// ORC without what LLJIT adds for modules of LLVM IR, static constructors and exceptions: the code
/// has none of them, and making it takes longer than linking a small program.
struct MachineCode::Linker {
  explicit Linker(std::unique_ptr<orc::ExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        library(session.createBareJITDylib("program")) {}
  ~Linker() {
    if (Error error = session.endSession())
      session.reportError(std::move(error));
  }

  orc::ExecutionSession session;
  orc::ObjectLinkingLayer layer;
  orc::JITDylib &library;
};

namespace {

/// Finds functions of a library, and loads it when the first one is looked for.
class LibraryGenerator : public orc::DefinitionGenerator {
public:
  LibraryGenerator(const char *name, const char *package) : name(name), package(package) {}

  Error tryToGenerate(orc::LookupState &state, orc::LookupKind kind, orc::JITDylib &library,
                      orc::JITDylibLookupFlags flags, const orc::SymbolLookupSet &names) override {
    if (!loaded) {
      auto found = orc::DynamicLibrarySearchGenerator::Load(name, /*GlobalPrefix=*/0);
      if (!found)
        return joinErrors(found.takeError(), createStringError("install it (Debian: %s)", package));
      loaded = std::move(*found);
    }
    return loaded->tryToGenerate(state, kind, library, flags, names);
  }

private:
  const char *name, *package;
  std::unique_ptr<orc::DynamicLibrarySearchGenerator> loaded;
};

/// Tells `perf` which code lies where: with COTAN_PERF_MAP set, in /tmp/perf-PID.map.
class PerfMap : public orc::LinkGraphLinkingLayer::Plugin {
public:
  void modifyPassConfig(orc::MaterializationResponsibility &, jitlink::LinkGraph &,
                        jitlink::PassConfiguration &config) override {
    config.PrePrunePasses.push_back([](jitlink::LinkGraph &graph) {
      for (jitlink::Symbol *symbol : graph.defined_symbols())
        symbol->setLive(true); // names of internal functions are not kept otherwise
      return Error::success();
    });
    config.PostFixupPasses.push_back([](jitlink::LinkGraph &graph) {
      std::error_code failed;
      raw_fd_ostream map("/tmp/perf-" + std::to_string(getpid()) + ".map", failed,
                         sys::fs::OF_Append);
      for (jitlink::Symbol *symbol : graph.defined_symbols())
        if (!failed && symbol->isCallable() && symbol->hasName())
          map << format_hex_no_prefix(symbol->getAddress().getValue(), 1) << ' '
              << format_hex_no_prefix(symbol->getSize(), 1) << ' ' << *symbol->getName() << '\n';
      return Error::success();
    });
  }
  Error notifyFailed(orc::MaterializationResponsibility &) override { return Error::success(); }
  Error notifyRemovingResources(orc::JITDylib &, orc::ResourceKey) override {
    return Error::success();
  }
  void notifyTransferringResources(orc::JITDylib &, orc::ResourceKey, orc::ResourceKey) override {}
};

Error defineSymbols(orc::ExecutionSession &session, orc::JITDylib &library,
                    ArrayRef<JitSymbol> symbols) {
  orc::SymbolMap map;
  for (const JitSymbol &symbol : symbols)
    map[session.intern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address),
                                        JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  if (Error error = library.define(orc::absoluteSymbols(std::move(map))))
    return error;
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(/*GlobalPrefix=*/0);
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  library.addGenerator(std::make_unique<LibraryGenerator>(sleefLibrary, "libsleef3"));
  // What the code generator calls where the processor lacks an instruction, as conversions of f16.
  // A program has it; a module of Python has it for itself.
  library.addGenerator(std::make_unique<LibraryGenerator>("libgcc_s.so.1", "libgcc-s1"));
  return Error::success();
}

} // namespace

MachineCode::MachineCode(std::unique_ptr<Linker> linker) : linker(std::move(linker)) {}
MachineCode::~MachineCode() {
  During inside(Work::compiling); // on whatever thread lets go of it
  linker.reset();
}

Expected<std::unique_ptr<MachineCode>>
MachineCode::link(std::vector<std::unique_ptr<MemoryBuffer>> objects, ArrayRef<JitSymbol> symbols) {
  auto control = orc::SelfExecutorProcessControl::Create();
  if (!control)
    return control.takeError();
  auto linker = std::make_unique<Linker>(std::move(*control));
  if (std::getenv("COTAN_PERF_MAP"))
    linker->layer.addPlugin(std::make_shared<PerfMap>());
  if (Error error = defineSymbols(linker->session, linker->library, symbols))
    return std::move(error);
  for (auto &object : objects)
    if (Error error = linker->layer.add(linker->library, std::move(object)))
      return std::move(error);
  return std::unique_ptr<MachineCode>(new MachineCode(std::move(linker)));
}

Expected<void *> MachineCode::find(StringRef function) {
  auto symbol = linker->session.lookup({&linker->library}, linker->session.intern(function));
  if (!symbol)
    return symbol.takeError();
  return symbol->getAddress().toPtr<void *>();
}

} // namespace cotan

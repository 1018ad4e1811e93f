#include "cotan/driver/program_compiler.h"

#include "cotan/autodiff/pairing.h"
#include "cotan/codegen/program/calls.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/cost.h"
#include "cotan/ir/derivative_location.h"
#include "cotan/ir/out_of_memory.h"
#include "cotan/support/disk_cache.h"
#include "cotan/support/work.h"

#include "mlir/IR/OwningOpRef.h"

#include <cstdlib>
#include <set>

using namespace mlir;

namespace cotan {
namespace {

using Linked = std::shared_ptr<const CompiledProgram>;

LogicalResult cannotCompile(func::FuncOp function, llvm::Error error) {
  return emitErrorOf(function) << "cannot be compiled: " << llvm::toString(std::move(error));
}

/// Whether each pop is proved to meet its push: not of stacks that functions hand to each other.
bool stacksPair(func::FuncOp program) {
  SmallVector<func::FuncOp> functions = calleesOf(program);
  functions.push_back(program);
  return llvm::all_of(functions, [](func::FuncOp function) {
    StackClasses classes(function);
    return Pairing(function, classes).problems().empty();
  });
}

/// A copy of the functions in a module of their own, with these limits.
OwningOpRef<ModuleOp> copyOf(ArrayRef<func::FuncOp> functions, const FunctionLimits &limits) {
  func::FuncOp entry = functions.back();
  OpBuilder builder(entry.getContext());
  OwningOpRef<ModuleOp> copy = ModuleOp::create(builder, entry->getParentOp()->getLoc());
  for (func::FuncOp function : functions)
    if (function->getParentOp() == entry->getParentOp()) // others have no name here
      copy->push_back(function.clone());
  if (limits != FunctionLimits())
    limits.setIn(*copy);
  return copy;
}

std::vector<CompileReport::Function> describe(const ProgramCode &code) {
  std::vector<CompileReport::Function> functions;
  auto add = [&](llvm::Value *value, size_t ops) {
    if (auto *function = llvm::dyn_cast_or_null<llvm::Function>(value))
      functions.push_back({function->getName().str(), ops, function->getInstructionCount()});
  };
  add(code.module->getFunction(programName), 0);
  for (const KernelFunction &kernel : code.kernels)
    add(kernel.function, kernel.ops);
  return functions;
}

/// What each run needs is there.
LogicalResult checkNeeds(const MemoryNeed &need, const MemoryLimit &limit) {
  if (size_t(need.bytes) <= limit.bytes)
    return success();
  return emitOutOfMemory(*need.location)
         << "'" << need.op << "': " << need.bytes << " bytes are needed at once, more than the "
         << limit.bytes << " bytes of memory there are" << limit.advice;
}

/// Those that were merged into one, too.
void addParts(Location location, llvm::SetVector<Location> &parts) {
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return void(parts.insert(location));
  for (Location part : fused.getLocations())
    addParts(part, parts);
}

/// Each line once.
ProgramObject::Part partOf(Probe &probe, const Places &places) {
  ProgramObject::Part part{probe.kind, std::move(probe.name), {}};
  llvm::SetVector<Location> locations;
  for (Location location : probe.locations)
    addParts(location, locations);
  std::set<std::pair<Places::Path, std::string>> known;
  for (Location location : locations) {
    ProgramObject::Part::Line line{places.pathOf(location), derivativeText(location)};
    if (known.emplace(line.place, line.derivative).second)
      part.lines.push_back(std::move(line));
  }
  return part;
}

/// The whole way from the functions of a program to object files.
FailureOr<ProgramObject> compileAll(ArrayRef<func::FuncOp> functions, const Places &places,
                                    const FunctionLimits &functionLimits, CompileReport &report,
                                    const CompileOptions &options) {
  const Target &target = llvm::cantFail(hostTarget()); // findOrCompile saw that there is one
  OwningOpRef<ModuleOp> copy = copyOf(functions, functionLimits);
  auto program = copy->lookupSymbol<func::FuncOp>(func::FuncOp(functions.back()).getName());
  FailureOr<ProgramCode> code =
      emitCode(program, target, report.timing, options.without, report.observer, options.effort);
  if (failed(code) || mustStop() || failed(checkNeeds(code->need, options.limit)))
    return failure();
  if (std::getenv("COTAN_PRINT_LLVM"))
    code->module->print(llvm::errs(), nullptr);
  if (report.observer)
    report.observer->onCode(*code);
  auto objects = compileObjects(*code->module, target, report.timing, code->effort,
                                /*optimizes=*/options.without != Step::llvmPasses);
  if (!objects)
    return cannotCompile(functions.back(), objects.takeError());
  ProgramObject made;
  for (FailureSite &site : code->sites)
    made.sites.push_back(
        {places.pathOf(site.location), std::move(site.op), std::move(site.problem)});
  for (Probe &probe : code->probes)
    made.parts.push_back(partOf(probe, places));
  for (auto &object : *objects)
    made.objects.push_back(object->getBuffer().str());
  made.memory = code->memory;
  made.quickSteps = code->quickSteps;
  if (report.observer)
    report.observer->onObjects(made.objects);
  report.isMade = true;
  if (report.timing)
    report.functions = describe(*code);
  return made;
}

/// The program from disk; null if it is not there, or not whole.
Linked load(const DiskCache &cache, StringRef key, CompileReport &report) {
  TimingScope loading = report.timing.nest("load and link");
  std::optional<std::string> bytes = cache.load(key);
  if (!bytes)
    return nullptr;
  auto unpacked = ProgramObject::unpack(*bytes);
  if (!unpacked) {
    llvm::consumeError(unpacked.takeError());
    return nullptr;
  }
  auto linked = CompiledProgram::link(std::move(*unpacked));
  if (linked)
    return std::move(*linked);
  llvm::consumeError(linked.takeError());
  return nullptr;
}

/// Compiles, and keeps the code in `cache` if there is one.
FailureOr<Linked> make(ArrayRef<func::FuncOp> functions, const Places &places,
                       const FunctionLimits &functionLimits, const std::optional<DiskCache> &cache,
                       StringRef key, CompileReport &report, const CompileOptions &options) {
  FailureOr<ProgramObject> object = compileAll(functions, places, functionLimits, report, options);
  if (failed(object))
    return failure();
  if (cache) {
    TimingScope storing = report.timing.nest("store");
    cache->store(key, object->pack());
  }
  TimingScope linking = report.timing.nest("link");
  auto linked = CompiledProgram::link(std::move(*object));
  if (!linked)
    return cannotCompile(functions.back(), linked.takeError());
  return std::move(*linked);
}

/// How many steps a run may make whose program is compiled quickly; 0: it is not to be. What is on
/// the stacks it is given is gone if it ends early, but limits how long it runs (TracedFunction).
int64_t quickStepsOf(func::FuncOp program) {
  const int64_t steps = stepsOfBriefRun(program);
  if (steps == 0 || steps == INT64_MAX)
    return steps;
  if (llvm::any_of(program.getArgumentTypes(), llvm::IsaPred<flow::StackType>))
    return INT64_MAX;
  return isWatched(program) ? 0 : steps;
}

} // namespace

FailureOr<ProgramCode> emitCode(func::FuncOp function, const Target &target, TimingScope &timing,
                                std::optional<Step> without, CompileObserver *observer,
                                Effort effort) {
  if (failed(prepareForCode(function, timing, without, observer)) || mustStop())
    return failure();
  TimingScope emission = timing.nest("emit");
  const int64_t quickSteps = effort == Effort::quick ? quickStepsOf(function) : 0;
  auto code = emitProgram(function, target, !stacksPair(function),
                          quickSteps > 0 ? Effort::quick : Effort::whole);
  if (succeeded(code))
    code->quickSteps = quickSteps;
  return code;
}

FailureOr<Linked> findOrCompile(ArrayRef<func::FuncOp> functions, const Places &places,
                                const FunctionLimits &functionLimits, CompileReport &report,
                                const CompileOptions &options) {
  TimingScope naming = report.timing.nest("name");
  auto cache = DiskCache::ofEnvironment();
  if (!cache)
    return cannotCompile(functions.back(), cache.takeError());
  const bool hasRemarks = functions.back()->getContext()->getRemarkEngine();
  if (std::getenv("COTAN_PRINT_LLVM") || options.without || report.observer ||
      hasRemarks) // a cache has nothing to show
    cache->reset();
  auto target = hostTarget();
  if (!target)
    return cannotCompile(functions.back(), target.takeError());
  std::string key = *cache ? programKey(functions, places, *target, functionLimits) : "";
  naming.stop();
  if (key.empty()) // no cache is wanted, or this compiler cannot be told from others
    return make(functions, places, functionLimits, std::nullopt, key, report, options);
  auto isGood = [&](const Linked &found) {
    return found && (options.effort == Effort::quick || !found->isQuick());
  };
  if (Linked program = findRecent(key); isGood(program))
    return program;
  FailureOr<Linked> program = load(**cache, key, report);
  report.isFromDisk = isGood(*program);
  if (!report.isFromDisk)
    program = make(functions, places, functionLimits, *cache, key, report, options);
  if (succeeded(program))
    keepRecent(key, *program);
  return program;
}

} // namespace cotan

#include "cotan/driver/executable.h"

#include "cotan/autodiff/pairing.h"
#include "cotan/codegen/object_code.h"
#include "cotan/driver/pipeline.h"
#include "cotan/ir/types.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/error.h"
#include "cotan/support/disk_cache.h"
#include "cotan/transforms/inline_calls.h"

#include "mlir/IR/OwningOpRef.h"

#include <cstdlib>

using namespace mlir;

namespace cotan {
namespace {

LogicalResult cannotCompile(func::FuncOp function, llvm::Error error) {
  return function.emitError("cannot be compiled: ") << llvm::toString(std::move(error));
}

/// Whether each pop is proved to meet its push.
bool stacksPair(func::FuncOp function) {
  StackClasses classes(function);
  return Pairing(function, classes).problems().empty();
}

/// The results as arrays of the host.
Arrays copyResults(func::FuncOp function, const runtime::Context &context) {
  Arrays arrays;
  for (auto [type, result] : llvm::zip_equal(function.getResultTypes(), context.results)) {
    Array array(*dtypeOf(getElementTypeOrSelf(type)), result.sizes);
    std::memcpy(array.mutableData(), result.data, array.bytes());
    arrays.push_back(std::move(array));
  }
  return arrays;
}

std::string problemAt(const ProgramObject::Site &site, const runtime::Context &context,
                      const Limits &limits) {
  if (site.problem == outOfSteps)
    return "the limit of " + std::to_string(limits.maxSteps) +
           " steps is reached; raise it with --max-steps, or check that the loop ends";
  if (!site.problem.empty())
    return site.problem;
  return context.problem.empty() ? lastError() : context.problem;
}

/// A copy of the functions in a module of their own.
OwningOpRef<ModuleOp> copyOf(ArrayRef<func::FuncOp> functions) {
  func::FuncOp entry = functions.back();
  OpBuilder builder(entry.getContext());
  OwningOpRef<ModuleOp> copy = ModuleOp::create(builder, entry->getParentOp()->getLoc());
  for (func::FuncOp function : functions)
    if (function->getParentOp() == entry->getParentOp()) // others have no name here
      copy->push_back(function.clone());
  return copy;
}

std::vector<CompileReport::Function> describe(const ProgramCode &code) {
  std::vector<CompileReport::Function> functions;
  auto add = [&](llvm::Function *function, size_t ops) {
    functions.push_back({function->getName().str(), ops, function->getInstructionCount()});
  };
  add(code.module->getFunction(programName), 0);
  for (const KernelFunction &kernel : code.kernels)
    add(kernel.function, kernel.ops);
  return functions;
}

/// The whole way from the functions of a program to an object file.
FailureOr<ProgramObject> compileAll(ArrayRef<func::FuncOp> functions, const Places &places,
                                    CompileReport &report) {
  OwningOpRef<ModuleOp> copy = copyOf(functions);
  auto program = copy->lookupSymbol<func::FuncOp>(func::FuncOp(functions.back()).getName());
  if (failed(prepareForCode(program, report.timing)))
    return failure();
  TimingScope emission = report.timing.nest("emit");
  FailureOr<ProgramCode> code = emitProgram(program, hostTarget(), !stacksPair(program));
  if (failed(code))
    return failure();
  emission.stop();
  if (std::getenv("COTAN_PRINT_LLVM"))
    code->module->print(llvm::errs(), nullptr);
  auto object = compileObject(*code->module, hostTarget(), report.timing);
  if (!object)
    return cannotCompile(functions.back(), object.takeError());
  ProgramObject made;
  for (FailureSite &site : code->sites)
    made.sites.push_back(
        {places.pathOf(site.location), std::move(site.op), std::move(site.problem)});
  made.object = (*object)->getBuffer().str();
  if (report.timing)
    report.functions = describe(*code);
  return made;
}

using Linked = std::shared_ptr<const CompiledProgram>;

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
                       const std::optional<DiskCache> &cache, StringRef key,
                       CompileReport &report) {
  FailureOr<ProgramObject> object = compileAll(functions, places, report);
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

/// The program from where it is found first: this process, the disk, or the compiler.
FailureOr<Linked> findOrMake(ArrayRef<func::FuncOp> functions, const Places &places,
                             std::optional<DiskCache> cache, CompileReport &report) {
  TimingScope naming = report.timing.nest("name");
  if (std::getenv("COTAN_PRINT_LLVM")) // a cache has nothing to print
    cache.reset();
  std::string key = cache ? programKey(functions, places, hostTarget()) : "";
  naming.stop();
  if (key.empty()) // no cache is wanted, or this compiler cannot be told from others
    return make(functions, places, std::nullopt, key, report);
  if (Linked program = findRecent(key))
    return program;
  FailureOr<Linked> program = load(*cache, key, report);
  if (!*program)
    program = make(functions, places, cache, key, report);
  if (succeeded(program))
    keepRecent(key, *program);
  return program;
}

} // namespace

FailureOr<std::unique_ptr<Executable>> Executable::compile(func::FuncOp function,
                                                           CompileReport *report) {
  CompileReport unwanted;
  auto functions = findCallees(function);
  if (failed(functions))
    return failure();
  auto cache = DiskCache::ofEnvironment();
  if (!cache)
    return cannotCompile(function, cache.takeError());
  Places places(*functions);
  auto program = findOrMake(*functions, places, std::move(*cache), report ? *report : unwanted);
  if (failed(program))
    return failure();
  return std::unique_ptr<Executable>(
      new Executable(function, std::move(places), std::move(*program)));
}

FailureOr<Arrays> Executable::run(ArrayRef<Array> inputs, const Limits &limits,
                                  RunStatistics *statistics) const {
  func::FuncOp given = function;
  if (failed(checkInputs(given, inputs)))
    return failure();
  SmallVector<const void *> data;
  SmallVector<int64_t> sizes;
  for (const Array &input : inputs) {
    data.push_back(input.data());
    llvm::append_range(sizes, input.shape());
  }
  runtime::Context context;
  context.stepsLeft = std::min<uint64_t>(limits.maxSteps, INT64_MAX);
  context.memoryLimit = limits.maxMemory;
  using Entry = int32_t (*)(runtime::Context *, const void *const *, const int64_t *);
  int32_t status = reinterpret_cast<Entry>(program->entry())(&context, data.data(), sizes.data());
  if (statistics) {
    statistics->steps = std::min<uint64_t>(limits.maxSteps, INT64_MAX) - context.stepsLeft;
    statistics->peakBytes = context.peakBytes;
    statistics->framesLeft = 0;
    for (const runtime::Stack *stack : context.stacks)
      statistics->framesLeft += stack->frames;
  }
  if (status != 0) {
    const ProgramObject::Site &site = program->site(context.site);
    return emitError(places.locationOf(site.place))
           << "'" << site.op << "': " << problemAt(site, context, limits);
  }
  return copyResults(given, context);
}

} // namespace cotan

#include "cotan/driver/executable.h"

#include "cotan/codegen/frame_plan.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/out_of_memory.h"
#include "cotan/ir/types.h"
#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/abi/generated_code.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/interruption.h"
#include "cotan/support/out_of_memory.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/sizes.h"
#include "cotan/support/stopwatch.h"
#include "cotan/support/work.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace cotan {
namespace {

/// A block that gives itself back.
class PoolBlock : public ArrayOwner {
public:
  PoolBlock(std::shared_ptr<runtime::Pool> pool, void *block)
      : pool(std::move(pool)), block(block) {}
  ~PoolBlock() override {
    if (block)
      pool->giveBack(block);
  }
  void *give() override { return std::exchange(block, nullptr); }
  bool isShared() const override { return false; }

private:
  std::shared_ptr<runtime::Pool> pool;
  void *block;
};

/// Smaller results are copied: their blocks serve the next run at once.
constexpr size_t fewBytes = 256;

/// The results as arrays of the host, which give their memory back to the pool in the end.
Arrays takeResults(const CallTypes &types, const runtime::Context &context,
                   const std::shared_ptr<runtime::Pool> &pool) {
  Arrays arrays;
  arrays.reserve(context.results.size()); // what grows loses memory if what comes in cannot be made
  for (auto [type, result] : llvm::zip_equal(types.results, context.results)) {
    if (!type.dtype)
      break;
    const DType dtype = *type.dtype;
    const ArrayRef<int64_t> sizes(result.sizes.data(), result.sizes.size());
    if (elementCount(sizes) * sizeOf(dtype) <= fewBytes) {
      Array array(dtype, sizes);
      std::memcpy(array.mutableData(), result.data, array.bytes());
      arrays.push_back(std::move(array));
      continue;
    }
    auto owner = std::make_shared<PoolBlock>(pool, result.data);
    pool->detach(result.data);
    arrays.emplace_back(dtype, sizes, static_cast<std::byte *>(result.data), std::move(owner));
  }
  return arrays;
}

/// The stacks among the results, which lie in the pool from now on.
void leaveStacks(size_t count, runtime::Context &context, std::vector<void *> &stacks) {
  stacks.clear();
  stacks.reserve(count);
  for (const auto &result : context.results.last(count))
    stacks.push_back(result.data);
  context.leavesStacks = count > 0;
}

/// A copy of an argument in a block of the pool; null if there is no more.
void *copyMemory(const Array &input, runtime::Context &context) {
  void *copy = cotan_allocate(&context, input.bytes());
  if (copy)
    std::memcpy(copy, input.data(), input.bytes());
  return copy;
}

/// The memory of a donated argument as a block of the pool; null if there is no more.
void *takeMemory(Array &input, runtime::Context &context) {
  if (void *given = input.give()) {
    context.pool.attach(given);
    context.peakBytes = std::max(context.peakBytes, context.pool.inUse());
    return given;
  }
  return copyMemory(input, context);
}

int32_t enter(const CompiledProgram &program, runtime::Context &context, const void *const *inputs,
              const int64_t *sizes) {
  During running(Work::running);
  auto entry = reinterpret_cast<abi::Program>(program.entry());
  int32_t status = 1;
  auto start = [&]() COTAN_CALLS_GENERATED_CODE {
    const runtime::Profile::Here counted(context.profile, context);
    context.startAt(__builtin_frame_address(0));
    if (setjmp(context.start) == 0) // else cotan_leave was called
      status = entry(&context, inputs, sizes);
  };
  if (!program.memory().isDeep) {
    start();
    return status;
  }
  runOnBigStack([&] {
    context.attention = &threadRecord().attention;
    context.leastStackAddress = leastStackAddress();
    start();
  });
  return status;
}

std::string problemAt(const ProgramObject::Site &site, const runtime::Context &context,
                      const Limits &limits) {
  if (site.problem == outOfSteps)
    return "the limit of " + std::to_string(limits.maxSteps) +
           " steps is reached; raise it with --max-steps, or check that the loop ends";
  return site.problem.empty() || StringRef(site.problem).starts_with(beyondLimit)
             ? context.whatFailed()
             : site.problem;
}

/// Of tensors of known sizes; each fits in memory that can be addressed, or is not counted.
size_t knownBytes(TypeRange types) {
  size_t bytes = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto dtype = tensor ? dtypeOf(tensor.getElementType()) : std::nullopt;
    if (dtype && tensor.hasStaticShape())
      bytes += countElements(tensor.getShape(), sizeOf(*dtype)).value_or(0) * sizeOf(*dtype);
  }
  return bytes;
}

/// Throws std::bad_alloc where the memory may be missing that a diagnostic takes.
void needMemoryForDiagnostic() { (void)std::make_unique<std::byte[]>(bytesOfDiagnostic); }

/// A place for each of the results.
struct PlacesForResults {
  SmallVector<runtime::Context::Result, 2> results;
  SmallVector<int64_t, 8> sizes; // of all of them

  explicit PlacesForResults(const CallTypes &types) {
    sizes.resize(types.axesOfResults);
    MutableArrayRef<int64_t> left = sizes;
    for (const CallTypes::Result &type : types.results) {
      results.push_back({nullptr, {left.data(), size_t(type.rank)}});
      left = left.drop_front(type.rank);
    }
  }
  PlacesForResults(const PlacesForResults &) = delete;
};

LogicalResult refuseStacks(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (isa<flow::StackType>(type))
      return function.emitError("result #") << i << " is a stack, which cannot be returned";
  return success();
}

} // namespace

LeftStacks::LeftStacks() : pool(runtime::borrowPool()) {}

LeftStacks::~LeftStacks() {
  pool->releaseAll();
  runtime::returnPool(std::move(pool));
}

LogicalResult checkMemory(func::FuncOp function, const MemoryLimit &limit) {
  auto check = [&](const char *what, TypeRange types) -> LogicalResult {
    const size_t needed = knownBytes(types);
    if (needed <= limit.bytes)
      return success();
    InFlightDiagnostic error = emitOutOfMemory(function.getLoc()) << "its ";
    error << what << " take " << needed << " bytes (";
    llvm::interleaveComma(types, error);
    return error << "), more than the " << limit.bytes << " bytes of memory there are"
                 << limit.advice;
  };
  return success(succeeded(check("arguments", function.getArgumentTypes())) &&
                 succeeded(check("results", function.getResultTypes())));
}

/// All that it gets to, itself last.
static SmallVector<func::FuncOp> functionsOf(func::FuncOp entry) {
  SmallVector<func::FuncOp> functions = reachedFrom(entry);
  std::reverse(functions.begin(), functions.end());
  return functions;
}

Executable::Executable(func::FuncOp function, const CompileOptions &options)
    : function(function), types(function), functions(functionsOf(function)), places(functions),
      options(options) {}

FailureOr<std::unique_ptr<Executable>>
Executable::compile(func::FuncOp function, CompileReport *report, const CompileOptions &options) {
  CompileReport unwanted;
  if (failed(checkMemory(function, options.limit)))
    return failure();
  std::unique_ptr<Executable> made(new Executable(function, options));
  if (failed(
          made->build(FunctionLimits::of(function), report ? *report : unwanted, options.effort)))
    return failure();
  return made;
}

/// What was given is the program with functions, and not what was made of it with some room.
bool Executable::canHaveRoom() const {
  auto isLimit = [](Operation *op) {
    return op->hasAttr(limitName) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return llvm::none_of(functions,
                       [&](func::FuncOp each) { return each.walk(isLimit).wasInterrupted(); });
}

LogicalResult Executable::build(const FunctionLimits &room, CompileReport &report,
                                Effort effort) const {
  const Stopwatch stopwatch;
  const bool optimizes = version.load() && isQuick() && effort == Effort::whole;
  auto program =
      findOrCompile(functions, places, room, report, {options.without, options.limit, effort});
  [[maybe_unused]] static const bool once = (endAllWorkFirst(), true); // LLVM is used
  if (failed(program))
    return failure();
  version = &versions.emplace_front(Version{room, std::move(*program)});
  if (optimizes)
    optimizing = stopwatch.seconds();
  return success();
}

/// Other threads that are to compile wait meanwhile.
LogicalResult Executable::alone(llvm::function_ref<LogicalResult()> compile) const {
  if (!compiling.lock())
    return failure(); // interrupted
  auto unlock = llvm::scope_exit([&] { compiling.unlock(); });
  return compile();
}

/// Compiles it anew, unless another thread has.
LogicalResult Executable::fulfil(const Need &need, const Version &used) const {
  return alone([&] {
    LogicalResult result = success();
    CompileReport unwanted;
    if (&newest() == &used)
      runOnBigStack([&] { result = build(need.limits, unwanted, need.effort); });
    return result;
  });
}

LogicalResult Executable::optimize(CompileReport &report) const {
  return alone(
      [&] { return isQuick() ? build(newest().limits, report, Effort::whole) : success(); });
}

FailureOr<Arrays> Executable::run(Arrays inputs, const Limits &limits, RunStatistics *statistics,
                                  std::unique_ptr<LeftStacks> *stacks,
                                  std::unique_ptr<runtime::Profile> *profile) const {
  func::FuncOp given = function;
  const bool hasStacks = stacks && *stacks;
  if (!types.canBeCalledWith(inputs) &&
      failed(checkInputs(given, inputs, hasStacks ? (*stacks)->stacks.size() : 0)))
    return failure();
  if (!stacks && types.stacks > 0)
    return refuseStacks(given);
  During inside(Work::compiling);
  std::unique_ptr<LeftStacks> kept;
  std::optional<LeftStacks> ofThisRun;
  if (hasStacks)
    kept = std::move(*stacks);
  else if (types.stacks > 0)
    kept = std::make_unique<LeftStacks>();
  LeftStacks &place = kept ? *kept : ofThisRun.emplace();
  PrintedOnce printed;
  try {
    FailureOr<Arrays> results = failure();
    for (std::optional<Need> need;; need.reset(), printed.startAgain()) {
      const Version &used = newest();
      if (profile)
        *profile = std::make_unique<runtime::Profile>();
      results =
          runIn(place, inputs, used, limits, statistics, profile ? profile->get() : nullptr, need);
      if (!need)
        break;
      if (failed(fulfil(*need, used)))
        return failure();
    }
    if (succeeded(results) && !place.stacks.empty())
      *stacks = std::move(kept);
    return results;
  } catch (const OutOfMemory &error) { // for the copy of a result
    needMemoryForDiagnostic();
    return emitOutOfMemory(given.getLoc()) << error.what();
  }
}

/// What a run that ended there needs, if its code was not enough; `mayGoOn`: for more steps.
std::optional<Executable::Need> Executable::needAt(const ProgramObject::Site &site,
                                                   const Version &used, bool mayGoOn) const {
  if (site.problem == outOfSteps && mayGoOn)
    return Need{used.limits, Effort::whole};
  StringRef what = site.problem;
  if (!what.consume_front(beyondLimit) || !canHaveRoom())
    return std::nullopt;
  const Effort effort = used.program->isQuick() ? Effort::quick : Effort::whole;
  if (auto room = used.limits.raised(what))
    return Need{*room, effort};
  return std::nullopt;
}

/// Where it ends because it needs more room for functions, and there can be more, or faster code,
/// `need` is set.
FailureOr<Arrays> Executable::runIn(LeftStacks &place, MutableArrayRef<Array> inputs,
                                    const Version &used, const Limits &limits,
                                    RunStatistics *statistics, runtime::Profile *profile,
                                    std::optional<Need> &need) const {
  const CompiledProgram &program = *used.program;
  runtime::Context context(*place.pool);
  const int64_t steps = std::min<uint64_t>(limits.maxSteps, program.mostSteps());
  context.stepsLeft = steps;
  if (runtime::threadCount() > 1)
    context.lastOffer = context.stepsLeft;
  context.memoryLimit = limits.maxMemory;
  PlacesForResults placesForResults(types);
  context.results = placesForResults.results;
  std::optional<runtime::Profile> unread;
  context.profile = profile || program.parts().empty() ? profile : &unread.emplace();
  SmallVector<const void *> data;
  SmallVector<int64_t> sizes;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    llvm::append_range(sizes, input.shape());
    data.push_back(!types.arguments[i].isDonated ? input.data()
                   : program.mayBeginAgain()     ? copyMemory(input, context)
                                                 : takeMemory(input, context));
    if (!data.back()) {
      const std::string problem = context.whatFailed();
      needMemoryForDiagnostic();
      return emitOutOfMemory(func::FuncOp(function).getLoc())
             << "argument #" << i << ": " << problem;
    }
  }
  llvm::append_range(data, place.stacks);
  std::optional<Stopwatch> ofQuickCode;
  if (program.isQuick())
    ofQuickCode.emplace();
  const int32_t status = enter(program, context, data.data(), sizes.data());
  if (ofQuickCode)
    runSeconds.fetch_add(ofQuickCode->seconds(), std::memory_order_relaxed);
  if (statistics) {
    statistics->steps = steps - context.stepsLeft;
    statistics->peakBytes = context.peakBytes;
    statistics->framesLeft = 0;
    for (const runtime::Stack *stack = context.stacks; stack; stack = stack->next)
      statistics->framesLeft += stack->empty + (stack->top != stack->bottom);
  }
  if (isStoppedHere())
    return failure();
  if (status != 0) {
    const ProgramObject::Site &site = program.site(context.site);
    need = needAt(site, used, /*mayGoOn=*/uint64_t(steps) < limits.maxSteps);
    if (need)
      return failure();
    const std::string problem = problemAt(site, context, limits);
    const bool isOutOfMemory = site.problem.empty() && context.isOutOfMemory();
    needMemoryForDiagnostic();
    const Location location = places.locationOf(site.place);
    StringRef beyond = site.problem;
    return (isOutOfMemory                       ? emitOutOfMemory(location)
            : beyond.consume_front(beyondLimit) ? emitBeyondLimit(location, beyond)
                                                : emitError(location))
           << (site.op.empty() ? "" : "'" + site.op + "': ") << problem;
  }
  Arrays results = takeResults(types, context, place.pool);
  leaveStacks(types.stacks, context, place.stacks);
  return results;
}

std::vector<Executable::ProfiledPart> Executable::profiledParts() const {
  std::vector<ProfiledPart> parts;
  for (const ProgramObject::Part &part : newest().program->parts()) {
    ProfiledPart &made = parts.emplace_back(ProfiledPart{part.kind, part.name, {}});
    for (const ProgramObject::Part::Line &line : part.lines)
      made.lines.push_back({places.locationOf(line.place), line.derivative});
  }
  return parts;
}

} // namespace cotan

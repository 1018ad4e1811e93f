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
#include "cotan/support/sizes.h"
#include "cotan/support/work.h"

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

/// The stacks among arguments or results; they are the last.
size_t countStacks(TypeRange types) {
  return llvm::count_if(types, llvm::IsaPred<flow::StackType>);
}

/// The results as arrays of the host, which give their memory back to the pool in the end.
Arrays takeResults(func::FuncOp function, const runtime::Context &context,
                   const std::shared_ptr<runtime::Pool> &pool) {
  Arrays arrays;
  arrays.reserve(context.results.size()); // what grows loses memory if what comes in cannot be made
  for (auto [type, result] : llvm::zip_equal(function.getResultTypes(), context.results)) {
    if (isa<flow::StackType>(type))
      break;
    DType dtype = *dtypeOf(getElementTypeOrSelf(type));
    if (elementCount(result.sizes) * sizeOf(dtype) <= fewBytes) {
      Array array(dtype, result.sizes);
      std::memcpy(array.mutableData(), result.data, array.bytes());
      arrays.push_back(std::move(array));
      continue;
    }
    auto owner = std::make_shared<PoolBlock>(pool, result.data);
    pool->detach(result.data);
    arrays.emplace_back(dtype, result.sizes, static_cast<std::byte *>(result.data),
                        std::move(owner));
  }
  return arrays;
}

/// The stacks among the results, which lie in the pool from now on.
void leaveStacks(func::FuncOp function, runtime::Context &context, std::vector<void *> &stacks) {
  const size_t count = countStacks(function.getResultTypes());
  stacks.clear();
  stacks.reserve(count);
  for (const auto &result : llvm::ArrayRef(context.results).take_back(count))
    stacks.push_back(result.data);
  context.leavesStacks = count > 0;
}

/// The memory of a donated argument as a block of the pool; null if there is no more.
void *takeMemory(Array &input, runtime::Context &context) {
  if (void *given = input.give()) {
    context.pool.attach(given);
    context.peakBytes = std::max(context.peakBytes, context.pool.inUse());
    return given;
  }
  void *copy = cotan_allocate(&context, input.bytes());
  if (copy)
    std::memcpy(copy, input.data(), input.bytes());
  return copy;
}

COTAN_CALLS_GENERATED_CODE
int32_t enter(const CompiledProgram &program, runtime::Context &context, const void *const *inputs,
              const int64_t *sizes) {
  During running(Work::running);
  auto entry = reinterpret_cast<abi::Program>(program.entry());
  int32_t status = 1;
  auto start = [&] {
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
  return site.problem.empty() ? context.whatFailed() : site.problem;
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
std::vector<runtime::Context::Result> placesForResults(func::FuncOp function) {
  std::vector<runtime::Context::Result> places;
  places.reserve(function.getNumResults());
  for (Type type : function.getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    places.push_back({nullptr, std::vector<int64_t>(tensor ? tensor.getRank() : 0)});
  }
  return places;
}

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

FailureOr<std::unique_ptr<Executable>> Executable::compile(func::FuncOp function,
                                                           CompileReport *report,
                                                           std::optional<Step> without,
                                                           const MemoryLimit &limit) {
  CompileReport unwanted;
  if (failed(checkMemory(function, limit)))
    return failure();
  SmallVector<func::FuncOp> functions = reachedFrom(function);
  std::reverse(functions.begin(), functions.end());
  Places places(functions);
  auto program = findOrCompile(functions, places, report ? *report : unwanted, without, limit);
  [[maybe_unused]] static const bool once = (endAllWorkFirst(), true); // LLVM is used
  if (failed(program))
    return failure();
  return std::unique_ptr<Executable>(
      new Executable(function, std::move(places), std::move(*program)));
}

FailureOr<Arrays> Executable::run(Arrays inputs, const Limits &limits, RunStatistics *statistics,
                                  std::unique_ptr<LeftStacks> *stacks) const {
  func::FuncOp given = function;
  const bool hasStacks = stacks && *stacks;
  if (failed(checkInputs(given, inputs, hasStacks ? (*stacks)->stacks.size() : 0)) ||
      (!stacks && failed(refuseStacks(given))))
    return failure();
  During inside(Work::compiling);
  auto place = hasStacks ? std::move(*stacks) : std::make_unique<LeftStacks>();
  try {
    FailureOr<Arrays> results = runIn(*place, inputs, limits, statistics);
    if (succeeded(results) && !place->stacks.empty())
      *stacks = std::move(place);
    return results;
  } catch (const OutOfMemory &error) { // for the copy of a result
    needMemoryForDiagnostic();
    return emitOutOfMemory(given.getLoc()) << error.what();
  }
}

FailureOr<Arrays> Executable::runIn(LeftStacks &place, MutableArrayRef<Array> inputs,
                                    const Limits &limits, RunStatistics *statistics) const {
  runtime::Context context(*place.pool);
  context.stepsLeft = std::min<uint64_t>(limits.maxSteps, INT64_MAX);
  if (runtime::threadCount() > 1)
    context.lastOffer = context.stepsLeft;
  context.memoryLimit = limits.maxMemory;
  context.results = placesForResults(function);
  SmallVector<const void *> data;
  SmallVector<int64_t> sizes;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    llvm::append_range(sizes, input.shape());
    data.push_back(isDonated(function, i) ? takeMemory(input, context) : input.data());
    if (!data.back()) {
      const std::string problem = context.whatFailed();
      needMemoryForDiagnostic();
      return emitOutOfMemory(func::FuncOp(function).getLoc())
             << "argument #" << i << ": " << problem;
    }
  }
  llvm::append_range(data, place.stacks);
  const int32_t status = enter(*program, context, data.data(), sizes.data());
  if (statistics) {
    statistics->steps = std::min<uint64_t>(limits.maxSteps, INT64_MAX) - context.stepsLeft;
    statistics->peakBytes = context.peakBytes;
    statistics->framesLeft = 0;
    for (const runtime::Stack *stack = context.stacks; stack; stack = stack->next)
      statistics->framesLeft += stack->empty + (stack->top != stack->bottom);
  }
  if (isStoppedHere())
    return failure();
  if (status != 0) {
    const ProgramObject::Site &site = program->site(context.site);
    const std::string problem = problemAt(site, context, limits);
    const bool isOutOfMemory = site.problem.empty() && context.isOutOfMemory();
    needMemoryForDiagnostic();
    const Location location = places.locationOf(site.place);
    return (isOutOfMemory ? emitOutOfMemory(location) : emitError(location))
           << (site.op.empty() ? "" : "'" + site.op + "': ") << problem;
  }
  Arrays results = takeResults(function, context, place.pool);
  leaveStacks(function, context, place.stacks);
  return results;
}

} // namespace cotan

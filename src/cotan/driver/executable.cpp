#include "cotan/driver/executable.h"

#include "cotan/ir/types.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/error.h"
#include "cotan/transforms/inline_calls.h"

using namespace mlir;

namespace cotan {
namespace {

/// Smaller results are copied: their blocks serve the next run at once.
constexpr size_t fewBytes = 256;

/// The results as arrays of the host, which give their memory back to the pool in the end.
Arrays takeResults(func::FuncOp function, const runtime::Context &context,
                   const std::shared_ptr<runtime::Pool> &pool) {
  Arrays arrays;
  for (auto [type, result] : llvm::zip_equal(function.getResultTypes(), context.results)) {
    DType dtype = *dtypeOf(getElementTypeOrSelf(type));
    if (elementCount(result.sizes) * sizeOf(dtype) <= fewBytes) {
      Array array(dtype, result.sizes);
      std::memcpy(array.mutableData(), result.data, array.bytes());
      arrays.push_back(std::move(array));
      continue;
    }
    pool->detach(result.data);
    std::shared_ptr<void> owner(result.data, [pool](void *block) { pool->giveBack(block); });
    arrays.emplace_back(dtype, result.sizes, static_cast<std::byte *>(result.data),
                        std::move(owner));
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

} // namespace

FailureOr<std::unique_ptr<Executable>>
Executable::compile(func::FuncOp function, CompileReport *report, std::optional<Step> without) {
  CompileReport unwanted;
  auto functions = findCallees(function);
  if (failed(functions))
    return failure();
  Places places(*functions);
  auto program = findOrCompile(*functions, places, report ? *report : unwanted, without);
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
  std::shared_ptr<runtime::Pool> pool = runtime::borrowPool();
  auto results = runIn(pool, inputs, limits, statistics);
  runtime::returnPool(std::move(pool));
  return results;
}

FailureOr<Arrays> Executable::runIn(const std::shared_ptr<runtime::Pool> &pool,
                                    ArrayRef<Array> inputs, const Limits &limits,
                                    RunStatistics *statistics) const {
  SmallVector<const void *> data;
  SmallVector<int64_t> sizes;
  for (const Array &input : inputs) {
    data.push_back(input.data());
    llvm::append_range(sizes, input.shape());
  }
  runtime::Context context(*pool);
  context.stepsLeft = std::min<uint64_t>(limits.maxSteps, INT64_MAX);
  context.memoryLimit = limits.maxMemory;
  using Entry = int32_t (*)(runtime::Context *, const void *const *, const int64_t *);
  int32_t status = reinterpret_cast<Entry>(program->entry())(&context, data.data(), sizes.data());
  if (statistics) {
    statistics->steps = std::min<uint64_t>(limits.maxSteps, INT64_MAX) - context.stepsLeft;
    statistics->peakBytes = context.peakBytes;
    statistics->framesLeft = 0;
    for (const runtime::Stack *stack : context.stacks)
      statistics->framesLeft += stack->empty + (stack->top != stack->bottom);
  }
  if (status != 0) {
    const ProgramObject::Site &site = program->site(context.site);
    return emitError(places.locationOf(site.place))
           << "'" << site.op << "': " << problemAt(site, context, limits);
  }
  return takeResults(function, context, pool);
}

} // namespace cotan

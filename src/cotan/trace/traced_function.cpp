#include "cotan/trace/traced_function.h"

#include "cotan/driver/step_times.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/types.h"
#include "cotan/support/memory.h"
#include "cotan/support/stopwatch.h"
#include "cotan/trace/collectives.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/import_functions.h"
#include "cotan/trace/number_checks.h"
#include "cotan/trace/recursion.h"
#include "cotan/transforms/inline_calls.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace cotan::trace {
namespace {

constexpr const char *functionName = "main";

/// What is not said in `options` is said of the function around, or in the environment.
void apply(ProgramOptions options, func::FuncOp function) {
  if (Scope *around = Scope::innermost()) {
    auto main = cast<func::FuncOp>(around->function->main->operation());
    if (auto calls = main->getAttrOfType<StringAttr>(callsName); calls && options.calls.empty())
      options.calls = calls.str();
    if (!options.decomposition && main->hasAttr(decompositionName))
      options.decomposition = *Decomposition::of(main);
  }
  if (!options.calls.empty())
    function->setAttr(callsName, StringAttr::get(function.getContext(), options.calls));
  if (!options.decomposition)
    options.decomposition = Decomposition::ofEnvironment();
  if (options.decomposition)
    options.decomposition->attachTo(function);
}

OwnedProgram emptyFunction(ArrayRef<TensorType> arguments, const ProgramOptions &options) {
  OpBuilder builder(&context());
  Location location = currentLocation();
  OwnedProgram program{contextHere(), ModuleOp::create(builder, location)};
  SmallVector<Type> types;
  for (const TensorType &argument : arguments)
    types.push_back(argument.type());
  builder.setInsertionPointToEnd(program.module->getBody());
  auto function =
      func::FuncOp::create(builder, location, functionName, builder.getFunctionType(types, {}));
  function.addEntryBlock();
  apply(options, function);
  return program;
}

/// Ends the function with the results, and gives it the type it has now, captures among it.
void finish(func::FuncOp function, FunctionScope &scope, ArrayRef<TensorRef> results) {
  SmallVector<Value> values;
  for (const TensorRef &result : results)
    values.push_back(scope.read(*result, result->held()));
  OpBuilder builder = scope.builder();
  func::ReturnOp::create(builder, currentLocation(), values);
  passCaptures(scope);
  updateType(function);
}

DType elementOf(Type type) { return *dtypeOf(cast<RankedTensorType>(type).getElementType()); }

SmallVector<Value> inlineInto(Scope &scope, const TracedFunctionRef &function,
                              ArrayRef<Value> arguments) {
  IRMapping mapping;
  const Imported &imported = Imports::ofScope(scope).beside(function);
  Block &body = imported.function().getBody().front();
  mapping.map(body.getArguments(), arguments);
  OpBuilder builder = scope.builder();
  for (mlir::Operation &op : body.without_terminator())
    imported.rename(builder.clone(op, mapping));
  SmallVector<Value> results;
  for (Value result : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(result));
  return results;
}

/// In the place of a call, or as one: then the compiler decides whether it stays one.
SmallVector<Value> put(Scope &scope, const TracedFunctionRef &function, ArrayRef<Value> arguments) {
  if (!mayStay(function->function(), scope.function->main->operation()))
    return inlineInto(scope, function, arguments);
  func::FuncOp callee = Imports::ofScope(scope).called(function).function();
  OpBuilder builder = scope.builder();
  return func::CallOp::create(builder, currentLocation(), callee, arguments).getResults();
}

} // namespace

func::FuncOp OwnedProgram::function() const {
  return module.get().lookupSymbol<func::FuncOp>(functionName);
}

TracedFunction::TracedFunction(OwnedProgram program, Tensors captures,
                               SmallVector<TensorType> arguments, SmallVector<bool> weakResults)
    : program(std::move(program)), entry(this->program.function()), captured(std::move(captures)),
      signature(std::move(arguments)), isResultWeak(std::move(weakResults)) {
  isResultWeak.resize(function().getNumResults(), false);
}

/// The lock is held until the thread that compiles has ended, or none could be started.
struct TracedFunction::Compiling {
  Compiling(std::shared_ptr<const TracedFunction> of, const MemoryLimit &limit, Effort effort)
      : of(std::move(of)), limit(limit), effort(effort) {}
  ~Compiling() {
    if (isLocked)
      of->mutex.unlock();
  }

  bool lock() { return isLocked = of->mutex.lock(); }
  bool tryLock() { return isLocked = of->mutex.tryLock(); }
  LogicalResult run() const {
    StepTimes times;
    CompileReport report;
    report.timing = times.getRootScope();
    Stopwatch stopwatch;
    if (const Executable *quick = of->compiled)
      return quick->optimize(report);
    auto made = Executable::compile(of->function(), &report, {.limit = limit, .effort = effort});
    if (failed(made))
      return failure();
    of->howCompiled = {stopwatch.seconds(),
                       report.isMade       ? ""
                       : report.isFromDisk ? "disk"
                                           : "process",
                       {}};
    for (const StepTimes::Step &step : times.steps())
      of->howCompiled.steps.push_back({step.name, step.seconds});
    of->compiled = made->release();
    return success();
  }

  const std::shared_ptr<const TracedFunction> of;
  const MemoryLimit limit;
  const Effort effort;
  bool isLocked = false;
};

TracedFunction::~TracedFunction() {
  During inside(Work::compiling); // on whatever thread lets go of it
  delete compiled.load();
  program.module = nullptr;
}

/// The same program in another context.
static OwningOpRef<ModuleOp> written(ModuleOp program, MLIRContext &in) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  OwningOpRef<ModuleOp> copy;
  orThrowOnBigStack([&] {
    if (failed(writeBytecodeToFile(program, stream)))
      return failure();
    copy = parseSourceString<ModuleOp>(bytes, ParserConfig(&in, /*verifyAfterParse=*/false));
    return success(bool(copy));
  });
  return copy;
}

OwnedProgram TracedFunction::copy() const {
  ContextRef here = contextHere();
  ModuleOp module = *program.module;
  return {here,
          here == program.context ? OwningOpRef<ModuleOp>(module.clone()) : written(module, *here)};
}

bool TracedFunction::isClosed() const { return !isAnyTraced(captured); }

StringRef TracedFunction::axisName() const {
  std::call_once(wasSearched, [&] { axis = axisMet(*program.module); });
  return axis;
}

bool isAnyTraced(ArrayRef<TensorRef> tensors) {
  return llvm::any_of(tensors, [](const TensorRef &tensor) { return tensor->isTraced(); });
}

/// With arguments, or stacks, that may take long whatever a program does, all is done to make it
/// fast.
static Effort effortFor(const Arrays &inputs, const std::unique_ptr<LeftStacks> *stacks) {
  constexpr size_t few = 4096, bytesOfElement = 8;
  size_t elements = stacks && *stacks ? (*stacks)->pool->inUse() / bytesOfElement : 0;
  for (const Array &input : inputs)
    elements += input.size();
  return elements > few ? Effort::whole : Effort::quick;
}

static bool isReady(const Executable *compiled, Effort effort) {
  return compiled && !(effort == Effort::whole ? compiled->isQuick() : compiled->isWorthMore());
}

const Executable &TracedFunction::executable(const MemoryLimit &limit, Effort effort) const {
  const Executable *made = compiled;
  if (isReady(made, effort))
    return *made;
  auto compiling = std::make_shared<Compiling>(shared_from_this(), limit, effort);
  const bool canDoWithout = made && effort == Effort::quick; // while another thread sees to it
  if (canDoWithout && !compiling->tryLock())
    return *made;
  if (!canDoWithout && !compiling->lock())
    throwIfStopped();
  if (!isReady(compiled, effort)) // not meanwhile, by another thread
    orThrowInBackground([compiling] { return compiling->run(); });
  return *compiled;
}

Arrays TracedFunction::run(Arrays inputs, std::unique_ptr<LeftStacks> *stacks) const {
  const Executable *ready = compiled;
  const Executable &code =
      ready && !ready->isQuick() ? *ready : executable({systemMemory()}, effortFor(inputs, stacks));
  Arrays results;
  orThrow([&] {
    FailureOr<Arrays> made = code.run(std::move(inputs), {}, nullptr, stacks);
    if (failed(made))
      return failure();
    results = std::move(*made);
    return success();
  });
  return results;
}

Tensors callUser(Callback callback, ArrayRef<TensorRef> arguments) {
  During outside(Work::none); // it may do anything, such as to wait for another thread
  const Called nothing(nullptr);
  return callback(arguments);
}

TracedFunctionRef trace(ArrayRef<TensorType> arguments, Callback callback,
                        const ProgramOptions &options) {
  During inside(Work::compiling);
  InContext here(contextHere());
  OwnedProgram program = emptyFunction(arguments, options);
  func::FuncOp function = program.function();
  auto scope = std::make_shared<FunctionScope>(function);
  // A tensor that leaks keeps the scope, but not other functions, nor do these keep it.
  auto letGo = llvm::scope_exit([&] {
    scope->imports = nullptr;
    for (auto &function : scope->beside)
      function->captures.clear();
  });
  SmallVector<bool> weakResults;
  {
    Opened opened(scope);
    Tensors traced;
    llvm::DenseMap<int64_t, int64_t> labels; // of the caller's: equal ones stay equal
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Value value = scope->block->getArgument(i);
      SmallVector<int64_t, 4> sizes;
      for (int64_t size : argument.sizes)
        sizes.push_back(isLabel(size) ? labels.lookup(size) : size);
      traced.push_back(scope->wrap(value, argument.isWeak, sizes));
      for (auto [outer, inner] : llvm::zip_equal(argument.sizes, traced.back()->sizes()))
        if (isLabel(outer))
          labels.try_emplace(outer, inner);
    }
    Tensors results = callback(traced);
    for (const TensorRef &result : results)
      weakResults.push_back(result->isWeak);
    finish(function, *scope, results);
  }
  orThrowOnBigStack([&] { return verify(function); });
  return std::make_shared<TracedFunction>(std::move(program), std::move(scope->captures),
                                          SmallVector<TensorType>(arguments),
                                          std::move(weakResults));
}

Tensors call(const TracedFunctionRef &traced, ArrayRef<TensorRef> arguments,
             ArrayRef<TensorRef> extra, std::unique_ptr<LeftStacks> *stacks) {
  During inside(Work::compiling);
  Tensors operands(arguments);
  llvm::append_range(operands, traced->captures());
  llvm::append_range(operands, extra);
  func::FuncOp function = traced->function();
  ArrayRef<bool> isWeak = traced->weakResults();
  Tensors results;
  if (!isAnyTraced(operands) && traced->axisName().empty()) {
    Arrays inputs;
    for (auto [operand, type] : llvm::zip(operands, function.getArgumentTypes())) // no stacks
      inputs.push_back(operand->arrayAs(elementOf(type)));
    const NumberChecks checks = numberChecks();
    const Arrays given = checks.any() ? inputs : Arrays();
    Arrays found = traced->run(std::move(inputs), stacks);
    if (checks.any())
      checkNumbers(*traced, given, found);
    for (auto [i, array] : llvm::enumerate(found))
      results.push_back(makeTensor(std::move(array), isWeak[i]));
    return results;
  }
  Scope *scope = Scope::innermost();
  if (!scope && !isAnyTraced(operands))
    throw ct::ValueError(currentPlace() + "the axis '" + traced->axisName().str() +
                         "' is used outside of the ct.vmap that gives it the name");
  if (!scope)
    refuseLeaked(operands);
  SmallVector<Value> values;
  for (auto [operand, type] : llvm::zip_equal(operands, function.getArgumentTypes()))
    values.push_back(scope->readAs(*operand, elementOf(type)));
  for (auto [i, value] : llvm::enumerate(put(*scope, traced, values)))
    results.push_back(scope->wrap(value, isWeak[i]));
  return results;
}

SmallVector<TensorType> typesOf(ArrayRef<TensorRef> tensors) {
  SmallVector<TensorType> types;
  for (const TensorRef &tensor : tensors)
    types.push_back(tensor->type());
  return types;
}

} // namespace cotan::trace

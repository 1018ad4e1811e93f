#include "cotan/trace/recursion.h"

#include "cotan/ir/calls.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/import_functions.h"
#include "cotan/trace/promotion.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace cotan::trace {
namespace {

SmallVector<TensorType> unlabelled(ArrayRef<TensorRef> tensors) {
  return llvm::map_to_vector(tensors,
                             [](const TensorRef &tensor) { return tensor->type().unlabelled(); });
}

ModuleOp moduleOf(FunctionScope &scope) { return scope.operation()->getParentOfType<ModuleOp>(); }

bool isSame(const TensorType &a, const TensorType &b) {
  return a.dtype == b.dtype && a.isWeak == b.isWeak;
}

/// Erases the functions that came into a module since, unless they are kept.
class Attempt {
public:
  explicit Attempt(FunctionScope &caller)
      : main(*caller.main), module(moduleOf(caller)), last(&module.getBody()->back()),
        known(main.beside.size()), imported(Imports::ofScope(caller).count()) {}
  ~Attempt() {
    if (isKept)
      return;
    main.beside.resize(known);
    main.imports->forgetAfter(imported);
    while (&module.getBody()->back() != last)
      module.getBody()->back().erase();
  }
  Attempt(const Attempt &) = delete;
  Attempt &operator=(const Attempt &) = delete;

  std::shared_ptr<FunctionScope> newFunction(StringRef name, ArrayRef<TensorType> parameters) {
    OpBuilder builder(&context());
    auto types =
        llvm::map_to_vector(parameters, [](const TensorType &type) -> Type { return type.type(); });
    auto function =
        func::FuncOp::create(currentLocation(), name, builder.getFunctionType(types, {}));
    function.setPrivate();
    function.addEntryBlock();
    SymbolTable(module).insert(function);
    return main.beside.emplace_back(std::make_shared<FunctionScope>(function, &main));
  }
  bool keep() { return isKept = true; }

private:
  FunctionScope &main;
  ModuleOp module;
  Operation *const last;
  const size_t known, imported;
  bool isKept = false;
};

} // namespace

Recursion::Recursion(std::string given)
    : name(given.empty() ? "recursive" : given),
      shown(given.empty() ? "the function" : "'" + given + "'") {}

Tensors Recursion::define(ArrayRef<TensorRef> arguments, Callback body) {
  During inside(Work::compiling);
  parameters = unlabelled(arguments);
  while (!attempt(body))
    ;
  isDefined = true;
  return call(arguments);
}

/// Whether the types it began with are those it found, and it stays.
bool Recursion::attempt(Callback body) {
  Attempt made(*Scope::innermost()->function);
  scope = made.newFunction(name, parameters);
  try {
    const bool isFirst = !results;
    Tensors found = trace(body);
    if (!settle(found) || (isFirst && wasUnknown))
      return false;
    finish(found);
    return made.keep();
  } catch (const ParametersChanged &changed) {
    if (changed.of != this)
      throw;
    return false;
  } catch (const ResultsUnknown &unknown) {
    if (unknown.of != this)
      throw;
    throw ct::Error(currentPlace() + shown +
                    " calls itself on every way through it, so that it would never end; let it "
                    "return on one way "
                    "without a call of itself, as `if n < 1: return x` does");
  }
}

Tensors Recursion::trace(Callback body) {
  Opened opened(scope);
  Tensors arguments;
  for (auto [value, type] : llvm::zip_equal(scope->block->getArguments(), parameters))
    arguments.push_back(scope->wrap(value, type.isWeak));
  return body(arguments);
}

/// Whether results of the types that calls were told have these tensors, too.
bool Recursion::settle(ArrayRef<TensorRef> found) {
  if (!results) {
    results = unlabelled(found);
    return true;
  }
  if (found.size() != results->size())
    throw ct::TypeError(currentPlace() + shown + " returns " + std::to_string(results->size()) +
                        " tensors on one way and " + std::to_string(found.size()) +
                        " on another; each must return as many");
  bool isSettled = true;
  for (auto [i, type, tensor] : llvm::enumerate(*results, found)) {
    std::optional<TensorType> both = join(type, tensor->type().unlabelled());
    if (!both)
      throw ct::TypeError(currentPlace() + shown + ": result " + std::to_string(i) + " is " +
                          describe(type) + " where it ends, but " + describe(tensor->type()) +
                          " where it calls itself; convert one of them, so that they agree");
    isSettled &= isSame(*both, type);
    type = *both;
  }
  return isSettled;
}

void Recursion::finish(ArrayRef<TensorRef> found) {
  SmallVector<Value> values;
  {
    Opened opened(scope); // what it returns belongs to it
    for (auto [tensor, type] : llvm::zip_equal(found, *results))
      values.push_back(scope->readAs(*tensor, type.held()));
  }
  OpBuilder builder = scope->builder();
  func::ReturnOp::create(builder, currentLocation(), values);
  updateType(scope->operation());
}

SmallVector<Value> Recursion::operands(Scope &here, ArrayRef<TensorRef> arguments) {
  if (arguments.size() != parameters.size())
    throw ct::ValueError(currentPlace() + shown + " was called with " +
                         std::to_string(parameters.size()) + " tensors, but calls itself with " +
                         std::to_string(arguments.size()) + "; give it as many");
  bool isChanged = false;
  SmallVector<Value> values;
  for (auto [type, argument] : llvm::zip_equal(parameters, arguments)) {
    std::optional<TensorType> both = join(type, argument->type().unlabelled());
    if (!both)
      throw ct::TypeError(currentPlace() + shown + " was called with " + describe(type) +
                          ", but calls itself with " + describe(argument->type()) +
                          "; convert one of them, so that they agree");
    isChanged |= !isSame(*both, type);
    type = *both;
    values.push_back(here.readAs(*argument, type.held()));
  }
  if (isChanged)
    throw ParametersChanged{this};
  return values;
}

Tensors Recursion::call(ArrayRef<TensorRef> arguments) {
  Scope *innermost = Scope::innermost();
  if (!innermost)
    refuseLeaked(arguments);
  Scope &here = *innermost;
  if (!llvm::is_contained(here.function->main->beside, scope))
    throw ct::Error(currentPlace() + shown +
                    " is called while it is traced, by a function that is differentiated or "
                    "mapped inside of it; "
                    "do that outside");
  SmallVector<Value> values = operands(here, arguments);
  if (!results) {
    wasUnknown = true;
    throw ResultsUnknown{this};
  }
  for (const TensorRef &captured : scope->captures)
    values.push_back(here.valueOf(*captured));
  auto types =
      llvm::map_to_vector(*results, [](const TensorType &type) -> Type { return type.type(); });
  OpBuilder builder = here.builder();
  auto call =
      func::CallOp::create(builder, currentLocation(), scope->operation().getName(), types, values);
  Tensors tensors;
  for (auto [value, type] : llvm::zip_equal(call.getResults(), *results))
    tensors.push_back(here.wrap(value, type.isWeak));
  return tensors;
}

/// Those that were traced for a turn or branch that was traced once more are not called.
static void eraseUncalled(FunctionScope &main) {
  llvm::SetVector<Operation *> reached;
  reached.insert(main.operation());
  for (size_t i = 0; i < reached.size(); ++i)
    for (auto uses = SymbolTable::getSymbolUses(reached[i]); SymbolTable::SymbolUse use : *uses)
      reached.insert(functionNamed(reached[i], cast<FlatSymbolRefAttr>(use.getSymbolRef())));
  llvm::erase_if(main.beside, [&](const std::shared_ptr<FunctionScope> &function) {
    if (reached.contains(function->operation()))
      return false;
    function->operation().erase();
    return true;
  });
}

void passCaptures(FunctionScope &main) {
  eraseUncalled(main);
  llvm::DenseMap<StringRef, FunctionScope *> callees;
  SmallVector<FunctionScope *> callers = {&main};
  for (auto &function : main.beside) {
    callees[function->operation().getName()] = function.get();
    callers.push_back(function.get());
  }
  bool isChanged = !callees.empty();
  auto complete = [&](FunctionScope &caller, func::CallOp call) {
    FunctionScope *callee = callees.lookup(call.getCallee());
    while (callee && call.getNumOperands() < callee->block->getNumArguments()) {
      unsigned missing = callee->block->getNumArguments() - call.getNumOperands();
      const TensorRef &captured = callee->captures[callee->captures.size() - missing];
      // It is there, though the turn or branch that it belongs to may have ended.
      const bool isOwn = captured->isTraced() && captured->scope->function == &caller;
      call->insertOperands(call.getNumOperands(),
                           isOwn ? captured->value : caller.capture(*captured));
      isChanged = true;
    }
  };
  while (std::exchange(isChanged, false))
    for (FunctionScope *caller : callers)
      caller->operation()->walk([&](func::CallOp call) { complete(*caller, call); });
  for (auto &function : main.beside)
    updateType(function->operation());
}

Mark::Mark()
    : scope(*Scope::innermost()), last(scope.block->empty() ? nullptr : &scope.block->back()) {}

void Mark::goBack() {
  while (!scope.block->empty() && &scope.block->back() != last) {
    Operation &op = scope.block->back();
    op.walk([&](Operation *inner) {
      for (Value result : inner->getResults())
        scope.function->openSizes.forget(result);
    });
    op.erase();
  }
}

} // namespace cotan::trace

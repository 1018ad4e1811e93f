#include "cotan/trace/custom_call.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/function_limits.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"
#include "cotan/trace/import_functions.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan::trace {
namespace {

Scope &openScope() {
  if (Scope *scope = Scope::innermost())
    return *scope;
  throw ct::Error(currentPlace() + "nothing is being traced");
}

/// Traced tensors from outside that functions read: arguments more of the call.
using Outside = llvm::SetVector<TensorBody *>;

void addTraced(Outside &outside, const TracedFunction &function) {
  for (const TensorRef &tensor : function.captures())
    if (tensor->isTraced())
      outside.insert(tensor.get());
}

void insertArguments(func::FuncOp function, unsigned place, TypeRange types) {
  const SmallVector<unsigned> places(types.size(), place);
  const SmallVector<DictionaryAttr> unmarked(types.size());
  const SmallVector<Location> locations(types.size(), function.getLoc());
  (void)function.insertArguments(places, types, unmarked, locations);
}

SmallVector<Type> typesOf(const Outside &outside) {
  return llvm::map_to_vector(outside,
                             [](TensorBody *tensor) -> Type { return tensor->type().type(); });
}

/// Lets the function read what comes from outside from arguments at `place`; arrays are constants.
void passOutside(func::FuncOp copy, const TracedFunction &traced, const Outside &outside,
                 unsigned place) {
  OpBuilder ops = OpBuilder::atBlockBegin(&copy.getBody().front());
  RuleBuilder rules(ops, copy.getLoc());
  insertArguments(copy, place, typesOf(outside));
  llvm::DenseMap<TensorBody *, Value> given;
  for (auto [i, tensor] : llvm::enumerate(outside))
    given[tensor] = copy.getArgument(place + i);
  const unsigned captures = traced.captures().size(), first = copy.getNumArguments() - captures;
  for (auto [argument, tensor] :
       llvm::zip_equal(copy.getArguments().take_back(captures), traced.captures())) {
    auto type = cast<RankedTensorType>(argument.getType());
    Value known = given.lookup(tensor.get());
    argument.replaceAllUsesWith(known ? known
                                      : rules.constant(toAttribute(*tensor->array, type)).value());
  }
  llvm::BitVector taken(copy.getNumArguments());
  taken.set(first, taken.size());
  (void)copy.eraseArguments(taken);
}

/// Appends values to what the function returns.
void appendResults(func::FuncOp function, ValueRange values) {
  auto *end = function.front().getTerminator();
  end->insertOperands(end->getNumOperands(), values);
  updateType(function);
}

/// Converts results to the element types of what they belong to: numbers that give way are held in
/// another than the one they are said to have.
void convertResults(func::FuncOp function, ArrayRef<Type> wanted) {
  mlir::Operation *end = function.front().getTerminator();
  OpBuilder ops(end);
  RuleBuilder rules(ops, function.getLoc());
  for (auto [operand, type] : llvm::zip(end->getOpOperands(), wanted)) {
    Type element = getElementTypeOrSelf(type);
    if (getElementTypeOrSelf(operand.get().getType()) != element)
      operand.set(castTo(rules(operand.get()), element).value());
  }
  updateType(function);
}

ModuleOp moduleOf(Scope &scope) { return scope.function->operation()->getParentOfType<ModuleOp>(); }

func::FuncOp import(const TracedFunction &traced, StringRef name, Scope &to) {
  const Imported &imported = Imports::ofScope(to).beside(traced.shared_from_this());
  func::FuncOp copy = imported.function().clone();
  copy.setPrivate();
  copy.setName(name);
  imported.rename(copy);
  SymbolTable(moduleOf(to)).insert(copy);
  return copy;
}

/// Nothing flows to what comes from outside: that a derivative would have to is refused later.
void appendZeros(func::FuncOp reverse, ValueRange outside) {
  OpBuilder ops(reverse.front().getTerminator());
  RuleBuilder rules(ops, reverse.getLoc());
  SmallVector<Value> zeros;
  for (Value value : outside)
    if (carriesDerivative(value.getType()))
      zeros.push_back(rules.zerosLike(value).value());
  appendResults(reverse, zeros);
}

/// The rule for forward mode, if there is one. It takes tangents of what comes from outside, too,
/// which are zeros: others are refused later.
FlatSymbolRefAttr importJvp(const CustomRule &rule, func::FuncOp plain, const Outside &outside,
                            unsigned after, Scope &scope) {
  if (!rule.jvp)
    return {};
  func::FuncOp jvp = import(*rule.jvp, "custom_jvp", scope);
  SmallVector<Type> results(plain.getResultTypes());
  llvm::copy_if(plain.getResultTypes(), std::back_inserter(results), carriesDerivative);
  convertResults(jvp, results);
  passOutside(jvp, *rule.jvp, outside, after);
  insertArguments(jvp, jvp.getNumArguments(),
                  llvm::filter_to_vector(typesOf(outside), carriesDerivative));
  return FlatSymbolRefAttr::get(jvp);
}

Tensors wrapResults(Scope &scope, mlir::Operation *op, const TracedFunction &function) {
  Tensors results;
  for (auto [result, isWeak] : llvm::zip(op->getResults(), function.weakResults()))
    results.push_back(scope.wrap(result, isWeak));
  return results;
}

SmallVector<Value> readAll(Scope &scope, ArrayRef<TensorRef> tensors) {
  return llvm::map_to_vector(
      tensors, [&](const TensorRef &tensor) { return scope.read(*tensor, tensor->held()); });
}

} // namespace

Tensors customCall(const CustomRule &rule, ArrayRef<TensorRef> arguments) {
  During inside(Work::compiling);
  Scope &scope = openScope();
  Outside outside;
  for (const TracedFunction *part : {&rule.function, &rule.forward, &rule.reverse, rule.jvp})
    if (part)
      addTraced(outside, *part);
  const unsigned count = outside.size(), after = arguments.size();
  func::FuncOp plain = import(rule.function, "custom", scope),
               ahead = import(rule.forward, "custom_forward", scope),
               back = import(rule.reverse, "custom_reverse", scope);
  const unsigned residuals = ahead.getNumResults() - plain.getNumResults();
  convertResults(ahead, plain.getResultTypes());
  SmallVector<Type> derived;
  llvm::copy_if(plain.getArgumentTypes().take_front(after), std::back_inserter(derived),
                carriesDerivative);
  convertResults(back, derived);
  passOutside(plain, rule.function, outside, after);
  passOutside(ahead, rule.forward, outside, after);
  passOutside(back, rule.reverse, outside, residuals);
  appendResults(ahead, ahead.getArguments().take_back(count));
  appendZeros(back, back.getArguments().slice(residuals, count));
  SmallVector<Value> operands = readAll(scope, arguments);
  OpBuilder builder = scope.builder();
  RuleBuilder rules(builder, currentLocation());
  for (TensorBody *tensor : outside) {
    Value read = scope.read(*tensor, tensor->held());
    const bool isCut = rule.isOutsideConstant && carriesDerivative(read.getType());
    operands.push_back(isCut ? stop_gradient(rules(read)).value() : read);
  }
  auto op = flow::CustomCallOp::create(builder, currentLocation(), plain.getResultTypes(),
                                       plain.getName(), operands, ahead.getName(), back.getName(),
                                       importJvp(rule, plain, outside, after, scope), IntegerAttr(),
                                       count ? builder.getI64IntegerAttr(count) : nullptr);
  return wrapResults(scope, op, rule.function);
}

Tensors checkpointedCall(const TracedFunction &function, ArrayRef<TensorRef> arguments) {
  During inside(Work::compiling);
  Scope &scope = openScope();
  func::FuncOp callee = import(function, "checkpointed", scope);
  SmallVector<Value> operands = readAll(scope, arguments);
  llvm::append_range(operands, readAll(scope, function.captures()));
  OpBuilder builder = scope.builder();
  auto call = func::CallOp::create(builder, currentLocation(), callee, operands);
  call->setAttr(checkpointMark, builder.getUnitAttr());
  return wrapResults(scope, call, function);
}

void tracePrint(StringRef text, ArrayRef<TensorRef> tensors, StringRef mark) {
  During inside(Work::compiling);
  Scope &scope = openScope();
  SmallVector<Value> values; // as they are said to be
  for (const TensorRef &tensor : tensors)
    values.push_back(scope.read(*tensor));
  OpBuilder builder = scope.builder();
  auto print = flow::PrintOp::create(builder, currentLocation(), text, values);
  if (!mark.empty())
    print->setAttr(mark, builder.getUnitAttr());
}

void traceAssert(const TensorRef &condition, StringRef message, ArrayRef<TensorRef> tensors,
                 StringRef limit) {
  During inside(Work::compiling);
  Scope &scope = openScope();
  OpBuilder builder = scope.builder();
  auto made = flow::AssertOp::create(builder, currentLocation(), scope.read(*condition), message,
                                     readAll(scope, tensors));
  if (!limit.empty())
    made->setAttr(limitName, builder.getStringAttr(limit));
}

} // namespace cotan::trace

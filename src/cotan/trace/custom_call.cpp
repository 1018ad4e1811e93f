#include "cotan/trace/custom_call.h"

#include "cotan/ir/flow/flow.h"
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

/// Arrays from outside become constants: the op hands over its arguments only.
void fixCaptures(func::FuncOp copy, const TracedFunction &traced) {
  OpBuilder ops = OpBuilder::atBlockBegin(&copy.getBody().front());
  RuleBuilder rules(ops, copy.getLoc());
  const unsigned count = traced.arguments().size();
  for (const TensorRef &tensor : llvm::reverse(traced.captures())) {
    if (tensor->isTraced())
      throw ct::TypeError(currentPlace() + "custom_vjp: a function uses the traced tensor " +
                          describe(tensor->type()) +
                          " from outside; pass it as an argument, so that it has a cotangent");
    BlockArgument argument = copy.getArguments().back();
    auto type = cast<RankedTensorType>(argument.getType());
    argument.replaceAllUsesWith(rules.constant(toAttribute(tensor->asArray(), type)).value());
    (void)copy.eraseArgument(argument.getArgNumber());
  }
  assert(copy.getNumArguments() == count && "only captures come after the arguments");
  (void)count;
}

FlatSymbolRefAttr import(const TracedFunction &traced, StringRef name, ModuleOp to) {
  ImportedFunctions beside(traced.function(), to);
  func::FuncOp copy = traced.function().clone();
  copy.setPrivate();
  copy.setName(name);
  fixCaptures(copy, traced);
  beside.rename(copy);
  return FlatSymbolRefAttr::get(SymbolTable(to).insert(copy));
}

SmallVector<Value> readAll(Scope &scope, ArrayRef<TensorRef> tensors) {
  return llvm::map_to_vector(tensors, [&](const TensorRef &tensor) { return scope.read(*tensor); });
}

} // namespace

Tensors customCall(const TracedFunction &function, const TracedFunction &forward,
                   const TracedFunction &reverse, ArrayRef<TensorRef> arguments) {
  Scope &scope = openScope();
  auto module = scope.function->block->getParentOp()->getParentOfType<ModuleOp>();
  FlatSymbolRefAttr names[] = {import(function, "custom", module),
                               import(forward, "custom_forward", module),
                               import(reverse, "custom_reverse", module)};
  OpBuilder builder = scope.builder();
  auto op = flow::CustomCallOp::create(
      builder, currentLocation(), function.function().getResultTypes(), names[0],
      readAll(scope, arguments), names[1], names[2], IntegerAttr());
  Tensors results;
  for (auto [result, isWeak] : llvm::zip(op.getResults(), function.weakResults()))
    results.push_back(scope.wrap(result, isWeak));
  return results;
}

void tracePrint(StringRef text, ArrayRef<TensorRef> tensors) {
  Scope &scope = openScope();
  OpBuilder builder = scope.builder();
  flow::PrintOp::create(builder, currentLocation(), text, readAll(scope, tensors));
}

void traceAssert(const TensorRef &condition, StringRef message) {
  Scope &scope = openScope();
  OpBuilder builder = scope.builder();
  flow::AssertOp::create(builder, currentLocation(), scope.read(*condition), message, ValueRange());
}

} // namespace cotan::trace

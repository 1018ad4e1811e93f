#include "cotan/closures/lower_values.h"

#include "cotan/closures/derived.h"
#include "cotan/closures/lowering.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"

#include <memory>
#include <vector>

using namespace mlir;

namespace cotan {

/// Where the arguments are when functions among those of what is differentiated have become parts,
/// and rows stand behind them.
static void moveWrt(func::FuncOp function, FunctionParts &parts, const Environments &environments) {
  std::optional<Derived> derived = derivedOf(function);
  if (!derived)
    return;
  func::FuncOp primal = primalOf(function);
  ValueRange primals = primal.getArguments(); // derivatives add tensors alone
  const bool hasRows = environments.useOf(primal) != Environments::Use::none;
  for (unsigned &i : derived->wrt) {
    const unsigned first = std::min<unsigned>(i, primals.size());
    const unsigned rows = hasRows && i >= first ? environments.types().size() : 0;
    i = parts.typesOf(primals.take_front(first)).size() + (i < primals.size() ? 0 : rows) + i -
        first;
  }
  setDerived(function, *derived);
}

/// What is differentiated returns no rows: nothing flows back through those that it writes, as no
/// function that it makes leaves it.
static void hideRows(func::FuncOp derivative, const Environments &environments) {
  std::optional<Derived> derived = derivedOf(derivative);
  if (!derived || derivedOf(derived->of) ||
      environments.useOf(derived->of) != Environments::Use::writes)
    return;
  func::FuncOp of = derived->of;
  ArrayRef<Type> results = of.getResultTypes().drop_back(environments.types().size());
  func::FuncOp hiding = declareBeside(
      of, ".hiding", FunctionType::get(of.getContext(), of.getArgumentTypes(), results));
  OpBuilder ops = OpBuilder::atBlockEnd(hiding.addEntryBlock());
  auto call = func::CallOp::create(ops, of.getLoc(), of, hiding.getArguments());
  func::ReturnOp::create(ops, of.getLoc(), call.getResults().take_front(results.size()));
  derived->of = hiding;
  setDerived(derivative, *derived);
}

LogicalResult lowerFunctionValues(ArrayRef<func::FuncOp> functions, const FunctionKinds &kinds) {
  func::FuncOp root = functions.front();
  FunctionParts parts(kinds, root.getContext());
  if (failed(checkEnvironments(functions, kinds, parts)))
    return failure();
  const Environments environments(functions, kinds, parts, FunctionLimits::of(root));
  std::vector<std::unique_ptr<Lowering>> lowerings;
  for (func::FuncOp function : functions) {
    moveWrt(function, parts, environments);
    if (function.isExternal() || (!fn::usesFunctionValues(function) &&
                                  environments.useOf(function) == Environments::Use::none))
      continue;
    lowerings.push_back(std::make_unique<Lowering>(function, kinds, parts, environments,
                                                   /*isRoot=*/function == root));
    if (failed(lowerings.back()->build()))
      return failure();
  }
  for (auto &lowering : lowerings)
    lowering->finish();
  for (func::FuncOp function : functions)
    hideRows(function, environments);
  return success();
}

} // namespace cotan

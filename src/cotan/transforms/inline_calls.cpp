#include "cotan/transforms/inline_calls.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/flow/custom_call.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

SmallVector<Operation *> callsIn(func::FuncOp function) {
  return opsIn(function, [](Operation *op) { return bool(calleeOf(op)); });
}

/// A function whose calls are being followed: `next` is the first not followed yet.
struct Visit {
  func::FuncOp function;
  SmallVector<Operation *> calls;
  size_t next = 0;
};

} // namespace

FailureOr<SmallVector<func::FuncOp>> findCallees(func::FuncOp function) {
  DenseSet<Operation *> seen = {function};
  SmallVector<Visit> path = {{function, callsIn(function)}};
  SmallVector<func::FuncOp> found;
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next == visit.calls.size()) {
      found.push_back(visit.function);
      path.pop_back();
      continue;
    }
    Operation *call = visit.calls[visit.next++];
    FlatSymbolRefAttr name = calleeOf(call);
    func::FuncOp callee = functionNamed(call, name);
    if (!callee || callee.isExternal())
      return call->emitError("'") << name.getValue()
                                  << "' has no body, so the call cannot be followed; give it one";
    if (seen.insert(callee).second)
      path.push_back({callee, callsIn(callee)});
  }
  return found;
}

bool isRecursive(func::FuncOp function) {
  llvm::SetVector<func::FuncOp> reached;
  auto follow = [&](func::FuncOp from) {
    from.walk([&](Operation *op) {
      for (FlatSymbolRefAttr name : functionsNamedBy(op))
        if (func::FuncOp callee = functionNamed(op, name))
          reached.insert(callee);
    });
  };
  follow(function);
  for (size_t i = 0; i < reached.size(); ++i)
    follow(reached[i]);
  return reached.contains(function);
}

/// Whether it is named once in its module, and so belongs to the one place that calls it.
static bool isCalledOnce(func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  return uses && llvm::hasSingleElement(*uses);
}

/// What derivatives have made of functions that are called is code like any other.
static void makeDerivativesPlain(ArrayRef<func::FuncOp> callees) {
  for (func::FuncOp callee : callees)
    for (Operation *op : callsIn(callee))
      if (auto call = dyn_cast<flow::CustomCallOp>(op); call && call.getOrder())
        flow::makePlain(call);
}

LogicalResult inlineCalls(func::FuncOp function, CustomCalls customCalls) {
  auto callees = findCallees(function);
  if (failed(callees))
    return failure();
  makeDerivativesPlain(ArrayRef(*callees).drop_back());
  SmallVector<func::CallOp> calls;
  DenseMap<Operation *, bool> stay;
  auto keeps = [&](func::CallOp call) {
    func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
    auto [known, isNew] = stay.try_emplace(callee);
    if (isNew)
      known->second = isRecursive(callee) && (callee == function || !isCalledOnce(callee));
    return known->second;
  };
  auto add = [&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (auto custom = dyn_cast<flow::CustomCallOp>(op);
        custom && customCalls == CustomCalls::inlined)
      call = flow::makePlain(custom);
    const bool isKept =
        !call || (isCheckpoint(call) && customCalls == CustomCalls::keep) || keeps(call);
    if (!isKept)
      calls.push_back(call);
  };
  llvm::for_each(callsIn(function), add);
  while (!calls.empty()) {
    auto inlined = inlineCall(calls.pop_back_val());
    if (failed(inlined))
      return failure();
    for (Operation &op : llvm::make_early_inc_range(*inlined)) // what came in may call in turn
      op.walk([&](Operation *inner) { add(inner); });
  }
  return success();
}

} // namespace cotan

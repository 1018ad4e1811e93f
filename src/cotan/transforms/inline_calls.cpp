#include "cotan/transforms/inline_calls.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

namespace cotan {
namespace {

func::FuncOp calleeOf(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
}

SmallVector<func::CallOp> callsIn(func::FuncOp function) {
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  return calls;
}

/// A function whose calls are being followed: `next` is the first not followed yet.
struct Visit {
  func::FuncOp function;
  SmallVector<func::CallOp> calls;
  size_t next = 0;
};

} // namespace

FailureOr<SmallVector<func::FuncOp>> findCallees(func::FuncOp function) {
  enum State { unseen, open, done };
  DenseMap<Operation *, State> states = {{function, open}};
  SmallVector<Visit> path = {{function, callsIn(function)}};
  SmallVector<func::FuncOp> found;
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next == visit.calls.size()) {
      states[visit.function] = done;
      found.push_back(visit.function);
      path.pop_back();
      continue;
    }
    func::CallOp call = visit.calls[visit.next++];
    func::FuncOp callee = calleeOf(call);
    if (!callee || callee.isExternal())
      return call.emitError("'") << call.getCallee() << "' has no body, so the call cannot be inlined";
    State &state = states[callee];
    if (state == open)
      return call.emitError("'") << call.getCallee() << "' calls itself, so the call cannot be inlined; "
                                 << "write the recursion as a flow.while";
    if (state == unseen) {
      state = open;
      path.push_back({callee, callsIn(callee)});
    }
  }
  return found;
}

static LogicalResult reportNotInlined(func::CallOp call, func::FuncOp callee) {
  auto error = call.emitError("the call of '") << call.getCallee() << "' cannot be inlined";
  if (Operation *end = &callee.getBody().back().back(); !isa<func::ReturnOp>(end))
    return error << ": it ends in '" << end->getName() << "', not in 'func.return'";
  if (call->hasAttr("no_inline") || callee->hasAttr("no_inline"))
    return error << "; remove 'no_inline'";
  return error << ": it holds ops that must stay where they are";
}

LogicalResult inlineCalls(func::FuncOp function) {
  if (failed(findCallees(function)))
    return failure();
  InlinerInterface interface(function.getContext());
  InlinerConfig config;
  SmallVector<func::CallOp> calls = callsIn(function);
  while (!calls.empty()) {
    func::CallOp call = calls.pop_back_val();
    func::FuncOp callee = calleeOf(call);
    auto end = std::next(call->getIterator()); // there is a terminator, so it is not the block's
    if (!isa<func::ReturnOp>(callee.getBody().back().back()) ||
        failed(inlineCall(interface, config.getCloneCallback(), call, callee, &callee.getBody())))
      return reportNotInlined(call, callee);
    // What came in, between the call and what followed it, may call in turn.
    for (Operation &op : llvm::make_range(std::next(call->getIterator()), end))
      op.walk([&](func::CallOp inner) { calls.push_back(inner); });
    call.erase();
  }
  return success();
}

} // namespace cotan

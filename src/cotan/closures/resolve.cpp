#include "cotan/closures/resolve.h"

#include "cotan/closures/creators.h"
#include "cotan/closures/derived.h"
#include "cotan/closures/kinds.h"
#include "cotan/closures/lower_values.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/checkpoint.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/ops_in.h"
#include "cotan/support/work.h"
#include "cotan/transforms/lift_cf.h"
#include "cotan/transforms/lower_scan.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace cotan {
namespace {

using Functions = SmallVector<func::FuncOp, 4>;

LogicalResult checkBodies(const Functions &functions) {
  for (func::FuncOp function : functions)
    if (function.isExternal() && fn::usesFunctionValues(function))
      return emitErrorOf(function) << "takes functions, but has no body; give it one";
  return success();
}

LogicalResult checkSignature(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (fn::isFunction(type))
      return emitErrorOf(function)
             << "takes a function as argument #" << i
             << ", which cannot be given from outside; call it from a function of tensors";
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (fn::isFunction(type))
      return emitErrorOf(function) << "returns a function as result #" << i
                                   << ", which cannot be handed outside; apply it first";
  return success();
}

bool getsToFunctionValues(func::FuncOp function) {
  return llvm::any_of(reachedFrom(function), fn::usesFunctionValues);
}

/// One block, and no scans: loops and branches whose variables may be functions.
LogicalResult structure(const Functions &functions) {
  for (func::FuncOp function : functions)
    if (getsToFunctionValues(function) &&
        (mustStop() || (!function.getBody().hasOneBlock() && failed(liftControlFlow(function))) ||
         failed(lowerScan(function))))
      return failure();
  return success();
}

/// What other functions that can be called from outside get to, and they.
llvm::SetVector<func::FuncOp> neededBesides(func::FuncOp root) {
  llvm::SetVector<func::FuncOp> needed;
  for (auto function : root->getParentRegion()->getOps<func::FuncOp>())
    if (function.isPublic() && function != root && !needed.contains(function))
      needed.insert_range(reachedFrom(function));
  return needed;
}

/// Those that `root` alone gets to; where others need one with function values, too, it is a copy
/// that is called instead.
Functions separate(Functions &functions, func::FuncOp root) {
  const llvm::SetVector<func::FuncOp> needed = neededBesides(root);
  SymbolTable symbols(root->getParentOp());
  SmallVector<std::pair<StringAttr, func::FuncOp>> copies;
  Functions own;
  for (func::FuncOp &function : functions) {
    if (function == root || (needed.contains(function) && !fn::usesFunctionValues(function)))
      continue;
    if (needed.contains(function)) {
      func::FuncOp copy = function.clone();
      copy.setPrivate();
      symbols.insert(copy, std::next(function->getIterator())); // under another name
      copies.push_back({function.getNameAttr(), copy});
      function = copy;
    }
    own.push_back(function);
  }
  for (auto [old, copy] : copies)
    for (func::FuncOp function : functions)
      if (failed(SymbolTable::replaceAllSymbolUses(old, copy.getNameAttr(), function)))
        llvm_unreachable("all uses of a function are known");
  return own;
}

/// Does what is known of function values: most of them disappear.
class Simplifier {
public:
  explicit Simplifier(MLIRContext *context) : patterns(patternsOf(context)) {}

  LogicalResult run(func::FuncOp function) {
    while (true) {
      if (mustStop() || failed(applyPatternsGreedily(function, patterns)))
        return failure();
      auto calls =
          opsIn<func::CallOp>(function, [&](func::CallOp call) { return isInlined(call); });
      if (calls.empty())
        return success();
      for (func::CallOp call : calls)
        if (failed(inlineCall(call)))
          return failure();
    }
  }

private:
  static FrozenRewritePatternSet patternsOf(MLIRContext *context) {
    RewritePatternSet patterns(context);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (llvm::is_contained({"fn", "flow"}, op.getDialectNamespace()))
        op.getCanonicalizationPatterns(patterns, context);
    return std::move(patterns);
  }

  /// Functions that get to themselves stay: in them, several values may come to one place.
  bool isInlined(func::CallOp call) {
    func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
    if (callee.isExternal() || isCheckpoint(call))
      return false;
    auto [known, isNew] = pays.try_emplace(callee);
    if (isNew)
      known->second = fn::usesFunctionValues(callee) && !isRecursive(callee);
    return known->second;
  }

  FrozenRewritePatternSet patterns;
  llvm::DenseMap<Operation *, bool> pays;
};

/// Erases those of `own` that `root` does not get to any more.
void eraseUnused(const Functions &own, func::FuncOp root) {
  Functions reached = reachedFrom(root);
  for (func::FuncOp function : own)
    if (!llvm::is_contained(reached, function))
      function.erase();
}

} // namespace

LogicalResult resolveFunctions(func::FuncOp root, PrepareForDerivatives prepare) {
  Functions functions = reachedFrom(root);
  if (llvm::none_of(functions, fn::usesFunctionValues))
    return success();
  if (failed(checkSignature(root)) || failed(checkBodies(functions)))
    return failure();
  if (isRecursive(root)) {
    callCopyInstead(root); // which may be given more than the root can be
    functions = reachedFrom(root);
  }
  Functions own = separate(functions, root);
  if (failed(structure(functions)))
    return failure();
  Simplifier simplifier(root.getContext());
  for (func::FuncOp function : functions)
    if (fn::usesFunctionValues(function) && failed(simplifier.run(function)))
      return failure();
  eraseUnused(own, root);
  functions = reachedFrom(root);
  for (func::FuncOp function : functions)
    openCreators(function);
  functions = reachedFrom(root);
  if (failed(lowerFunctionValues(functions, FunctionKinds(functions))) ||
      failed(writeDerived(functions, prepare)))
    return failure();
  return success();
}

} // namespace cotan

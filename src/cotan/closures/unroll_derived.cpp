#include "cotan/closures/unroll_derived.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/function_limits.h"
#include "cotan/ir/interfaces/basic_ops.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cotan {
namespace {

class Unrolling {
public:
  explicit Unrolling(ArrayRef<func::FuncOp> derivatives)
      : limits(FunctionLimits::of(derivatives.front())),
        symbols(derivatives.front()->getParentOp()) {
    derived.insert_range(derivatives);
    for (func::FuncOp derivative : derivatives)
      for (func::FuncOp function : reachedFrom(derivedOf(derivative)->of))
        if (!derived.contains(function) && getsToDerived(function))
          between.insert(function);
  }

  SmallVector<func::FuncOp> run() {
    SmallVector<func::FuncOp> all;
    for (int64_t order = limits.orders; order > 0; --order) {
      makeFunctions();
      makeDerivatives(/*isFirst=*/order == 1);
      for (auto &[old, made] : derivatives)
        all.push_back(cast<func::FuncOp>(made));
    }
    return all;
  }

private:
  using Names = llvm::MapVector<Operation *, Operation *>;

  bool getsToDerived(func::FuncOp function) const {
    return llvm::any_of(reachedFrom(function),
                        [&](func::FuncOp reached) { return derived.contains(reached); });
  }

  func::FuncOp copyOf(func::FuncOp function) {
    func::FuncOp copy = function.clone();
    copy.setPrivate();
    symbols.insert(copy, std::next(function->getIterator())); // under another name
    return copy;
  }

  /// Copies of what lies between the derivatives, which call those of the order above.
  void makeFunctions() {
    Names made;
    for (func::FuncOp function : between)
      made[function] = copyOf(function);
    for (auto &[old, copy] : made)
      for (Operation *op : callsIn(cast<func::FuncOp>(copy)))
        redirect(cast<func::CallOp>(op), made);
    functions = std::move(made);
  }

  void redirect(func::CallOp call, const Names &made) {
    func::FuncOp callee = functionNamed(call, call.getCalleeAttr());
    if (Operation *copy = made.lookup(callee))
      call.setCallee(cast<func::FuncOp>(copy).getName());
    else if (Operation *above = derivatives.lookup(callee))
      call.setCallee(cast<func::FuncOp>(above).getName());
    else if (derived.contains(callee))
      end(call);
  }

  /// There is no order above.
  void end(func::CallOp call) const {
    OpBuilder ops(call);
    const Location loc = call.getLoc();
    auto never = DenseElementsAttr::get(RankedTensorType::get({}, ops.getI1Type()), false);
    const std::string text =
        "more than " + std::to_string(limits.orders) +
        " derivatives are taken of one function, one of the other, and how many is known only "
        "here; give the program that this was made of the attribute cotan.orders = N";
    auto stop = flow::AssertOp::create(
        ops, loc, BasicOps::in(ops.getContext()).constant(ops, loc, never)->getResult(0), text,
        ValueRange());
    stop->setDiscardableAttr(limitName, ops.getStringAttr("orders"));
    for (OpResult result : call.getResults())
      result.replaceAllUsesWith(noValue(ops, loc, result.getType()));
    call.erase();
  }

  /// Of the copies. The first are those that the program calls.
  void makeDerivatives(bool isFirst) {
    Names made;
    for (func::FuncOp old : derived)
      made[old] = isFirst ? old : copyOf(old);
    for (auto &[old, copy] : made) {
      Derived of = *derivedOf(cast<func::FuncOp>(copy));
      if (Operation *function = functions.lookup(of.of))
        of.of = cast<func::FuncOp>(function);
      else if (Operation *derivative = made.lookup(of.of))
        of.of = cast<func::FuncOp>(derivative);
      setDerived(cast<func::FuncOp>(copy), of);
    }
    derivatives = std::move(made);
  }

  const FunctionLimits limits;
  SymbolTable symbols;
  llvm::SetVector<func::FuncOp> derived, between;
  Names functions, derivatives; // of the order that was made last
};

} // namespace

SmallVector<func::FuncOp> unrollDerived(ArrayRef<func::FuncOp> derivatives) {
  return Unrolling(derivatives).run();
}

} // namespace cotan

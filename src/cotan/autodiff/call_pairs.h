// The derivative of a function that stays a function, as it calls itself: two functions.
//
// before:  func @f(%x) { ... @f(%z) ... return %y }
// forward: func @f.forward(%x, %tree) { ... @f.forward(%z, %tree) ... push_back %tree, %saved
//                                       return %y }
// reverse: func @f.reverse(%tree, %dy) { %saved = pop_back %tree ... @f.reverse(%tree, %dv) ...
//                                        return %dx }
//
// What calls of itself hand on as it came, such as parameters of a model, lies in no frame: the
// reverse takes it as an argument.
//
// The reverse walks the tree of calls in exactly the opposite order, so one stack holds all frames,
// however deep calls are nested. A stack that is an argument already, of a derivative of lower
// order, has a stack of cotangents beside it: so the two are functions like any other.
#pragma once

#include "cotan/autodiff/activity.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

#include <deque>

namespace cotan {

/// What of a call is active; a derivative makes functions of the callee for each such choice.
struct ActiveCall {
  ActiveCall(mlir::func::CallOp call, const Activity &activity);
  ActiveCall(mlir::func::FuncOp callee, llvm::BitVector operands, llvm::BitVector results)
      : callee(callee), operands(std::move(operands)), results(std::move(results)) {}
  /// As `flags` says.
  ActiveCall(mlir::func::FuncOp callee, mlir::Attribute flags);
  bool operator==(const ActiveCall &) const = default;

  mlir::func::FuncOp callee;
  llvm::BitVector operands, results;

  /// The operands that are active tensors, and the others, which are stacks.
  llvm::SmallVector<unsigned> tensors() const { return those(/*areStacks=*/false); }
  llvm::SmallVector<unsigned> stacks() const { return those(/*areStacks=*/true); }
  /// In a function with the callee's body: the stacks from outside, and those that lie in frames
  /// there. On both sides of a stack the same is active.
  llvm::SetVector<mlir::Value> stacksIn(mlir::func::FuncOp function,
                                        const StackClasses &classes) const;
  Activity activityIn(mlir::func::FuncOp function, const StackClasses &classes) const;
  /// The choice as an attribute.
  mlir::Attribute flags() const;

private:
  llvm::SmallVector<unsigned> those(bool areStacks) const;
};

/// Both functions of a callee.
struct CallPair {
  ActiveCall of;
  mlir::func::FuncOp forward = nullptr, reverse = nullptr;
  unsigned order = 1;                   // of the derivative that made them
  llvm::SmallVector<unsigned> handedOn; // operands that the reverse takes, too

  /// The one that `member` is of; null if it is of none. What derivatives of functions with stacks
  /// among their arguments made without a pair is of none, either.
  static std::optional<CallPair> with(mlir::func::FuncOp member);
  /// Those of all pairs of this callee.
  static std::vector<CallPair> allOf(mlir::func::FuncOp callee);
};

/// Both functions of a callee that needs no stack (call_residuals.h).
struct CallResiduals {
  ActiveCall of;
  mlir::func::FuncOp forward, reverse;
  llvm::SmallVector<unsigned> operands;  // of the call, which the reverse takes first
  llvm::SmallVector<unsigned> residuals; // results of the forward function, which it takes then
};

/// The pairs that one derivative makes.
class CallPairs {
public:
  explicit CallPairs(unsigned order) : order(order) {}

  /// Writes both functions when they are asked for first.
  llvm::FailureOr<const CallPair *> of(const ActiveCall &wanted);
  /// Says which operands the reverse takes. If nothing is said, those that it reads of what calls
  /// hand on as it came.
  void setHandedOn(const ActiveCall &of, llvm::ArrayRef<unsigned> operands) {
    handedOn.push_back({of, llvm::SmallVector<unsigned>(operands)});
  }
  /// Says that the call is of a forward function that needs no stack.
  void setResiduals(mlir::func::CallOp call, CallResiduals residuals) {
    withoutStack.try_emplace(call, std::move(residuals));
  }
  /// Null if it is of none.
  const CallResiduals *residualsOf(mlir::func::CallOp call) const {
    auto found = withoutStack.find(call);
    return found == withoutStack.end() ? nullptr : &found->second;
  }
  /// Of the derivative.
  unsigned ofOrder() const { return order; }

private:
  void declare(CallPair &pair);
  llvm::LogicalResult write(CallPair &pair);

  const unsigned order;
  std::deque<CallPair> pairs; // which do not move
  std::vector<std::pair<ActiveCall, llvm::SmallVector<unsigned>>> handedOn;
  llvm::DenseMap<mlir::Operation *, CallResiduals> withoutStack;
};

/// Calls of forward functions whose frames nobody takes off are calls of the primal ones again; the
/// functions of pairs that are called no more go.
void forgetForwards(mlir::func::FuncOp function);

/// Whether the op is a call that hands on a stack.
bool handsOnStack(mlir::Operation *op);

} // namespace cotan

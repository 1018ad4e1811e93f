#include "cotan/closures/creators.h"

#include "cotan/closures/derived.h"
#include "cotan/ir/calls.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/ops_in.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotan {
namespace {

/// A function of the module, and the values for its first arguments.
struct ClosedValue {
  func::FuncOp callee;
  SmallVector<Value> captured;
};

class Opener {
public:
  explicit Opener(func::FuncOp function) : function(function), rewriter(function.getContext()) {}

  void run() {
    for (Operation *op : opsIn(function, [](Operation *) { return true; }))
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](fn::ConstantOp op) {
            rewriter.setInsertionPoint(op);
            rewriter.replaceOpWithNewOp<fn::ClosureOp>(op, op.getType(), op.getCallee(),
                                                       ValueRange());
          })
          .Case([&](fn::PartialOp op) { open(op); })
          .Case([&](fn::SwitchOp op) { open(op); })
          .Case([&](fn::GradOp op) { openDerivative(op, Derived::Kind::gradient); })
          .Case([&](fn::JvpOp op) { openDerivative(op, Derived::Kind::tangents); })
          .Case([&](fn::VjpOp op) { openVjp(op); });
  }

private:
  /// A function beside this one, and a builder at the end of its body.
  std::pair<func::FuncOp, OpBuilder> create(StringRef suffix, FunctionType type, Location loc) {
    func::FuncOp created = declareBeside(function, suffix, type);
    created->setLoc(loc);
    created.addEntryBlock();
    return {created, OpBuilder::atBlockEnd(&created.front())};
  }

  /// The function that applies its first argument, which is of this type, to the rest.
  func::FuncOp applying(fn::FunctionType type, StringRef suffix, Location loc) {
    SmallVector<Type> inputs = {type};
    llvm::append_range(inputs, type.getInputs());
    auto [created, builder] =
        create(suffix, FunctionType::get(type.getContext(), inputs, type.getResults()), loc);
    auto apply = fn::ApplyOp::create(builder, loc, type.getResults(), created.getArgument(0),
                                     ValueRange(created.getArguments()).drop_front());
    func::ReturnOp::create(builder, loc, apply.getResults());
    return created;
  }

  /// The function that a value is: a function of the module, where it is known which.
  ClosedValue closed(Value value, Location loc) {
    if (auto closure = value.getDefiningOp<fn::ClosureOp>())
      return {functionNamed(closure, closure.getCalleeAttr()), closure.getCaptured()};
    return {applying(cast<fn::FunctionType>(value.getType()), ".applied", loc), {value}};
  }

  void close(Operation *op, func::FuncOp callee, ValueRange captured) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<fn::ClosureOp>(op, op->getResult(0).getType(), callee.getName(),
                                               captured);
  }

  void open(fn::PartialOp op) {
    SmallVector<Value> captured = {op.getFunction()};
    llvm::append_range(captured, op.getArguments());
    close(op, applying(op.getFunction().getType(), ".partial", op.getLoc()), captured);
  }

  void open(fn::SwitchOp op) {
    rewriter.setInsertionPoint(op);
    auto itself = [](Value function) { return SmallVector<Value>{function}; };
    rewriter.replaceOp(op, fn::branchOf(rewriter, op, op.getLoc(), op.getType(), itself));
  }

  /// The positions of `wrt` behind what is captured.
  static SmallVector<unsigned> behind(size_t captured, ArrayRef<int64_t> wrt) {
    return llvm::map_to_vector(wrt, [&](int64_t i) { return unsigned(captured + i); });
  }

  template <typename Op> void openDerivative(Op op, Derived::Kind kind) {
    ClosedValue of = closed(op.getFunction(), op.getLoc());
    Derived derived{of.callee, kind, behind(of.captured.size(), op.getWrt())};
    func::FuncOp declared = declareDerived(derived, op.getLoc());
    close(op, declared, of.captured);
  }

  /// A function that calls the other one, and returns what gives the cotangents beside its results:
  /// that is of the same arguments, so what it computes again is merged where both are in one
  /// place.
  void openVjp(fn::VjpOp op) {
    ClosedValue of = closed(op.getFunction(), op.getLoc());
    Derived derived{of.callee, Derived::Kind::pullback, behind(of.captured.size(), op.getWrt())};
    func::FuncOp pullback = declareDerived(derived, op.getLoc());
    auto type = cast<fn::FunctionType>(op.getType());
    SmallVector<Type> results(type.getResults());
    auto [both, builder] =
        create(".vjp", FunctionType::get(op.getContext(), of.callee.getArgumentTypes(), results),
               op.getLoc());
    auto call = func::CallOp::create(builder, op.getLoc(), of.callee, both.getArguments());
    SmallVector<Value> returned(call.getResults());
    returned.push_back(fn::ClosureOp::create(builder, op.getLoc(), results.back(),
                                             pullback.getName(), both.getArguments()));
    func::ReturnOp::create(builder, op.getLoc(), returned);
    close(op, both, of.captured);
  }

  func::FuncOp function;
  IRRewriter rewriter;
};

} // namespace

void openCreators(func::FuncOp function) { Opener(function).run(); }

} // namespace cotan

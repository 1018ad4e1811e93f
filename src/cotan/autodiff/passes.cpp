#include "cotan/autodiff/passes.h"

#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/recompute.h"
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/reverse.h"
#include "cotan/autodiff/stacks.h"
#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/prim/prim_dialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotan {
namespace {

template <typename Pass, typename Op = func::FuncOp>
struct AutodiffPass : PassWrapper<Pass, OperationPass<Op>> {
  AutodiffPass() = default;
  AutodiffPass(const AutodiffPass &other) : PassWrapper<Pass, OperationPass<Op>>(other) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<flow::FlowDialect, prim::PrimDialect, composite::CompositeDialect>();
  }

protected:
  /// Leaves functions without a body alone, and refuses those that are not structured.
  void changeBody(void (*change)(func::FuncOp)) {
    func::FuncOp function = this->getOperation();
    if (function.isExternal())
      return;
    if (failed(checkBody(function)))
      return this->signalPassFailure();
    change(function);
  }
};

/// The function of this name; without one all that no other calls. Derivatives change the type of a
/// function, and make others beside it.
SmallVector<func::FuncOp> entriesOf(ModuleOp module, StringRef name) {
  return llvm::filter_to_vector(module.getOps<func::FuncOp>(), [&](func::FuncOp function) {
    return name.empty() ? SymbolTable::symbolKnownUseEmpty(function, module)
                        : function.getName() == name;
  });
}

struct AddStacksPass : AutodiffPass<AddStacksPass> {
  StringRef getArgument() const override { return "flow-add-stacks"; }
  StringRef getDescription() const override {
    return "Step 1 of 3: push every value of every region on a stack";
  }
  void runOnOperation() override {
    if (failed(addStacks(getOperation())))
      signalPassFailure();
  }
};

struct DifferentiatePass : AutodiffPass<DifferentiatePass, ModuleOp> {
  DifferentiatePass() = default;
  DifferentiatePass(const DifferentiatePass &other) : AutodiffPass(other) {} // options copy apart

  StringRef getArgument() const override { return "flow-differentiate"; }
  StringRef getDescription() const override {
    return "Step 2 of 3: append the cotangents of arguments to a function's results";
  }
  void runOnOperation() override {
    ReverseOptions options;
    options.wrt.assign(wrt.begin(), wrt.end());
    options.results.assign(results.begin(), results.end());
    options.seed = seed;
    options.prune = prune;
    for (func::FuncOp function : entriesOf(getOperation(), entry))
      if (failed(differentiate(function, options)))
        return signalPassFailure();
  }

  Option<std::string> entry{*this, "entry",
                            llvm::cl::desc("function to differentiate (all that no other calls)")};
  ListOption<unsigned> wrt{*this, "wrt", llvm::cl::desc("arguments, by position")};
  ListOption<unsigned> results{*this, "of", llvm::cl::desc("results, by position")};
  Option<Seed> seed{*this, "seed", llvm::cl::desc("cotangent of the results"),
                    llvm::cl::init(Seed::one),
                    llvm::cl::values(clEnumValN(Seed::one, "one", "1; results must be scalars"),
                                     clEnumValN(Seed::ones, "ones", "ones in any shape"),
                                     clEnumValN(Seed::argument, "argument", "new arguments"))};
  Option<bool> prune{*this, "prune", llvm::cl::desc("drop what is saved but never read"),
                     llvm::cl::init(true)};
};

struct PruneStacksPass : AutodiffPass<PruneStacksPass> {
  StringRef getArgument() const override { return "flow-prune-stacks"; }
  StringRef getDescription() const override {
    return "Step 3 of 3: remove what is pushed but never read, on both sides at once";
  }
  void runOnOperation() override { changeBody(pruneStacks); }
};

struct VerifyStacksPass : AutodiffPass<VerifyStacksPass> {
  StringRef getArgument() const override { return "flow-verify-stacks"; }
  StringRef getDescription() const override { return "Prove that pushes and pops pair up"; }
  void runOnOperation() override {
    if (failed(verifyStacks(getOperation())))
      signalPassFailure();
  }
};

struct RemoveBackwardPass : AutodiffPass<RemoveBackwardPass> {
  StringRef getArgument() const override { return "flow-remove-backward"; }
  StringRef getDescription() const override {
    return "Drop derivative results and all that served only them";
  }
  void runOnOperation() override { changeBody(removeBackward); }
};

struct RecomputeResidualsPass : AutodiffPass<RecomputeResidualsPass> {
  StringRef getArgument() const override { return "flow-recompute-residuals"; }
  StringRef getDescription() const override {
    return "Compute again what is cheap rather than keep it on a stack";
  }
  void runOnOperation() override {
    if (isStructured(getOperation())) // other functions have nothing to gain yet
      recomputeResiduals(getOperation());
  }
};

struct TaylorPass : AutodiffPass<TaylorPass, ModuleOp> {
  TaylorPass() = default;
  TaylorPass(const TaylorPass &other) : AutodiffPass(other) {} // options copy apart

  StringRef getArgument() const override { return "flow-taylor"; }
  StringRef getDescription() const override {
    return "Forward mode: append Taylor coefficients of arguments and of results";
  }
  void runOnOperation() override {
    std::optional<unsigned> some;
    if (given.hasValue())
      some = given;
    for (func::FuncOp function : entriesOf(getOperation(), entry))
      if (failed(pushForward(function, SmallVector<unsigned>(wrt.begin(), wrt.end()), order, some)))
        return signalPassFailure();
  }

  Option<std::string> entry{*this, "entry",
                            llvm::cl::desc("function to differentiate (all that no other calls)")};
  ListOption<unsigned> wrt{*this, "wrt", llvm::cl::desc("arguments, by position")};
  Option<unsigned> order{*this, "order", llvm::cl::desc("highest degree of a coefficient"),
                         llvm::cl::init(1)};
  Option<unsigned> given{*this, "given",
                         llvm::cl::desc("highest degree that arguments have (that of results)")};
};

} // namespace

void registerAutodiffPasses() {
  PassRegistration<AddStacksPass>();
  PassRegistration<DifferentiatePass>();
  PassRegistration<PruneStacksPass>();
  PassRegistration<VerifyStacksPass>();
  PassRegistration<RemoveBackwardPass>();
  PassRegistration<RecomputeResidualsPass>();
  PassRegistration<TaylorPass>();
}

} // namespace cotan

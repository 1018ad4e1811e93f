// before: %y = composite.square_of_sum %x          after: %s = prim.sum %x ...
//                                                         %y = prim.square %s
#include "cotan/transforms/decompose.h"

#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/support/nearest.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace cotan {
namespace {

/// Which ops to decompose.
class Selection {
public:
  bool keepCustomVjp = false;

  LogicalResult read(Operation *root, const DecomposeOptions &options) {
    keepCustomVjp = options.keepCustomVjp;
    forCode = options.forCode;
    onlyLoops = options.onlyLoops;
    none = options.none;
    return success(succeeded(add(root, skip, options.skip, "skip")) &&
                   succeeded(add(root, only, options.only, "only")));
  }

  bool contains(Operation *op) const {
    if (onlyLoops && !op->hasTrait<Looping>())
      return false;
    if (isOfComplexParts(op)) // its own rule is better, or the parts know
      return !keepCustomVjp;
    return isa<Decomposable>(op) && !whyNot(op) && !(keepCustomVjp && isa<Differentiable>(op)) &&
           !(forCode && callsRuntime(op) && !cast<CallsRuntime>(op).runtimeCall().isFallback);
  }

  /// Whether code can be made of an op that stays; if not, that is said.
  LogicalResult checkKernel(Operation *op, StringRef why) const {
    if (!forCode || !isa<Decomposable>(op) || isa<Lowerable, Reducing>(op) ||
        op->hasTrait<View>() || callsRuntime(op) || isOpTriviallyDead(op))
      return success();
    return op->emitError("'") << op->getName() << "' has no kernel of its own, and " << why;
  }

  /// Why the user does not want an op to be decomposed; null if it may be.
  const char *whyNot(Operation *op) const {
    StringRef name = op->getName().getStringRef();
    if (none)
      return "decomposition is switched off";
    if (skip.contains(name))
      return "its decomposition is to be skipped (skip)";
    if (!only.empty() && !only.contains(name))
      return "it is not among the only operators to be decomposed (only)";
    return nullptr;
  }

private:
  static LogicalResult add(Operation *root, llvm::StringSet<> &set, ArrayRef<std::string> names,
                           StringRef source) {
    MLIRContext *context = root->getContext();
    for (const std::string &name : names) {
      context->getOrLoadDialect(StringRef(name).split('.').first);
      auto known = RegisteredOperationName::lookup(name, context);
      if (!known || !known->hasInterface<Decomposable>())
        return refuse(root, name, source);
      set.insert(name);
    }
    return success();
  }

  static LogicalResult refuse(Operation *root, StringRef name, StringRef source) {
    SmallVector<StringRef> candidates;
    for (RegisteredOperationName known : root->getContext()->getRegisteredOperations())
      if (known.hasInterface<Decomposable>())
        candidates.push_back(known.getStringRef());
    return root->emitError() << source << ": '" << name
                             << "' is no operator that can be decomposed; write full names, "
                                "such as composite.softmax"
                             << didYouMean(name, candidates);
  }

  static bool callsRuntime(Operation *op) {
    auto call = dyn_cast<CallsRuntime>(op);
    return call && !call.runtimeCall().function.empty();
  }

  bool forCode = false, onlyLoops = false, none = false;
  llvm::StringSet<> skip, only;
};

/// Replaces ops one by one, in the order of the program. Nests may be deep, so what is left to look
/// at is a list of its own, the next op last.
class Decomposer {
public:
  explicit Decomposer(const Selection &selection) : selection(selection) {}

  LogicalResult run(Operation *root) {
    addRegions(root);
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (reuseConstant(op))
        continue;
      if (failed(selection.contains(op) ? decompose(op) : keepWhole(op)))
        return failure();
    }
    return success();
  }

private:
  void addRegions(Operation *op) {
    for (Region &region : llvm::reverse(op->getRegions()))
      for (Block &block : llvm::reverse(region))
        for (Operation &inner : llvm::reverse(block))
          pending.push_back(&inner);
  }

  LogicalResult keepWhole(Operation *op) {
    if (const char *why = selection.whyNot(op); why && isa<Decomposable>(op)) {
      if (failed(selection.checkKernel(op, why)))
        return failure();
      if (selection.keepCustomVjp) // no derivative takes its parts either
        op->setAttr(wholeName, UnitAttr::get(op->getContext()));
    }
    addRegions(op);
    return success();
  }

  LogicalResult decompose(Operation *op) {
    OpBuilder builder(op);
    RuleBuilder rules(builder, op->getLoc());
    auto [values, built] = partsIn(op, rules, builder);
    if (values.empty() && op->getNumResults() > 0)
      return decline(op, built);
    if (failed(check(op, values, built)))
      return failure();
    op->replaceAllUsesWith(ValueRange(values));
    op->erase();
    keep(built);
    return success();
  }

  /// Of complex numbers in parts; those of which there is no such rule as they are.
  static Parts partsIn(Operation *op, RuleBuilder &rules, OpBuilder &builder) {
    if (isOfComplexParts(op))
      if (Parts split = complexPartsOf(op, rules, builder); !split.results.empty())
        return split;
    auto composite = dyn_cast<Decomposable>(op);
    return composite ? partsOf(composite, rules, builder) : Parts();
  }

  /// Erases what a rule built without need; the rest is looked at next.
  void keep(ArrayRef<Operation *> built) {
    for (Operation *made : llvm::reverse(built)) {
      if (isOpTriviallyDead(made)) {
        made->erase();
        continue;
      }
      pending.push_back(made);
      if (constantKey(made).second)
        newConstants.insert(made);
    }
  }

  /// The constant's value and the block it stands in; null if `op` is no constant.
  static std::pair<Block *, Attribute> constantKey(Operation *op) {
    Attribute value;
    if (op->getNumResults() == 1 && matchPattern(op, m_Constant(&value)))
      return {op->getBlock(), value};
    return {};
  }

  /// Rules ask for the same constants again and again: a new one gives way to one that stands
  /// before it. False if it stays.
  bool reuseConstant(Operation *op) {
    auto key = constantKey(op);
    if (!key.second)
      return false;
    auto [known, isFirst] = constants.try_emplace(key, op->getResult(0));
    bool isNew = newConstants.erase(op);
    if (isFirst || !isNew || known->second.getType() != op->getResult(0).getType())
      return false;
    op->replaceAllUsesWith(ValueRange(known->second));
    op->erase();
    return true;
  }

  LogicalResult decline(Operation *op, ArrayRef<Operation *> built) {
    for (Operation *made : llvm::reverse(built))
      made->erase();
    if (!isOpTriviallyDead(op) &&
        failed(selection.checkKernel(op, "no decomposition for these operands and attributes")))
      return failure();
    op->emitRemark() << "'" << op->getName() << "' stays whole: it has no decomposition for these "
                     << "operands and attributes";
    return success();
  }

  static LogicalResult check(Operation *op, ValueRange values, ArrayRef<Operation *> built) {
    for (Operation *made : built)
      if (failed(verify(made)))
        return op->emitError() << "the decomposition of '" << op->getName() << "' is invalid";
    if (values.size() != op->getNumResults())
      return op->emitError() << "the decomposition of '" << op->getName() << "' gives "
                             << values.size() << " values for " << op->getNumResults()
                             << " results";
    for (auto [i, value, result] : llvm::enumerate(values, op->getResults())) {
      if (!value)
        return op->emitError() << "the decomposition of '" << op->getName()
                               << "' gives no value for result #" << i;
      if (value.getType() != result.getType())
        return op->emitError() << "the decomposition of '" << op->getName() << "' gives "
                               << value.getType() << " for a result of type " << result.getType();
    }
    return success();
  }

  const Selection &selection;
  SmallVector<Operation *> pending;
  llvm::DenseMap<std::pair<Block *, Attribute>, Value> constants;
  llvm::DenseSet<Operation *> newConstants;
};

struct DecomposePass : PassWrapper<DecomposePass, OperationPass<>> {
  DecomposePass() = default;
  DecomposePass(const DecomposePass &other) : PassWrapper(other) {} // options copy apart

  StringRef getArgument() const override { return "decompose"; }
  StringRef getDescription() const override { return "Replace composite ops by what they mean"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect, composite::CompositeDialect, flow::FlowDialect>();
  }
  void runOnOperation() override {
    DecomposeOptions options;
    options.keepCustomVjp = keepCustomVjp;
    options.skip.assign(skip.begin(), skip.end());
    options.only.assign(only.begin(), only.end());
    if (failed(decompose(getOperation(), options)))
      signalPassFailure();
  }

  Option<bool> keepCustomVjp{*this, "keep-custom-vjp",
                             llvm::cl::desc("leave ops that have a derivative rule of their own"),
                             llvm::cl::init(false)};
  ListOption<std::string> skip{*this, "skip", llvm::cl::desc("ops to leave alone")};
  ListOption<std::string> only{*this, "only", llvm::cl::desc("the only ops to replace")};
};

} // namespace

LogicalResult decompose(Operation *root, const DecomposeOptions &options) {
  Selection selection;
  if (failed(selection.read(root, options)))
    return failure();
  return Decomposer(selection).run(root);
}

std::unique_ptr<Pass> createDecomposePass() { return std::make_unique<DecomposePass>(); }

} // namespace cotan

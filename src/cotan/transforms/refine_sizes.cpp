#include "cotan/transforms/refine_sizes.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/flow/variables.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/ir/prim/prim_dialect.h"
#include "cotan/ir/types.h"
#include "cotan/transforms/known_sizes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"

#include <map>

using namespace mlir;

namespace cotan {
namespace {

class Refiner {
public:
  LogicalResult refine(func::FuncOp function, TypeRange arguments) {
    Block &body = function.front();
    setTypes(body.getArguments(), arguments);
    if (failed(visit(body)))
      return failure();
    updateType(function);
    return success();
  }

private:
  void setType(Value value, Type type) {
    if (value.getType() == type)
      return;
    before.try_emplace(value, value.getType());
    value.setType(type);
  }
  void setTypes(ValueRange values, TypeRange types) {
    for (auto [value, type] : llvm::zip_equal(values, types))
      setType(value, type);
  }

  LogicalResult visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
      if (failed(visit(&op)))
        return failure();
    return success();
  }

  LogicalResult visit(Operation *op) {
    if (auto structured = dyn_cast<flow::Structured>(op))
      return visitVariables(structured);
    if (auto scan = dyn_cast<flow::ScanOp>(op))
      return visitVariables(scan);
    if (auto custom = dyn_cast<flow::CustomCallOp>(op))
      return visitRule(custom);
    if (auto call = dyn_cast<func::CallOp>(op))
      return visitCall(call);
    if (isa<fn::FnDialect>(op->getDialect())) {
      keepOperands(op);
      return success();
    }
    if (failed(refineResults(op)))
      return failure();
    fold(op);
    return success();
  }

  /// Function values have the types they had.
  void keepOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (auto type = before.find(operand.get()); type != before.end())
        forgetSizes(operand, type->second);
  }

  //--- ops without regions

  LogicalResult refineResults(Operation *op) {
    if (op->getNumResults() == 0 ||
        !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
      return success();
    if (op->hasTrait<OpTrait::SameOperandsAndResultType>())
      agreeOnSizes(op);
    FailureOr<SmallVector<Type>> types = typesByRules(op);
    if (failed(types))
      return failure();
    const SmallVector<Type> open(op->getResultTypes());
    for (auto [result, type] : llvm::zip_equal(op->getResults(), *types))
      setType(result, joinSizes(result.getType(), type));
    if (holds(op))
      return success();
    setTypes(op->getResults(), open);
    keepOperands(op);
    return success();
  }

  /// Not where sizes must be written alike, and the rule does not say those of a result.
  static bool holds(Operation *op) {
    ScopedDiagnosticHandler silence(op->getContext(), [](Diagnostic &) { return success(); });
    return succeeded(mlir::verify(op, /*verifyRecursively=*/false));
  }

  void fold(Operation *op) {
    OpBuilder builder(op);
    SmallVector<Value> results;
    if (op->hasTrait<OpTrait::ConstantLike>() || failed(builder.tryFold(op, results)) ||
        results.empty())
      return;
    op->replaceAllUsesWith(results);
    erase(op);
  }

  //--- loops and branches

  /// Of each variable: what starts it in a loop, what regions take, and what they hand on.
  struct Variable {
    OpOperand *start = nullptr;
    SmallVector<Value> arguments;
    SmallVector<OpOperand *, 3> yields;
  };

  static SmallVector<Variable> variablesOf(flow::Structured op) {
    SmallVector<Variable> found;
    for (unsigned j = 0; j < op->getNumResults(); ++j) {
      flow::Variable variable = flow::variableOf(op, j);
      found.push_back({variable.start, llvm::to_vector_of<Value>(variable.args),
                       llvm::to_vector(variable.yields)});
    }
    return found;
  }
  static SmallVector<Variable> variablesOf(flow::ScanOp op) {
    SmallVector<Variable> found;
    Operation *end = op.getBody().front().getTerminator();
    for (OpOperand &start : op.getInitialMutable()) {
      unsigned j = found.size();
      found.push_back({&start, {op.getBody().getArgument(j)}, {&end->getOpOperand(j)}});
    }
    return found;
  }

  /// What a loop hands to its body beside variables.
  void setSlices(flow::Structured) {}
  void setSlices(flow::ScanOp op) {
    auto slices = op.getBody().getArguments().drop_front(op.getInitial().size());
    for (auto [slice, input] : llvm::zip_equal(slices, op.getInputs())) {
      auto type = cast<RankedTensorType>(input.getType());
      setType(slice, type.clone(type.getShape().drop_front()));
    }
  }

  /// What a loop returns beside variables.
  void setStacked(flow::Structured) {}
  void setStacked(flow::ScanOp op) {
    const unsigned first = op.getInitial().size();
    int64_t length = ShapedType::kDynamic;
    for (Value input : op.getInputs())
      if (int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(0); size >= 0)
        length = size;
    ValueRange rows = op.getBody().front().getTerminator()->getOperands().drop_front(first);
    for (auto [result, row] : llvm::zip_equal(op->getResults().drop_front(first), rows)) {
      auto type = cast<RankedTensorType>(row.getType());
      SmallVector<int64_t> shape = {length};
      llvm::append_range(shape, type.getShape());
      setType(result, joinSizes(result.getType(), type.clone(shape)));
    }
  }

  /// A loop's variables have the sizes that are so in each turn. Those of the start are tried
  /// first.
  template <typename Op> LogicalResult visitVariables(Op op) {
    const SmallVector<Type> open(op->getResultTypes());
    SmallVector<Type> types = open;
    for (auto [type, variable] : llvm::zip(types, variablesOf(op)))
      if (variable.start)
        type = variable.start->get().getType();
    for (;;) {
      auto attempt = cast<Op>(OpBuilder(op).clone(*op));
      std::optional<SmallVector<Type>> found = tryTypes(attempt, types, /*isLast=*/types == open);
      if (found && *found == types) {
        finish(attempt, types);
        op->replaceAllUsesWith(attempt);
        erase(op);
        return success();
      }
      erase(attempt);
      if (!found && types == open)
        return failure();
      types = found.value_or(open);
    }
  }

  /// The types of the variables that follow; none where something does not fit.
  template <typename Op>
  std::optional<SmallVector<Type>> tryTypes(Op op, ArrayRef<Type> types, bool isLast) {
    std::optional<ScopedDiagnosticHandler> silence;
    if (!isLast)
      silence.emplace(op->getContext(), [](Diagnostic &) { return success(); });
    for (auto [type, variable] : llvm::zip(types, variablesOf(op)))
      for (Value argument : variable.arguments)
        setType(argument, type);
    setSlices(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(visit(block)))
          return std::nullopt;
    SmallVector<Type> found(types);
    for (auto [type, variable] : llvm::zip(found, variablesOf(op))) {
      if (!variable.start && !variable.yields.empty())
        type = variable.yields.front()->get().getType();
      for (OpOperand *yield : variable.yields)
        type = commonSizes(type, yield->get().getType());
    }
    return found;
  }

  template <typename Op> void finish(Op op, ArrayRef<Type> types) {
    for (auto [type, variable, result] : llvm::zip(types, variablesOf(op), op->getResults())) {
      if (variable.start)
        forgetSizes(*variable.start, type);
      for (OpOperand *yield : variable.yields)
        forgetSizes(*yield, type);
      setType(result, type);
    }
    setStacked(op);
  }

  void erase(Operation *op) {
    op->walk([&](Operation *inner) {
      for (Value result : inner->getResults())
        before.erase(result);
      for (Region &region : inner->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            before.erase(argument);
    });
    op->erase();
  }

  //--- calls

  /// The function for arguments of these types: a copy, if it says less of them. Itself if it gets
  /// to itself.
  FailureOr<func::FuncOp> specialize(func::FuncOp function, TypeRange arguments) {
    if (TypeRange(function.getArgumentTypes()) == arguments || isRecursive(function))
      return function;
    Type type = FunctionType::get(function.getContext(), arguments, {});
    auto key = std::pair(function.getOperation(), type.getAsOpaquePointer());
    if (auto found = made.find(key); found != made.end())
      return found->second;
    func::FuncOp copy = function.clone();
    copy.setPrivate();
    SymbolTable(function->getParentOp()).insert(copy, std::next(function->getIterator()));
    made[key] = copy;
    if (failed(refine(copy, arguments)))
      return failure();
    return copy;
  }

  LogicalResult visitCall(func::CallOp call) {
    func::FuncOp named = functionNamed(call, call.getCalleeAttr());
    auto callee = specialize(named, call.getOperandTypes());
    if (failed(callee))
      return failure();
    setCallee(call, *callee, callee->getResultTypes());
    call.setCallee(callee->getName());
    return success();
  }

  void setCallee(Operation *call, func::FuncOp callee, TypeRange results) {
    for (auto [operand, type] : llvm::zip_equal(call->getOpOperands(), callee.getArgumentTypes()))
      forgetSizes(operand, type);
    setTypes(call->getResults(), results);
  }

  /// A rule's functions fit together: what reverse mode takes is what the forward function leaves,
  /// and a cotangent for each result that has one.
  LogicalResult visitRule(flow::CustomCallOp call) {
    const bool stays = llvm::any_of(call.getFunctions(), [&](FlatSymbolRefAttr name) {
      return isRecursive(functionNamed(call, name));
    });
    auto make = [&](FlatSymbolRefAttr name, TypeRange arguments) {
      func::FuncOp named = functionNamed(call, name);
      return stays ? FailureOr(named) : specialize(named, arguments);
    };
    SmallVector<Type> operands(call.getOperandTypes());
    auto callee = make(call.getCalleeAttr(), operands);
    auto forward = make(call.getForwardAttr(), operands);
    if (failed(callee) || failed(forward))
      return failure();
    TypeRange results = forward->getResultTypes().take_front(callee->getNumResults());
    SmallVector<Type> given(forward->getResultTypes().drop_front(results.size()));
    append(given, results);
    auto reverse = make(call.getReverseAttr(), given);
    if (failed(reverse))
      return failure();
    if (FlatSymbolRefAttr name = call.getJvpAttr()) {
      SmallVector<Type> both = operands;
      append(both, operands);
      auto jvp = make(name, both);
      if (failed(jvp))
        return failure();
      call.setJvp(jvp->getName());
    }
    setCallee(call, *callee, (call.getOrder() ? *forward : *callee).getResultTypes());
    call.setCallee(callee->getName());
    call.setForward(forward->getName());
    call.setReverse(reverse->getName());
    return success();
  }

  /// Those that have a derivative.
  static void append(SmallVector<Type> &types, TypeRange of) {
    for (unsigned i : differentiableAmong(of))
      types.push_back(of[i]);
  }

  std::map<std::pair<Operation *, const void *>, func::FuncOp> made;
  llvm::DenseMap<Value, Type> before; // what types were
};

struct RefineSizesPass : PassWrapper<RefineSizesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RefineSizesPass)

  RefineSizesPass() = default;
  RefineSizesPass(const RefineSizesPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "refine-sizes"; }
  StringRef getDescription() const override { return "Say sizes that follow from others in types"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<prim::PrimDialect>();
  }
  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isExternal() && function.isPublic() && function.getBody().hasOneBlock() &&
          failed(refineSizes(function, typesFor(function))))
        return signalPassFailure();
  }

  /// Those that are given; what is left out, or is no such type, is as it is.
  SmallVector<Type> typesFor(func::FuncOp function) {
    SmallVector<Type> types(function.getArgumentTypes());
    for (auto [type, text] : llvm::zip(types, arguments))
      if (Type given = parseType(text, &getContext()))
        type = joinSizes(type, given);
    return types;
  }

  ListOption<std::string> arguments{*this, "arguments",
                                    llvm::cl::desc("Types of the arguments, which say more")};
};

} // namespace

LogicalResult refineSizes(func::FuncOp function, TypeRange arguments) {
  return Refiner().refine(function, arguments);
}

std::unique_ptr<Pass> createRefineSizesPass() { return std::make_unique<RefineSizesPass>(); }

} // namespace cotan

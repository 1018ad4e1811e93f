#include "cotan/trace/operator_rules.h"

#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"
#include "cotan/trace/context.h"
#include "cotan/trace/error.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

using namespace mlir;

namespace cotan::trace {
namespace {

[[noreturn]] void refuse(const std::string &problem) {
  throw ct::ValueError(currentPlace() + problem);
}

/// A copy of a function that is one operator. What it does not return does not count.
class OneOperator {
public:
  explicit OneOperator(const TracedFunction &function) : program(function.copy()) {
    Block &block = entry().getBody().front();
    for (mlir::Operation &each : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&each))
        each.erase();
    SmallVector<mlir::Operation *> found;
    for (mlir::Operation &each : block.without_terminator())
      if (!each.hasTrait<OpTrait::ConstantLike>())
        found.push_back(&each);
    if (found.size() != 1 || !entry().getBody().hasOneBlock())
      refuseOthers(found);
    op = found.front();
    for (Value value : block.getTerminator()->getOperands())
      if (value.getDefiningOp() != op)
        refuse("the function must return what '" + name() + "' gives, and nothing else");
  }

  func::FuncOp entry() const { return program.function(); }
  std::string name() const { return op->getName().getStringRef().str(); }

  OwnedProgram program;
  mlir::Operation *op;

private:
  [[noreturn]] static void refuseOthers(ArrayRef<mlir::Operation *> found) {
    std::string names;
    for (mlir::Operation *each : found)
      names += (names.empty() ? "" : ", ") + each->getName().getStringRef().str();
    refuse("the function must be a call of one operator, but is " +
           (names.empty() ? "none" : "made of " + names) +
           "; give arguments that need no conversion, and one operator at a time");
  }
};

/// Needs the cotangents of some operands only.
class RuleForSome : public RuleBuilder {
public:
  RuleForSome(OpBuilder &builder, mlir::Operation *op, ArrayRef<bool> needed)
      : RuleBuilder(builder, op->getLoc()), needed(needed) {}
  bool needs(unsigned operand) const override { return needed[operand]; }
  using RuleBuilder::wrap;

private:
  ArrayRef<bool> needed;
};

TracedFunctionRef ruleOf(const TracedFunction &function, OwnedProgram program,
                         SmallVector<bool> areWeak) {
  return std::make_shared<TracedFunction>(std::move(program), function.captures(),
                                          SmallVector<TensorType>(function.arguments()),
                                          std::move(areWeak));
}

void setResults(func::FuncOp function, ValueRange results) {
  Block &block = function.getBody().front();
  block.getTerminator()->setOperands(results);
  function.setFunctionType(
      FunctionType::get(function.getContext(), block.getArgumentTypes(), results.getTypes()));
}

/// The results and their cotangents as arguments: those of results that are floats.
struct Given {
  Given(OneOperator &one, OperatorVjp &rule)
      : returned(one.entry().getBody().front().getTerminator()->getOperands()) {
    for (Value value : returned)
      values.push_back(addArgument(one.entry(), value));
    cotangents.resize(one.op->getNumResults());
    for (auto [i, value] : llvm::enumerate(returned)) {
      if (!carriesDerivative(value.getType()))
        continue;
      rule.differentiable.push_back(i);
      cotangents[cast<OpResult>(value).getResultNumber()] = addArgument(one.entry(), value);
    }
  }

  /// What reads results reads the arguments.
  void replaceResults() {
    for (auto [value, argument] : llvm::zip_equal(returned, values))
      value.replaceAllUsesWith(argument);
  }

  SmallVector<Value> returned;
  SmallVector<BlockArgument> values;
  SmallVector<Value> cotangents; // of the operator's results; null where there is none

private:
  static BlockArgument addArgument(func::FuncOp function, Value like) {
    (void)function.insertArgument(function.getNumArguments(), like.getType(), {}, like.getLoc());
    return function.getArguments().back();
  }
};

/// By the operator's rule, of arguments that are not stopped.
SmallVector<Value> cotangentsOf(OneOperator &one, const Given &given, ArrayRef<bool> stops,
                                OperatorVjp &rule) {
  func::FuncOp function = one.entry();
  SmallVector<bool> needed;
  for (Value operand : one.op->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    needed.push_back(argument && argument.getArgNumber() < stops.size() &&
                     !stops[argument.getArgNumber()] && carriesDerivative(operand.getType()));
  }
  OpBuilder builder(function.getBody().front().getTerminator());
  RuleForSome rules(builder, one.op, needed);
  SmallVector<Value> cotangents(given.cotangents);
  for (auto [cotangent, result] : llvm::zip_equal(cotangents, one.op->getResults()))
    if (!cotangent && carriesDerivative(result.getType()))
      cotangent = rules.zerosLike(result).value();
  Values answer = cast<Differentiable>(one.op).vjp(rules, cotangents);
  if (answer.empty())
    refuse("'" + one.name() + "' has no derivative with these attributes");
  std::map<unsigned, Value> sums; // in order
  for (auto [operand, needs, value] : llvm::zip_equal(one.op->getOperands(), needed, answer)) {
    if (!needs || !value)
      continue;
    Value &sum = sums[cast<BlockArgument>(operand).getArgNumber()];
    Value whole = rules.conform(rules.wrap(value), operand).value();
    sum = sum ? rules.add(rules.wrap(sum), rules.wrap(whole)).value() : whole;
  }
  SmallVector<Value> results;
  for (auto [argument, sum] : sums) {
    rule.wrt.push_back(argument);
    results.push_back(sum);
  }
  return results;
}

} // namespace

TracedFunctionRef decompositionOf(const TracedFunction &function) {
  During inside(Work::compiling);
  OneOperator one(function);
  auto composite = dyn_cast<Decomposable>(one.op);
  if (!composite)
    refuse("'" + one.name() + "' has no decomposition: it is a primitive");
  bool hasRule = false;
  orThrowOnBigStack([&] {
    OpBuilder builder(one.op);
    RuleBuilder rules(builder, one.op->getLoc());
    auto [values, built] = partsOf(composite, rules, builder);
    hasRule = values.size() == one.op->getNumResults();
    if (!hasRule)
      return success();
    one.op->replaceAllUsesWith(ValueRange(values));
    one.op->erase();
    return verify(one.entry());
  });
  if (!hasRule)
    refuse("'" + one.name() +
           "' has no decomposition for these operands and attributes; it is "
           "computed as a whole");
  return ruleOf(function, std::move(one.program), SmallVector<bool>(function.weakResults()));
}

OperatorVjp vjpRuleOf(const TracedFunction &function, ArrayRef<bool> stops) {
  During inside(Work::compiling);
  OneOperator one(function);
  if (!isa<Differentiable>(one.op))
    refuse(
        "'" + one.name() + "' has no derivative rule of its own" +
        (isa<Decomposable>(one.op) ? "; its derivative is that of what ct.call_decomp gives" : ""));
  OperatorVjp rule;
  orThrowOnBigStack([&] {
    Given given(one, rule);
    setResults(one.entry(), cotangentsOf(one, given, stops, rule));
    given.replaceResults();
    if (one.op->use_empty())
      one.op->erase();
    return verify(one.entry());
  });
  rule.function = ruleOf(function, std::move(one.program), SmallVector<bool>(rule.wrt.size()));
  return rule;
}

} // namespace cotan::trace

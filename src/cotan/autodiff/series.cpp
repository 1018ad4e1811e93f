#include "cotan/autodiff/series.h"

#include "cotan/autodiff/requests.h"
#include "cotan/ir/rules/parts.h"
#include "cotan/ir/types.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace cotan {

void Series::set(Value value, ValueRange coefficients) {
  varying.insert(value);
  for (auto [i, given] : llvm::enumerate(coefficients))
    known[{value, i + 1}] = given;
}

LogicalResult Series::expand(Operation *op) {
  rewriter.setInsertionPointAfter(op);
  Ops adopted;
  adopt(op, adopted);
  for (Operation *each : adopted)
    for (unsigned k = 1; k <= highest; ++k)
      for (Value result : each->getResults())
        coefficient(result, k);
  return failure(hasFailed);
}

Value Series::coefficient(Value value, unsigned k) {
  if (k == 0)
    return value;
  if (!varying.contains(value))
    return nullptr;
  if (auto found = known.find({value, k}); found != known.end())
    return found->second;
  if (Value primal = primals.lookup(value))
    return known[{value, k}] = scaled(coefficient(primal, k + 1), k + 1, 1);
  compute(value.getDefiningOp(), k);
  return known.lookup({value, k});
}

Value Series::coefficientOrZeros(Value value, unsigned k) {
  if (Value found = coefficient(value, k))
    return found;
  return RuleBuilder(rewriter, value.getLoc()).zerosLike(value).value();
}

void Series::finish() {
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  for (auto [tangent, primal] : primals)
    rewriter.replaceOp(tangent.getDefiningOp(), tangent.getDefiningOp()->getOperands());
}

//--- Which ops have series

bool Series::varies(Operation *op) const {
  if (op->hasTrait<ZeroDerivative>() || llvm::none_of(op->getResultTypes(), carriesDerivative))
    return false;
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return llvm::any_of(read, [&](Value value) { return varying.contains(value); });
}

static bool isElementwise(Operation *op) {
  return op->hasTrait<Elementwise>() && isa<Differentiable>(op);
}

static bool hasRule(Operation *op) {
  if (op->hasTrait<Linear>() || isa<ForwardDifferentiable>(op))
    return true;
  return op->getNumResults() == 1 && (op->hasTrait<Multilinear>() || isElementwise(op));
}

/// Notes `op`, or what it means if it has no rule, as ops whose coefficients can be computed. An op
/// equal to a noted one goes.
void Series::adopt(Operation *op, Ops &adopted) {
  const bool isActive = varies(op);
  if (isActive && !hasRule(op))
    return decompose(op, adopted);
  if (Operation *equal = shared.findOrNote(op)) {
    replace(op, equal->getResults());
    op = equal;
  }
  if (!isActive)
    return;
  for (Value result : op->getResults())
    if (carriesDerivative(result.getType()))
      varying.insert(result);
  adopted.push_back(op);
}

void Series::decompose(Operation *op, Ops &adopted) {
  auto fail = [&] {
    hasFailed = true;
    (void)reportMissingRule(op, "jvp");
  };
  Decomposable decomposable = withParts(op);
  if (!decomposable)
    return fail();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  RuleBuilder b(rewriter, op->getLoc());
  auto [results, parts] = partsOf(decomposable, b, rewriter);
  if (results.size() != op->getNumResults())
    return fail();
  replace(op, results);
  for (Operation *part : parts)
    adopt(part, adopted);
}

// The op itself goes at the end: until then no other value may have the address of one of its.
void Series::replace(Operation *op, ValueRange values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    replacements[result] = value;
  rewriter.replaceAllUsesWith(op->getResults(), values);
  dead.push_back(op);
}

/// What has come in the place of a value.
Value Series::current(Value value) const {
  while (Value replacement = replacements.lookup(value))
    value = replacement;
  return value;
}

//--- Formulas

/// Stands for x'; it is built once in each block, so that equal formulas are equal ops.
Value Series::tangentOf(Value value) {
  const std::pair<Block *, Value> place = {rewriter.getInsertionBlock(), value};
  if (Value tangent = tangents.lookup(place))
    return tangent;
  Value first = coefficientOrZeros(value, 1);
  Value tangent =
      UnrealizedConversionCastOp::create(rewriter, value.getLoc(), value.getType(), first)
          .getResult(0);
  varying.insert(tangent);
  primals[tangent] = value;
  return tangents[place] = tangent;
}

/// What an op's rule says of the derivatives of its results; null where one is zero.
Values Series::formulaOf(Operation *op) {
  if (auto found = formulas.find(op); found != formulas.end())
    return found->second;
  SmallVector<Value> given;
  for (Value operand : op->getOperands())
    given.push_back(varying.contains(operand) ? tangentOf(operand) : Value());
  const OpsFromHere here(rewriter);
  Values answer = buildFormula(op, given);
  Ops adopted;
  for (Operation *part : here.built())
    adopt(part, adopted);
  for (Value &value : answer)
    value = current(value);
  return formulas[op] = answer;
}

} // namespace cotan

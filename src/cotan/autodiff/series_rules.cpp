// What an op's trait and rules say of the coefficients of its results.
#include "cotan/autodiff/requests.h"
#include "cotan/autodiff/series.h"
#include "cotan/ir/derivative_location.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

#include <numeric>

using namespace mlir;

namespace cotan {

/// Forward mode stands where the primal values are, so rules read them directly.
class Series::Builder : public SeriesBuilder {
public:
  Builder(Series &series, Location loc)
      : SeriesBuilder(series.rewriter, inDerivative(loc, DerivativeMode::forward)), series(series) {
  }

  bool needs(unsigned operand) const override { return wanted < 0 || int(operand) == wanted; }
  Expr given(Value value) { return value ? wrap(value) : Expr(); }
  Expr coefficient(Value value, unsigned k) override { return given(series.coefficient(value, k)); }

  Expr shared(const Expr &x) override {
    Operation *op = x.value().getDefiningOp();
    if (!op || series.varying.contains(x.value()))
      return x;
    Ops adopted;
    series.adopt(op, adopted);
    return wrap(series.current(x.value()));
  }

  /// A copy of `op` with other operands, folded away if it can be.
  Values copy(Operation *op, ArrayRef<Value> operands) {
    Operation *clone = ops.clone(*op);
    clone->setLoc(loc);
    clone->setOperands(operands);
    Values results;
    if (failed(ops.tryFold(clone, results)) || results.empty()) {
      results.assign(clone->result_begin(), clone->result_end());
      return results;
    }
    clone->erase();
    return results;
  }

  /// The Jacobian of an elementwise op is diagonal: its transpose is itself. Nothing if the rule
  /// declines.
  Values alongDiagonal(Differentiable op, ArrayRef<Value> directions) {
    Expr sum;
    bool isThere = true;
    for (auto [i, tangent] : llvm::enumerate(directions)) {
      wanted = i;
      if (!tangent)
        continue;
      Values answer = op.vjp(*this, ValueRange(tangent));
      isThere &= !answer.empty();
      if (isThere)
        sum = total(sum, given(answer[i]));
    }
    wanted = -1;
    return isThere ? Values{given(sum.value())} : Values();
  }

protected:
  /// One constant for all formulas of a block, so that those that use it can be equal.
  Value materialize(DenseElementsAttr value) override {
    Value &constant = series.constants[{ops.getInsertionBlock(), value}];
    if (!constant)
      constant = SeriesBuilder::materialize(value);
    return series.current(constant);
  }

private:
  Series &series;
  int wanted = -1; // the operand whose cotangent a vjp rule is asked for; -1: all
};

Values Series::buildFormula(Operation *op, ArrayRef<Value> given) {
  Builder b(*this, op->getLoc());
  auto rule = dyn_cast<ForwardDifferentiable>(op);
  Values answer =
      rule ? rule.jvp(b, given) : b.alongDiagonal(mlir::cast<Differentiable>(op), given);
  if (failed(checkAnswer(op, answer, op->getNumResults(), "tangents"))) {
    hasFailed = true;
    answer.assign(op->getNumResults(), nullptr);
  }
  for (auto [result, tangent] : llvm::zip_equal(op->getResults(), answer))
    if (tangent)
      tangent = b.conform(b.given(tangent), result).value();
  return answer;
}

/// Each term of the coefficient is `op` on coefficients whose degrees sum up to k.
Expr Series::multilinear(Operation *op, unsigned k) {
  Builder b(*this, op->getLoc());
  SmallVector<unsigned> moving;
  for (OpOperand &operand : op->getOpOperands())
    if (varying.contains(operand.get()))
      moving.push_back(operand.getOperandNumber());
  const bool isSquare = moving.size() == 2 &&
                        op->getOperand(moving[0]) == op->getOperand(moving[1]) &&
                        op->hasTrait<OpTrait::IsCommutative>();
  Expr sum, twice;
  SmallVector<Value> operands(op->getOperands());
  auto visit = [&](auto &&self, unsigned i, unsigned left) -> void {
    const bool isLast = i + 1 == moving.size();
    Value operand = op->getOperand(moving[i]);
    for (unsigned degree = isLast ? left : 0; degree <= left; ++degree) {
      operands[moving[i]] = coefficient(operand, degree);
      if (!operands[moving[i]] || (isSquare && !isLast && 2 * degree > k))
        continue;
      if (!isLast) {
        self(self, i + 1, left - degree);
        continue;
      }
      Expr &part = isSquare && 2 * degree != k ? twice : sum;
      part = total(part, b.given(b.copy(op, operands)[0]));
    }
  };
  visit(visit, 0, k);
  return total(twice ? twice + twice : twice, sum);
}

/// The coefficient of the result is `op` on those of the operands.
Values Series::linear(Operation *op, unsigned k) {
  SmallVector<Value> operands(op->getOperands());
  bool isZero = true;
  for (Value &operand : operands)
    if (carriesDerivative(operand.getType()))
      isZero &= !coefficient(operand, k);
  if (isZero)
    return Values(op->getNumResults(), nullptr);
  for (Value &operand : operands)
    if (carriesDerivative(operand.getType()))
      operand = coefficientOrZeros(operand, k);
  return Builder(*this, op->getLoc()).copy(op, operands);
}

/// k y_k is coefficient k - 1 of y'.
Values Series::ofFormula(Operation *op, unsigned k) {
  Values answer;
  for (Value derivative : formulaOf(op))
    answer.push_back(derivative ? scaled(coefficient(derivative, k - 1), 1, k) : Value());
  return answer;
}

Values Series::applyRules(Operation *op, unsigned k) {
  if (auto expandable = dyn_cast<Expandable>(op)) {
    Builder b(*this, op->getLoc());
    if (Values answer = expandable.taylor(b, k); !answer.empty())
      return answer;
  }
  if (!isa<ForwardDifferentiable>(op)) {
    if (op->hasTrait<Linear>())
      return linear(op, k);
    if (op->hasTrait<Multilinear>())
      return {multilinear(op, k)};
  }
  return ofFormula(op, k);
}

void Series::compute(Operation *op, unsigned k) {
  Values answer = applyRules(op, k);
  Builder b(*this, op->getLoc());
  for (auto [result, value] : llvm::zip_equal(op->getResults(), answer))
    known[{result, k}] = value ? b.conform(b.given(value), result).value() : Value();
}

/// Multiples of multiples are multiples of the first: what 1/k and k come to is left out.
Value Series::scaled(Value value, int64_t factor, int64_t divisor) {
  if (!value)
    return value;
  if (auto found = multiples.find(value); found != multiples.end()) {
    factor *= found->second.factor;
    divisor *= found->second.divisor;
    value = found->second.value;
  }
  const int64_t common = std::gcd(factor, divisor);
  factor /= common;
  divisor /= common;
  if (factor == divisor)
    return value;
  Builder b(*this, value.getLoc());
  Value product = (double(factor) / divisor * b.given(value)).value();
  multiples[product] = {value, factor, divisor};
  return product;
}

} // namespace cotan

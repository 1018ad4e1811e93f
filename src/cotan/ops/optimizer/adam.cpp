// Adam and its relatives: meaning. Signature and doc: adam.td.
#include "cotan/ops/optimizer/adam.inc"

#include "cotan/ops/optimizer/update.h"
#include "cotan/ops/reduction/vector_norm.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// The operands, and what all of these optimizers make of them.
struct Step {
  /// `decays`: whether the weights' decay is part of the gradient.
  template <typename Op>
  Step(Op op, RuleBuilder &b, bool decays)
      : type(op.getX().getType().getElementType()), b1(op.getB1().convertToDouble()),
        b2(op.getB2().convertToDouble()), epsilon(op.getEpsilon().convertToDouble()),
        decay(op.getWeightDecay().convertToDouble()), x(widened(b(op.getX()))),
        d(widened(b(op.getG()))), rate(widened(b(op.getLearningRate()))),
        step(stepNumber(b(op.getStep()))) {
    if (decays && decay != 0)
      d = d + decay * x;
    mean = runningMean(widened(b(op.getMean())), d, b1);
    squares = runningMean(widened(b(op.getSquare())), square(d), b2);
  }

  /// A number made of the step, for formulas with x.
  Expr narrow(const Expr &number) const { return castTo(number, x.elementType()); }
  /// What is kept began with 0: these do not lean towards it.
  Expr unbiasedMean() const { return mean / narrow(oneMinusPower(b1, step)); }
  Expr root() const { return rootOf(squares / narrow(oneMinusPower(b2, step))) + epsilon; }

  Values moved(const Expr &change) const { return moved(x, change); }
  Values moved(const Expr &from, const Expr &change) const {
    return narrowedTo(type, {from - rate * change, mean, squares});
  }

  Type type;
  double b1, b2, epsilon, decay;
  Expr x, d, rate, step, mean, squares;
};

} // namespace

Values AdamUpdateOp::decompose(RuleBuilder &b) {
  Step step(*this, b, /*decays=*/true);
  return step.moved(step.unbiasedMean() / step.root());
}

Values AdamwUpdateOp::decompose(RuleBuilder &b) {
  Step step(*this, b, /*decays=*/false);
  return step.moved(step.x - step.rate * step.decay * step.x, step.unbiasedMean() / step.root());
}

Values AdamaxUpdateOp::decompose(RuleBuilder &b) {
  Step step(*this, b, /*decays=*/true);
  step.squares = maximum(step.b2 * widened(b(getSquare())), abs(step.d) + step.epsilon);
  return step.moved(step.unbiasedMean() / step.squares);
}

// The square root sees no negative number where the variance is not known well enough to be used.
Values RadamUpdateOp::decompose(RuleBuilder &b) {
  Step step(*this, b, /*decays=*/true);
  const double most = 2 / (1 - step.b2) - 1;
  Expr left = oneMinusPower(step.b2, step.step);
  Expr length = most - 2.0 * step.step * (1.0 - left) / left, isKnown = length > 5.0;
  Expr r = where(isKnown, length, 5.5);
  Expr rectified = sqrt((r - 4.0) * (r - 2.0) / r * (most / ((most - 4) * (most - 2))));
  Expr scale = step.narrow(rectified * sqrt(left)) / (rootOf(step.squares) + step.epsilon);
  return step.moved(step.unbiasedMean() * where(isKnown, scale, 1.0));
}

Values LambUpdateOp::decompose(RuleBuilder &b) {
  Step step(*this, b, /*decays=*/false);
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, step.x.rank()));
  Expr change = step.unbiasedMean() / step.root() + step.decay * step.x;
  Expr size = vectorNorm(step.x, 2, all), length = vectorNorm(change, 2, all);
  Expr areBoth = and_(size > 0.0, length > 0.0);
  Expr trust = where(areBoth, size / where(areBoth, length, 1.0), 1.0);
  return step.moved(trust * change);
}

/// The momentum of a step.
static Expr momentumOf(const Step &step, const Expr &number, double decay) {
  return step.b1 * (1.0 - 0.5 * exp(std::log(0.96) * decay * number));
}

Values NadamUpdateOp::decompose(RuleBuilder &b) {
  const double decay = getMomentumDecay().convertToDouble();
  Step step(*this, b, /*decays=*/true);
  Expr now = step.narrow(momentumOf(step, step.step, decay));
  Expr next = step.narrow(momentumOf(step, step.step + 1.0, decay));
  Expr product = widened(b(getProduct())) * now;
  Expr change = (1.0 - now) / (1.0 - product) * step.d + next / (1.0 - product * next) * step.mean;
  Values results = step.moved(change / step.root());
  results.push_back(castTo(product, step.type).value());
  return results;
}

COTAN_UPDATE(AdamUpdateOp, 4, 3)
COTAN_UPDATE(AdamwUpdateOp, 4, 3)
COTAN_UPDATE(AdamaxUpdateOp, 4, 3)
COTAN_UPDATE(RadamUpdateOp, 4, 3)
COTAN_UPDATE(LambUpdateOp, 4, 3)

LogicalResult NadamUpdateOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                              SmallVectorImpl<Type> &results) {
  return inferUpdate<NadamUpdateOp>(loc, x, results, 4);
}

Sizes NadamUpdateOp::sizes(Adaptor x, SizeRules &rules, unsigned result) {
  Sizes sizes = sizesOfUpdate(rules, 4, x.getOperands().size());
  return result == 3 ? Sizes() : sizes;
}

#include "cotan/ops/optimizer/update.h"

using namespace mlir;

namespace cotan {

Sizes sizesOfUpdate(SizeRules &rules, unsigned count, unsigned operands) {
  for (unsigned i = count; i < operands; ++i)
    rules.require(rules.rank(i) == 0 ? 1 : 0, "operand " + Twine(i) + " has " +
                                                  Twine(rules.rank(i)) +
                                                  " axes, but must be one number");
  return rules.commonSizes(count);
}

Expr stepNumber(const Expr &step) {
  return castTo(step, Float64Type::get(step.type().getContext()));
}

Expr runningMean(const Expr &before, const Expr &now, double decay) {
  return decay * before + (1 - decay) * now;
}

Expr oneMinusPower(double base, const Expr &step) { return -expm1(std::log(base) * step); }

Expr rootOf(const Expr &x) {
  Expr isZero = eq(x, x.builder().full(0.0, x));
  return where(isZero, 0.0, sqrt(where(isZero, 1.0, x)));
}

Values narrowedTo(Type elementType, ArrayRef<Expr> results) {
  Values values;
  for (const Expr &result : results)
    values.push_back(castTo(result, elementType).value());
  return values;
}

} // namespace cotan

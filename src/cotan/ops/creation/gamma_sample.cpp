// gamma_sample, loggamma_sample: meaning and derivative. Signature and doc: gamma_sample.td.
#include "cotan/ops/creation/gamma_sample.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays GammaSampleOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {x[1]};
}
Lanes GammaSampleOp::lower(Element &x) { return x[1]; }
Arrays LoggammaSampleOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {x[1]};
}
Lanes LoggammaSampleOp::lower(Element &x) { return x[1]; }

namespace {

constexpr double smallest = 1e-9; // so small are samples of which the first term says all

/// The slope of log(x). For small x, P(a, x) is x^a / gamma(a + 1), so that x itself, which may be
/// too small for any number, is not needed; the next term is x / (a + 1)^2.
Expr slopeOfLogarithm(const Expr &a, const Expr &x, const Expr &logarithm, const Expr &isSmall) {
  Expr atZero = (digamma(a + 1.0) - where(isSmall, logarithm, 0.0)) / a;
  Expr inside = where(isSmall, 1.0, x);
  Expr slope = igamma_grad_a(a, inside, 1) / (inside * igamma_grad_x(a, inside));
  return where(isSmall, atZero, -slope);
}

} // namespace

Values GammaSampleOp::vjp(RuleBuilder &b, ValueRange g) {
  if (!b.needs(0))
    return {Expr(), Expr()};
  Expr a = b(getA()), y = b(getY()), isZero = eq(y, b.full(0, y)), isSmall = y < smallest;
  Expr slope = slopeOfLogarithm(a, y, log(where(isZero, 1.0, y)), isSmall);
  return {b(g[0]) * (y * slope), Expr()};
}

Values LoggammaSampleOp::vjp(RuleBuilder &b, ValueRange g) {
  if (!b.needs(0))
    return {Expr(), Expr()};
  Expr a = b(getA()), y = b(getY()), isSmall = y < std::log(smallest);
  return {b(g[0]) * slopeOfLogarithm(a, exp(y), y, isSmall), Expr()};
}

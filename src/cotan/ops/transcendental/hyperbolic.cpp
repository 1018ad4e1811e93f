// sinh, cosh, tanh, asinh, acosh, atanh: meaning and derivative. Signature and doc: hyperbolic.td.
#include "cotan/ops/transcendental/hyperbolic.inc"

#include "cotan/ops/complex/numbers.h"

#include <numbers>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

// A library's asinh and acosh may square x, and overflow. From here on they are log(2x).
static constexpr double large = 1e17;

Arrays SinhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::sinh(a); })};
}
Lanes SinhOp::lower(Element &x) { return call("sinh", x[0]); }
Values SinhOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * cosh(b(getX()))}; }
Values SinhOp::splitComplex(RuleBuilder &b) { return {joined(hyperbolicSine(partsOf(b(getX()))))}; }

Arrays CoshOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::cosh(a); })};
}
Lanes CoshOp::lower(Element &x) { return call("cosh", x[0]); }
Values CoshOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * sinh(b(getX()))}; }
Values CoshOp::splitComplex(RuleBuilder &b) {
  return {joined(hyperbolicCosine(partsOf(b(getX()))))};
}

Arrays TanhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::tanh(a); })};
}
Lanes TanhOp::lower(Element &x) { return call("tanh", x[0]); }
Values TanhOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY());
  return {b(g[0]) * ((1.0 - y) * (1.0 + y))};
}
Values TanhOp::splitComplex(RuleBuilder &b) {
  return {joined(hyperbolicTangent(partsOf(b(getX()))))};
}
Values TanhOp::taylor(SeriesBuilder &b, unsigned k) { // y' = (1 - y^2) x'
  Expr y = b(getY()), squared = b.shared(y * y), sum;
  for (unsigned j = 1; j <= k; ++j) {
    Expr dx = b.coefficient(getX(), j),
         slope = j < k ? b.coefficient(squared.value(), k - j) : Expr();
    if (dx && j == k)
      sum = total(sum, double(j) * dx * ((1.0 - y) * (1.0 + y)));
    else if (dx && slope)
      sum = difference(sum, double(j) * dx * slope);
  }
  return {sum ? (1.0 / k) * sum : Expr()};
}

Arrays AsinhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::asinh(a); })};
}
Lanes AsinhOp::lower(Element &element) {
  Lanes x = widened(element[0]), size = abs(x), square = x * x, isLarge = size > large;
  Lanes y = log1p(select(isLarge, size, size + square / (1.0 + sqrt(1.0 + square))));
  return convert(copysign(select(isLarge, y + std::numbers::ln2, y), x), element[0].dtype());
}
Values AsinhOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  if (isComplexTensor(getType()))
    return {b(g[0]) * rsqrt(1.0 + square(x))};
  return {b(g[0]) / hypot(x, b.full(1, x))}; // the square of x may overflow
}
Values AsinhOp::splitComplex(RuleBuilder &b) {
  return {joined(overI(arcSine(timesI(partsOf(b(getX()))))))};
}

Arrays AcoshOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::acosh(a); })};
}
Lanes AcoshOp::lower(Element &element) {
  Lanes x = widened(element[0]), more = x - 1.0, isLarge = x > large;
  Lanes y = log1p(select(isLarge, x, more + sqrt(more * (more + 2.0))));
  Lanes result = select(isLarge, y + std::numbers::ln2, y);
  return convert(select(x >= 1.0, result, NAN), element[0].dtype());
}
Values AcoshOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX()); // one root of the product may overflow, or have the wrong sign
  return {b(g[0]) * (rsqrt(x - 1.0) * rsqrt(x + 1.0))};
}
Values AcoshOp::splitComplex(RuleBuilder &b) { return {joined(areaCosine(partsOf(b(getX()))))}; }

Arrays AtanhOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::atanh(a); })};
}
Lanes AtanhOp::lower(Element &x) { return call("atanh", x[0]); }
Values AtanhOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  return {b(g[0]) / ((1.0 - x) * (1.0 + x))};
}
Values AtanhOp::splitComplex(RuleBuilder &b) { return {joined(areaTangent(partsOf(b(getX()))))}; }

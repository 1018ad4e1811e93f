// fma: meaning and derivative. Signature and doc: fma.td.
#include "cotan/ops/arithmetic/fma.inc"

#include "cotan/ops/arithmetic/scalar_arithmetic.h"

#include <bit>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// The sum of two doubles, rounded to odd: to the neighbour whose last bit is set if it is not
/// exact. Rounded once more, to two bits less or fewer, it is as if it had been rounded once
/// (Boldo, Melquiond 2008).
double sumRoundedToOdd(double a, double b) {
  const double sum = a + b, inSum = sum - a, lost = (a - (sum - inSum)) + (b - inSum);
  const auto bits = std::bit_cast<uint64_t>(sum);
  if (bits % 2 || !(lost < 0 || lost > 0)) // exact, odd already, infinite or NaN
    return sum;
  return std::bit_cast<double>((lost < 0) == (sum < 0) ? bits + 1 : bits - 1);
}

/// The same in machine code.
Lanes sumRoundedToOdd(const Lanes &a, const Lanes &b) {
  Lanes sum = a + b, inSum = sum - a, lost = (a - (sum - inSum)) + (b - inSum);
  Lanes bits = bitcast(sum, DType::i64), isOdd = (bits & bits.same(1)) != 0.0;
  Lanes isInexact = (lost < 0.0) | (lost > 0.0);
  Lanes odd = select((lost < 0.0) ^ (sum < 0.0), bits - 1.0, bits + 1.0);
  return select(isInexact & ~isOdd, bitcast(odd, DType::f64), sum);
}

} // namespace

Arrays FmaOp::evaluate(ArrayRef<Array> x) {
  const bool isDouble = x[0].dtype() == DType::f64;
  return {zipExact(x[0], x[1], x[2], [&](auto a, auto b, auto c) {
    if constexpr (std::is_same_v<decltype(a), double>)
      return isDouble ? std::fma(a, b, c) : sumRoundedToOdd(a * b, c); // the product is exact
    else
      return wrap(a) * wrap(b) + wrap(c);
  })};
}

Lanes FmaOp::lower(Element &element) {
  Lanes x = element[0], y = element[1], z = element[2];
  if (!isFloat(x.dtype()))
    return x * y + z;
  if (sizeOf(x.dtype()) > 2)
    return fma(x, y, z);
  auto wide = [](const Lanes &lanes) { return convert(lanes, DType::f64); };
  return convert(sumRoundedToOdd(wide(x) * wide(y), wide(z)), x.dtype());
}

Values FmaOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dw = b(g[0]), dx, dy;
  if (b.needs(0))
    dx = dw * b(getY());
  if (b.needs(1))
    dy = dw * b(getX());
  return {dx, dy, dw};
}

Values FmaOp::taylor(SeriesBuilder &b, unsigned k) {
  return {total(sumOfProducts(b, getX(), getY(), k), b.coefficient(getZ(), k))};
}

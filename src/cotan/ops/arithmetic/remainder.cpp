// remainder, floor_div: meaning and derivative. Signature and doc: remainder.td.
#include "cotan/ops/arithmetic/remainder.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

template <typename T> struct Division {
  T quotient, remainder;
};

/// fmod is exact, so the quotient is found from it and not the other way round.
template <typename T> Division<T> divideDown(T x, T y) {
  T rest = std::fmod(x, y);
  if (y == 0)
    return {x / y, rest};
  T quotient = (x - rest) / y;
  if (rest == 0)
    rest = std::copysign(T(0), y);
  else if ((rest < 0) != (y < 0)) {
    rest += y;
    quotient -= 1;
  }
  // The quotient is whole but for rounding.
  return {quotient == 0 ? std::copysign(T(0), x / y) : std::nearbyint(quotient), rest};
}

Division<uint64_t> divideDown(uint64_t x, uint64_t y) {
  return y == 0 ? Division<uint64_t>{~uint64_t(0), 0} : Division<uint64_t>{x / y, x % y};
}

Division<int64_t> divideDown(int64_t x, int64_t y) {
  if (y == 0)
    return {-1, 0};
  if (y == -1) // the smallest integer has no negative
    return {static_cast<int64_t>(-static_cast<uint64_t>(x)), 0};
  bool correct = x % y != 0 && (x % y < 0) != (y < 0);
  return {x / y - correct, x % y + (correct ? y : 0)};
}

/// Whether a remainder has not the sign it should have: the divisor's.
Lanes hasOtherSign(const Lanes &rest, const Lanes &y) {
  return (rest != 0.0) & ((rest < 0.0) ^ (y < 0.0));
}

template <typename F> Array divide(ArrayRef<Array> x, F part) {
  if (isFloat(x[0].dtype()))
    return zipFloat(x[0], x[1], [&](auto a, auto b) { return part(divideDown(a, b)); });
  return zipExact(x[0], x[1], [&](auto a, auto b) -> decltype(a) {
    if constexpr (std::is_same_v<decltype(a), bool>)
      return part(divideDown(uint64_t(a), uint64_t(b)));
    else
      return part(divideDown(a, b));
  });
}

} // namespace

Arrays RemainderOp::evaluate(ArrayRef<Array> x) {
  return {divide(x, [](auto division) { return division.remainder; })};
}
Lanes RemainderOp::lower(Element &element) {
  Lanes x = widened(element[0]), y = widened(element[1]);
  Lanes rest = remainder(x, isFloat(x.dtype()) ? y : safeDivisor(y));
  Lanes result = select(hasOtherSign(rest, y), rest + y, rest);
  if (!isFloat(x.dtype()))
    return result;
  return convert(select(rest == 0.0, copysign(rest, y), result), element[0].dtype());
}

Values RemainderOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), dy;
  if (b.needs(1))
    dy = -(dz * floor_div(b(getX()), b(getY())));
  return {dz, dy};
}

Arrays FloorDivOp::evaluate(ArrayRef<Array> x) {
  return {divide(x, [](auto division) { return division.quotient; })};
}
Lanes FloorDivOp::lower(Element &element) {
  Lanes x = widened(element[0]), y = widened(element[1]);
  if (isFloat(x.dtype())) {
    Lanes rest = remainder(x, y), quotient = (x - rest) / y;
    quotient = roundEven(select(hasOtherSign(rest, y), quotient - 1.0, quotient));
    quotient = select(quotient == 0.0, copysign(quotient, x / y), quotient);
    return convert(select(y == 0.0, x / y, quotient), element[0].dtype());
  }
  Lanes divisor = safeDivisor(y), quotient = x / divisor;
  quotient = select(hasOtherSign(remainder(x, divisor), y), quotient - 1.0, quotient);
  if (!isUnsigned(x.dtype())) // the smallest integer has no negative
    quotient = select(y == -1.0, -x, quotient);
  return select(y == 0.0, -1.0, quotient);
}

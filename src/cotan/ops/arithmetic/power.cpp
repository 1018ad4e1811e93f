// pow, square, sqrt, rsqrt, cbrt, reciprocal: meaning and derivative. Signature and doc: power.td.
#include "cotan/ops/arithmetic/power.inc"

#include "cotan/ops/complex/numbers.h"

#include "mlir/IR/Matchers.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// By repeated squaring, modulo 2^64: wraps around for every narrower type too.
uint64_t integerPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

int64_t integerPower(int64_t base, int64_t exponent) {
  if (exponent >= 0)
    return static_cast<int64_t>(integerPower(uint64_t(base), uint64_t(exponent)));
  if (base == 0)
    return -1; // what prim.div gives for 1 / 0
  if (base == 1 || base == -1)
    return exponent % 2 ? base : 1;
  return 0;
}

/// C's pow; that of long double errs at infinity, for exponents of 2^63 and more.
template <typename T> T floatPower(T x, T y) {
  return std::isinf(x) ? T(std::pow(double(x), double(y))) : std::pow(x, y);
}

} // namespace

Arrays PowOp::evaluate(ArrayRef<Array> x) {
  if (isFloat(x[0].dtype()))
    return {zipFloat(x[0], x[1], [](auto a, auto b) { return floatPower(a, b); })};
  return {zipExact(x[0], x[1], [](auto a, auto b) -> decltype(a) {
    if constexpr (std::is_floating_point_v<decltype(a)>)
      return std::pow(a, b);
    else if constexpr (std::is_same_v<decltype(a), bool>)
      return a || !b;
    else
      return integerPower(a, b);
  })};
}
Lanes PowOp::lower(Element &x) {
  const DType dtype = x[0].dtype();
  if (isFloat(dtype))
    return call("pow", x[0], x[1]);
  const DType wide = isUnsigned(dtype) ? DType::ui64 : DType::i64;
  return convert(call(isUnsigned(dtype) ? "cotan_unsigned_power" : "cotan_signed_power",
                      convert(x[0], wide), convert(x[1], wide)),
                 dtype);
}

// A factor of 0 makes a slope 0: the others may be infinite, as x^-1 and log(x) are at 0.
Values PowOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr dz = b(g[0]), x = b(getX()), dx, dy;
  if (b.needs(0)) {
    Expr y = b(getY());
    dx = mul_no_nan(mul_no_nan(pow(x, y - 1.0), y), dz);
  }
  if (b.needs(1))
    dy = mul_no_nan(mul_no_nan(log(x), dz), b(getZ()));
  return {dx, dy};
}

/// The exponent, if it is the same number everywhere and known.
static std::optional<double> constantExponent(PowOp op) {
  SplatElementsAttr y;
  if (!matchPattern(op.getY(), m_Constant(&y)))
    return std::nullopt;
  const DType dtype = *dtypeOf(y.getElementType());
  if (isComplex(dtype)) {
    const auto exponent = y.getSplatValue<std::complex<APFloat>>();
    return exponent.imag().isZero() ? std::optional(exponent.real().convertToDouble())
                                    : std::nullopt;
  }
  if (!isFloat(dtype))
    return std::nullopt;
  return y.getSplatValue<APFloat>().convertToDouble();
}

/// x^n as products: they have a series at x = 0 too, where the recurrence would divide by 0.
static Expr wholePower(SeriesBuilder &b, const Expr &x, unsigned n) {
  return n == 1 ? x : b.shared(wholePower(b, x, n / 2) * wholePower(b, x, n - n / 2));
}

// z' x = y z x': coefficient k of both sides, solved for that of z. Where x is 0 that is no answer,
// unless z itself is infinite there: other exponents leave it to the derivative rule.
Values PowOp::taylor(SeriesBuilder &b, unsigned k) {
  std::optional<double> y = constantExponent(*this);
  if (!y)
    return {};
  if (*y == 0)
    return {Expr()};
  if (*y >= 1 && *y <= 64 && *y == std::floor(*y))
    return {b.coefficient(wholePower(b, b(getX()), unsigned(*y)).value(), k)};
  if (*y > 0)
    return {};
  Expr sum;
  for (unsigned j = 1; j <= k; ++j) {
    Expr dx = b.coefficient(getX(), j), z = b.coefficient(getZ(), k - j);
    if (dx && z)
      sum = total(sum, ((*y * j - (k - j)) / k) * (dx * z));
  }
  return {sum ? sum / b(getX()) : Expr()};
}

/// x^n, by squares.
static Expr complexPower(const Expr &x, unsigned n) {
  if (n == 1)
    return x;
  const Expr squared = square(complexPower(x, n / 2));
  return n % 2 == 0 ? squared : squared * x;
}

// What is built here is of complex numbers still.
Values PowOp::splitComplex(RuleBuilder &b) {
  const Expr x = b(getX()), y = b(getY());
  const std::optional<double> n = constantExponent(*this);
  if (n && *n == std::floor(*n) && *n != 0 && std::abs(*n) <= 64) {
    const Expr power = complexPower(x, unsigned(std::abs(*n)));
    return {*n > 0 ? power : reciprocal(power)};
  }
  const Expr isZero = eq(x, b.full(0, x)), isUseless = eq(y, b.full(0, y));
  const Expr power = exp(y * log(x));
  return {where(isUseless, b.full(1, x), where(and_(isZero, real(y) > 0.0), b.full(0, x), power))};
}

OpFoldResult PowOp::fold(FoldAdaptor constants) {
  Attribute y = constants.getY();
  if (y && (matchPattern(y, m_OneFloat()) || matchPattern(y, m_One())))
    return getX();
  return nullptr;
}

Arrays SquareOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) {
    if constexpr (std::is_same_v<decltype(a), int64_t>)
      return static_cast<uint64_t>(a) * static_cast<uint64_t>(a);
    else
      return a * a;
  })};
}
Lanes SquareOp::lower(Element &x) { return x[0] * x[0]; }
Values SquareOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) * (2.0 * b(getX()))}; }
Values SquareOp::splitComplex(RuleBuilder &b) {
  const auto [x, y] = partsOf(b(getX()));
  return {joined({(x - y) * (x + y), 2.0 * (x * y)})};
}
Values SquareOp::taylor(SeriesBuilder &b, unsigned k) {
  return {sumOfProducts(b, getX(), getX(), k)};
}

Arrays SqrtOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return std::sqrt(a); })};
}
Lanes SqrtOp::lower(Element &x) { return sqrt(x[0]); }
Values SqrtOp::vjp(RuleBuilder &b, ValueRange g) { return {0.5 * b(g[0]) / b(getY())}; }
Values SqrtOp::splitComplex(RuleBuilder &b) { return {joined(root(partsOf(b(getX()))))}; }

Arrays RsqrtOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return 1 / std::sqrt(a); })};
}
Lanes RsqrtOp::lower(Element &x) { return convert(1.0 / sqrt(widened(x[0])), x[0].dtype()); }
Values RsqrtOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr y = b(getY());
  return {-0.5 * b(g[0]) * (y * y * y)};
}
Values RsqrtOp::splitComplex(RuleBuilder &b) { return {reciprocal(sqrt(b(getX())))}; }

Arrays CbrtOp::evaluate(ArrayRef<Array> x) {
  return {mapFloat(x[0], [](auto a) { return std::cbrt(a); })};
}
Lanes CbrtOp::lower(Element &x) { return call("cbrt", x[0]); }
Values CbrtOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]) / (3.0 * square(b(getY())))}; }

Arrays ReciprocalOp::evaluate(ArrayRef<Array> x) {
  return {mapExact(x[0], [](auto a) { return 1 / a; })};
}
Lanes ReciprocalOp::lower(Element &x) { return 1.0 / x[0]; }
Values ReciprocalOp::vjp(RuleBuilder &b, ValueRange g) { return {-b(g[0]) * square(b(getY()))}; }
Values ReciprocalOp::splitComplex(RuleBuilder &b) {
  const Complex z = partsOf(b(getX()));
  const Expr one = b.full(1, z.re), zero = b.full(0, z.re);
  return {joined(quotient({one, zero}, z))};
}
Values ReciprocalOp::taylor(SeriesBuilder &b, unsigned k) { // y x = 1
  Expr rest = sumOfProducts(b, getX(), getY(), k, 1);
  return {rest ? -(b(getY()) * rest) : Expr()};
}

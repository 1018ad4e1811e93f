// nextafter: meaning and derivative. Signature and doc: nextafter.td.
#include "cotan/ops/arithmetic/nextafter.inc"

#include <bit>

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// Signed integers as wide as a float.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 2, int16_t,
                                  std::conditional_t<sizeof(T) == 4, int32_t, int64_t>>;

/// Steps along the integers that are in the order of the floats, with one 0 for both zeros.
template <typename T> T step(T x, bool isUp) {
  using Bits = BitsOf<T>;
  constexpr Bits sign = std::numeric_limits<Bits>::min();
  auto bits = std::bit_cast<Bits>(x);
  const int64_t place = (bits < 0 ? -int64_t(bits ^ sign) : bits) + (isUp ? 1 : -1);
  if (place == 0)
    return std::bit_cast<T>(Bits(bits & sign));
  return std::bit_cast<T>(place < 0 ? Bits(Bits(-place) ^ sign) : Bits(place));
}

DType bitsOf(DType dtype) {
  return sizeOf(dtype) == 2 ? DType::i16 : sizeOf(dtype) == 4 ? DType::i32 : DType::i64;
}

} // namespace

Arrays NextafterOp::evaluate(ArrayRef<Array> x) {
  cotan::detail::needOneShape(x[0], x[1]);
  Array z(x[0].dtype(), x[0].shape());
  visitDType(z.dtype(), [&](auto element) {
    using T = decltype(element);
    if constexpr (isFloatStorage<T>)
      for (auto [from, to, result] :
           llvm::zip_equal(x[0].values<T>(), x[1].values<T>(), z.mutableValues<T>())) {
        const double a = static_cast<double>(from), b = static_cast<double>(to);
        if (std::isnan(a) || std::isnan(b))
          result = static_cast<T>(a + b);
        else
          result = a == b ? to : step(from, a < b);
      }
  });
  return {z};
}

// Away from zero the bits of a number count up; beside zero there is the number of one bit.
Lanes NextafterOp::lower(Element &element) {
  Lanes x = element[0], y = element[1];
  Lanes bits = bitcast(x, bitsOf(x.dtype()));
  Lanes isInwards = (x > 0.0) ^ (y > x);
  Lanes beside = bitcast(select(isInwards, bits - 1.0, bits + 1.0), x.dtype());
  Lanes least = copysign(bitcast(bits.same(1), x.dtype()), y);
  Lanes next = select(x == y, y, select(x == 0.0, least, beside));
  return select(isNaN(x) | isNaN(y), x + y, next);
}

Values NextafterOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0]), Expr()}; }

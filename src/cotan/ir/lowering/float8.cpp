// All in unsigned integers of 32 bits: the bits of an f32, and codes of 8 bits without their sign.
#include "cotan/ir/lowering/float8.h"

#include <cmath>

using namespace llvm;

namespace cotan {
namespace {

constexpr int wideMantissa = 23, wideBias = 127, infinity = 0x7F800000;

struct Format {
  int mantissa, bias;
  int tooLarge; // the code of infinity; where there is none, of NaN
  int nan;
};

Format formatOf(DType dtype) {
  return visitReal(dtype, [](auto element) -> Format {
    using T = decltype(element);
    if constexpr (isSmallFloat<T>)
      return {T::digits, T::bias, T::tooLarge, T::nan};
    __builtin_unreachable();
  });
}

Lanes bitsOf(const Lanes &x, int64_t bits) { return x.builder().integer(DType::ui32, bits); }
Lanes shifted(const Lanes &x, int by) { return x << bitsOf(x, by); }

} // namespace

Lanes decodedFloat8(const Lanes &x) {
  const Format format = formatOf(x.dtype());
  const Lanes byte(x.builder(), DType::ui8, x.value()), bits = convert(byte, DType::ui32);
  const Lanes code = bits & bitsOf(bits, 0x7F), sign = shifted(bits ^ code, 24);
  // The exponent is brought to that of f32 by adding to its field.
  const Lanes normal = shifted(code, wideMantissa - format.mantissa) +
                       bitsOf(bits, int64_t(wideBias - format.bias) << wideMantissa);
  const Lanes least =
      convert(code, DType::f32) * std::ldexp(1.0, 1 - format.bias - format.mantissa);
  Lanes magnitude =
      select(code < double(1 << format.mantissa), bitcast(least, DType::ui32), normal);
  if (format.tooLarge != format.nan)
    magnitude = select(code == double(format.tooLarge), bitsOf(bits, infinity), magnitude);
  const int largest = format.tooLarge == format.nan ? format.nan - 1 : format.tooLarge;
  magnitude = select(code > double(largest), bitsOf(bits, infinity | 0x400000), magnitude);
  return bitcast(magnitude | sign, DType::f32);
}

Lanes encodedFloat8(const Lanes &given, DType to) {
  LaneBuilder &b = given.builder();
  const Format format = formatOf(to);
  // What is rounded again must not lie on a tie it was not on before.
  const Lanes x = given.dtype() == DType::f64
                      ? Lanes(b, DType::f32, roundedToOdd(b.ir, given.value()))
                      : convert(given, DType::f32);
  const Lanes bits = bitcast(x, DType::ui32), magnitude = bits & bitsOf(bits, 0x7FFFFFFF);
  const Lanes sign = (bits ^ magnitude) >> bitsOf(bits, 24);
  // Normal numbers: half of what is cut off is added, or a little less where the last bit is even.
  const int cut = wideMantissa - format.mantissa;
  const Lanes isOdd = (magnitude >> bitsOf(bits, cut)) & bitsOf(bits, 1);
  const Lanes rounded = magnitude + isOdd + bitsOf(bits, (1 << (cut - 1)) - 1);
  const Lanes normal = (rounded >> bitsOf(bits, cut)) -
                       bitsOf(bits, int64_t(wideBias - format.bias) << format.mantissa);
  // Smaller ones: next to this number those of f32 lie as far apart as the least of 8 bits.
  const Lanes among = x.same(std::ldexp(1.0, 1 - format.bias - format.mantissa + wideMantissa));
  const Lanes least =
      bitcast(bitcast(magnitude, DType::f32) + among, DType::ui32) - bitcast(among, DType::ui32);
  const int64_t leastNormal = int64_t(1 - format.bias + wideBias) << wideMantissa;
  Lanes code = select(magnitude < bitsOf(bits, leastNormal), least, normal);
  code = select(code > double(format.tooLarge), bitsOf(bits, format.tooLarge), code);
  code = select(magnitude > bitsOf(bits, infinity), bitsOf(bits, format.nan), code);
  return Lanes(b, to, convert(code | sign, DType::ui8).value());
}

} // namespace cotan

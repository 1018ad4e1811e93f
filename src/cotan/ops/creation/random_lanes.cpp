#include "cotan/ops/creation/random_lanes.h"

namespace cotan {

LaneWords wordsOf(const Lanes &value) {
  Lanes number = convert(value, DType::ui64);
  return {convert(number >> number.same(32), DType::ui32), convert(number, DType::ui32)};
}

LaneWords keyOf(Element &x, int64_t axes) {
  auto word = [&](int64_t number) {
    Place place(x.place().take_front(axes));
    place.push_back(Position(x.builder(), number));
    return x.read(0, place);
  };
  return {word(0), word(1)};
}

static Lanes rotateLeft(const Lanes &x, int places) {
  return (x << x.same(places)) | (x >> x.same(32 - places));
}

// See threefry.h.
LaneWords threefry(const LaneWords &key, const LaneWords &counter) {
  constexpr int rotations[] = {13, 15, 26, 6, 17, 29, 16, 24};
  const Lanes keys[] = {key.first, key.second, key.first ^ key.second ^ key.first.same(0x1BD11BDA)};
  Lanes x = counter.first + keys[0], y = counter.second + keys[1];
  for (int round = 0; round < 20; ++round) {
    x = x + y;
    y = rotateLeft(y, rotations[round % 8]) ^ x;
    if (round % 4 != 3)
      continue;
    const int injection = round / 4 + 1;
    x = x + keys[injection % 3];
    y = y + (keys[(injection + 1) % 3] + injection);
  }
  return {x, y};
}

DType bitsOf(DType dtype) {
  switch (sizeOf(dtype)) {
  case 1: return DType::ui8;
  case 2: return DType::ui16;
  case 4: return DType::ui32;
  default: return DType::ui64;
  }
}

Lanes randomBitsOf(const LaneWords &key, const Lanes &index, DType dtype) {
  const LaneWords words = threefry(key, wordsOf(index));
  if (dtype != DType::ui64)
    return convert(words.first ^ words.second, dtype);
  Lanes upper = convert(words.first, dtype);
  return (upper << upper.same(32)) | convert(words.second, dtype);
}

Lanes withMantissa(DType dtype, int mantissa, const Lanes &bits, double power) {
  const double unused = 8.0 * sizeOf(bits.dtype()) - mantissa;
  Lanes exponent = bitcast(bits.builder().constant(dtype, power), bitsOf(dtype));
  Lanes upper = convert(bits >> bits.same(unused), bitsOf(dtype));
  return bitcast(upper | exponent, dtype);
}

} // namespace cotan

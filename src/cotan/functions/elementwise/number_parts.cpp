#include "cotan/functions/functions.h"

#include "cotan/functions/operators.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/context.h"

#include <cmath>

namespace ct {
namespace {

/// Integers of the width of a float, to look at its bits.
DType bitsOf(DType dtype) {
  switch (itemSize(dtype)) {
  case 2: return DType::int16;
  case 4: return DType::int32;
  default: return DType::int64;
  }
}

DType unsignedOf(int64_t bytes) {
  return bytes == 1   ? DType::uint8
         : bytes == 2 ? DType::uint16
         : bytes == 4 ? DType::uint32
                      : DType::uint64;
}

Tensor sameBits(const Tensor &x, DType dtype) {
  return op::bitcast(astype(x, x.dtype()), {.results = typeOf(dtype, openSizesOf(x))});
}

/// Where each of several parts of so many bytes begins, as numbers of bits.
Tensor firstBits(int64_t parts, int64_t bytes, DType dtype) {
  return astype(arange(int64_t(0), 8 * bytes * parts, 8 * bytes), dtype);
}

/// The parts of each element along a new last axis, the lowest bits first.
Tensor inParts(const Tensor &x, DType dtype) {
  const int64_t bytes = itemSize(dtype), whole = itemSize(x.dtype());
  Tensor bits = expand_dims(sameBits(x, unsignedOf(whole)), {-1});
  Tensor parts = right_shift(bits, firstBits(whole / bytes, bytes, bits.dtype()));
  return sameBits(astype(parts & ((int64_t(1) << 8 * bytes) - 1), unsignedOf(bytes)), dtype);
}

/// Elements of the parts along the last axis, the lowest bits first.
Tensor ofParts(const Tensor &x, DType dtype) {
  const int64_t bytes = itemSize(x.dtype()), whole = itemSize(dtype);
  if (x.ndim() == 0 || openSizesOf(x).back() != whole / bytes)
    refuse("elements of " + nameOf(dtype) + " are made of " + std::to_string(whole / bytes) +
           " of " + nameOf(x.dtype()) + " each, which the last axis must hold, but found " +
           describe(x.body()->type()));
  Tensor bits = astype(sameBits(x, unsignedOf(bytes)), unsignedOf(whole));
  bits = left_shift(bits, firstBits(whole / bytes, bytes, bits.dtype()));
  return sameBits(sum(bits, {-1}, {.dtype = bits.dtype()}), dtype);
}

bool isSigned(DType dtype) { return dtype >= DType::int8 && dtype <= DType::int64; }

void needIntegers(const Tensor &x) {
  if (isInexact(x.dtype()) || x.dtype() == DType::bool_)
    refuse<TypeError>("needs integers, but found " + nameOf(x.dtype()) +
                      "; convert with astype(ct.int64)");
}

/// The binary logarithm of the ratio of the largest number to the smallest, in round numbers:
/// further exponents make no difference.
int64_t exponentRange(DType dtype) {
  return dtype == DType::float64 ? 2200 : dtype == DType::float16 ? 48 : 300;
}

/// The exponent of frexp, as int32, of numbers that are finite and not 0. What is below the normal
/// ones is moved up to them first.
Tensor exponentOf(const Tensor &x) {
  Tensor number = itemSize(x.dtype()) < 4 ? astype(x, DType::float32) : x;
  const bool isDouble = number.dtype() == DType::float64;
  const int64_t digits = isDouble ? 52 : 23, largest = isDouble ? 0x7ff : 0xff;
  Tensor isSmall = abs(number) < std::ldexp(1.0, isDouble ? -1022 : -126);
  Tensor normal = where(isSmall, number * std::ldexp(1.0, int(digits + 1)), number);
  Tensor bits = bitcast_convert_type(normal, bitsOf(number.dtype()));
  Tensor exponent = astype(right_shift(bits, digits) & largest, DType::int32);
  return exponent - largest / 2 + 1 - where(isSmall, digits + 1, 0);
}

} // namespace

Tensor bitcast_convert_type(const Tensor &x, DType dtype) {
  const Called called("ct.bitcast_convert_type");
  const size_t from = itemSize(x.dtype()), to = itemSize(dtype);
  if (isComplex(x.dtype()) != isComplex(dtype) && from == to)
    refuse<TypeError>("complex numbers are two numbers each, which have no bits in common; look at "
                      "ct.real(x) and ct.imag(x)");
  if (from == to)
    return sameBits(x, dtype);
  for (DType type : {x.dtype(), dtype})
    if (isComplex(type) || isStorageOnly(type) || type == DType::bool_)
      refuse<TypeError>("elements of " + nameOf(type) + " have another width than " +
                        nameOf(type == dtype ? x.dtype() : dtype) +
                        " and are no parts of numbers; choose integers or floats");
  return from > to ? inParts(x, dtype) : ofParts(x, dtype);
}

Tensor signbit(const Tensor &x) {
  const Called called("ct.signbit");
  if (!isFloating(x.dtype()))
    return isSigned(x.dtype()) ? x < 0 : zeros_like(x, DType::bool_);
  return bitcast_convert_type(x, bitsOf(x.dtype())) < 0;
}

Tensor isposinf(const Tensor &x) {
  const Called called("ct.isposinf");
  return asFloats(x) == HUGE_VAL;
}
Tensor isneginf(const Tensor &x) {
  const Called called("ct.isneginf");
  return asFloats(x) == -HUGE_VAL;
}

Tensor fmod(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.fmod");
  auto both = promoted(Accepts::numbers, {x1, x2});
  const Tensor &x = both[0], &y = both[1];
  if (isFloating(x.dtype())) { // of numbers that are not negative both remainders are the same
    Tensor isNegative = signbit(x), left = remainder(where(isNegative, -x, x), abs(y));
    return where(isNegative, -left, left);
  }
  Tensor left = remainder(x, y);
  return where(logical_and(left != 0, (left < 0) != (x < 0)), left - y, left);
}

std::pair<Tensor, Tensor> divmod(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.divmod");
  return {floor_divide(x1, x2), remainder(x1, x2)};
}

std::pair<Tensor, Tensor> modf(const Tensor &x) {
  const Called called("ct.modf");
  Tensor number = asFloats(x), whole = trunc(number);
  return {copysign(where(isinf(number), 0.0, number - whole), number), whole};
}

Tensor ldexp(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.ldexp");
  if (x2.dtype() != DType::bool_)
    needIntegers(x2);
  Tensor x = asFloats(x1), both[] = {x, x2};
  broadcastSizes(both);
  int64_t range = exponentRange(x.dtype());
  Tensor exponent = clip(astype(x2, DType::int64), -range, range);
  Tensor quarter = floor_divide(exponent, 4);
  Tensor factor = exp2(astype(quarter, x.dtype()));
  Tensor rest = exp2(astype(exponent - quarter * 3, x.dtype()));
  return x * factor * factor * factor * rest;
}

Tensor gcd(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.gcd");
  needIntegers(x1);
  needIntegers(x2);
  return elementwise(op::gcd, Accepts::integers, x1, x2);
}

Tensor lcm(const Tensor &x1, const Tensor &x2) {
  const Called called("ct.lcm");
  needIntegers(x1);
  needIntegers(x2);
  return elementwise(op::lcm, Accepts::integers, x1, x2);
}

std::pair<Tensor, Tensor> frexp(const Tensor &x) {
  const Called called("ct.frexp");
  Tensor number = asFloats(x);
  needComputed(number.dtype());
  Tensor isSpecial = logical_or(number == 0, logical_not(isfinite(number)));
  Tensor exponent = where(isSpecial, 0, exponentOf(number));
  return {ldexp(number, -exponent), exponent};
}

Tensor spacing(const Tensor &x) {
  const Called called("ct.spacing");
  Tensor number = asFloats(x), away = copysign(full_like(number, HUGE_VAL), number);
  return where(isfinite(number), nextafter(number, away) - number, double(NAN));
}

// Sums of neighbouring bits, of pairs of them, of halves of bytes; then of all bytes, in the first.
Tensor bitwise_count(const Tensor &x) {
  const Called called("ct.bitwise_count");
  if (isInexact(x.dtype()))
    needIntegers(x);
  needComputed(x.dtype());
  Tensor wide = x.dtype() == DType::uint64 ? x : abs(astype(x, DType::int64));
  Tensor bits = astype(wide, DType::uint64);
  auto mask = [](uint64_t places) { return astype(Tensor(places), DType::uint64); };
  auto moved = [&](int64_t places) { return right_shift(bits, mask(uint64_t(places))); };
  bits = bits - (moved(1) & mask(0x5555555555555555));
  bits = (bits & mask(0x3333333333333333)) + (moved(2) & mask(0x3333333333333333));
  bits = (bits + moved(4)) & mask(0x0f0f0f0f0f0f0f0f);
  bits = bits * mask(0x0101010101010101);
  return astype(moved(56), DType::uint8);
}

} // namespace ct

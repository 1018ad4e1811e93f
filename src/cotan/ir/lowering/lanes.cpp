#include "cotan/ir/lowering/lanes.h"

#include "cotan/ir/lowering/float8.h"
#include "cotan/ir/lowering/processor.h"

#include "llvm/IR/IntrinsicInst.h"

#include <cmath>

using namespace llvm;

namespace cotan {
namespace {

/// What can be compared.
Lanes decoded(const Lanes &x) { return isFloat8(x.dtype()) ? convert(x, DType::f32) : x; }

/// Applies `f` to the values, brought to one number of lanes.
template <typename F> Value *apply(Lanes x, Lanes y, F f) {
  Lanes both[] = {x, y};
  x.builder().level(both);
  return f(x.builder().ir, both[0].value(), both[1].value());
}

template <typename Float, typename Integer>
Lanes arithmetic(const Lanes &x, const Lanes &y, Float onFloats, Integer onIntegers) {
  Value *value = isFloat(x.dtype()) ? apply(x, y, onFloats) : apply(x, y, onIntegers);
  return x.builder().rounded(x.dtype(), value);
}

template <typename F> Lanes onBits(const Lanes &x, const Lanes &y, F f) {
  return Lanes(x.builder(), x.dtype(), apply(x, y, f));
}

Lanes compare(const Lanes &x, const Lanes &y, CmpInst::Predicate floats,
              CmpInst::Predicate isSigned, CmpInst::Predicate isUnsignedOrBool) {
  bool noSign = isUnsigned(x.dtype()) || x.dtype() == DType::i1;
  Value *value = apply(x, y, [&](IRBuilder<> &ir, Value *a, Value *b) {
    if (isFloat(x.dtype()))
      return ir.CreateFCmp(floats, a, b);
    return ir.CreateICmp(noSign ? isUnsignedOrBool : isSigned, a, b);
  });
  return Lanes(x.builder(), DType::i1, value);
}

Lanes unary(Intrinsic::ID id, const Lanes &x) { return x.builder().intrinsic(id, {x}); }

Lanes extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) {
  Lanes both[] = {x, y};
  x.builder().level(both);
  return x.builder().processor.extremum(id, both[0], both[1]);
}

} // namespace

unsigned Lanes::count() const {
  auto vector = dyn_cast<FixedVectorType>(llvmValue->getType());
  return vector ? vector->getNumElements() : 1;
}

Lanes Lanes::same(double value) const { return laneBuilder->constant(type, value); }

//--- arithmetic

Lanes operator+(const Lanes &x, const Lanes &y) {
  return arithmetic(
      x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateFAdd(a, b); },
      [](auto &ir, auto *a, auto *b) { return ir.CreateAdd(a, b); });
}
Lanes operator-(const Lanes &x, const Lanes &y) {
  return arithmetic(
      x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateFSub(a, b); },
      [](auto &ir, auto *a, auto *b) { return ir.CreateSub(a, b); });
}
Lanes operator*(const Lanes &x, const Lanes &y) {
  return arithmetic(
      x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateFMul(a, b); },
      [](auto &ir, auto *a, auto *b) { return ir.CreateMul(a, b); });
}
Lanes operator/(const Lanes &x, const Lanes &y) {
  return arithmetic(
      x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateFDiv(a, b); },
      [&](auto &ir, auto *a, auto *b) {
        return isUnsigned(x.dtype()) ? ir.CreateUDiv(a, b) : ir.CreateSDiv(a, b);
      });
}
Lanes remainder(const Lanes &x, const Lanes &y) {
  if (isFloat(x.dtype()))
    return call("fmod", x, y);
  return onBits(x, y, [&](auto &ir, auto *a, auto *b) {
    return isUnsigned(x.dtype()) ? ir.CreateURem(a, b) : ir.CreateSRem(a, b);
  });
}
Lanes safeDivisor(const Lanes &y) {
  Lanes forbidden = y == 0.0;
  if (!isUnsigned(y.dtype()))
    forbidden = forbidden | (y == -1.0);
  return select(forbidden, 1.0, y);
}
Lanes operator-(const Lanes &x) {
  IRBuilder<> &ir = x.builder().ir;
  Value *value = isFloat(x.dtype()) ? ir.CreateFNeg(x.value()) : ir.CreateNeg(x.value());
  return Lanes(x.builder(), x.dtype(), value);
}

//--- bits and comparison

Lanes operator&(const Lanes &x, const Lanes &y) {
  return onBits(x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateAnd(a, b); });
}
Lanes operator|(const Lanes &x, const Lanes &y) {
  return onBits(x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateOr(a, b); });
}
Lanes operator^(const Lanes &x, const Lanes &y) {
  return onBits(x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateXor(a, b); });
}
Lanes operator~(const Lanes &x) {
  return Lanes(x.builder(), x.dtype(), x.builder().ir.CreateNot(x.value()));
}
Lanes operator<<(const Lanes &x, const Lanes &y) {
  return onBits(x, y, [](auto &ir, auto *a, auto *b) { return ir.CreateShl(a, b); });
}
Lanes operator>>(const Lanes &x, const Lanes &y) {
  return onBits(x, y, [&](auto &ir, auto *a, auto *b) {
    return isUnsigned(x.dtype()) ? ir.CreateLShr(a, b) : ir.CreateAShr(a, b);
  });
}

Lanes operator==(const Lanes &x, const Lanes &y) {
  return compare(decoded(x), decoded(y), CmpInst::FCMP_OEQ, CmpInst::ICMP_EQ, CmpInst::ICMP_EQ);
}
Lanes operator!=(const Lanes &x, const Lanes &y) {
  return compare(decoded(x), decoded(y), CmpInst::FCMP_UNE, CmpInst::ICMP_NE, CmpInst::ICMP_NE);
}
Lanes operator<(const Lanes &x, const Lanes &y) {
  return compare(x, y, CmpInst::FCMP_OLT, CmpInst::ICMP_SLT, CmpInst::ICMP_ULT);
}
Lanes operator<=(const Lanes &x, const Lanes &y) {
  return compare(x, y, CmpInst::FCMP_OLE, CmpInst::ICMP_SLE, CmpInst::ICMP_ULE);
}
Lanes operator>(const Lanes &x, const Lanes &y) { return y < x; }
Lanes operator>=(const Lanes &x, const Lanes &y) { return y <= x; }
Lanes isNaN(const Lanes &x) {
  return compare(x, x, CmpInst::FCMP_UNO, CmpInst::ICMP_NE, CmpInst::ICMP_NE);
}

Lanes select(const Lanes &condition, const Lanes &x, const Lanes &y) {
  Lanes all[] = {condition, x, y};
  x.builder().level(all);
  return Lanes(x.builder(), x.dtype(),
               x.builder().ir.CreateSelect(all[0].value(), all[1].value(), all[2].value()));
}

Lanes selectRare(const Lanes &condition, llvm::function_ref<Lanes()> rare, const Lanes &otherwise) {
  LaneBuilder &b = condition.builder();
  auto made = [&] { return select(condition, rare(), otherwise); };
  if (!b.choose)
    return made();
  llvm::Value *any =
      condition.count() == 1 ? condition.value() : b.ir.CreateOrReduce(condition.value());
  return b.choose(Lanes(b, DType::i1, any), b.repeat(otherwise, condition.count()), made);
}

//--- conversion

/// A byte of an integer as one of four bits, which wraps around; what was a float has its limits.
static Lanes fourBits(const Lanes &byte, DType to, bool saturates) {
  LaneBuilder &b = byte.builder();
  if (to == DType::ui4)
    return Lanes(
        b, to,
        (saturates ? minimum(byte, byte.same(15)) : byte & b.integer(byte.dtype(), 15)).value());
  const Lanes unused = b.integer(byte.dtype(), 8 - Int4::bits);
  return Lanes(
      b, to,
      (saturates ? maximum(minimum(byte, byte.same(7)), byte.same(-8)) : byte << unused >> unused)
          .value());
}

Lanes convert(const Lanes &x, DType to) {
  LaneBuilder &b = x.builder();
  IRBuilder<> &ir = b.ir;
  if (x.dtype() == to)
    return x;
  if (to == DType::i1)
    return x != 0.0;
  if (isFloat8(x.dtype()))
    return convert(decodedFloat8(x), to);
  if (isFloat8(to))
    return encodedFloat8(isFloat(x.dtype()) ? x : convert(x, DType::f64), to);
  if (to == DType::i4 || to == DType::ui4)
    return fourBits(convert(x, to == DType::i4 ? DType::i8 : DType::ui8), to, isFloat(x.dtype()));
  Type *type = b.registerType(to, x.count());
  bool noSign = isUnsigned(x.dtype()) || x.dtype() == DType::i1;
  if (isFloat(x.dtype()) && isFloat(to))
    return b.rounded(to, sizeOf(to) == 2 ? x.value() : ir.CreateFPCast(x.value(), type));
  if (isFloat(to)) {
    // Through f64, which holds more integers, so that f16 and bf16 are rounded once.
    if (sizeOf(to) == 2)
      type = b.registerType(DType::f64, x.count());
    return b.rounded(to,
                     noSign ? ir.CreateUIToFP(x.value(), type) : ir.CreateSIToFP(x.value(), type));
  }
  if (isFloat(x.dtype()))
    return Lanes(b, to,
                 ir.CreateIntrinsic(isUnsigned(to) ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat,
                                    {type, x.value()->getType()}, {x.value()}));
  return Lanes(b, to, ir.CreateIntCast(x.value(), type, !noSign));
}

Lanes bitcast(const Lanes &x, DType to) {
  LaneBuilder &b = x.builder();
  if (to == DType::i4 || to == DType::ui4) // of which the upper half of the byte differs
    return convert(x, to);
  Value *bits = b.toMemory(x);
  return b.fromMemory(to, b.ir.CreateBitCast(bits, b.memoryType(to, x.count())));
}

//--- exact functions

Lanes abs(const Lanes &x) {
  if (isFloat(x.dtype()))
    return unary(Intrinsic::fabs, x);
  return isUnsigned(x.dtype()) || x.dtype() == DType::i1 ? x : select(x < 0.0, -x, x);
}
Lanes sqrt(const Lanes &x) { return unary(Intrinsic::sqrt, x); }
Lanes floor(const Lanes &x) { return unary(Intrinsic::floor, x); }
Lanes ceil(const Lanes &x) { return unary(Intrinsic::ceil, x); }
Lanes trunc(const Lanes &x) { return unary(Intrinsic::trunc, x); }
Lanes roundEven(const Lanes &x) { return unary(Intrinsic::roundeven, x); }
Lanes copysign(const Lanes &magnitude, const Lanes &sign) {
  return magnitude.builder().intrinsic(Intrinsic::copysign, {magnitude, sign});
}
Lanes fma(const Lanes &x, const Lanes &y, const Lanes &z) {
  return x.builder().intrinsic(Intrinsic::fma, {x, y, z});
}
Lanes maximum(const Lanes &x, const Lanes &y) {
  return isFloat(x.dtype()) ? extremum(Intrinsic::maximum, x, y) : select(x > y, x, y);
}
Lanes minimum(const Lanes &x, const Lanes &y) {
  return isFloat(x.dtype()) ? extremum(Intrinsic::minimum, x, y) : select(x < y, x, y);
}

Lanes log1p(const Lanes &number) {
  constexpr double scale = 1 << 20;
  Lanes x = widened(number), isLarge = x > (x.dtype() == DType::f64 ? 1e300 : 1e30);
  Lanes y = call("log1p", select(isLarge, x / scale, x));
  return convert(select(isLarge, y + std::log(scale), y), number.dtype());
}

} // namespace cotan

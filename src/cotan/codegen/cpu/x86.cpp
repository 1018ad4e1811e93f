#include "cotan/codegen/cpu/x86.h"

#include "cotan/codegen/cpu/sleef.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace cotan {
namespace {

unsigned bytesOf(const Lanes &x) { return x.count() * sizeOf(x.dtype()); }

/// SSE2, and what the others have as well.
class X86 : public Target {
public:
  explicit X86(const X86Level &level) : sleef(level.sleef) {
    name = cpu = level.name;
    registerBytes = level.registerBytes;
    registers = level.registers;
    multipliesAndAdds = llvm::is_contained(level.features, StringRef("fma"));
  }

  Lanes extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) const override;
  Lanes callVector(StringRef function, ArrayRef<Lanes> args) const override {
    return callSleef(function, args, sleef);
  }
  void awaitStores(IRBuilder<> &ir) const override {
    ir.CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
  }

protected:
  /// Each bit is what most of the three have.
  virtual Value *majority(IRBuilder<> &ir, Value *x, Value *y, Value *z) const {
    return ir.CreateOr(ir.CreateAnd(x, y), ir.CreateAnd(ir.CreateOr(x, y), z));
  }

private:
  const char *sleef;
};

/// LLVM takes twice the instructions for vectors nothing is known of.
Lanes X86::extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) const {
  if (x.count() == 1 || isa<Constant>(x.value()) || isa<Constant>(y.value()))
    return Target::extremum(id, x, y);
  LaneBuilder &b = x.builder();
  IRBuilder<> &ir = b.ir;
  const bool largest = id == Intrinsic::maximum;
  Type *bits = VectorType::getInteger(cast<VectorType>(x.value()->getType()));
  // One instruction, which gives the second where one is NaN or both are zeros.
  auto either = [&](const Lanes &first, const Lanes &second) {
    Lanes isFirst = largest ? first > second : first < second;
    return ir.CreateBitCast(select(isFirst, first, second).value(), bits);
  };
  Value *one = either(x, y), *other = either(y, x);
  // They differ only there. All bits of both are NaN if one is; the sign of 0 is that of either in
  // a minimum, that of both in a maximum.
  Value *result =
      largest
          ? majority(ir, one, other,
                     ConstantInt::get(bits, APInt::getSignedMaxValue(bits->getScalarSizeInBits())))
          : ir.CreateOr(one, other);
  return Lanes(b, x.dtype(), ir.CreateBitCast(result, x.value()->getType()));
}

/// The numbers of a table as one or several registers.
Constant *numbers(LaneBuilder &b, DType dtype, ArrayRef<double> values) {
  SmallVector<Constant *> lanes;
  for (double value : values)
    lanes.push_back(ConstantFP::get(b.registerType(dtype), value));
  return ConstantVector::get(lanes);
}

class Avx2 : public X86 {
public:
  using X86::X86;

  /// It blends at once, which is what LLVM takes for a maximum.
  Lanes extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) const override {
    return id == Intrinsic::maximum ? Target::extremum(id, x, y) : X86::extremum(id, x, y);
  }
};

class Avx512 : public X86 {
public:
  using X86::X86;

  bool scales(const Lanes &x) const override {
    const unsigned bytes = bytesOf(x);
    x.builder().differsAlone |= x.count() == 1;
    return bytes == 64 || bytes == 32 || bytes == 16;
  }
  Lanes scale(const Lanes &x, const Lanes &n) const override;

  /// One or two registers hold the table.
  bool looksUp(const Lanes &x) const override { return bytesOf(x) % registerBytes == 0; }
  Lanes lookUp(DType dtype, ArrayRef<double> table, const Lanes &index) const override;

protected:
  Value *majority(IRBuilder<> &ir, Value *x, Value *y, Value *z) const override;
};

Lanes Avx512::scale(const Lanes &x, const Lanes &n) const {
  using namespace Intrinsic;
  const ID ids[2][3] = {
      {x86_avx512_mask_scalef_ps_128, x86_avx512_mask_scalef_ps_256, x86_avx512_mask_scalef_ps_512},
      {x86_avx512_mask_scalef_pd_128, x86_avx512_mask_scalef_pd_256,
       x86_avx512_mask_scalef_pd_512}};
  const unsigned bytes = bytesOf(x);
  IRBuilder<> &ir = x.builder().ir;
  SmallVector<Value *> args = {x.value(), n.value(), x.value(),
                               ir.getIntN(std::max(8u, x.count()), ~0ull)};
  if (bytes == 64)
    args.push_back(ir.getInt32(4)); // rounded as usual
  return {x.builder(), x.dtype(),
          ir.CreateIntrinsic(ids[x.dtype() == DType::f64][Log2_32(bytes / 16)], args)};
}

Lanes Avx512::lookUp(DType dtype, ArrayRef<double> table, const Lanes &index) const {
  using namespace Intrinsic;
  LaneBuilder &b = index.builder();
  auto inRegister = [&](Value *places) -> Value * {
    if (dtype == DType::f32)
      return b.ir.CreateIntrinsic(x86_avx512_permvar_sf_512, {numbers(b, dtype, table), places});
    return b.ir.CreateIntrinsic(
        x86_avx512_vpermi2var_pd_512,
        {numbers(b, dtype, table.take_front(8)), places, numbers(b, dtype, table.drop_front(8))});
  };
  const unsigned width = registerBytes / sizeOf(dtype);
  SmallVector<Value *> found;
  for (unsigned start = 0; start < index.count(); start += width)
    found.push_back(inRegister(
        index.count() == width
            ? index.value()
            : b.ir.CreateShuffleVector(index.value(), to_vector(seq<int>(start, start + width)))));
  return {b, dtype, concatenateVectors(b.ir, found)};
}

/// One instruction for a whole register.
Value *Avx512::majority(IRBuilder<> &ir, Value *x, Value *y, Value *z) const {
  if (x->getType()->getPrimitiveSizeInBits() != 512)
    return X86::majority(ir, x, y, z);
  auto id = x->getType()->getScalarSizeInBits() == 64 ? Intrinsic::x86_avx512_pternlog_q_512
                                                      : Intrinsic::x86_avx512_pternlog_d_512;
  return ir.CreateIntrinsic(id, {}, {x, y, z, ir.getInt32(0b11101000)});
}

} // namespace

ArrayRef<X86Level> x86Levels() {
  static const X86Level levels[] = {
      {"x86-64-v4", 64, 32, "avx512f", {"avx512f", "avx512bw", "avx512vl", "avx512dq", "fma"}},
      {"x86-64-v3", 32, 16, "avx2", {"avx2", "fma"}},
      {"x86-64", 16, 16, "sse2", {}},
  };
  return levels;
}

std::unique_ptr<Target> makeX86(const X86Level &level) {
  if (level.registerBytes == 64)
    return std::make_unique<Avx512>(level);
  if (level.registerBytes == 32)
    return std::make_unique<Avx2>(level);
  return std::make_unique<X86>(level);
}

} // namespace cotan

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

using Tables = ArrayRef<ArrayRef<double>>;

Constant *numbers(LaneBuilder &b, DType dtype, ArrayRef<double> values) {
  SmallVector<Constant *> lanes;
  for (double value : values)
    lanes.push_back(ConstantFP::get(b.registerType(dtype), value));
  return ConstantVector::get(lanes);
}

/// What is looked up for all indices, where `lookUp` gives it for those of a register.
std::vector<Lanes> lookUpEach(DType dtype, Tables tables, const Lanes &index, unsigned width,
                              function_ref<SmallVector<Value *>(Value *places)> lookUp) {
  LaneBuilder &b = index.builder();
  std::vector<SmallVector<Value *>> found(tables.size());
  for (unsigned start = 0; start < index.count(); start += width) {
    Value *places =
        index.count() == width
            ? index.value()
            : b.ir.CreateShuffleVector(index.value(), to_vector(seq<int>(start, start + width)));
    for (auto [parts, part] : zip_equal(found, lookUp(places)))
      parts.push_back(part);
  }
  std::vector<Lanes> all;
  for (ArrayRef<Value *> parts : found)
    all.emplace_back(b, dtype, concatenateVectors(b.ir, parts));
  return all;
}

class Avx2 : public X86 {
public:
  using X86::X86;

  /// One register holds a table of 8 single floats. Doubles are loaded.
  bool looksUp(const Lanes &x, size_t tables, size_t entries) const override {
    return bytesOf(x) % registerBytes == 0 &&
           (x.dtype() == DType::f32 ? entries == 8 : tables > 4 && isPowerOf2_64(entries));
  }
  std::vector<Lanes> lookUp(DType dtype, Tables tables, const Lanes &index) const override;

  /// It blends at once, which is what LLVM takes for a maximum.
  Lanes extremum(Intrinsic::ID id, const Lanes &x, const Lanes &y) const override {
    return id == Intrinsic::maximum ? Target::extremum(id, x, y) : X86::extremum(id, x, y);
  }
};

/// The tables in memory, where those numbers follow each other that one index means.
Constant *inMemory(LaneBuilder &b, Tables tables) {
  SmallVector<double> all;
  for (size_t entry = 0; entry < tables.front().size(); ++entry) {
    for (ArrayRef<double> table : tables)
      all.push_back(table[entry]);
    all.resize(alignTo(all.size(), 2));
  }
  Constant *init = ConstantDataArray::get(b.ir.getContext(), all);
  Module *module = b.ir.GetInsertBlock()->getModule();
  for (GlobalVariable &other : module->globals())
    if (other.hasInitializer() && other.getInitializer() == init)
      return &other;
  auto *held =
      new GlobalVariable(*module, init->getType(), true, GlobalValue::PrivateLinkage, init);
  held->setAlignment(Align(16));
  return held;
}

/// Four doubles of each table: pairs of two tables' numbers are loaded, and transposed.
SmallVector<Value *> loadDoubles(LaneBuilder &b, Tables tables, Value *places) {
  IRBuilder<> &ir = b.ir;
  Type *pair = FixedVectorType::get(ir.getDoubleTy(), 2);
  Constant *memory = inMemory(b, tables);
  const uint64_t pairs = divideCeil(tables.size(), 2);
  std::array<Value *, 4> entries;
  for (unsigned lane = 0; lane < 4; ++lane) {
    Value *place = ir.CreateAnd(ir.CreateExtractElement(places, lane), tables.front().size() - 1);
    entries[lane] = ir.CreateGEP(pair, memory, ir.CreateMul(place, ir.getInt64(pairs)));
  }
  SmallVector<Value *> found;
  for (unsigned i = 0; i < pairs; ++i) {
    auto of = [&](unsigned lane) {
      return ir.CreateAlignedLoad(pair, ir.CreateConstGEP1_64(pair, entries[lane], i), Align(16));
    };
    Value *even = ir.CreateShuffleVector(of(0), of(2), {0, 1, 2, 3});
    Value *odd = ir.CreateShuffleVector(of(1), of(3), {0, 1, 2, 3});
    found.push_back(ir.CreateShuffleVector(even, odd, {0, 4, 2, 6}));
    found.push_back(ir.CreateShuffleVector(even, odd, {1, 5, 3, 7}));
  }
  found.resize(tables.size());
  return found;
}

std::vector<Lanes> Avx2::lookUp(DType dtype, Tables tables, const Lanes &index) const {
  LaneBuilder &b = index.builder();
  return lookUpEach(dtype, tables, index, registerBytes / sizeOf(dtype), [&](Value *places) {
    if (dtype == DType::f64)
      return loadDoubles(b, tables, places);
    return map_to_vector(tables, [&](ArrayRef<double> table) -> Value * {
      return b.ir.CreateIntrinsic(Intrinsic::x86_avx2_permps, {numbers(b, dtype, table), places});
    });
  });
}

class Avx512 : public X86 {
public:
  using X86::X86;

  bool scales(const Lanes &x) const override {
    const unsigned bytes = bytesOf(x);
    return bytes == 64 || bytes == 32 || bytes == 16;
  }
  Lanes scale(const Lanes &x, const Lanes &n) const override;

  /// One or two registers hold a table; of numbers in several, it is done one after another.
  bool looksUp(const Lanes &x, size_t, size_t entries) const override {
    return bytesOf(x) % registerBytes == 0 &&
           (entries == 16 || (entries == 8 && x.dtype() == DType::f32));
  }
  std::vector<Lanes> lookUp(DType dtype, Tables tables, const Lanes &index) const override;

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

std::vector<Lanes> Avx512::lookUp(DType dtype, Tables tables, const Lanes &index) const {
  using namespace Intrinsic;
  LaneBuilder &b = index.builder();
  auto lookUp = [&](ArrayRef<double> table, Value *places) -> Value * {
    SmallVector<double> all(table);
    if (table.size() == 8) // single floats: half a register
      all.append(table.begin(), table.end());
    if (dtype == DType::f32)
      return b.ir.CreateIntrinsic(x86_avx512_permvar_sf_512, {numbers(b, dtype, all), places});
    const ArrayRef<double> halves = all;
    return b.ir.CreateIntrinsic(
        x86_avx512_vpermi2var_pd_512,
        {numbers(b, dtype, halves.take_front(8)), places, numbers(b, dtype, halves.drop_front(8))});
  };
  return lookUpEach(dtype, tables, index, registerBytes / sizeOf(dtype), [&](Value *places) {
    return map_to_vector(tables, [&](ArrayRef<double> table) { return lookUp(table, places); });
  });
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

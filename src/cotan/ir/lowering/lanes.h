// Numbers in generated code: what an op's `lower` is written with.
//
//   Lanes SigmoidOp::lower(Element &x) { return 1.0 / (1.0 + exp(-x[0])); }
//
// A formula makes LLVM instructions for one number, or for a SIMD vector of numbers that are
// computed side by side; it need not know which. Vectors and single numbers mix: a single one is
// repeated.
#pragma once

#include "cotan/support/dtype.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

#include <functional>

namespace cotan {

class LaneBuilder;
class Processor;

/// One number or a SIMD vector of numbers of an element type. f16 and bf16 are kept as f32 and
/// rounded after each operation; signedness is the element type's. Types for storage only are kept
/// as the byte they are in memory: only `convert`, `==` and `!=` know what it means.
class Lanes {
public:
  Lanes() = default;
  Lanes(LaneBuilder &builder, DType dtype, llvm::Value *value)
      : laneBuilder(&builder), type(dtype), llvmValue(value) {}

  explicit operator bool() const { return llvmValue; }
  DType dtype() const { return type; }
  llvm::Value *value() const { return llvmValue; }
  LaneBuilder &builder() const { return *laneBuilder; }
  /// How many numbers: 1 if it is no vector.
  unsigned count() const;
  /// A constant of this element type.
  Lanes same(double value) const;

private:
  LaneBuilder *laneBuilder = nullptr;
  DType type = DType::f64;
  llvm::Value *llvmValue = nullptr;
};

/// Makes instructions at a place in LLVM IR that may move.
class LaneBuilder {
public:
  LaneBuilder(llvm::IRBuilder<> &ir, const Processor &processor) : ir(ir), processor(processor) {}

  /// Integers wrap around; floats are rounded.
  Lanes constant(DType dtype, double value);
  Lanes integer(DType dtype, int64_t value);
  /// 0, 1, 2, ... in `count` lanes.
  Lanes laneNumbers(DType dtype, unsigned count);
  Lanes repeat(const Lanes &x, unsigned count);
  /// Repeats single numbers so that all have as many lanes as the widest.
  void level(llvm::MutableArrayRef<Lanes> values);
  /// A function of the C library or of the runtime, by name, on floats of one type.
  Lanes call(llvm::StringRef function, llvm::ArrayRef<Lanes> args);
  /// The same by a call, even if there is a formula; all have the same number of lanes.
  Lanes callLibrary(llvm::StringRef function, llvm::ArrayRef<Lanes> args);
  /// Calls a function without effects by its symbol; it takes and returns values of one type.
  llvm::Value *callPure(llvm::StringRef symbol, llvm::ArrayRef<llvm::Value *> args);
  Lanes intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<Lanes> args);

  /// The types of numbers: in registers, and in memory.
  llvm::Type *registerType(DType dtype, unsigned count = 1);
  llvm::Type *memoryType(DType dtype, unsigned count = 1);
  /// From what was loaded, and to what is stored.
  Lanes fromMemory(DType dtype, llvm::Value *value);
  llvm::Value *toMemory(const Lanes &x);
  /// Rounds a value computed in f32 (or f64: for f16 and bf16 too) to the element type.
  Lanes rounded(DType dtype, llvm::Value *value);

  /// Makes `wanted ? make() : otherwise` with a branch; empty where there can be none.
  std::function<Lanes(const Lanes &wanted, const Lanes &otherwise,
                      llvm::function_ref<Lanes()> make)>
      choose;

  llvm::IRBuilder<> &ir;
  const Processor &processor;
  /// Whether functions are formulas, and those the same, on every processor.
  bool isReproducible = false;
  /// Whether functions of single numbers are to have the bits that those of several have, though a
  /// call takes less time.
  bool isAsOfSeveral = false;
  /// Whether one has not, as it was made with other instructions.
  bool differsAlone = false;

private:
  llvm::Value *callEach(llvm::StringRef function, llvm::Type *scalar,
                        llvm::ArrayRef<llvm::Value *> args, unsigned count);
};

// Arithmetic. Operands are of one element type. Integers wrap around; they are divided by `/`
// towards zero, and the divisor must not be 0, nor -1 under the smallest number.
Lanes operator+(const Lanes &x, const Lanes &y);
Lanes operator-(const Lanes &x, const Lanes &y);
Lanes operator*(const Lanes &x, const Lanes &y);
Lanes operator/(const Lanes &x, const Lanes &y);
Lanes operator-(const Lanes &x);
inline Lanes operator+(const Lanes &x, double y) { return x + x.same(y); }
inline Lanes operator-(const Lanes &x, double y) { return x - x.same(y); }
inline Lanes operator*(const Lanes &x, double y) { return x * x.same(y); }
inline Lanes operator/(const Lanes &x, double y) { return x / x.same(y); }
inline Lanes operator+(double x, const Lanes &y) { return y.same(x) + y; }
inline Lanes operator-(double x, const Lanes &y) { return y.same(x) - y; }
inline Lanes operator*(double x, const Lanes &y) { return y.same(x) * y; }
inline Lanes operator/(double x, const Lanes &y) { return y.same(x) / y; }
/// What is left by `/`; for floats C's fmod.
Lanes remainder(const Lanes &x, const Lanes &y);
/// The integers y, but 1 for those nothing may be divided by: 0, and -1 of a signed type.
Lanes safeDivisor(const Lanes &y);

// Bits of integers and i1. Shifts by the width or more are undefined.
Lanes operator&(const Lanes &x, const Lanes &y);
Lanes operator|(const Lanes &x, const Lanes &y);
Lanes operator^(const Lanes &x, const Lanes &y);
Lanes operator~(const Lanes &x);
Lanes operator<<(const Lanes &x, const Lanes &y);
Lanes operator>>(const Lanes &x, const Lanes &y);

// Comparison gives i1. With NaN only != holds.
Lanes operator==(const Lanes &x, const Lanes &y);
Lanes operator!=(const Lanes &x, const Lanes &y);
Lanes operator<(const Lanes &x, const Lanes &y);
Lanes operator<=(const Lanes &x, const Lanes &y);
Lanes operator>(const Lanes &x, const Lanes &y);
Lanes operator>=(const Lanes &x, const Lanes &y);
inline Lanes operator==(const Lanes &x, double y) { return x == x.same(y); }
inline Lanes operator!=(const Lanes &x, double y) { return x != x.same(y); }
inline Lanes operator<(const Lanes &x, double y) { return x < x.same(y); }
inline Lanes operator<=(const Lanes &x, double y) { return x <= x.same(y); }
inline Lanes operator>(const Lanes &x, double y) { return x > x.same(y); }
inline Lanes operator>=(const Lanes &x, double y) { return x >= x.same(y); }
Lanes isNaN(const Lanes &x);

/// `x` where the i1 `condition` is true, else `y`.
Lanes select(const Lanes &condition, const Lanes &x, const Lanes &y);
inline Lanes select(const Lanes &condition, const Lanes &x, double y) {
  return select(condition, x, x.same(y));
}
inline Lanes select(const Lanes &condition, double x, const Lanes &y) {
  return select(condition, y.same(x), y);
}
/// `rare` where the condition is true, which is seldom in any lane: computed behind a branch.
Lanes selectRare(const Lanes &condition, llvm::function_ref<Lanes()> rare, const Lanes &otherwise);

/// To another element type, rounded once. Floats become the nearest integer towards zero that there
/// is, NaN becomes 0; integers wrap around; i1 is whether it is not 0.
Lanes convert(const Lanes &x, DType to);
/// f16 and bf16 as f32, in which several operations round only once, at the end.
inline Lanes widened(const Lanes &x) {
  return x.dtype() == DType::f16 || x.dtype() == DType::bf16 ? convert(x, DType::f32) : x;
}
/// The same bits as a number of another type of the same size. f16 and bf16 are their 16 bits.
Lanes bitcast(const Lanes &x, DType to);

// Exact functions of floats, correctly rounded.
Lanes abs(const Lanes &x);
Lanes sqrt(const Lanes &x);
Lanes floor(const Lanes &x);
Lanes ceil(const Lanes &x);
Lanes trunc(const Lanes &x);
Lanes roundEven(const Lanes &x);
Lanes copysign(const Lanes &magnitude, const Lanes &sign);
Lanes fma(const Lanes &x, const Lanes &y, const Lanes &z);
/// IEEE 754-2019's, in which NaN wins and -0 < 0; for integers and i1 the plain ones.
Lanes maximum(const Lanes &x, const Lanes &y);
Lanes minimum(const Lanes &x, const Lanes &y);

/// A function of floats by its name in C: "exp", "atan2", ... or in the runtime: "cotan_digamma".
/// Within 2 ulp of the exact value.
inline Lanes call(llvm::StringRef function, const Lanes &x) {
  return x.builder().call(function, {x});
}
inline Lanes call(llvm::StringRef function, const Lanes &x, const Lanes &y) {
  return x.builder().call(function, {x, y});
}
/// log(1 + x) of all numbers: a library's may be infinite for the largest ones.
Lanes log1p(const Lanes &x);

} // namespace cotan

// How large results are: each op says it once, in a rule that type inference, evaluation and
// machine code read, and that tells which open sizes are the same.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <optional>
#include <variant>

namespace llvm {
class Value;
}

namespace cotan {

class SizeRules;

/// An axis of an operand, or one of the numbers in it.
struct SizeSource {
  unsigned operand, at;
  bool isNumber;
};

/// A size, or a number or truth value computed from sizes: known, or as who reads the rule holds
/// it. Numbers have 128 bits, as attributes may hold any number of 64: sums and products of two do
/// not overflow.
class Size {
public:
  Size(__int128 number) : what(number) {}
  /// What is known of it is where it comes from, if anything.
  Size(SizeRules &reader, std::optional<SizeSource> source = std::nullopt);
  /// A value of generated code.
  Size(SizeRules &reader, llvm::Value *value) : what(value), reader(&reader) {}

  /// None if it is not known.
  std::optional<__int128> number() const;
  std::optional<SizeSource> source() const;
  llvm::Value *value() const { return std::get<llvm::Value *>(what); }
  SizeRules *readBy() const { return reader; }

private:
  std::variant<std::monostate, __int128, SizeSource, llvm::Value *> what;
  SizeRules *reader = nullptr; // none of known numbers
};

using Sizes = llvm::SmallVector<Size, 4>;

enum class SizeOperation {
  add,
  subtract,
  multiply,
  divide,
  remainder,
  equal,
  notLarger,
  both,
  any
};

Size operator+(const Size &a, const Size &b);
Size operator-(const Size &a, const Size &b);
Size operator*(const Size &a, const Size &b);
/// Towards 0. What is divided must have 64 bits, and the divisor be positive.
Size operator/(const Size &a, const Size &b);
Size operator%(const Size &a, const Size &b);
Size operator==(const Size &a, const Size &b);
Size operator<=(const Size &a, const Size &b);
Size operator&(const Size &a, const Size &b);
Size operator|(const Size &a, const Size &b);
Size choose(const Size &condition, const Size &a, const Size &b);
Size maximum(const Size &a, const Size &b);
/// Whether one of the sizes is 0.
Size isEmpty(llvm::ArrayRef<Size> sizes);
/// The number of elements. What wraps around is no size of a tensor that can be, which is seen
/// next.
Size countOf(llvm::ArrayRef<Size> sizes);

/// What a rule sees of the operands, and where it says on which conditions the results exist. A
/// rule goes on after a condition that does not hold.
class SizeRules {
public:
  virtual ~SizeRules() = default;

  virtual unsigned rank(unsigned i) = 0;
  /// The size of operand `i` along an axis.
  virtual Size size(unsigned i, unsigned axis) = 0;
  /// Number `at` of operand `i`, a vector of i64.
  virtual Size number(unsigned i, unsigned at) = 0;
  virtual void require(const Size &holds, const llvm::Twine &problem) = 0;

  /// The same of what is no matter of types: a program whose sizes say no is one, and ends with an
  /// error when it comes to the op.
  virtual void requireWhenRun(const Size &holds, const llvm::Twine &problem) {
    require(holds, problem);
  }

  /// All sizes of operand `i`.
  Sizes sizes(unsigned i);
  /// Those that the first `count` operands have, which must be of one shape.
  Sizes commonSizes(unsigned count);
  void requireEqual(const Size &a, const Size &b, const llvm::Twine &problem);
  /// The size of both, which must be equal.
  Size same(const Size &a, const Size &b, const llvm::Twine &problem);
  /// The size of both, which must be equal or 1.
  Size together(const Size &a, const Size &b, const llvm::Twine &problem);

  // Of numbers not all of which are known.
  virtual Size compute(SizeOperation operation, const Size &a, const Size &b) = 0;
  virtual Size pick(const Size &condition, const Size &a, const Size &b) = 0;
};

} // namespace cotan

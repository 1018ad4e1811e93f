#include "cotan/ir/rules/sizes.h"

#include "llvm/ADT/STLExtras.h"

namespace cotan {
namespace {

using Wide = unsigned __int128; // wraps around

bool isNumber(const Size &x, __int128 number) { return x.number() == number; }

__int128 computed(SizeOperation operation, __int128 a, __int128 b) {
  switch (operation) {
  case SizeOperation::add: return Wide(a) + Wide(b);
  case SizeOperation::subtract: return Wide(a) - Wide(b);
  case SizeOperation::multiply: return Wide(a) * Wide(b);
  case SizeOperation::divide: return a / b;
  case SizeOperation::remainder: return a % b;
  case SizeOperation::equal: return a == b;
  case SizeOperation::notLarger: return a <= b;
  case SizeOperation::both: return a && b;
  case SizeOperation::any: return a || b;
  }
  llvm_unreachable("all are there");
}

/// What needs no computing, though not all is known.
std::optional<Size> simplified(SizeOperation operation, const Size &a, const Size &b) {
  switch (operation) {
  case SizeOperation::add:
    return isNumber(a, 0) ? std::optional(b) : isNumber(b, 0) ? std::optional(a) : std::nullopt;
  case SizeOperation::subtract: return isNumber(b, 0) ? std::optional(a) : std::nullopt;
  case SizeOperation::multiply:
    if (isNumber(a, 0) || isNumber(b, 0))
      return Size(0);
    return isNumber(a, 1) ? std::optional(b) : isNumber(b, 1) ? std::optional(a) : std::nullopt;
  case SizeOperation::divide: return isNumber(b, 1) ? std::optional(a) : std::nullopt;
  case SizeOperation::remainder: return isNumber(b, 1) ? std::optional(Size(0)) : std::nullopt;
  case SizeOperation::both:
    if (isNumber(a, 0) || isNumber(b, 0))
      return Size(false);
    return a.number() ? std::optional(b) : b.number() ? std::optional(a) : std::nullopt;
  case SizeOperation::any:
    if (isNumber(a, 1) || isNumber(b, 1))
      return Size(true);
    return a.number() ? std::optional(b) : b.number() ? std::optional(a) : std::nullopt;
  case SizeOperation::equal:
  case SizeOperation::notLarger: return std::nullopt;
  }
  llvm_unreachable("all are there");
}

Size apply(SizeOperation operation, const Size &a, const Size &b) {
  if (a.number() && b.number())
    return computed(operation, *a.number(), *b.number());
  if (auto simple = simplified(operation, a, b))
    return *simple;
  return (a.readBy() ? a : b).readBy()->compute(operation, a, b);
}

} // namespace

Size::Size(SizeRules &reader, std::optional<SizeSource> source) : reader(&reader) {
  if (source)
    what = *source;
}

std::optional<__int128> Size::number() const {
  auto *number = std::get_if<__int128>(&what);
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<SizeSource> Size::source() const {
  auto *source = std::get_if<SizeSource>(&what);
  return source ? std::optional(*source) : std::nullopt;
}

Size operator+(const Size &a, const Size &b) { return apply(SizeOperation::add, a, b); }
Size operator-(const Size &a, const Size &b) { return apply(SizeOperation::subtract, a, b); }
Size operator*(const Size &a, const Size &b) { return apply(SizeOperation::multiply, a, b); }
Size operator/(const Size &a, const Size &b) { return apply(SizeOperation::divide, a, b); }
Size operator%(const Size &a, const Size &b) { return apply(SizeOperation::remainder, a, b); }
Size operator==(const Size &a, const Size &b) { return apply(SizeOperation::equal, a, b); }
Size operator<=(const Size &a, const Size &b) { return apply(SizeOperation::notLarger, a, b); }
Size operator&(const Size &a, const Size &b) { return apply(SizeOperation::both, a, b); }
Size operator|(const Size &a, const Size &b) { return apply(SizeOperation::any, a, b); }

Size choose(const Size &condition, const Size &a, const Size &b) {
  if (auto known = condition.number())
    return *known ? a : b;
  return condition.readBy()->pick(condition, a, b);
}

Size maximum(const Size &a, const Size &b) { return choose(b <= a, a, b); }

Size isEmpty(llvm::ArrayRef<Size> sizes) {
  Size isEmpty = false;
  for (const Size &size : sizes)
    isEmpty = isEmpty | (size == 0);
  return isEmpty;
}

Size countOf(llvm::ArrayRef<Size> sizes) {
  Size count = 1;
  for (const Size &size : sizes)
    count = count * size;
  return count;
}

Sizes SizeRules::sizes(unsigned i) {
  Sizes sizes;
  for (unsigned axis = 0; axis < rank(i); ++axis)
    sizes.push_back(size(i, axis));
  return sizes;
}

Sizes SizeRules::commonSizes(unsigned count) {
  Sizes common = sizes(0);
  for (unsigned i = 1; i < count; ++i) {
    require(rank(i) == common.size(), "operands differ in the number of axes");
    for (auto [axis, size] : llvm::enumerate(common))
      size =
          same(size, this->size(i, axis), "operand shapes differ along axis " + llvm::Twine(axis));
  }
  return common;
}

void SizeRules::requireEqual(const Size &a, const Size &b, const llvm::Twine &problem) {
  require(a == b, problem);
}

Size SizeRules::same(const Size &a, const Size &b, const llvm::Twine &problem) {
  requireEqual(a, b, problem);
  return b.number() ? b : a;
}

Size SizeRules::together(const Size &a, const Size &b, const llvm::Twine &problem) {
  Size isOne = a == 1;
  require(isOne | (b == 1) | (a == b), problem);
  if (auto known = b.number())
    return *known == 1 ? a : b;
  return choose(isOne, b, a);
}

} // namespace cotan

#include "cotan/ir/lowering/position.h"

using namespace llvm;

namespace cotan {

Position::Position(LaneBuilder &builder, int64_t place)
    : builder(&builder), base(builder.ir.getInt64(place)) {}

Position::Position(const Lanes &places) : builder(&places.builder()) {
  Lanes wide = convert(places, DType::i64);
  if (wide.count() == 1)
    base = wide.value();
  else
    each = wide;
}

Lanes Position::places(unsigned count) const {
  if (!base)
    return each;
  Lanes first(*builder, DType::i64, base);
  if (laneStep == 0 || count == 1)
    return first;
  return first + builder->laneNumbers(DType::i64, count) * builder->integer(DType::i64, laneStep);
}

static unsigned countOf(const Lanes &a, const Lanes &b) {
  return std::max(a ? a.count() : 1, b ? b.count() : 1);
}

Position Position::operator+(const Position &other) const {
  if (base && other.base)
    return Position(*builder, builder->ir.CreateAdd(base, other.base), laneStep + other.laneStep);
  unsigned count = countOf(each, other.each);
  return Position(places(count) + other.places(count));
}

Position Position::operator-(const Position &other) const {
  if (base && other.base)
    return Position(*builder, builder->ir.CreateSub(base, other.base), laneStep - other.laneStep);
  unsigned count = countOf(each, other.each);
  return Position(places(count) - other.places(count));
}

Position Position::operator*(int64_t factor) const {
  if (base)
    return Position(*builder, builder->ir.CreateMul(base, builder->ir.getInt64(factor)),
                    laneStep * factor);
  return Position(each * builder->integer(DType::i64, factor));
}

} // namespace cotan

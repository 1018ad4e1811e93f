// Where in a tensor generated code reads: a place along one axis, for each SIMD lane.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

/// A place along an axis. Lane i is at `base + i * step`, or, after arithmetic that is not affine,
/// at a place of its own.
class Position {
public:
  /// The same place in all lanes.
  Position(LaneBuilder &builder, int64_t place);
  Position(LaneBuilder &builder, llvm::Value *place) : builder(&builder), base(place) {}
  /// Places that follow each other.
  Position(LaneBuilder &builder, llvm::Value *first, int64_t step)
      : builder(&builder), base(first), laneStep(step) {}
  /// Places computed as numbers of any integer type.
  explicit Position(const Lanes &places);

  bool isAffine() const { return base; }
  /// Of affine places: the first, an i64, and the distance of one lane to the next.
  llvm::Value *first() const { return base; }
  int64_t step() const { return laneStep; }
  /// The places as i64 numbers: single if all lanes are at the same, else `count`.
  Lanes places(unsigned count) const;
  /// Whether the lanes differ.
  bool varies() const { return !base || laneStep != 0; }

  Position operator+(const Position &other) const;
  Position operator-(const Position &other) const;
  Position operator+(int64_t distance) const { return *this + Position(*builder, distance); }
  Position operator-(int64_t distance) const { return *this - Position(*builder, distance); }
  Position operator*(int64_t factor) const;
  /// From the other end of an axis of this size.
  Position mirrored(llvm::Value *size) const { return Position(*builder, size) - 1 - *this; }

private:
  LaneBuilder *builder;
  llvm::Value *base = nullptr; // null: look at `each`
  int64_t laneStep = 0;
  Lanes each;
};

using Place = llvm::SmallVector<Position, 4>;

} // namespace cotan

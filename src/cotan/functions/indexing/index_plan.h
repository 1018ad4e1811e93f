// How an index is taken apart. Not installed.
#pragma once

#include "cotan/functions/indexing/indexing.h"
#include "cotan/support/strided.h"

namespace ct {

/// What an index in a tensor that is out of range reads.
enum class OutOfRange { nearest, zero };

/// What is read by an index that is none, if nothing is said.
Tensor usualFill(DType dtype);

/// As Python's range(size)[slice].
struct Range {
  int64_t start, count, step;
};
Range rangeOf(const Slice &slice, int64_t size);

/// Where the elements `x[indices]` are, if that is known without a tensor's elements: of slices and
/// integers.
std::optional<cotan::Strided> knownPlaces(const Tensor &x, const Indices &indices);

/// `x[indices]`.
Tensor select(Tensor x, Indices indices, OutOfRange outOfRange);

/// Which slices of a tensor an index writes to: parts that take its last axes whole.
struct Targets {
  Tensor places;     // in the row of all slices, in the shape of `x[indices]` but for those axes
  int64_t whole = 0; // how many they are
};

/// Where the elements of `x[indices]` are. A place out of range is -1, or no place of the row. None
/// if `x` must be cut first, along an axis of open size.
std::optional<Targets> targetsOf(Tensor x, Indices indices);

} // namespace ct

// Which convolutions of f32 oneDNN computes, and in which parts: for the compiler, and for the
// runtime. Nothing depends on the number of threads, and so neither do the bits of the results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace cotan {

/// Whether the kernel is as large as x: the derivative of a convolution by its kernel is such a
/// one.
inline bool isOfWeights(int64_t featureGroups, bool isSpread, int64_t kernel, int64_t places) {
  return featureGroups == 1 && !isSpread && kernel > 2 * places;
}

/// Parts that threads share: of the entries, of their rows where these are few, and of the output
/// channels where all of that is little. Entries and rows are those of what is computed, or, where
/// that are weights, of what is summed up.
struct ConvInBlocks {
  double work; // multiplications
  int64_t entries, rows;
  int64_t groups, outputs; // channels, of a group
  double summands;         // of an element of the result
  bool areSummedUp;        // the parts

  static constexpr double workOfPart = 1 << 25;

  int64_t partsOfEntries() const {
    const int64_t most = std::max<int64_t>(1, int64_t(workOfPart * double(entries) / work));
    return (entries + most - 1) / most;
  }
  /// A part reads the rows of x beside its own, too.
  int64_t partsOfRows() const {
    constexpr int64_t fewest = 4;
    return furtherParts(partsOfEntries(), rows / fewest);
  }
  /// A part reads all of x.
  int64_t partsOfOutputs() const {
    constexpr int64_t fewest = 64;
    return furtherParts(partsOfEntries() * partsOfRows(), groups > 1 ? 1 : outputs / fewest);
  }
  int64_t parts() const { return partsOfEntries() * partsOfRows() * partsOfOutputs(); }
  /// Otherwise copies are not worth it, sums are too long to be right, or one thread would do it
  /// all.
  bool isFit() const {
    constexpr double leastWork = 1 << 24;
    constexpr int64_t fewestOutputs = 16, mostSummands = 1 << 15; // that are added one by one
    if (work < leastWork || outputs < fewestOutputs)
      return false;
    const int64_t sums = areSummedUp ? partsOfEntries() * partsOfRows() : 1;
    return summands / double(sums) <= mostSummands && isShared(parts(), 2 * workOfPart);
  }

private:
  bool isShared(int64_t parts, double most) const {
    constexpr int64_t many = 16; // from here on they may be larger
    return parts >= many || work / double(parts) <= most;
  }
  /// Of each of these parts.
  int64_t furtherParts(int64_t parts, int64_t most) const {
    if (isShared(parts, workOfPart))
      return 1;
    const double wanted = std::ceil(work / double(parts) / workOfPart);
    return std::max<int64_t>(1, int64_t(std::min(wanted, double(most))));
  }
};

} // namespace cotan

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

/// Of what is computed, or, where that are weights, of what is summed up.
struct ConvInBlocks {
  double work; // multiplications
  int64_t entries, rows;
  int64_t outputs; // channels, of a group

  static constexpr double workOfPart = 1 << 25;

  /// Threads share the entries.
  int64_t partsOfEntries() const {
    const int64_t most = std::max<int64_t>(1, int64_t(workOfPart * double(entries) / work));
    return (entries + most - 1) / most;
  }
  /// And the rows of each, where they would have little to share. A part has some of them: it reads
  /// those beside its own, too.
  int64_t partsOfRows() const {
    constexpr int64_t fewest = 4;
    if (isShared(partsOfEntries()))
      return 1;
    const double wanted = std::ceil(work / double(partsOfEntries()) / workOfPart);
    return std::clamp<int64_t>(int64_t(wanted), 1, std::max<int64_t>(1, rows / fewest));
  }
  /// Otherwise copies are not worth it, or one thread would do it all.
  bool isFit() const {
    constexpr double leastWork = 1 << 24;
    constexpr int64_t fewestOutputs = 16;
    return work >= leastWork && outputs >= fewestOutputs &&
           isShared(partsOfEntries() * partsOfRows());
  }

private:
  bool isShared(int64_t parts) const {
    constexpr int64_t many = 16; // from here on they may be larger
    return parts >= many || work / double(parts) <= 2 * workOfPart;
  }
};

} // namespace cotan

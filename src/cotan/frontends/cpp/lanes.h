// Arguments of many calls at once: what both front doors' vmap begins and ends with. Not installed.
#pragma once

#include "cotan/frontends/cpp/mapping.h"
#include "cotan/frontends/cpp/tracing.h"

namespace ct {

class Lanes {
public:
  /// Throws where the axes are not there, or are not of one size: this one, if it is said.
  Lanes(std::span<const Tensor> given, const std::vector<MappedAxis> &axes,
        std::optional<int64_t> wanted = {});

  /// What one call takes.
  llvm::ArrayRef<cotan::trace::TensorType> types() const { return ofOne; }
  /// `one` for all of them. The results that differ, which are said, have the lanes first. `one`
  /// may know their axis by a name.
  std::pair<Tensors, llvm::SmallVector<bool>> call(const cotan::trace::TracedFunctionRef &one,
                                                   const std::string &axisName = {}) const;
  /// How many there are; none if that is open.
  std::optional<int64_t> count() const;
  /// The same for each lane, along a new first axis.
  Tensor repeated(const Tensor &x) const;

private:
  void measure(std::optional<int64_t> wanted);

  Tensors all; // the axis of the lanes is the first
  std::vector<MappedAxis> axes;
  int64_t size = 0; // or its label, where it is open
  llvm::SmallVector<unsigned> mapped;
  llvm::SmallVector<cotan::trace::TensorType> ofOne;
};

} // namespace ct

// Convolutions in oneDNN's words.
#pragma once

#include "cotan/runtime/kernels/conv_layout.h"
#include "cotan/runtime/kernels/onednn.h"

#include <optional>

namespace cotan {

/// What oneDNN is told of a tensor that the caller has: sizes, and how many elements neighbours
/// along each axis are apart.
struct ConvTensor {
  dnnl::memory::dims sizes, steps;
  auto operator<=>(const ConvTensor &) const = default;

  /// The channels of a place beside each other, without gaps.
  ConvTensor channelsLast() const;
  dnnl::memory::desc desc() const { return {sizes, dnnl::memory::data_type::f32, steps}; }
  dnnl::memory::desc inAnyOrder() const {
    return {sizes, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
  }
};

/// src and weights make dst; one of the three is what is computed of the other two.
struct ConvForm {
  enum Kind {
    ofDst,
    ofSrc,     // "backward data": a convolution whose x is spread out by zeros
    ofWeights, // "backward weights": one whose kernel is as large as its x
  };
  Kind kind = ofDst;
  ConvTensor src, weights, dst;
  dnnl::memory::dims strides, dilates, low, high;
  auto operator<=>(const ConvForm &) const = default;
};

/// Of a convolution with spatial axes.
ConvForm::Kind formKindOf(const Convolution &conv);

/// Some of the batch, or, where weights are computed, of what is summed up; some rows along the
/// first spatial axis, of y, or then of the kernel; and of the output channels.
struct ConvPart {
  int64_t entry, entries, row, rows, output, outputs;
};

/// The part as a convolution of its own, and where its tensors begin in the whole ones.
struct ConvOfPart {
  ConvForm form;
  int64_t x = 0, kernel = 0, y = 0;
};

/// None if oneDNN has no words for it. Where src is computed, the kernel is to be flipped and
/// `steps.kernel` to say where that lies.
std::optional<ConvOfPart> convOf(const ConvPart &part, ConvForm::Kind kind, const Convolution &conv,
                                 const ConvSteps &steps);

} // namespace cotan

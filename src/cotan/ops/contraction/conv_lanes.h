// Convolutions of many lanes: the lanes become part of the batch, of the output channels, or
// groups.
#pragma once

#include "cotan/ir/rules/batch.h"

namespace cotan {

struct ConvGroups {
  int64_t ofFeatures, ofBatch; // one of them is 1
};

using Convolve = llvm::function_ref<Expr(const Expr &input, const Expr &kernel, ConvGroups groups)>;

/// The results of all lanes, by one convolution of operands 0 and 1 of `x`. Empty if the number of
/// lanes would have to be known.
Exprs batchConvolution(Batch &x, ConvGroups groups, Convolve convolve);

} // namespace cotan

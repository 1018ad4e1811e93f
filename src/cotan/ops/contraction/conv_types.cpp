#include "cotan/ops/contraction/conv_types.h"

#include "cotan/support/conv_in_blocks.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace cotan {
namespace {

LogicalResult checkNumbers(std::optional<Location> loc, const ConvAttributes &attributes,
                           size_t axes) {
  std::pair<StringRef, ArrayRef<int64_t>> lists[] = {{"strides", attributes.strides},
                                                     {"lhs_dilation", attributes.lhsDilation},
                                                     {"rhs_dilation", attributes.rhsDilation},
                                                     {"low", attributes.low},
                                                     {"high", attributes.high}};
  for (auto [i, list] : llvm::enumerate(lists)) {
    auto [name, values] = list;
    if (values.size() != axes)
      return emitOptionalError(loc, name, " has ", values.size(), " numbers, but there are ", axes,
                               " spatial axes; give one per axis");
    for (int64_t value : values)
      if (i < 3 && value < 1)
        return emitOptionalError(loc, name, " ", value, " must be positive");
  }
  return success();
}

LogicalResult checkGroups(std::optional<Location> loc, int64_t ofFeatures, int64_t ofBatch) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max(); // products of sizes must fit
  if (ofFeatures < 1 || ofBatch < 1)
    return emitOptionalError(loc, "group counts ", ofFeatures, " and ", ofBatch,
                             " must be positive");
  if (ofFeatures > most || ofBatch > most)
    return emitOptionalError(loc, "group counts ", ofFeatures, " and ", ofBatch,
                             " must not be more than ", most);
  if (ofFeatures > 1 && ofBatch > 1)
    return emitOptionalError(loc, "feature_group_count and batch_group_count are both more than 1; "
                                  "one of them must be 1");
  return success();
}

LogicalResult checkOperands(std::optional<Location> loc, RankedTensorType x,
                            RankedTensorType kernel) {
  if (x.getElementType() != kernel.getElementType())
    return emitOptionalError(loc, "element types differ: ", x, " and ", kernel,
                             "; cast one of them first");
  if (x.getRank() < 2 || x.getRank() != kernel.getRank())
    return emitOptionalError(loc, "x is ", x, " and the kernel ", kernel,
                             "; both need two axes for "
                             "batch and channels and the same number of spatial axes");
  return success();
}

/// The largest number a spatial axis may come to; it leaves room for sums of a few such numbers.
constexpr int64_t largestConvolved = int64_t(1) << 48;

Size isModest(const Size &x) { return (-largestConvolved <= x) & (x <= largestConvolved); }

Size dilated(const Size &size, int64_t dilation) {
  return choose(size == 0, 0, (size - 1) * dilation + 1);
}

/// The number of places the kernel has on spatial axis `i`.
Size convolvedSize(SizeRules &rules, unsigned i, const ConvAxis &axis, const Size &size,
                   const Size &kernelSize, const Size &low, const Size &high) {
  Size spread = dilated(size, axis.lhsDilation), kernel = dilated(kernelSize, axis.rhsDilation);
  rules.require(isModest(spread) & isModest(kernel) & isModest(low) & isModest(high),
                "spatial axis " + Twine(i) + " is too large once dilated and padded");
  Size padded = spread + low + high;
  return choose((kernel <= padded) & (0 <= padded), (padded - kernel) / axis.stride + 1, 0);
}

void requireChannels(SizeRules &rules, ArrayRef<Size> x, ArrayRef<Size> kernel,
                     const ConvAttributes &attributes) {
  rules.requireEqual(kernel[1] * attributes.featureGroups, x[1],
                     "x does not have the channels that the kernel takes in each of " +
                         Twine(attributes.featureGroups) + " feature groups");
  auto requireGroups = [&](const Size &size, int64_t groups, const char *what) {
    rules.requireEqual(size % groups, 0,
                       Twine(what) + " cannot be cut into " + Twine(groups) +
                           " groups of one size");
  };
  requireGroups(kernel[0], std::max(attributes.featureGroups, attributes.batchGroups),
                "the output channels");
  requireGroups(x[0], attributes.batchGroups, "the batch");
}

} // namespace

LogicalResult verifyConvolution(std::optional<Location> loc, RankedTensorType x,
                                RankedTensorType kernel, const ConvAttributes &attributes) {
  if (failed(checkOperands(loc, x, kernel)) ||
      failed(checkNumbers(loc, attributes, x.getRank() - 2)))
    return failure();
  return checkGroups(loc, attributes.featureGroups, attributes.batchGroups);
}

Sizes convolvedSizes(SizeRules &rules, ArrayRef<Size> x, ArrayRef<Size> kernel,
                     const ConvAttributes &attributes, ArrayRef<Size> padding) {
  requireChannels(rules, x, kernel, attributes);
  Sizes sizes = {x[0] / attributes.batchGroups, kernel[0]};
  const size_t axes = x.size() - 2;
  for (size_t i = 0; i < axes; ++i) {
    const ConvAxis axis = attributes.axis(i);
    Size low = axis.low, high = axis.high;
    if (!padding.empty()) {
      low = low + padding[i];
      high = high + padding[axes + i];
    }
    sizes.push_back(convolvedSize(rules, i, axis, x[i + 2], kernel[i + 2], low, high));
  }
  return sizes;
}

double workPerElement(RankedTensorType kernel) {
  double work = 1;
  for (int64_t size : kernel.getShape().drop_front())
    work *= size;
  return work;
}

bool isInBlocks(RankedTensorType y, RankedTensorType kernel, const ConvAttributes &attributes) {
  if (!y.getElementType().isF32() || !y.hasStaticShape() || !kernel.hasStaticShape() ||
      attributes.strides.empty() || attributes.strides.size() > 3 || y.getNumElements() == 0)
    return false;
  double work = workPerElement(kernel) * double(y.getNumElements());
  bool isSpread = false;
  for (int64_t dilation : attributes.lhsDilation) {
    work /= double(dilation);
    isSpread |= dilation > 1;
  }
  const bool ofWeights = isOfWeights(attributes.featureGroups, isSpread, kernel.getShape().back(),
                                     y.getShape().back());
  const ConvInBlocks whole{work,
                           ofWeights ? kernel.getDimSize(1) : y.getDimSize(0),
                           ofWeights ? kernel.getDimSize(2) : y.getDimSize(2),
                           attributes.featureGroups,
                           kernel.getDimSize(0) / attributes.featureGroups,
                           workPerElement(kernel),
                           ofWeights};
  return whole.isFit();
}

} // namespace cotan

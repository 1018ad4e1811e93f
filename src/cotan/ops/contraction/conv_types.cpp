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

LogicalResult checkPadding(std::optional<Location> loc, RankedTensorType padding, size_t axes) {
  const int64_t length = padding ? padding.getDimSize(0) : 2 * axes;
  if (!ShapedType::isDynamic(length) && length != int64_t(2 * axes))
    return emitOptionalError(loc, "padding has ", length, " numbers, but needs ", 2 * axes,
                             ": a low and a high one per spatial axis");
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

} // namespace

FailureOr<RankedTensorType> convolvedType(std::optional<Location> loc, RankedTensorType x,
                                          RankedTensorType kernel, const ConvAttributes &attributes,
                                          RankedTensorType padding) {
  if (failed(checkOperands(loc, x, kernel)))
    return failure();
  const size_t axes = x.getRank() - 2;
  if (failed(checkNumbers(loc, attributes, axes)) ||
      failed(checkGroups(loc, attributes.featureGroups, attributes.batchGroups)) ||
      failed(checkPadding(loc, padding, axes)))
    return failure();
  std::string error = channelError(x.getShape(), kernel.getShape(), attributes.featureGroups,
                                   attributes.batchGroups);
  if (!error.empty())
    return emitOptionalError(loc, error);
  const bool hasOpenBatch = x.isDynamicDim(0);
  SmallVector<int64_t> sizes = {hasOpenBatch ? ShapedType::kDynamic
                                             : x.getDimSize(0) / attributes.batchGroups,
                                kernel.getDimSize(0)};
  for (unsigned i = 2; i < x.getRank(); ++i) {
    sizes.push_back(ShapedType::kDynamic);
    if (padding || x.isDynamicDim(i) || kernel.isDynamicDim(i))
      continue;
    sizes.back() = convolvedSize(attributes.axis(i - 2), x.getDimSize(i), kernel.getDimSize(i));
    if (sizes.back() < 0)
      return emitOptionalError(loc, "spatial axis ", i - 2, " of ", x, " and ", kernel,
                               " would be too large once dilated and padded");
  }
  return x.clone(sizes);
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

// pixel_shuffle, pixel_unshuffle, channel_shuffle: meaning. Signature and doc: shuffle.td.
#include "cotan/ops/image/shuffle.inc"

#include "cotan/ops/layout/regroup.h"

#include "mlir/IR/TypeUtilities.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

constexpr int64_t mostParts = int64_t(1) << 31; // along one axis; its square fits in 63 bits

LogicalResult verifyFactor(std::optional<Location> loc, Value x, StringRef name, int64_t factor,
                           int64_t leastAxes) {
  const int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  if (rank < leastAxes)
    return emitOptionalError(loc, "x has ", rank, " axes, but at least ", leastAxes,
                             leastAxes == 1 ? " is needed, of channels"
                                            : " are needed: height, width and channels");
  if (factor < 1 || factor >= mostParts)
    return emitOptionalError(loc, name, " is ", factor, ", but must be from 1 to ", mostParts - 1);
  return success();
}

Size quotient(SizeRules &rules, const Size &size, int64_t parts, const Twine &what) {
  rules.requireEqual(size % parts, 0, what + " must be a multiple of " + Twine(parts));
  return size / parts;
}

} // namespace

//--- pixel_shuffle

LogicalResult PixelShuffleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(verifyFactor(loc, x.getX(), "upscale_factor", x.getUpscaleFactor(), 3)))
    return failure();
  return inferTypes<PixelShuffleOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
}

Sizes PixelShuffleOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const size_t channels = sizes.size() - 1;
  const int64_t factor = x.getUpscaleFactor();
  sizes[channels] =
      quotient(rules, sizes[channels], factor * factor, "the number of channels, the last size,");
  sizes[channels - 1] = sizes[channels - 1] * factor;
  sizes[channels - 2] = sizes[channels - 2] * factor;
  return sizes;
}

// [..., h, w, c r r] to [..., h, w, c, i, j] to [..., h, i, w, j, c]
Values PixelShuffleOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t height = x.rank() - 3, factor = getUpscaleFactor();
  for (int i = 0; i < 2; ++i)
    x = splitAxisInside(x, height + 2, factor);
  x = moveAxis(moveAxis(x, height + 3, height + 1), height + 4, height + 3);
  return {mergeAxes(mergeAxes(x, height + 2), height)};
}

//--- pixel_unshuffle

LogicalResult PixelUnshuffleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                 Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(verifyFactor(loc, x.getX(), "downscale_factor", x.getDownscaleFactor(), 3)))
    return failure();
  return inferTypes<PixelUnshuffleOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
}

Sizes PixelUnshuffleOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  const size_t channels = sizes.size() - 1;
  const int64_t factor = x.getDownscaleFactor();
  for (size_t axis : {channels - 2, channels - 1})
    sizes[axis] = quotient(rules, sizes[axis], factor, "the size of axis " + Twine(axis));
  sizes[channels] = sizes[channels] * (factor * factor);
  return sizes;
}

// [..., h i, w j, c] to [..., h, i, w, j, c] to [..., h, w, c, i, j]
Values PixelUnshuffleOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t height = x.rank() - 3, factor = getDownscaleFactor();
  x = splitAxisInside(splitAxisInside(x, height + 1, factor), height, factor);
  x = moveAxis(moveAxis(x, height + 3, height + 4), height + 1, height + 3);
  return {mergeAxes(mergeAxes(x, height + 3), height + 2)};
}

//--- channel_shuffle

LogicalResult ChannelShuffleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                 Adaptor x, SmallVectorImpl<Type> &results) {
  if (failed(verifyFactor(loc, x.getX(), "groups", x.getGroups(), 1)))
    return failure();
  return inferTypes<ChannelShuffleOp>(loc, x, getElementTypeOrSelf(x.getX()), results);
}

Sizes ChannelShuffleOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  quotient(rules, sizes.back(), x.getGroups(), "the number of channels, the last size,");
  return sizes;
}

Values ChannelShuffleOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  const int64_t last = x.rank() - 1;
  Expr y = mergeAxes(moveAxis(splitAxis(x, last, getGroups()), last, last + 1), last);
  return {asType(y, getType())};
}

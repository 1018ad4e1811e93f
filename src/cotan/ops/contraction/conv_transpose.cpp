// conv_transpose: meaning. Signature and doc: conv_transpose.td.
#include "cotan/ops/contraction/conv_transpose.inc"

#include "cotan/ops/contraction/conv_types.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

/// The convolution that it is, but for the elements of the kernel that reach beyond x.
struct TransposedNumbers {
  template <typename Op> explicit TransposedNumbers(Op op) : ones(op.getStrides().size(), 1) {
    for (auto [low, high, more] :
         llvm::zip_equal(op.getLow(), op.getHigh(), op.getOutputPadding())) {
      before.push_back(-low);
      behind.push_back(more - high);
    }
    strides = op.getStrides();
    dilations = op.getDilations();
    groups = op.getGroups();
  }

  ConvAttributes attributes() const { return {ones, before, behind, strides, dilations, groups}; }

  SmallVector<int64_t> ones, before, behind;
  ArrayRef<int64_t> strides, dilations;
  int64_t groups;
};

LogicalResult verifyTransposedLists(std::optional<Location> loc, ConvTransposeOp::Adaptor op,
                                    size_t axes) {
  constexpr int64_t most = int64_t(1) << 60; // differences of such numbers have 63 bits
  std::pair<StringRef, ArrayRef<int64_t>> lists[] = {{"strides", op.getStrides()},
                                                     {"dilations", op.getDilations()},
                                                     {"low", op.getLow()},
                                                     {"high", op.getHigh()},
                                                     {"output_padding", op.getOutputPadding()}};
  for (auto [i, list] : llvm::enumerate(lists)) {
    auto [name, values] = list;
    if (values.size() != axes)
      return emitOptionalError(loc, name, " has ", values.size(), " numbers, but there are ", axes,
                               " spatial axes; give one per axis");
    for (auto [axis, value] : llvm::enumerate(values)) {
      if (value > most || value < -most || (i < 2 && value < 1) || (i == 4 && value < 0))
        return emitOptionalError(loc, name, " holds ", value, ", which is out of range");
      if (i == 4 && value >= std::max(op.getStrides()[axis], op.getDilations()[axis]))
        return emitOptionalError(loc, "output_padding ", value, " of spatial axis ", axis,
                                 " must be less than its stride or its dilation");
    }
  }
  return success();
}

} // namespace

LogicalResult ConvTransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                Adaptor op, SmallVectorImpl<Type> &results) {
  auto x = mlir::cast<RankedTensorType>(op.getX().getType()),
       kernel = mlir::cast<RankedTensorType>(op.getKernel().getType());
  if (x.getElementType() != kernel.getElementType())
    return emitOptionalError(loc, "element types differ: ", x, " and ", kernel,
                             "; cast one of them first");
  if (x.getRank() < 2 || x.getRank() != kernel.getRank())
    return emitOptionalError(loc, "x is ", x, " and the kernel ", kernel,
                             "; both need two axes for batch and channels and the same number of "
                             "spatial axes");
  if (int64_t(op.getGroups()) < 1)
    return emitOptionalError(loc, "groups is ", op.getGroups(), ", but must be positive");
  if (failed(verifyTransposedLists(loc, op, x.getRank() - 2)))
    return failure();
  const TransposedNumbers numbers(op);
  if (failed(verifyConvolution(loc, x, kernel, numbers.attributes())))
    return failure();
  return inferTypes<ConvTransposeOp>(loc, op, x.getElementType(), results);
}

Sizes ConvTransposeOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes x = rules.sizes(0), kernel = rules.sizes(1);
  const TransposedNumbers numbers(op);
  rules.requireEqual(x[1], kernel[0], "x does not have as many channels as the kernel takes");
  rules.requireEqual(kernel[0] % numbers.groups, 0,
                     "the input channels cannot be cut into " + Twine(numbers.groups) +
                         " groups of one size");
  Sizes reach;
  for (auto [axis, dilation] : llvm::enumerate(numbers.dilations)) {
    rules.require(Size(1) <= kernel[axis + 2],
                  "the kernel has no elements along spatial axis " + Twine(axis));
    reach.push_back((kernel[axis + 2] - 1) * dilation);
  }
  reach.append(reach.begin(), reach.end());
  Size inputs = kernel[0] / numbers.groups;
  kernel[0] = kernel[1] * numbers.groups;
  kernel[1] = inputs;
  return convolvedSizes(rules, x, kernel, numbers.attributes(), reach);
}

/// The kernel of the convolution: flipped, `[output channel, input channel, spatial...]`.
static Expr transposedKernel(const Expr &kernel, int64_t groups) {
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, kernel.rank()));
  Expr flipped = flip(kernel, spatial);
  if (groups == 1)
    return moveAxis(flipped, 0, 1);
  return mergeAxes(moveAxis(splitAxis(flipped, 0, groups), 1, 2), 0);
}

Values ConvTransposeOp::decompose(RuleBuilder &b) {
  Expr x = b(getX()), kernel = b(getKernel()), padding;
  TransposedNumbers numbers(*this);
  for (auto [axis, dilation] : llvm::enumerate(getDilations())) {
    AxisSize size = sizeAlong(kernel, int64_t(axis) + 2);
    if (ShapedType::isDynamic(size.known)) {
      padding = (part(b.shapeOf(getKernel()), 2, kernel.rank()) - 1.0) * b.integers(getDilations());
      break;
    }
    numbers.before[axis] += (size.known - 1) * dilation;
    numbers.behind[axis] += (size.known - 1) * dilation;
  }
  if (padding) {
    numbers = TransposedNumbers(*this);
    padding = concat({padding, padding}, 0);
  }
  return {conv(x, transposedKernel(kernel, getGroups()), padding, numbers.ones, numbers.before,
               numbers.behind, getStrides(), getDilations(), getGroups())};
}

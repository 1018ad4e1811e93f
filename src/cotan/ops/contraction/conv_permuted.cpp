// conv_permuted: meaning. Signature and doc: conv_permuted.td.
#include "cotan/ops/contraction/conv_permuted.inc"

#include "cotan/ops/contraction/conv_types.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

template <typename Op> static ConvAttributes attributesOfPermuted(Op op) {
  return {op.getStrides(),     op.getLow(),         op.getHigh(),
          op.getLhsDilation(), op.getRhsDilation(), int64_t(op.getFeatureGroupCount())};
}

static LogicalResult verifyPermutation(std::optional<Location> loc, RankedTensorType type,
                                       ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, type.getRank())))
    return emitOptionalError(loc, "permutation [", permutation, "] does not name each of the ",
                             type.getRank(), " axes once");
  return success();
}

template <typename T>
static SmallVector<T, 4> permuted(ArrayRef<T> sizes, ArrayRef<int64_t> permutation) {
  SmallVector<T, 4> result;
  for (int64_t axis : permutation)
    result.push_back(sizes[axis]);
  return result;
}

static RankedTensorType permuted(RankedTensorType type, ArrayRef<int64_t> permutation) {
  return type.clone(permuted(type.getShape(), permutation));
}

LogicalResult ConvPermutedOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                               Adaptor op, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(op.getX().getType());
  auto kernel = cast<RankedTensorType>(op.getKernel().getType());
  if (failed(verifyPermutation(loc, x, op.getXPermutation())) ||
      failed(verifyPermutation(loc, kernel, op.getKernelPermutation())) ||
      failed(verifyPermutation(loc, x, op.getYPermutation())) ||
      failed(verifyConvolution(loc, permuted(x, op.getXPermutation()),
                               permuted(kernel, op.getKernelPermutation()),
                               attributesOfPermuted(op))))
    return failure();
  return inferTypes<ConvPermutedOp>(loc, op, x.getElementType(), results);
}

Sizes ConvPermutedOp::sizes(Adaptor op, SizeRules &rules, unsigned) {
  Sizes x = rules.sizes(0), kernel = rules.sizes(1);
  Sizes y = convolvedSizes(rules, permuted<Size>(x, op.getXPermutation()),
                           permuted<Size>(kernel, op.getKernelPermutation()),
                           attributesOfPermuted(op), {});
  return permuted<Size>(y, op.getYPermutation());
}

Values ConvPermutedOp::decompose(RuleBuilder &b) {
  Expr y = conv(transpose(b(getX()), getXPermutation()),
                transpose(b(getKernel()), getKernelPermutation()), Expr(), getStrides(), getLow(),
                getHigh(), getLhsDilation(), getRhsDilation(), getFeatureGroupCount());
  return {transpose(y, getYPermutation())};
}

//--- Machine code

/// Of a permutation of what `before` is permuted to: that of `before`.
static SmallVector<int64_t> composed(ArrayRef<int64_t> outer, ArrayRef<int64_t> before) {
  SmallVector<int64_t> result;
  for (int64_t axis : outer)
    result.push_back(before[axis]);
  return result;
}

Value ConvPermutedOp::readPermuted(RuleBuilder &b, unsigned i, Value before,
                                   ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> ofX(getXPermutation()), ofKernel(getKernelPermutation());
  (i == 0 ? ofX : ofKernel) = composed(i == 0 ? ofX : ofKernel, permutation);
  return conv_permuted(i == 0 ? b(before) : b(getX()), i == 1 ? b(before) : b(getKernel()), ofX,
                       ofKernel, getYPermutation(), getStrides(), getLow(), getHigh(),
                       getLhsDilation(), getRhsDilation(), getFeatureGroupCount())
      .value();
}

Value ConvPermutedOp::writePermuted(RuleBuilder &b, ArrayRef<int64_t> permutation) {
  return conv_permuted(b(getX()), b(getKernel()), getXPermutation(), getKernelPermutation(),
                       composed(permutation, getYPermutation()), getStrides(), getLow(), getHigh(),
                       getLhsDilation(), getRhsDilation(), getFeatureGroupCount())
      .value();
}

/// The numbers of prim.conv, which has no batch groups and no padding here, then the permutations.
RuntimeCall ConvPermutedOp::runtimeCall() {
  const ConvAttributes attributes = attributesOfPermuted(*this);
  RankedTensorType kernel = permuted(getKernel().getType(), getKernelPermutation());
  SmallVector<int64_t> y(getType().getRank());
  for (auto [size, axis] : llvm::zip_equal(getType().getShape(), getYPermutation()))
    y[axis] = size;
  if (!isInBlocks(getType().clone(y), kernel, attributes))
    return {};
  RuntimeCall call{"cotan_conv_permuted", {attributes.featureGroups, 1, 0}};
  call.workPerElement = workPerElement(kernel);
  for (size_t i = 0; i < attributes.strides.size(); ++i) {
    ConvAxis axis = attributes.axis(i);
    call.numbers.append({axis.stride, axis.low, axis.high, axis.lhsDilation, axis.rhsDilation});
  }
  for (ArrayRef<int64_t> permutation :
       {getXPermutation(), getKernelPermutation(), getYPermutation()})
    call.numbers.append(permutation.begin(), permutation.end());
  return call;
}

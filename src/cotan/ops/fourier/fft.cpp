// fft, ifft, rfft, irfft: meaning. Signature and doc: fft.td.
#include "cotan/ops/fourier/fft.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/fourier/halves.h"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/layout/regroup.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

namespace {

RankedTensorType tensorTypeOf(Value x) { return cast<RankedTensorType>(x.getType()); }

/// `x`, parts of complex numbers or real ones, divided by how many numbers `of` has along the axes.
Expr dividedByCount(const Expr &x, const Expr &of, ArrayRef<int64_t> axes) {
  RuleBuilder &b = x.builder();
  double known = 1;
  Expr divided = x;
  for (int64_t axis : axes)
    if (const int64_t size = of.type().getDimSize(axis); !ShapedType::isDynamic(size))
      known *= double(size);
    else
      divided =
          divided / broadcastLike(castTo(squeeze(part(b.shapeOf(of.value()), axis, axis + 1), {0}),
                                         x.elementType()),
                                  x);
  return known == 1 ? divided : divided * (1 / known);
}

} // namespace

//--- fft, ifft

LogicalResult FftOp::verify() {
  return verifyAxes(getLoc(), getAxes(), getX().getType().getRank());
}
LogicalResult IfftOp::verify() {
  return verifyAxes(getLoc(), getAxes(), getX().getType().getRank());
}

Values FftOp::decompose(RuleBuilder &b) {
  return {as_complex(dft(as_real(b(getX())), getAxes(), /*inverse=*/false))};
}

Values IfftOp::decompose(RuleBuilder &b) {
  const Expr x = b(getX());
  const Expr sums = dft(as_real(x), getAxes(), /*inverse=*/true);
  return {as_complex(dividedByCount(sums, x, getAxes()))};
}

//--- rfft, irfft

LogicalResult RfftOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                       SmallVectorImpl<Type> &results) {
  RankedTensorType type = tensorTypeOf(x.getX());
  if (failed(verifyAxes(loc, int64_t(x.getAxis()), type.getRank())))
    return failure();
  Type whole = complexTypeOf(type.getElementType());
  if (!whole)
    return emitOptionalError(loc, "needs numbers of f32 or f64, but found ", type);
  return inferTypes<RfftOp>(loc, x, whole, results);
}

Sizes RfftOp::sizes(Adaptor x, SizeRules &rules, unsigned) { return halfSizes(rules, x.getAxis()); }

Values RfftOp::decompose(RuleBuilder &b) { return {as_complex(dft_r2c(b(getX()), getAxis()))}; }

LogicalResult IrfftOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor x,
                                        SmallVectorImpl<Type> &results) {
  RankedTensorType type = tensorTypeOf(x.getX());
  if (failed(verifyAxes(loc, int64_t(x.getAxis()), type.getRank())))
    return failure();
  Type real = partTypeOf(type.getElementType());
  if (!real)
    return emitOptionalError(loc, "needs complex numbers, but found ", type);
  return inferTypes<IrfftOp>(loc, x, real, results);
}

Sizes IrfftOp::sizes(Adaptor x, SizeRules &rules, unsigned) {
  return wholeSizes(rules, x.getAxis(), x.getOdd());
}

Values IrfftOp::decompose(RuleBuilder &b) {
  const Expr sums = dft_c2r(as_real(b(getX())), getAxis(), getOdd());
  return {dividedByCount(sums, sums, {int64_t(getAxis())})};
}

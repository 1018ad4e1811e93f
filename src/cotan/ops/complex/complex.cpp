// as_real, as_complex, real, imag, complex, angle, conj: meaning and derivative. Signature and doc:
// complex.td.
//
// The cotangent of a complex number x + iy is that of x less i times that of y, as in JAX: then
// what flows back through a holomorphic function is multiplied by its derivative.
#include "cotan/ops/complex/complex.inc"

#include "cotan/ir/rules/complex_parts.h"

using namespace cotan;
using namespace cotan::composite;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// The element type of the parts. Types are inferred before operands are verified.
FailureOr<Type> partType(std::optional<Location> loc, Value z) {
  Type part = partTypeOf(getElementTypeOrSelf(z));
  if (!part)
    return emitOptionalError(loc, "needs complex numbers, but found ", z.getType());
  return part;
}

/// Of parts of this type.
FailureOr<Type> wholeType(std::optional<Location> loc, Value x) {
  Type whole = complexTypeOf(getElementTypeOrSelf(x));
  if (!whole)
    return emitOptionalError(loc, "needs numbers of f32 or f64, but found ", x.getType());
  return whole;
}

/// Part `i` of complex numbers.
Expr readPart(const Expr &z, int64_t i) {
  const Expr pairs = as_real(z);
  SmallVector<int64_t> starts(z.rank(), 0), limits(z.rank(), ShapedType::kDynamic);
  starts.push_back(i);
  limits.push_back(i + 1);
  return squeeze(slice(pairs, starts, limits, SmallVector<int64_t>(z.rank() + 1, 1)), {z.rank()});
}

} // namespace

//--- as_real, as_complex

LogicalResult AsRealOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                         Adaptor adaptor, SmallVectorImpl<Type> &results) {
  FailureOr<Type> part = partType(loc, adaptor.getZ());
  return failed(part) ? failure() : inferTypes<AsRealOp>(loc, adaptor, *part, results);
}

Sizes AsRealOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  sizes.push_back(2);
  return sizes;
}

Arrays AsRealOp::evaluate(ArrayRef<Array> z) { return {z[0].asReal()}; }

Values AsRealOp::vjp(RuleBuilder &b, ValueRange g) { return {conj(as_complex(b(g[0])))}; }
Values AsRealOp::batch(Batch &x) { return x.again(); }

OpFoldResult AsRealOp::fold(FoldAdaptor) {
  auto inner = getZ().getDefiningOp<AsComplexOp>();
  return inner && inner.getX().getType() == getType() ? OpFoldResult(inner.getX()) : nullptr;
}

LogicalResult AsComplexOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                            Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (type.getRank() == 0)
    return emitOptionalError(loc, "needs a last axis of size 2, but ", type, " has no axis");
  FailureOr<Type> whole = wholeType(loc, adaptor.getX());
  return failed(whole) ? failure() : inferTypes<AsComplexOp>(loc, adaptor, *whole, results);
}

Sizes AsComplexOp::sizes(Adaptor, SizeRules &rules, unsigned) {
  Sizes sizes = rules.sizes(0);
  rules.requireEqual(sizes.back(), 2, "the last axis must have size 2");
  sizes.pop_back();
  return sizes;
}

Arrays AsComplexOp::evaluate(ArrayRef<Array> x) {
  needFit(*this, x);
  return {x[0].asComplex()};
}

Values AsComplexOp::vjp(RuleBuilder &b, ValueRange g) { return {as_real(conj(b(g[0])))}; }
Values AsComplexOp::batch(Batch &x) { return x.again(); }

OpFoldResult AsComplexOp::fold(FoldAdaptor) {
  auto inner = getX().getDefiningOp<AsRealOp>();
  return inner && inner.getZ().getType() == getType() ? OpFoldResult(inner.getZ()) : nullptr;
}

//--- parts

template <typename Op>
static LogicalResult inferPart(std::optional<Location> loc, typename Op::Adaptor adaptor,
                               SmallVectorImpl<Type> &results) {
  FailureOr<Type> part = partType(loc, adaptor.getZ());
  if (failed(part))
    return failure();
  results.push_back(cast<RankedTensorType>(adaptor.getZ().getType()).clone(*part));
  return success();
}

LogicalResult RealOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  return inferPart<RealOp>(loc, adaptor, results);
}
LogicalResult ImagOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  return inferPart<ImagOp>(loc, adaptor, results);
}

Values RealOp::decompose(RuleBuilder &b) { return {readPart(b(getZ()), 0)}; }
Values ImagOp::decompose(RuleBuilder &b) { return {readPart(b(getZ()), 1)}; }

Values RealOp::vjp(RuleBuilder &b, ValueRange g) { return {complex(b(g[0]), b.full(0, b(g[0])))}; }
Values ImagOp::vjp(RuleBuilder &b, ValueRange g) { return {complex(b.full(0, b(g[0])), -b(g[0]))}; }

static DenseElementsAttr partOfConstant(Attribute constant, unsigned part) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(constant);
  if (!elements)
    return nullptr;
  auto type = cast<RankedTensorType>(elements.getType());
  auto partType = type.clone(cast<ComplexType>(type.getElementType()).getElementType());
  auto pick = [&](const std::complex<APFloat> &z) { return part == 0 ? z.real() : z.imag(); };
  if (elements.isSplat())
    return DenseElementsAttr::get(partType, pick(elements.getSplatValue<std::complex<APFloat>>()));
  SmallVector<APFloat> picked;
  for (const std::complex<APFloat> &z : elements.getValues<std::complex<APFloat>>())
    picked.push_back(pick(z));
  return DenseElementsAttr::get(partType, picked);
}

OpFoldResult RealOp::fold(FoldAdaptor constants) {
  if (auto known = partOfConstant(constants.getZ(), 0))
    return known;
  auto made = getZ().getDefiningOp<ComplexOp>();
  return made ? OpFoldResult(made.getX()) : nullptr;
}
OpFoldResult ImagOp::fold(FoldAdaptor constants) {
  if (auto known = partOfConstant(constants.getZ(), 1))
    return known;
  auto made = getZ().getDefiningOp<ComplexOp>();
  return made ? OpFoldResult(made.getY()) : nullptr;
}

LogicalResult AngleOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  return inferPart<AngleOp>(loc, adaptor, results);
}

Values AngleOp::decompose(RuleBuilder &b) { return {atan2(imag(b(getZ())), real(b(getZ())))}; }

//--- complex, conj

LogicalResult ComplexOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  FailureOr<Type> whole = wholeType(loc, adaptor.getX());
  if (failed(whole))
    return failure();
  results.push_back(cast<RankedTensorType>(adaptor.getX().getType()).clone(*whole));
  return success();
}

Values ComplexOp::decompose(RuleBuilder &b) {
  const Expr x = b(getX()), y = b(getY());
  const SmallVector<int64_t> last = {x.rank()};
  return {as_complex(concat({expand_dims(x, last), expand_dims(y, last)}, x.rank()))};
}

Values ComplexOp::vjp(RuleBuilder &b, ValueRange g) { return {real(b(g[0])), -imag(b(g[0]))}; }

OpFoldResult ComplexOp::fold(FoldAdaptor) {
  auto re = getX().getDefiningOp<RealOp>();
  auto im = getY().getDefiningOp<ImagOp>();
  return re && im && re.getZ() == im.getZ() ? OpFoldResult(re.getZ()) : nullptr;
}

Values ConjOp::decompose(RuleBuilder &b) { return {complex(real(b(getZ())), -imag(b(getZ())))}; }
Values ConjOp::vjp(RuleBuilder &b, ValueRange g) { return {conj(b(g[0]))}; }

OpFoldResult ConjOp::fold(FoldAdaptor) {
  auto inner = getZ().getDefiningOp<ConjOp>();
  return inner ? OpFoldResult(inner.getZ()) : nullptr;
}

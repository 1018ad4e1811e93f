// eigvals, eigvalsh, svdvals: meaning. Signature and doc: spectrum.td.
#include "cotan/ops/linear_algebra/spectrum.inc"

#include "cotan/ir/rules/complex_parts.h"
#include "cotan/ops/linear_algebra/matrices.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

/// Of the parts of complex numbers where `isReal`.
template <typename Op>
static LogicalResult inferSpectrum(std::optional<Location> loc, typename Op::Adaptor adaptor,
                                   bool isReal, SmallVectorImpl<Type> &results) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(verifyMatrix(loc, type)))
    return failure();
  const Type element = type.getElementType(), part = partTypeOf(element);
  return inferTypes<Op>(loc, adaptor, isReal && part ? part : element, results);
}

#define COTAN_SPECTRUM(OP, IS_REAL, SIZES, FUNCTION, VALUES)                                       \
  LogicalResult OP::inferReturnTypes(MLIRContext *, std::optional<Location> loc, Adaptor adaptor,  \
                                     SmallVectorImpl<Type> &results) {                             \
    return inferSpectrum<OP>(loc, adaptor, IS_REAL, results);                                      \
  }                                                                                                \
  Sizes OP::sizes(Adaptor, SizeRules &rules, unsigned) {                                           \
    Sizes sizes = SIZES;                                                                           \
    sizes.erase(sizes.end() - 2);                                                                  \
    return sizes;                                                                                  \
  }                                                                                                \
  Values OP::decompose(RuleBuilder &b) { return {VALUES}; }                                        \
  RuntimeCall OP::runtimeCall() { return {FUNCTION}; }                                             \
  Values OP::batch(Batch &x) { return x.again(); }
COTAN_SPECTRUM(EigvalsOp, false, squareSizes(rules, 0), "cotan_eigvals", eig(b(getX()))[0])
COTAN_SPECTRUM(EigvalshOp, true, squareSizes(rules, 0), "cotan_eigvalsh", eigh(b(getX()))[0])
COTAN_SPECTRUM(SvdvalsOp, true, tallSizes(rules), "cotan_svdvals", svd(b(getX()))[1])

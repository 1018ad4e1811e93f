// select_n, masked_fill: meaning. Signature and doc: select_n.td.
#include "cotan/ops/selection/select_n.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult SelectNOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &results) {
  if (adaptor.getCases().empty())
    return emitOptionalError(loc, "there is nothing to select from; give at least one case");
  results.push_back(adaptor.getCases().front().getType());
  return success();
}

LogicalResult SelectNOp::verify() {
  auto which = cast<RankedTensorType>(getWhich().getType());
  for (Value each : getCases())
    if (each.getType() != getType())
      return emitOpError("cases are ")
             << getType() << " and " << each.getType() << "; all must be of one type";
  if (which.getShape() != getType().getShape())
    return emitOpError("selects by ") << which << ", which has another shape than " << getType();
  if (which.getElementType().isInteger(1) && getCases().size() > 2)
    return emitOpError("selects by i1 one of ")
           << getCases().size() << " cases; more than two need integers";
  const unsigned bits = which.getElementType().getIntOrFloatBitWidth();
  if (bits == 8 && getCases().size() > 128)
    return emitOpError("selects by ") << which << " one of " << getCases().size()
                                      << " cases, which has not so many numbers; cast it";
  return success();
}

Values SelectNOp::decompose(RuleBuilder &b) {
  Expr which = b(getWhich()), y = b(getCases().back());
  const bool isTruth = which.elementType().isInteger(1);
  for (int64_t i = int64_t(getCases().size()) - 2; i >= 0; --i) {
    Expr isHere = isTruth ? not_(which) : which <= double(i);
    y = where(isHere, b(getCases()[i]), y);
  }
  return {y};
}

LogicalResult MaskedFillOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                             Adaptor adaptor, SmallVectorImpl<Type> &results) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto mask = cast<RankedTensorType>(adaptor.getMask().getType());
  auto value = cast<RankedTensorType>(adaptor.getValue().getType());
  if (value.getElementType() != x.getElementType())
    return emitOptionalError(loc, "cannot fill ", x, " with ", value, "; cast it");
  if (mask.getRank() != x.getRank())
    return emitOptionalError(loc, "the mask ", mask, " has another number of axes than ", x);
  return inferTypes<MaskedFillOp>(loc, adaptor, x.getElementType(), results);
}

Sizes MaskedFillOp::sizes(Adaptor, SizeRules &rules, unsigned) { return rules.commonSizes(2); }

Values MaskedFillOp::decompose(RuleBuilder &b) {
  Expr x = b(getX());
  return {where(b(getMask()), b(getValue()), x)};
}

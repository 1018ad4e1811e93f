// linspace: meaning. Signature and doc: linspace.td.
#include "cotan/ops/creation/linspace.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

// Weighted so that both ends come out exactly.
Values LinspaceOp::decompose(RuleBuilder &b) {
  auto type = cast<RankedTensorType>(getY().getType());
  Expr place = iota(b, type, 0) / double(std::max<int64_t>(type.getDimSize(0) - 1, 1));
  return {b(getStart()) * (1.0 - place) + b(getStop()) * place};
}

LogicalResult LinspaceOp::verify() {
  auto type = cast<RankedTensorType>(getY().getType());
  auto start = cast<RankedTensorType>(getStart().getType());
  if (type.getRank() == 1 && type.getElementType() == start.getElementType())
    return success();
  return emitOpError("result ") << type << " must be a vector of " << start.getElementType();
}

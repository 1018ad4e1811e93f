#include "cotan/ops/layout/limits.h"

using namespace mlir;

namespace cotan {

ParseResult parseLimits(OpAsmParser &parser, DenseI64ArrayAttr &limits) {
  llvm::SmallVector<int64_t> values;
  auto parseLimit = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      values.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(values.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseLimit))
    return failure();
  limits = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

void printLimits(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr limits) {
  printer << '[';
  llvm::interleaveComma(limits.asArrayRef(), printer, [&](int64_t limit) {
    if (ShapedType::isDynamic(limit))
      printer << '?';
    else
      printer << limit;
  });
  printer << ']';
}

} // namespace cotan

// flow.print and flow.assert: what makes them well-formed.
#include "cotan/ir/flow/verification.h"
#include "cotan/ir/types.h"
#include "cotan/support/text_template.h"

using namespace mlir;

namespace cotan::flow {

static LogicalResult verifyText(Operation *op, StringRef text, ValueRange values) {
  auto pieces = splitTemplate(text);
  if (!pieces)
    return op->emitOpError("in the text ") << llvm::toString(pieces.takeError());
  size_t places = pieces->size() - 1;
  if (places != values.size())
    return op->emitOpError("has ") << counted(values.size(), "value") << " for "
                                   << counted(places, "place") << " '{}' in the text";
  for (auto [i, type] : llvm::enumerate(values.getTypes()))
    if (!dtypeOf(cast<RankedTensorType>(type).getElementType()))
      return op->emitOpError("value #") << i << " is " << type << ", which cannot be printed";
  return success();
}

LogicalResult PrintOp::verify() { return verifyText(*this, getText(), getValues()); }
LogicalResult AssertOp::verify() { return verifyText(*this, getText(), getValues()); }

} // namespace cotan::flow

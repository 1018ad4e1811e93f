// flow.print and flow.assert: what makes them well-formed.
#include "cotan/ir/flow/verification.h"
#include "cotan/ir/types.h"
#include "cotan/support/number_text.h"
#include "cotan/support/text_template.h"

using namespace mlir;

namespace cotan::flow {

static LogicalResult verifyText(Operation *op, StringRef text, ValueRange values) {
  const TextTemplate split = splitTemplate(text);
  if (!split.problem.empty())
    return op->emitOpError("in the text ") << split.problem;
  size_t places = split.formats.size();
  if (places != values.size())
    return op->emitOpError("has ") << counted(values.size(), "value") << " for "
                                   << counted(places, "place") << " '{}' in the text";
  for (auto [i, type, format] : llvm::enumerate(values.getTypes(), split.formats)) {
    auto tensor = cast<RankedTensorType>(type);
    auto dtype = dtypeOf(tensor.getElementType());
    if (!dtype)
      return op->emitOpError("value #") << i << " is " << type << ", which cannot be printed";
    if (format && (tensor.getRank() != 0 || !isNumberFormat(*format, *dtype)))
      return op->emitOpError("value #") << i << " is " << type << ", which cannot be formatted as '"
                                        << *format << "'; numbers can, as Python does it";
  }
  return success();
}

LogicalResult PrintOp::verify() { return verifyText(*this, getText(), getValues()); }
LogicalResult AssertOp::verify() { return verifyText(*this, getText(), getValues()); }

} // namespace cotan::flow

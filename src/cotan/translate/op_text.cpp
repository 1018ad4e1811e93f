#include "cotan/translate/op_text.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotan::forms {
namespace {

template <typename T> std::string printed(T thing) {
  std::string text;
  llvm::raw_string_ostream(text) << thing;
  return text;
}

} // namespace

std::string typeText(Type type) { return printed(type); }

std::string typesText(TypeRange types) {
  if (types.size() == 1)
    return typeText(types.front());
  std::string text;
  for (Type type : types)
    text += (text.empty() ? "" : ", ") + typeText(type);
  return "(" + text + ")";
}

std::string attributesText(Operation *op) {
  DictionaryAttr attributes = op->getAttrDictionary();
  return attributes.empty() ? "" : " " + printed(Attribute(attributes));
}

std::string constantText(Operation *op) {
  Attribute value;
  return matchPattern(op, m_Constant(&value)) ? printed(value) : "";
}

Value sameValue(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isSameValue(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool isSameValue(Operation *op) {
  if (auto read = dyn_cast<tensor::ExtractOp>(op))
    return read.getIndices().empty();
  auto made = dyn_cast<tensor::FromElementsOp>(op);
  return made && made.getType().getRank() == 0;
}

} // namespace cotan::forms

#include "cotan/support/text_template.h"

#include "cotan/support/array_text.h"
#include "cotan/support/number_text.h"

namespace cotan {

llvm::Expected<TextTemplate> splitTemplate(llvm::StringRef text) {
  TextTemplate found;
  while (!text.empty()) {
    llvm::StringRef plain = text.take_until([](char c) { return c == '{' || c == '}'; });
    found.pieces.back() += plain;
    text = text.drop_front(plain.size());
    if (text.consume_front("{}")) {
      found.formats.emplace_back();
      found.pieces.emplace_back();
    } else if (text.starts_with("{:") && text.contains('}')) {
      found.formats.emplace_back(text.drop_front(2).take_until([](char c) { return c == '}'; }));
      found.pieces.emplace_back();
      text = text.drop_front(text.find('}') + 1);
    } else if (text.consume_front("{{"))
      found.pieces.back() += '{';
    else if (text.consume_front("}}"))
      found.pieces.back() += '}';
    else if (!text.empty())
      return llvm::createStringError("'" + text.take_front(1) + "' stands alone before '" +
                                     text.drop_front(1) +
                                     "'; write {} for a value, and {{ or }} for a brace");
  }
  return found;
}

std::string fillTemplate(llvm::StringRef text, llvm::ArrayRef<Array> values) {
  TextTemplate split = llvm::cantFail(splitTemplate(text)); // the verifier has split it before
  std::string filled = split.pieces.front();
  for (auto [value, format, piece] :
       llvm::zip_equal(values, split.formats, llvm::drop_begin(split.pieces)))
    filled += (format ? formatNumber(value, *format) : printArray(value)) + piece;
  return filled;
}

} // namespace cotan

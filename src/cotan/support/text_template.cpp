#include "cotan/support/text_template.h"

#include "cotan/support/array_text.h"

namespace cotan {

llvm::Expected<llvm::SmallVector<std::string>> splitTemplate(llvm::StringRef text) {
  llvm::SmallVector<std::string> pieces(1);
  while (!text.empty()) {
    llvm::StringRef plain = text.take_until([](char c) { return c == '{' || c == '}'; });
    pieces.back() += plain;
    text = text.drop_front(plain.size());
    if (text.consume_front("{}"))
      pieces.emplace_back();
    else if (text.consume_front("{{"))
      pieces.back() += '{';
    else if (text.consume_front("}}"))
      pieces.back() += '}';
    else if (!text.empty())
      return llvm::createStringError("'" + text.take_front(1) + "' stands alone before '" +
                                     text.drop_front(1) +
                                     "'; write {} for a value, and {{ or }} for a brace");
  }
  return pieces;
}

std::string fillTemplate(llvm::StringRef text, llvm::ArrayRef<Array> values) {
  auto pieces = llvm::cantFail(splitTemplate(text)); // the verifier has split it before
  std::string filled = pieces.front();
  for (auto [value, piece] : llvm::zip_equal(values, llvm::drop_begin(pieces)))
    filled += printArray(value) + piece;
  return filled;
}

} // namespace cotan

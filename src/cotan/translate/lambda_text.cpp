#include "cotan/translate/lambda_text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace cotan::forms {

/// A continuation is in the one before it: of a thousand calls the last would be far to the right,
/// and the text would grow with the square of their number.
static constexpr size_t deepestIndent = 30;

void LambdaText::line(const llvm::Twine &content) {
  text += std::string(2 * std::min(depth, deepestIndent), ' ') + content.str() + "\n";
}

void LambdaText::open(llvm::StringRef name, llvm::StringRef parameters) {
  if (depth == 0 && !text.empty())
    text += "\n";
  line((depth == 0 ? "" : "let ") + name + " = lambda (" + parameters + ")");
  ++depth;
}

void LambdaText::let(llvm::StringRef names, const llvm::Twine &value) {
  line("let " + names + " = " + value + " in");
}

void LambdaText::close(const llvm::Twine &tail) {
  line(tail + (depth == 1 ? " end" : " end in"));
  --depth;
}

std::string tupleText(llvm::ArrayRef<std::string> names) {
  return names.size() == 1 ? names[0] : "(" + llvm::join(names, ", ") + ")";
}

} // namespace cotan::forms

// Functions within functions as lines of text, each with what it ends in.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace cotan::forms {

class LambdaText {
public:
  void open(llvm::StringRef name, llvm::StringRef parameters);
  /// `let NAMES = VALUE in`
  void let(llvm::StringRef names, const llvm::Twine &value);
  /// Ends the innermost open function with its value.
  void close(const llvm::Twine &tail);
  std::string take() { return std::move(text); }

private:
  void line(const llvm::Twine &content);

  std::string text;
  size_t depth = 0;
};

/// `()`, `x` or `(x, y)`.
std::string tupleText(llvm::ArrayRef<std::string> names);

} // namespace cotan::forms

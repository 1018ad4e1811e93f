#include "cotan/support/nesting.h"

namespace cotan {
namespace {

/// The offset after the string that opens at `start`. A string ends at the end of its line at last.
size_t skipString(llvm::StringRef source, size_t start) {
  size_t i = start + 1;
  while (i < source.size() && source[i] != '"' && source[i] != '\n')
    i += source[i] == '\\' ? 2 : 1;
  return i + 1;
}

/// Whether `>` at `i` closes a bracket: not the end of an arrow, not the start of ">=".
bool closesAngle(llvm::StringRef source, size_t i) {
  bool endsArrow = i > 0 && source[i - 1] == '-';
  bool startsComparison = i + 1 < source.size() && source[i + 1] == '=';
  return !endsArrow && !startsComparison;
}

bool opensAngle(llvm::StringRef source, size_t i) {
  return i + 1 >= source.size() || source[i + 1] != '=';
}

} // namespace

std::optional<size_t> findNestingBeyond(llvm::StringRef source, size_t limit) {
  size_t depth = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    bool opens = false, closes = false;
    switch (source[i]) {
    case '"': i = skipString(source, i) - 1; break;
    case '/':
      if (source.substr(i).starts_with("//"))
        i = std::min(source.find('\n', i), source.size());
      break;
    case '(':
    case '[':
    case '{': opens = true; break;
    case ')':
    case ']':
    case '}': closes = true; break;
    case '<': opens = opensAngle(source, i); break;
    case '>': closes = closesAngle(source, i); break;
    default: break;
    }
    if (opens && ++depth > limit)
      return i;
    if (closes && depth > 0)
      --depth;
  }
  return std::nullopt;
}

} // namespace cotan

#include "cotan/translate/identifiers.h"

#include "llvm/ADT/StringExtras.h"

namespace cotan::forms {
namespace {

/// The words of the forms themselves, and those that constants begin with.
constexpr llvm::StringRef reserved[] = {"case",     "dense",  "else",   "end",    "false",
                                        "function", "if",     "in",     "lambda", "let",
                                        "of",       "return", "switch", "then",   "true"};

/// Without dots, which only names of operations have.
std::string wordOf(llvm::StringRef wanted) {
  std::string word;
  for (char c : wanted)
    word += llvm::isAlnum(c) ? c : '_';
  return word.empty() || llvm::isDigit(word.front()) ? "v" + word : word;
}

} // namespace

Identifiers::Identifiers() {
  for (llvm::StringRef word : reserved)
    taken.insert(word);
}

std::string Identifiers::fresh(llvm::StringRef wanted) {
  const std::string word = wordOf(wanted);
  if (taken.insert(word).second)
    return word;
  unsigned &number = numbers[word];
  // A number behind a digit would read as one number.
  const std::string stem = llvm::isDigit(word.back()) ? word + "_" : word;
  std::string name;
  do
    name = stem + std::to_string(++number);
  while (!taken.insert(name).second);
  return name;
}

} // namespace cotan::forms

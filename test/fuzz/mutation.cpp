#include "mutation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

using llvm::ArrayRef;
using llvm::StringRef;

namespace cotan::fuzz {
namespace {

using Words = std::vector<std::string>;

bool isWordCharacter(char c) { return llvm::isAlnum(c) || StringRef("_.$%#@?").contains(c); }

/// Names, numbers, punctuation and white space, which together are the text again.
Words split(StringRef text) {
  Words words;
  while (!text.empty()) {
    StringRef word = text.take_while(isWordCharacter);
    if (word.empty())
      word = text.take_while([](char c) { return c == ' ' || c == '\n'; });
    if (word.empty())
      word = text.take_front();
    words.push_back(word.str());
    text = text.drop_front(word.size());
  }
  return words;
}

size_t below(size_t bound, std::mt19937_64 &random) { return random() % bound; }

template <typename T> const T &anyOf(ArrayRef<T> choices, std::mt19937_64 &random) {
  return choices[below(choices.size(), random)];
}

std::string interestingNumber(std::mt19937_64 &random) {
  static const std::string numbers[] = {"0",
                                        "1",
                                        "-1",
                                        "2",
                                        "3",
                                        "7",
                                        "64",
                                        "255",
                                        "-128",
                                        "1000000",
                                        "2147483648",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "0.0",
                                        "-0.0",
                                        "1.0e308",
                                        "1.0e-320",
                                        "0x7FF0000000000000",
                                        "0x7FF8000000000000",
                                        "true",
                                        "unit",
                                        "?"};
  return anyOf(ArrayRef(numbers), random);
}

std::string interestingType(std::mt19937_64 &random) {
  static const std::string types[] = {"f64",    "f32",   "f16",         "bf16",         "i64",
                                      "i32",    "i8",    "ui8",         "i1",           "index",
                                      "tensor", "?xf64", "!flow.stack", "vector<2xf64>"};
  return anyOf(ArrayRef(types), random);
}

/// A number at the start of a word such as 3 or 2x3xf64.
bool startsWithNumber(const std::string &word) { return llvm::isDigit(word.front()); }

void change(Words &words, ArrayRef<std::string> corpus, std::mt19937_64 &random) {
  size_t i = below(words.size(), random), j = below(words.size(), random);
  switch (below(9, random)) {
  case 0: words.erase(words.begin() + i); break;
  case 1: words.insert(words.begin() + j, words[i]); break;
  case 2: std::swap(words[i], words[j]); break;
  case 3: words[i] = words[j]; break;
  case 4: { // a word of another program, ops among them
    Words others = split(anyOf(corpus, random));
    if (!others.empty())
      words[i] = anyOf(ArrayRef(others), random);
    break;
  }
  case 5: { // the next number
    while (i < words.size() && !startsWithNumber(words[i]))
      ++i;
    if (i < words.size())
      words[i] = interestingNumber(random);
    break;
  }
  case 6: words[i] = interestingType(random); break;
  case 7: { // a piece once more elsewhere
    Words piece(words.begin() + i, words.begin() + std::min(words.size(), i + 1 + random() % 20));
    words.insert(words.begin() + j, piece.begin(), piece.end());
    break;
  }
  default: { // one byte
    std::string &word = words[i];
    word[below(word.size(), random)] = static_cast<char>(below(128, random));
  }
  }
}

} // namespace

std::string mutate(ArrayRef<std::string> corpus, std::mt19937_64 &random) {
  Words words = split(anyOf(corpus, random));
  for (size_t n = 1 + below(4, random); n > 0 && !words.empty(); --n)
    change(words, corpus, random);
  return llvm::join(words, "");
}

} // namespace cotan::fuzz

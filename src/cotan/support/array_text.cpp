#include "cotan/support/array_text.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace cotan {

std::string describe(const Array &array) {
  return nameOf(array.dtype()).str() + printShape(array.shape());
}

namespace {

llvm::Error malformed(const llvm::Twine &message) { return llvm::createStringError(message); }

/// Reads one element into place; an error says why the element type cannot hold it.
template <typename T> llvm::Error parseElement(llvm::StringRef word, DType dtype, T &element) {
  auto cannot = [&](llvm::StringRef why) {
    return malformed("'" + word + "' " + why + " " + nameOf(dtype));
  };
  if constexpr (std::is_same_v<T, bool>) {
    element = word.equals_insensitive("true") || word == "1";
    return element || word.equals_insensitive("false") || word == "0" ? llvm::Error::success()
                                                                      : cannot("is no element of");
  } else if constexpr (isFloatStorage<T>) {
    std::string text = word.str();
    char *end;
    if constexpr (std::is_same_v<T, float>)
      element = std::strtof(text.c_str(), &end);
    else
      element = static_cast<T>(std::strtod(text.c_str(), &end));
    return *end == 0 && !text.empty() ? llvm::Error::success() : cannot("is no element of");
  } else {
    std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t> wide;
    if (word.getAsInteger(10, wide))
      return cannot("is no element of");
    element = static_cast<T>(wide);
    return wide == element ? llvm::Error::success() : cannot("does not fit in");
  }
}

/// As Python writes it, "1.5-2j", or one part of it.
template <typename T>
llvm::Error parseElement(llvm::StringRef word, DType dtype, std::complex<T> &element) {
  const bool isWhole = !word.consume_back("j");
  const size_t sign = word.find_last_of("+-"); // of the imaginary part, or of an exponent
  const bool hasBoth =
      !isWhole && sign != llvm::StringRef::npos && sign > 0 && word[sign - 1] != 'e';
  T re = 0, im = 0;
  auto read = [&](llvm::StringRef part, T &number) {
    return parseElement<T>(part.ltrim('+'), partOf(dtype), number);
  };
  llvm::Error error =
      isWhole   ? read(word, re)
      : hasBoth ? llvm::joinErrors(read(word.take_front(sign), re), read(word.drop_front(sign), im))
                : read(word, im);
  element = {re, im};
  return error;
}

class Reader {
public:
  Reader(llvm::StringRef text) : rest(text) {}

  llvm::Error read() {
    if (llvm::Error error = readValue(0))
      return error;
    if (!rest.trim().empty())
      return malformed("unexpected '" + rest.trim() + "'");
    if (elementCount(shape) != int64_t(words.size())) // [[], 1]
      return malformed("the rows differ in how deep they are");
    return llvm::Error::success();
  }

  llvm::SmallVector<llvm::StringRef> words;
  llvm::SmallVector<int64_t> shape;

private:
  llvm::Error readValue(size_t depth) {
    rest = rest.ltrim();
    if (!rest.consume_front("["))
      return readWord(depth);
    if (depth == 64)
      return malformed("more than 64 nested brackets");
    int64_t count = 0;
    rest = rest.ltrim();
    while (!rest.consume_front("]")) {
      if (count != 0 && !rest.consume_front(","))
        return malformed(rest.empty() ? "a ']' is missing"
                                      : "expected ',' or ']' at '" + rest + "'");
      if (llvm::Error error = readValue(depth + 1))
        return error;
      ++count;
      rest = rest.ltrim();
    }
    return setSize(depth, count);
  }

  llvm::Error readWord(size_t depth) {
    llvm::StringRef word = rest.take_until([](char c) { return c == ',' || c == '[' || c == ']'; });
    rest = rest.drop_front(word.size());
    words.push_back(word.trim());
    bool isRagged = !leafDepth ? false : *leafDepth != depth;
    leafDepth = depth;
    return isRagged ? malformed("the rows differ in how deep they are") : llvm::Error::success();
  }

  llvm::Error setSize(size_t depth, int64_t count) {
    if (shape.size() <= depth)
      shape.resize(depth + 1, -1);
    if (shape[depth] != -1 && shape[depth] != count)
      return malformed("the rows differ in length: " + llvm::Twine(shape[depth]) + " and " +
                       llvm::Twine(count));
    shape[depth] = count;
    return llvm::Error::success();
  }

  llvm::StringRef rest;
  std::optional<size_t> leafDepth;
};

} // namespace

llvm::Expected<Array> parseArray(llvm::StringRef text, DType dtype) {
  Reader reader(text);
  if (llvm::Error error = reader.read())
    return error;
  Array array(dtype, reader.shape);
  llvm::Error error = visitStored(dtype, [&](auto element) -> llvm::Error {
    using T = decltype(element);
    auto values = array.mutableValues<T>();
    for (auto [word, value] : llvm::zip_equal(reader.words, values))
      if (llvm::Error error = parseElement(word, dtype, value))
        return error;
    return llvm::Error::success();
  });
  if (error)
    return error;
  return array;
}

} // namespace cotan

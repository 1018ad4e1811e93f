#include "cotan/support/array_text.h"

#include "cotan/support/number_text.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <charconv>

namespace cotan {

std::string describe(const Array &array) {
  return nameOf(array.dtype()).str() + printShape(array.shape());
}

std::optional<DType> dtypeNamed(llvm::StringRef name) {
  for (unsigned i = 0; i <= static_cast<unsigned>(DType::f64); ++i)
    if (nameOf(static_cast<DType>(i)) == name)
      return static_cast<DType>(i);
  return std::nullopt;
}

namespace {

/// The shortest decimal that reads back as the same T, as "-1.25e+00".
template <typename T> std::string shortest(T value) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>) {
    return {text, std::to_chars(text, std::end(text), value, std::chars_format::scientific).ptr};
  } else { // 16 bits
    for (int digits = 1;; ++digits) {
      int length = std::snprintf(text, sizeof(text), "%.*e", digits - 1, double(value));
      if (digits == 9 || T(std::strtod(text, nullptr)).bits == value.bits)
        return {text, static_cast<size_t>(length)};
    }
  }
}

template <typename T> std::string print(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (isFloatStorage<T>) {
    if (std::isnan(double(value)))
      return "nan";
    std::string sign = std::signbit(double(value)) ? "-" : "";
    if (std::isinf(double(value)))
      return sign + "inf";
    return sign + layOut(llvm::StringRef(shortest(value)).ltrim('-'));
  } else {
    return std::to_string(value);
  }
}

class Printer {
public:
  Printer(const Array &array, bool summarize)
      : array(array), strides(stridesOf(array.shape())), summarize(summarize) {}

  std::string run() {
    printAxis(0, 0); // once to learn how wide the elements are
    width = widest;
    text.clear();
    printAxis(0, 0);
    return std::move(text);
  }

private:
  static constexpr int64_t edge = 3;
  static constexpr size_t lineLength = 100;

  void printAxis(int64_t axis, int64_t offset) {
    if (axis == array.rank())
      return printOne(offset);
    int64_t size = array.shape()[axis];
    text += '[';
    for (int64_t i = 0; i < size; ++i) {
      if (i != 0)
        separate(axis);
      if (summarize && size > 2 * edge && i == edge) {
        text += "...";
        i = size - edge - 1;
        continue;
      }
      printAxis(axis + 1, offset + i * strides[axis]);
    }
    text += ']';
  }

  void separate(int64_t axis) {
    text += ',';
    size_t lineStart = text.rfind('\n') + 1;
    bool innermost = axis + 1 == array.rank();
    if (innermost && text.size() - lineStart + width + 2 <= lineLength) {
      text += ' ';
      return;
    }
    text += '\n';
    text.append(axis + 1, ' ');
  }

  void printOne(int64_t offset) {
    std::string element = printElement(array, offset);
    widest = std::max(widest, element.size());
    if (element.size() < width)
      text.append(width - element.size(), ' ');
    text += element;
  }

  const Array &array;
  llvm::SmallVector<int64_t, 4> strides;
  bool summarize;
  size_t width = 0, widest = 0;
  std::string text;
};

} // namespace

std::string printElement(const Array &array, int64_t index) {
  return visitDType(array.dtype(),
                    [&](auto element) { return print(array.values<decltype(element)>()[index]); });
}

std::string printArray(const Array &array, int64_t threshold) {
  return array.size() == 0 ? "[]" : Printer(array, array.size() > threshold).run();
}

//--- Reading

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
  llvm::Error error = visitDType(dtype, [&](auto element) -> llvm::Error {
    using T = decltype(element);
    auto values = array.mutableValues<T>();
    for (auto [word, value] : llvm::zip_equal(reader.words, values))
      if (llvm::Error error = parseElement<T>(word, dtype, value))
        return error;
    return llvm::Error::success();
  });
  if (error)
    return error;
  return array;
}

} // namespace cotan

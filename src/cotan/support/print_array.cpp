#include "cotan/support/print_array.h"

#include "cotan/support/number_text.h"

#include <charconv>
#include <vector>

namespace cotan {
namespace {

/// The shortest decimal that reads back as the same T, as "-1.25e+00".
template <typename T> std::string shortest(T value) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>) {
    return {text, std::to_chars(text, std::end(text), value, std::chars_format::scientific).ptr};
  } else { // few bits
    for (int digits = 1;; ++digits) {
      int length = std::snprintf(text, sizeof(text), "%.*e", digits - 1, double(value));
      if (digits == 9 || T(std::strtod(text, nullptr)).bits == value.bits)
        return {text, static_cast<size_t>(length)};
    }
  }
}

template <typename T> std::string print(T value);

/// As Python does, without its parentheses.
template <typename T> std::string print(std::complex<T> value) {
  const std::string im = print(value.imag());
  return print(value.real()) + (im[0] == '-' ? "" : "+") + im + "j";
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
    const std::string digits = shortest(value);
    return sign + layOut(std::string_view(digits).substr(sign.size()));
  } else {
    return std::to_string(+value); // of the least types as int
  }
}

class Printer {
public:
  Printer(const Elements &array, bool summarize)
      : array(array), strides(array.rank(), 1), summarize(summarize) {
    for (int64_t axis = array.rank() - 1; axis > 0; --axis)
      strides[axis - 1] = strides[axis] * array.shape[axis];
  }

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
    int64_t size = array.shape[axis];
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

  const Elements &array;
  std::vector<int64_t> strides;
  bool summarize;
  size_t width = 0, widest = 0;
  std::string text;
};

} // namespace

std::string printElement(const Elements &array, int64_t index) {
  return visitStored(array.dtype,
                     [&](auto element) { return print(array.at<decltype(element)>(index)); });
}

std::string printArray(const Elements &array, int64_t threshold) {
  return array.size() == 0 ? "[]" : Printer(array, array.size() > threshold).run();
}

} // namespace cotan

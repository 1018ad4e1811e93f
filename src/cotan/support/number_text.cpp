#include "cotan/support/number_text.h"

#include "cotan/support/print_array.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace cotan {

namespace {

bool isOneOf(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

/// Takes the first character away if it is one of these; 0 if it is not.
char takeOneOf(std::string_view characters, std::string_view &text) {
  if (text.empty() || !isOneOf(characters, text.front()))
    return 0;
  const char first = text.front();
  text.remove_prefix(1);
  return first;
}

} // namespace

std::string layOut(std::string_view scientific) {
  const size_t end = std::min(scientific.find('e'), scientific.size());
  std::string digits(scientific.substr(0, end));
  std::erase(digits, '.');
  std::string_view power = scientific.substr(end);
  takeOneOf("e", power);
  takeOneOf("+", power);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  const int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16)
    return std::string(scientific);
  if (exponent < 0)
    return "0." + std::string(-exponent - 1, '0') + digits;
  if (exponent + 1 >= count)
    return digits + std::string(exponent + 1 - count, '0') + ".0";
  return digits.insert(exponent + 1, ".");
}

namespace {

struct Format {
  char fill = ' ', align = '>', sign = '-', type = 0;
  unsigned width = 0;
  std::optional<unsigned> precision;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<unsigned> takeNumber(std::string_view &text) {
  const auto end = std::ranges::find_if_not(text, isDigit);
  const size_t length = end - text.begin();
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + length, number);
  text.remove_prefix(length);
  return length == 0 || length > 4 ? std::nullopt : std::optional(number);
}

void takeAlignment(std::string_view &text, Format &format) {
  constexpr std::string_view aligns = "<>^=";
  if (text.size() > 1 && isOneOf(aligns, text[1])) {
    format.fill = text[0];
    text.remove_prefix(1);
  }
  if (char align = takeOneOf(aligns, text))
    format.align = align;
}

std::optional<Format> parse(std::string_view text) {
  Format format;
  std::string_view rest = text;
  takeAlignment(rest, format);
  const bool isAligned = rest.size() != text.size();
  if (char sign = takeOneOf("+- ", rest))
    format.sign = sign;
  if (takeOneOf("0", rest) && !isAligned) {
    format.fill = '0';
    format.align = '=';
  }
  if (!rest.empty() && isDigit(rest[0])) {
    std::optional<unsigned> width = takeNumber(rest);
    if (!width)
      return std::nullopt;
    format.width = *width;
  }
  if (takeOneOf(".", rest) && !(format.precision = takeNumber(rest)))
    return std::nullopt;
  if (!rest.empty()) {
    format.type = rest[0];
    rest.remove_prefix(1);
  }
  return rest.empty() ? std::optional(format) : std::nullopt;
}

/// The digits of a number that is not negative.
std::string digitsOf(double value, const Format &format) {
  bool upper = format.type == 'E' || format.type == 'F' || format.type == 'G';
  if (std::isnan(value) || std::isinf(value)) {
    std::string text = std::isnan(value) ? "nan" : "inf";
    if (upper)
      text = std::isnan(value) ? "NAN" : "INF";
    return text + (format.type == '%' ? "%" : "");
  }
  if (format.type == 0) {
    char shortest[32];
    const char *end =
        std::to_chars(shortest, std::end(shortest), value, std::chars_format::scientific).ptr;
    return layOut({shortest, end});
  }
  bool percent = format.type == '%';
  const char how[] = {'%', '.', '*', percent ? 'f' : format.type, 0};
  int precision = static_cast<int>(format.precision.value_or(6));
  double shown = percent ? value * 100 : value;
  std::string text(std::snprintf(nullptr, 0, how, precision, shown), 0);
  std::snprintf(text.data(), text.size() + 1, how, precision, shown);
  return percent ? text + "%" : text;
}

std::string padded(std::string sign, std::string digits, const Format &format) {
  size_t length = sign.size() + digits.size();
  size_t missing = format.width > length ? format.width - length : 0;
  size_t before = format.align == '^' ? missing / 2 : format.align == '<' ? 0 : missing;
  std::string left(before, format.fill), right(missing - before, format.fill);
  return format.align == '=' ? sign + left + digits : left + sign + digits + right;
}

} // namespace

bool isNumberFormat(std::string_view text, DType dtype) {
  if (isComplex(dtype))
    return text.empty();
  std::optional<Format> format = parse(text);
  if (!format)
    return false;
  if (format->type == 'd' || (format->type == 0 && !isFloat(dtype)))
    return !isFloat(dtype) && !format->precision;
  return format->type == 0 ? !format->precision : isOneOf("eEfFgG%", format->type);
}

std::string formatNumber(const Elements &number, std::string_view text) {
  if (isComplex(number.dtype))
    return printElement(number, 0);
  Format format = *parse(text); // a verifier has asked isNumberFormat
  return visitReal(number.dtype, [&](auto element) {
    using T = decltype(element);
    T value = number.at<T>(0);
    if constexpr (std::is_same_v<T, bool>)
      if (text.empty())
        return std::string(value ? "True" : "False");
    bool asInteger = !isFloat(number.dtype) && (format.type == 0 || format.type == 'd');
    double real = static_cast<double>(value);
    bool negative = !std::isnan(real) && std::signbit(real);
    std::string sign = negative ? "-" : format.sign == '-' ? "" : std::string(1, format.sign);
    if (!asInteger)
      return padded(sign, digitsOf(std::abs(real), format), format);
    std::string digits = "0";
    if constexpr (!isFloatStorage<T>)
      digits = std::to_string(+value);
    return padded(sign, negative ? digits.substr(1) : digits, format);
  });
}

} // namespace cotan

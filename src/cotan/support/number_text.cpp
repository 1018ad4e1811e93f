#include "cotan/support/number_text.h"

#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace cotan {

std::string layOut(llvm::StringRef scientific) {
  auto [mantissa, power] = scientific.split('e');
  auto [whole, fraction] = mantissa.split('.');
  std::string digits = (whole + fraction).str();
  int exponent = 0, count = static_cast<int>(digits.size());
  (void)power.ltrim('+').getAsInteger(10, exponent);
  if (exponent < -4 || exponent >= 16)
    return scientific.str();
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

std::optional<unsigned> takeNumber(llvm::StringRef &text) {
  llvm::StringRef digits = text.take_while(llvm::isDigit);
  text = text.drop_front(digits.size());
  unsigned number;
  if (digits.empty() || digits.size() > 4 || digits.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

void takeAlignment(llvm::StringRef &text, Format &format) {
  constexpr llvm::StringLiteral aligns = "<>^=";
  if (text.size() > 1 && aligns.contains(text[1])) {
    format.fill = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && aligns.contains(text[0])) {
    format.align = text[0];
    text = text.drop_front();
  }
}

std::optional<Format> parse(llvm::StringRef text) {
  Format format;
  llvm::StringRef rest = text;
  takeAlignment(rest, format);
  bool aligned = rest.size() != text.size();
  if (!rest.empty() && llvm::StringRef("+- ").contains(rest[0])) {
    format.sign = rest[0];
    rest = rest.drop_front();
  }
  if (rest.consume_front("0") && !aligned) {
    format.fill = '0';
    format.align = '=';
  }
  if (!rest.empty() && llvm::isDigit(rest[0])) {
    std::optional<unsigned> width = takeNumber(rest);
    if (!width)
      return std::nullopt;
    format.width = *width;
  }
  if (rest.consume_front(".") && !(format.precision = takeNumber(rest)))
    return std::nullopt;
  if (!rest.empty()) {
    format.type = rest[0];
    rest = rest.drop_front();
  }
  return rest.empty() ? std::optional(format) : std::nullopt;
}

/// The digits of a number that is not negative.
std::string digitsOf(double value, const Format &format) {
  bool upper = format.type == 'E' || format.type == 'F' || format.type == 'G';
  if (std::isnan(value) || std::isinf(value)) {
    std::string text = std::isnan(value) ? "nan" : "inf";
    return (upper ? llvm::StringRef(text).upper() : text) + (format.type == '%' ? "%" : "");
  }
  if (format.type == 0) {
    char shortest[32];
    auto end =
        std::to_chars(shortest, std::end(shortest), value, std::chars_format::scientific).ptr;
    return layOut({shortest, static_cast<size_t>(end - shortest)});
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

bool isNumberFormat(llvm::StringRef text, DType dtype) {
  std::optional<Format> format = parse(text);
  if (!format)
    return false;
  if (format->type == 'd' || (format->type == 0 && !isFloat(dtype)))
    return !isFloat(dtype) && !format->precision;
  return format->type == 0 ? !format->precision : llvm::StringRef("eEfFgG%").contains(format->type);
}

std::string formatNumber(const Array &number, llvm::StringRef text) {
  Format format = *parse(text); // a verifier has asked isNumberFormat
  return visitDType(number.dtype(), [&](auto element) {
    using T = decltype(element);
    T value = number.values<T>()[0];
    if constexpr (std::is_same_v<T, bool>)
      if (text.empty())
        return std::string(value ? "True" : "False");
    bool asInteger = !isFloat(number.dtype()) && (format.type == 0 || format.type == 'd');
    double real = static_cast<double>(value);
    bool negative = !std::isnan(real) && std::signbit(real);
    std::string sign = negative ? "-" : format.sign == '-' ? "" : std::string(1, format.sign);
    if (!asInteger)
      return padded(sign, digitsOf(std::abs(real), format), format);
    std::string digits = "0";
    if constexpr (!isFloatStorage<T>)
      digits = std::to_string(value);
    return padded(sign, negative ? digits.substr(1) : digits, format);
  });
}

} // namespace cotan

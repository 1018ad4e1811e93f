#include "cotan/support/text_template.h"

#include "cotan/support/number_text.h"
#include "cotan/support/print_array.h"

#include <cassert>

namespace cotan {
namespace {

bool consume(std::string_view prefix, std::string_view &text) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// What stands before the first of these characters, or all, taken away.
std::string takeUntil(std::string_view characters, std::string_view &text) {
  const std::string taken(text.substr(0, text.find_first_of(characters)));
  text.remove_prefix(taken.size());
  return taken;
}

} // namespace

TextTemplate splitTemplate(std::string_view text) {
  TextTemplate found;
  while (!text.empty()) {
    found.pieces.back() += takeUntil("{}", text);
    if (consume("{}", text)) {
      found.formats.emplace_back();
      found.pieces.emplace_back();
    } else if (text.starts_with("{:") && text.find('}') != std::string_view::npos) {
      text.remove_prefix(2);
      found.formats.emplace_back(takeUntil("}", text));
      found.pieces.emplace_back();
      text.remove_prefix(1);
    } else if (consume("{{", text)) {
      found.pieces.back() += '{';
    } else if (consume("}}", text)) {
      found.pieces.back() += '}';
    } else if (!text.empty()) {
      found.problem = "'" + std::string(text.substr(0, 1)) + "' stands alone before '" +
                      std::string(text.substr(1)) +
                      "'; write {} for a value, and {{ or }} for a brace";
      return found;
    }
  }
  return found;
}

std::string fillTemplate(std::string_view text, const std::vector<Elements> &values) {
  const TextTemplate split = splitTemplate(text);
  assert(split.problem.empty() && split.formats.size() == values.size() &&
         "a verifier has split it");
  std::string filled = split.pieces.front();
  for (size_t i = 0; i < values.size(); ++i) {
    const auto &format = split.formats[i];
    filled += format ? formatNumber(values[i], *format) : printArray(values[i]);
    filled += split.pieces[i + 1];
  }
  return filled;
}

} // namespace cotan

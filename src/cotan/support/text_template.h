// Text with places for values: "step {}: loss {:.3f}". `{{` and `}}` are braces.
#pragma once

#include "cotan/support/elements.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cotan {

/// What stands before, between and after the places, and how the values in them are written: as
/// printArray does, where there is none, or as formatNumber.
struct TextTemplate {
  std::vector<std::string> pieces{""};
  std::vector<std::optional<std::string>> formats;
  std::string problem; // what is wrong with the text; empty if nothing
};
TextTemplate splitTemplate(std::string_view text);

/// The text with the values in their places. There must be as many.
std::string fillTemplate(std::string_view text, const std::vector<Elements> &values);

} // namespace cotan

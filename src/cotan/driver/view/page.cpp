#include "cotan/driver/view/page.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace cotan {
namespace {

struct PageParts {
  StringLiteral page, style, script;
};
#include "cotan/driver/view/page_parts.inc"

/// JSON that nothing in HTML or JavaScript takes for its end. The characters are in strings only,
/// where numbers may stand for them.
std::string inert(const json::Value &value) {
  static constexpr std::pair<StringRef, StringRef> numbers[] = {{"<", "\\u003c"},
                                                                {">", "\\u003e"},
                                                                {"&", "\\u0026"},
                                                                {"\u2028", "\\u2028"},
                                                                {"\u2029", "\\u2029"}};
  std::string text, escaped;
  raw_string_ostream(text) << value;
  for (StringRef rest = text; !rest.empty();) {
    auto found = find_if(numbers, [&](auto &entry) { return rest.starts_with(entry.first); });
    escaped += found == std::end(numbers) ? rest.take_front() : found->second;
    rest = rest.drop_front(found == std::end(numbers) ? 1 : found->first.size());
  }
  return escaped;
}

/// What a Content-Security-Policy calls a text, so that no other runs or is applied.
std::string hashOf(StringRef text) {
  const auto hash = SHA256::hash(arrayRefFromStringRef(text));
  return "'sha256-" + encodeBase64(hash) + "'";
}

std::string filled(const PageParts &parts, const json::Value &data) {
  const auto &[page, style, script] = parts;
  const std::pair<StringRef, std::string> values[] = {{"SCRIPT_HASH", hashOf(script)},
                                                      {"STYLE_HASH", hashOf(style)},
                                                      {"STYLE", style.str()},
                                                      {"DATA", inert(data)},
                                                      {"SCRIPT", script.str()}};
  std::string made;
  for (StringRef rest = page; !rest.empty();) {
    auto [text, after] = rest.split("{{");
    auto [name, next] = after.split("}}");
    made += text;
    for (auto &[known, value] : values)
      if (known == name)
        made += value;
    rest = next;
  }
  return made;
}

} // namespace

std::string pageOf(const ProgramTrace &trace) { return filled(programPage, trace.json()); }

std::string profilePageOf(StringRef data) {
  return filled(profilePage, cantFail(json::parse(data)));
}

} // namespace cotan

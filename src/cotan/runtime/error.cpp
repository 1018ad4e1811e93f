#include "cotan/runtime/error.h"

#include <utility>

namespace cotan {

static std::string &message() {
  static thread_local std::string text;
  return text;
}

int32_t setError(std::string text) {
  message() = std::move(text);
  return 1;
}

const std::string &lastError() { return message(); }

} // namespace cotan

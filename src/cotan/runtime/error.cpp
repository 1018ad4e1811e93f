#include "cotan/runtime/error.h"

#include <algorithm>

namespace cotan {

static constinit thread_local ErrorMessage last = {};

ErrorMessage &lastMessage() { return last; }

int32_t setError(std::string_view message, bool isOfMemory) {
  const size_t length = std::min(message.size(), sizeof(last.text) - 1);
  message.copy(last.text, length);
  last.text[length] = 0;
  last.isOfMemory = isOfMemory;
  return 1;
}

std::string lastError() { return last.text; }

} // namespace cotan

// Why a function of the runtime failed. It answers 1, having said so; 0 is success.
#pragma once

#include <cstdint>
#include <string>

namespace cotan {

/// Keeps the message for this thread; answers 1, so that `return setError(...)` reads well.
int32_t setError(std::string message);
/// The last message of this thread.
const std::string &lastError();

} // namespace cotan

// Why a function of the runtime failed. It answers 1, having said so; 0 is success.
#pragma once

#include "cotan/support/work.h"

#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cotan {

/// The last message of a thread, which needs no memory that may be missing: a long one is cut off.
struct ErrorMessage {
  char text[512];
  bool isOfMemory; // that is missing
};
ErrorMessage &lastMessage();

/// Keeps the message for this thread; answers 1, so that `return setError(...)` reads well.
int32_t setError(std::string_view message, bool isOfMemory = false);
/// The last message of this thread.
std::string lastError();

/// What is said where memory of the runtime's own is missing.
inline constexpr std::string_view noMemory = "the system has no memory left";

/// What `f` answers; 1 if the thread was interrupted, as then it may have done a part only. No
/// exception may leave the runtime: generated code cannot pass it on.
template <typename F> int32_t withoutExceptions(F f) {
  try {
    const int32_t status = f();
    return mustStop() ? 1 : status;
  } catch (const std::bad_alloc &) {
    return setError(noMemory, /*isOfMemory=*/true);
  } catch (const std::length_error &) { // of a list longer than there can be
    return setError(noMemory, /*isOfMemory=*/true);
  } catch (const std::exception &error) {
    return setError(error.what());
  }
}

} // namespace cotan

// Why a function of the runtime failed. It answers 1, having said so; 0 is success.
#pragma once

#include "cotan/support/work.h"

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

namespace cotan {

/// Keeps the message for this thread; answers 1, so that `return setError(...)` reads well.
int32_t setError(std::string message);
/// The last message of this thread.
const std::string &lastError();

/// What `f` answers; 1 if the thread was interrupted, as then it may have done a part only. No
/// exception may leave the runtime: generated code cannot pass it on.
template <typename F> int32_t withoutExceptions(F f) {
  try {
    const int32_t status = f();
    return mustStop() ? 1 : status;
  } catch (const std::bad_alloc &) {
    return setError("the system has no memory left");
  } catch (const std::length_error &) { // of a list longer than there can be
    return setError("the system has no memory left");
  }
}

} // namespace cotan

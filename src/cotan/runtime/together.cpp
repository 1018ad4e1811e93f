#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/error.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/work.h"

#include <mutex>

int64_t cotan_together(int64_t count, const cotan::abi::Call *calls) {
  std::mutex mutex;
  int64_t failed = count;
  cotan::ErrorMessage problem;
  auto make = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const cotan::abi::Call &call = calls[i];
      if (call.function(call.operands, call.results, call.numbers) == 0)
        continue;
      std::lock_guard lock(mutex);
      if (i < failed) {
        failed = i;
        problem = cotan::lastMessage(); // of the thread that made the call
      }
      return;
    }
  };
  const int32_t status = cotan::withoutExceptions([&] {
    cotan::runtime::parallelFor(count, 1, make);
    return 0;
  });
  if (failed < count)
    cotan::setError(problem.text, problem.isOfMemory);
  else if (status != 0) // not all were made
    return 0;
  return failed;
}

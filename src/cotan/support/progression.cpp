#include "cotan/support/progression.h"

namespace cotan {

std::optional<Progression> progressionOf(const Array &numbers) {
  const int64_t count = numbers.size();
  if (count == 0)
    return std::nullopt;
  Progression found = {numbers.asInt(0), 0, count};
  for (int64_t i = 1; i < count; ++i) {
    int64_t step;
    if (__builtin_sub_overflow(numbers.asInt(i), numbers.asInt(i - 1), &step) ||
        (i > 1 && step != found.step))
      return std::nullopt;
    found.step = step;
  }
  return found;
}

} // namespace cotan

#include "cotan/support/progression.h"

namespace cotan {

std::optional<Progression> progressionOf(const Array &numbers) {
  const int64_t count = numbers.size();
  if (count == 0)
    return std::nullopt;
  Progression found = {numbers.asInt(0), 0, count};
  if (count > 1)
    found.step = numbers.asInt(1) - found.first;
  for (int64_t i = 1; i < count; ++i)
    if (numbers.asInt(i) - numbers.asInt(i - 1) != found.step)
      return std::nullopt;
  return found;
}

} // namespace cotan

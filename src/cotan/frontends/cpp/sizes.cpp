#include "cotan/frontends/cpp/sizes.h"

#include "cotan/frontends/cpp/inside.h"

namespace ct {
namespace {

constexpr int64_t mostParts = 1 << 20;

[[noreturn]] void refuseSize(const char *name, int64_t a, const char *sign, int64_t b) {
  refuse(name, "a size of " + std::to_string(a) + sign + std::to_string(b) +
                   " is more than a tensor can have");
}

} // namespace

int64_t addSizes(const char *name, int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    refuseSize(name, a, " + ", b);
  return sum;
}

int64_t multiplySizes(const char *name, int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    refuseSize(name, a, " * ", b);
  return product;
}

void checkParts(const char *name, int64_t parts) {
  if (parts > mostParts)
    refuse(name, std::to_string(parts) + " parts are more than there can be; cut in at most " +
                     std::to_string(mostParts) + ", or use ct.reshape, which makes one tensor");
}

} // namespace ct

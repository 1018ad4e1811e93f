// The counter-based random number generator Threefry-2x32 with 20 rounds: Salmon, Moraes, Dror,
// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11.
#pragma once

#include <bit>
#include <cstdint>

namespace cotan {

struct RandomWords {
  uint32_t first, second;
};

/// The words of the 64-bit number `value`, upper one first.
constexpr RandomWords wordsOf(uint64_t value) { return {uint32_t(value >> 32), uint32_t(value)}; }

/// Random words that depend on nothing but `key` and `counter`.
constexpr RandomWords threefry(RandomWords key, RandomWords counter) {
  constexpr int rotations[] = {13, 15, 26, 6, 17, 29, 16, 24};
  const uint32_t keys[] = {key.first, key.second, 0x1BD11BDA ^ key.first ^ key.second};
  uint32_t x = counter.first + keys[0], y = counter.second + keys[1];
  for (uint32_t round = 0; round < 20; ++round) {
    x += y;
    y = std::rotl(y, rotations[round % 8]) ^ x;
    if (round % 4 != 3)
      continue;
    const uint32_t injection = round / 4 + 1;
    x += keys[injection % 3];
    y += keys[(injection + 1) % 3] + injection;
  }
  return {x, y};
}

} // namespace cotan

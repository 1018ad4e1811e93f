// Memory that a kernel needs for itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace cotan {

/// Elements that are not set. A thread keeps what is given back for the next: fresh memory costs
/// more to touch than many a kernel computes.
template <typename T> class Scratch {
public:
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  ~Scratch() { giveBack(); }

  /// Room for so many; what was there is lost if there was less.
  T *take(int64_t count) {
    if (size_t(count) * sizeof(T) > block.bytes) {
      giveBack();
      find(size_t(count) * sizeof(T));
    }
    return get();
  }

  /// What was taken.
  T *get() const { return static_cast<T *>(block.memory.get()); }

private:
  struct Block {
    std::unique_ptr<void, decltype(&std::free)> memory{nullptr, std::free};
    size_t bytes = 0;
  };
  static constexpr size_t mostKept = size_t(1) << 23; // bytes of a block

  /// Not where a kernel is using them: one may begin on the thread before another has ended.
  static Block (&idle())[4] {
    static thread_local Block blocks[4];
    return blocks;
  }

  void find(size_t bytes) {
    for (Block &kept : idle())
      if (kept.bytes >= bytes) {
        block = std::exchange(kept, {});
        return;
      }
    constexpr size_t line = 64; // of the cache
    bytes = (bytes + line - 1) / line * line;
    block.memory.reset(std::aligned_alloc(line, bytes));
    if (!block.memory)
      throw std::bad_alloc();
    block.bytes = bytes;
  }

  /// In the place of the smallest.
  void giveBack() {
    auto &kept = idle();
    Block *smallest =
        std::min_element(std::begin(kept), std::end(kept),
                         [](const Block &a, const Block &b) { return a.bytes < b.bytes; });
    if (block.bytes > smallest->bytes && block.bytes <= mostKept)
      std::swap(*smallest, block);
    block = {};
  }

  Block block;
};

} // namespace cotan

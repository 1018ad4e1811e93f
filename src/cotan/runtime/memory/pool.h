// Memory for tensors, kept for reuse: what is fresh costs more to touch than most programs to run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cotan::runtime {

/// Blocks of memory by size. One run uses a pool at a time, from several threads if it says so; in
/// a loop's steady state nothing is allocated. Blocks that are taken out of it, as results, come
/// back from any thread. Nothing but `allocate` needs memory.
class Pool {
public:
  Pool() = default;
  Pool(const Pool &) = delete;
  ~Pool();
  /// Who asked for blocks: a task of the run, which may be a part of another one. It lives as long
  /// as it is held, or a block or a part of it is in use.
  struct Owner {
    Owner *whole;
    size_t held;
  };
  /// Aligned to 64 bytes; null if then more than `limit` bytes were in use, or if the system has no
  /// more, and the free blocks of other sizes are not enough.
  void *allocate(size_t bytes, size_t limit = SIZE_MAX, Owner *owner = nullptr);
  void release(void *block);
  /// All blocks that are in use. The run is over.
  void releaseAll();
  /// Null if there is no memory.
  Owner *newOwner(Owner *whole);
  void drop(Owner *owner);
  /// The blocks that the owner, or a part of it, asked for.
  void releaseOf(const Owner *owner);
  /// From here on, until the run is over, several threads may allocate and release.
  void share() { isShared.store(true, std::memory_order_relaxed); }
  /// Takes a block out: it stays what it is until it is given back, and is not in use meanwhile.
  void detach(void *block);
  /// Takes in a block that was detached, of this pool or another: it is in use.
  void attach(void *block);
  void giveBack(void *block);
  /// The bytes that were asked for and not released.
  size_t inUse() const { return used.load(std::memory_order_relaxed); }

private:
  struct Header;
  class Turn;
  static unsigned classOf(size_t bytes);
  Header *make(unsigned index);
  void keep(Header *block);
  void sortIn();
  Header *findFree(unsigned index);
  void giveUpFree();
  void count(size_t bytes) { used.store(inUse() + bytes, std::memory_order_relaxed); }
  void enlist(Header *block);
  void unlist(Header *block);
  static void letGo(Owner *owner);

  Header *free[256] = {};       // lists, of blocks of a size each
  Header *first = nullptr;      // of those in use
  std::atomic<size_t> used = 0; // read by others
  std::atomic<bool> isShared = false, isBusy = false;
  /// Given back and not yet sorted in: a list without a lock, which a fork could leave taken.
  std::atomic<Header *> back = nullptr;

  friend std::shared_ptr<Pool> borrowPool();
  friend void returnPool(std::shared_ptr<Pool> pool);
  std::shared_ptr<Pool> nextIdle;
};

/// A pool that no other run is using. Runs of all programs share them: memory that one program no
/// longer needs serves the next.
std::shared_ptr<Pool> borrowPool();
void returnPool(std::shared_ptr<Pool> pool);

} // namespace cotan::runtime

#include "cotan/runtime/memory/pool.h"

#include "cotan/support/memory.h"
#include "cotan/support/sizes.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace cotan::runtime {

/// Lies right in front of the elements.
struct alignas(64) Pool::Header {
  Header *next, *previous;
  size_t bytes;
  Owner *owner;
};

/// One thread after the other, where several use the pool.
class Pool::Turn {
public:
  explicit Turn(Pool &pool)
      : pool(pool.isShared.load(std::memory_order_relaxed) ? &pool : nullptr) {
    for (int i = 0; this->pool && pool.isBusy.exchange(true, std::memory_order_acquire); ++i)
      if (i > 64)
        std::this_thread::yield();
  }
  ~Turn() {
    if (pool)
      pool->isBusy.store(false, std::memory_order_release);
  }
  Turn(const Turn &) = delete;

private:
  Pool *pool;
};

namespace {

constexpr size_t smallest = 16;

/// How much memory a class has: four steps per power of two.
size_t roomOf(unsigned index) { return (smallest * (4 + index % 4)) << (index / 4); }

} // namespace

/// The first class that has room.
unsigned Pool::classOf(size_t bytes) {
  unsigned index = 4 * std::max(0, int(std::bit_width(bytes / (4 * smallest))) - 1);
  while (roomOf(index) < bytes)
    ++index;
  return index;
}

Pool::Header *Pool::make(unsigned index) {
  void *elements = allocateElements(roomOf(index), sizeof(Header));
  return elements ? static_cast<Header *>(elements) - 1 : nullptr;
}

void Pool::keep(Header *block) {
  Header *&list = free[classOf(block->bytes)];
  block->next = list;
  list = block;
}

/// What was given back.
void Pool::sortIn() {
  for (Header *block = back.exchange(nullptr, std::memory_order_acquire); block;) {
    Header *next = block->next;
    keep(block);
    block = next;
  }
}

Pool::Header *Pool::findFree(unsigned index) {
  if (!free[index])
    sortIn();
  Header *block = free[index];
  if (block)
    free[index] = block->next;
  return block;
}

/// The system has the memory of all free blocks again.
void Pool::giveUpFree() {
  sortIn();
  for (Header *&list : free)
    while (Header *block = list) {
      list = block->next;
      freeElements(block + 1, roomOf(classOf(block->bytes)), sizeof(Header));
    }
}

void *Pool::allocate(size_t bytes, size_t limit, Owner *owner) {
  if (bytes > size_t(mostBytes)) // there is no class for it
    return nullptr;
  Turn turn(*this);
  if (bytes > limit || inUse() > limit - bytes)
    return nullptr;
  unsigned index = classOf(bytes);
  Header *block = findFree(index);
  if (!block && !(block = make(index))) {
    giveUpFree();
    if (!(block = make(index)))
      return nullptr;
  }
  block->bytes = bytes;
  enlist(block);
  if ((block->owner = owner))
    ++owner->held;
  return block + 1;
}

void Pool::enlist(Header *block) {
  block->owner = nullptr;
  block->previous = nullptr;
  block->next = first;
  if (first)
    first->previous = block;
  first = block;
  count(block->bytes);
}

void Pool::unlist(Header *block) {
  (block->previous ? block->previous->next : first) = block->next;
  if (block->next)
    block->next->previous = block->previous;
  count(-block->bytes);
  letGo(block->owner);
}

void Pool::letGo(Owner *owner) {
  while (owner && --owner->held == 0)
    delete std::exchange(owner, owner->whole);
}

Pool::Owner *Pool::newOwner(Owner *whole) {
  auto *made = new (std::nothrow) Owner{whole, 1};
  Turn turn(*this);
  if (made && whole)
    ++whole->held;
  return made;
}

void Pool::drop(Owner *owner) {
  Turn turn(*this);
  letGo(owner);
}

void Pool::attach(void *memory) {
  Turn turn(*this);
  enlist(static_cast<Header *>(memory) - 1);
}

void Pool::detach(void *memory) {
  Turn turn(*this);
  unlist(static_cast<Header *>(memory) - 1);
}

void Pool::release(void *memory) {
  Turn turn(*this);
  Header *block = static_cast<Header *>(memory) - 1;
  unlist(block);
  keep(block);
}

void Pool::giveBack(void *memory) {
  Header *block = static_cast<Header *>(memory) - 1;
  block->next = back.load(std::memory_order_relaxed);
  while (!back.compare_exchange_weak(block->next, block, std::memory_order_release,
                                     std::memory_order_relaxed)) {
  }
}

void Pool::releaseAll() {
  isShared.store(false, std::memory_order_relaxed);
  while (first)
    release(first + 1);
}

void Pool::releaseOf(const Owner *owner) {
  Turn turn(*this);
  auto isTheirs = [&](const Owner *of) {
    while (of && of != owner)
      of = of->whole;
    return of != nullptr;
  };
  for (Header *block = first; block;) {
    Header *next = block->next;
    if (isTheirs(block->owner)) {
      unlist(block);
      keep(block);
    }
    block = next;
  }
}

Pool::~Pool() {
  releaseAll();
  giveUpFree();
}

namespace {

struct Idle {
  std::mutex mutex;
  std::shared_ptr<Pool> first; // of a list
};

Idle &idle() {
  static auto *idle = new Idle; // never freed: at the end of the process threads may still run
  return *idle;
}

} // namespace

std::shared_ptr<Pool> borrowPool() {
  auto &[mutex, first] = idle();
  std::lock_guard lock(mutex);
  if (!first)
    return std::make_shared<Pool>();
  std::shared_ptr<Pool> pool = std::move(first);
  first = std::move(pool->nextIdle);
  return pool;
}

void returnPool(std::shared_ptr<Pool> pool) {
  auto &[mutex, first] = idle();
  std::lock_guard lock(mutex);
  pool->nextIdle = std::move(first);
  first = std::move(pool);
}

} // namespace cotan::runtime

// Tasks of a run on other threads: stacks that two of them push and pop, memory, failures.
#include "cotan/runtime/tasks.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/parallel.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

using namespace cotan;
using namespace cotan::runtime;

namespace {

using Clock = std::chrono::steady_clock;

struct Frames {
  explicit Frames(Context &context) : context(context) {}

  void push(Stack &stack, int64_t number) {
    char *at = stack.top;
    if (stack.limit - at < int64_t(sizeof(number)))
      at = cotan_grow(&context, &stack, sizeof(number));
    std::memcpy(at, &number, sizeof(number));
    stack.top = at + sizeof(number);
  }

  int64_t pop(Stack &stack) {
    int64_t number = -1;
    if (stack.top == stack.bottom)
      return number;
    if (stack.top == stack.begin)
      cotan_shrink(&context, &stack);
    stack.top -= sizeof(number);
    std::memcpy(&number, stack.top, sizeof(number));
    return number;
  }

  Context &context;
};

/// Pushes numbers from `from` on, by a tree of parts: each is put together of two and a frame more.
int64_t pushTree(Frames &frames, Stack &stack, int depth, int64_t from, bool isCut) {
  if (depth > 0) {
    from = pushTree(frames, stack, depth - 1, from, isCut);
    Stack part;
    from = pushTree(frames, isCut ? part : stack, depth - 1, from, isCut);
    if (isCut)
      append(&frames.context, stack, part);
  }
  for (int i = 0; i <= 3 * depth; ++i)
    frames.push(stack, from++);
  return from;
}

/// Pops it in the opposite order, where it can in two stacks, every second time if not `always`.
int64_t popTree(Frames &frames, Stack &stack, int depth, int64_t from, bool always, int &cuts) {
  for (int i = 0; i <= 3 * depth; ++i)
    EXPECT_EQ(frames.pop(stack), --from);
  if (depth == 0)
    return from;
  Stack below;
  const bool isCut = (always || from % 2 == 0) && cut(&frames.context, stack, below);
  cuts += isCut;
  from = popTree(frames, stack, depth - 1, from, always, cuts);
  if (isCut)
    EXPECT_EQ(stack.top, stack.bottom);
  from = popTree(frames, isCut ? below : stack, depth - 1, from, always, cuts);
  if (isCut)
    putBack(&frames.context, stack, below);
  return from;
}

TEST(Tasks, parts_of_a_stack_are_popped_apart_or_in_a_row) {
  for (bool always : {true, false})
    for (int depth = 0; depth < 8; ++depth) {
      Pool pool;
      Context context(pool);
      Frames frames(context);
      Stack stack;
      int cuts = 0;
      frames.push(stack, -5);
      const int64_t end = pushTree(frames, stack, depth, 0, /*isCut=*/true);
      EXPECT_EQ(popTree(frames, stack, depth, end, always, cuts), 0);
      EXPECT_EQ(frames.pop(stack), -5);
      if (always)
        EXPECT_EQ(cuts, (1 << depth) - 1);
      EXPECT_EQ(stack.border, nullptr);
      EXPECT_LT(pool.inUse(), 2000u);
    }
}

TEST(Tasks, a_stack_without_parts_is_not_cut) {
  Pool pool;
  Context context(pool);
  Frames frames(context);
  Stack stack;
  int cuts = 0;
  EXPECT_EQ(popTree(frames, stack, 6, pushTree(frames, stack, 6, 0, /*isCut=*/false), true, cuts),
            0);
  EXPECT_EQ(cuts, 0);
}

/// A task that allocates, takes steps, and fails if it is told to, or on another thread.
struct Work {
  Context &context;
  int64_t steps = 10, failsAt = -1;
  bool failsElsewhere = false;
};

std::atomic<int> elsewhere = 0; // so many tasks were

/// So that others have time to come.
void spin() {
  for (const auto start = Clock::now(); Clock::now() - start < std::chrono::microseconds(50);)
    std::this_thread::yield();
}

void doWork(cotan::abi::Run *run, int64_t *slots) {
  auto &work = *reinterpret_cast<Work *>(slots[0]);
  spin();
  slots[1] = reinterpret_cast<int64_t>(cotan_allocate(run, 1000));
  run->stepsLeft -= work.steps;
  const bool isElsewhere = &contextOf(run) != &work.context;
  elsewhere += isElsewhere;
  if (work.failsAt >= 0 || (work.failsElsewhere && isElsewhere)) {
    cotan_fail(run, work.failsAt);
    cotan_leave(run);
  }
  slots[2] = work.steps * 2;
}

struct Group {
  explicit Group(Context &context, int64_t count) : context(context), works(count, Work{context}) {
    for (Work &work : works)
      slots.push_back({reinterpret_cast<int64_t>(&work), 0, 0});
    for (auto &each : slots)
      tasks.push_back({doWork, each.data(), 0, 0, nullptr});
  }
  /// False if the run failed.
  bool run() {
    if (setjmp(context.start) != 0)
      return false;
    const bool isOffered = cotan_offer(&context, tasks.size(), tasks.data());
    spin();
    if (isOffered)
      cotan_collect(&context, tasks.size(), tasks.data());
    else
      for (cotan::abi::Task &task : tasks)
        task.function(&context, task.slots);
    return true;
  }

  Context &context;
  std::vector<Work> works;
  std::vector<std::array<int64_t, 3>> slots;
  std::vector<cotan::abi::Task> tasks;
};

TEST(Tasks, are_done_once_wherever) {
  Pool pool;
  for (int turn = 0; turn < 300; ++turn) {
    Context context(pool);
    context.stepsLeft = 1000;
    Group group(context, 1 + turn % 3);
    group.works[0].failsElsewhere = turn % 2;
    ASSERT_TRUE(group.run());
    EXPECT_EQ(context.stepsLeft, 1000 - 10 * int64_t(group.works.size()));
    EXPECT_EQ(pool.inUse(), 1000 * group.works.size()); // what failed elsewhere has none
    for (const auto &slots : group.slots)
      EXPECT_EQ(slots[2], 20);
  }
  if (threadCount() > 1)
    EXPECT_GT(elsewhere, 0);
}

TEST(Tasks, the_first_failure_is_told) {
  Pool pool;
  for (int turn = 0; turn < 300; ++turn) {
    Context context(pool);
    Group group(context, 3);
    group.works[1].failsAt = 1;
    group.works[2].failsAt = 2;
    EXPECT_FALSE(group.run());
    EXPECT_EQ(context.site, 1);
    EXPECT_EQ(context.givenLast, nullptr);
  }
}

TEST(Tasks, one_after_the_other_if_there_is_memory_for_no_more) {
  Pool pool;
  for (int turn = 0; turn < 300; ++turn) {
    Context context(pool);
    context.memoryLimit = 2000;
    Group group(context, 2);
    EXPECT_TRUE(group.run());
    EXPECT_LE(context.peakBytes, 2000u);
  }
}

} // namespace

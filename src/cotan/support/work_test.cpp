#include "cotan/support/work.h"

#include "cotan/support/big_stack.h"
#include "cotan/support/interruption.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace cotan;
using namespace std::chrono_literals;

namespace {

std::atomic<bool> isWanted = false;

/// As long as this lives, threads are interrupted.
struct Interrupting {
  Interrupting() {
    isWanted = true;
    setInterruptionCheck([] { return isWanted.load(); });
  }
  ~Interrupting() {
    setInterruptionCheck(nullptr);
    isWanted = false;
  }
};

/// Whether mustStop says so within ten seconds.
bool isStoppedSoon() {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < 10s)
    if (mustStop())
      return true;
  return false;
}

int statusOf(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Work, stops_when_it_is_interrupted) {
  Interrupting now;
  {
    During running(Work::running);
    EXPECT_TRUE(isStoppedSoon());
    During outside(Work::none); // where other work may begin
    During inside(Work::compiling);
    EXPECT_FALSE(isStoppedHere());
  }
  EXPECT_FALSE(isStoppedHere());
}

TEST(Work, stops_on_a_big_stack) {
  Interrupting now;
  During compiling(Work::compiling);
  bool isStopped = false;
  runOnBigStack([&] { isStopped = isStoppedSoon(); });
  EXPECT_TRUE(isStopped);
  EXPECT_TRUE(isStoppedSoon());
}

TEST(Work, can_be_left_alone) {
  auto ended = std::make_shared<std::atomic<bool>>(false);
  {
    Interrupting now;
    During compiling(Work::compiling);
    EXPECT_FALSE(runOrLeaveOnBigStack([ended] {
      isStoppedSoon();
      std::this_thread::sleep_for(300ms); // what does not look
      *ended = true;
    }));
    EXPECT_FALSE(*ended);
  }
  while (!*ended)
    std::this_thread::sleep_for(1ms);
}

TEST(Work, is_shared_with_threads_that_help) {
  Interrupting now;
  During running(Work::running);
  bool isStopped = false;
  std::thread helper([&, of = SharedWork::here()] {
    SharedWork shared(of);
    while (!mustStop()) {
    }
    isStopped = true;
  });
  EXPECT_TRUE(isStoppedSoon());
  helper.join();
  EXPECT_TRUE(isStopped);
}

TEST(Work, waits_for_a_fork) {
  std::atomic<bool> isHalfway = false, ends = false;
  std::thread other([&] {
    During compiling(Work::compiling);
    while (!ends) {
      isHalfway = true; // a child must not see this
      std::this_thread::sleep_for(2ms);
      isHalfway = false;
      mustStop();
    }
  });
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(1ms);
    const pid_t child = fork();
    if (child == 0)
      _exit(isHalfway);
    EXPECT_EQ(statusOf(child), 0);
  }
  ends = true;
  other.join();
}

TEST(Work, of_threads_that_run_does_not_keep_a_fork) {
  std::atomic<bool> runs = false, ends = false;
  std::thread other([&] {
    During running(Work::running);
    runs = true;
    while (!ends)
      std::this_thread::sleep_for(1ms);
  });
  while (!runs)
    std::this_thread::sleep_for(1ms);
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  EXPECT_EQ(statusOf(child), 0);
  ends = true;
  other.join();
}

TEST(LongMutex, is_one_thread_s) {
  LongMutex mutex;
  int count = 0;
  auto add = [&] {
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(mutex.lock());
      ++count;
      mutex.unlock();
    }
  };
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(count, 200);
}

TEST(LongMutex, is_open_in_a_child) {
  LongMutex mutex;
  std::thread([&] { ASSERT_TRUE(mutex.lock()); }).join();
  const pid_t child = fork();
  if (child == 0)
    _exit(!mutex.lock());
  EXPECT_EQ(statusOf(child), 0);
  Interrupting now;
  During compiling(Work::compiling);
  EXPECT_FALSE(mutex.lock()); // here it is still locked
  EXPECT_TRUE(isStoppedHere());
}

} // namespace

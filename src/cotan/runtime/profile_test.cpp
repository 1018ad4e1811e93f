// Where time and memory are counted: each moment once, and no peak is lost.
#include "cotan/runtime/context.h"
#include "cotan/runtime/profile.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace cotan::runtime;

namespace {

int64_t mostOf(const MemoryTimeline &timeline) {
  int64_t most = 0;
  for (auto [time, bytes] : timeline.points())
    most = std::max(most, bytes);
  return most;
}

TEST(MemoryTimeline, KeepsTheMostOfRunsOfAnyLength) {
  for (int64_t step : {1, 1000, 1'000'000, 1'000'000'000}) {
    MemoryTimeline timeline;
    for (int64_t i = 0; i < 5000; ++i)
      timeline.add(i * step, i == 3217 ? 99 : i % 7);
    EXPECT_EQ(mostOf(timeline), 99) << step;
    int64_t last = 0;
    for (auto [time, bytes] : timeline.points()) {
      EXPECT_GE(time, last);
      last = time;
    }
    EXPECT_LE(timeline.points().size(), size_t(2048));
  }
}

TEST(MemoryTimeline, OfATaskIsPutIntoThatOfTheRun) {
  MemoryTimeline run, task;
  run.add(1 << 30, 5);
  task.add(10, 7);
  run.add(task);
  EXPECT_EQ(mostOf(run), 7);
  EXPECT_EQ(run.points().front().nanoseconds, 0);
}

TEST(Profile, CountsEachMomentOnce) {
  Pool pool;
  Context context(pool);
  Profile profile;
  {
    const Profile::Here here(&profile, context);
    for (int i = 0; i < 10; ++i) {
      ProfileNode *before = profile.enter(context, 1, false);
      ProfileNode *inner = profile.enter(context, 2, false);
      profile.leave(context, inner);
      profile.leave(context, before);
    }
  }
  const ProfileNode *first = profile.root().firstChild, *second = first->firstChild;
  EXPECT_EQ(first->calls, 10);
  EXPECT_EQ(second->calls, 10);
  EXPECT_EQ(profile.root().nanoseconds + first->nanoseconds + second->nanoseconds,
            profile.nanoseconds());
}

TEST(Profile, CallsOfAFunctionWithinItselfAreOneNode) {
  Pool pool;
  Context context(pool);
  Profile profile, task(profile);
  const Profile::Here here(&profile, context);
  ProfileNode *root = profile.enter(context, 1, true), *one = profile.enter(context, 2, false),
              *again = profile.enter(context, 1, true);
  auto *function = static_cast<ProfileNode *>(context.node);
  EXPECT_EQ(function, one);
  EXPECT_EQ(function->calls, 2);
  {
    Context other(pool);
    const Profile::Here there(&task, other);
    task.leave(other, task.enter(other, 1, true));
  }
  profile.merge(task, *function);
  EXPECT_EQ(function->calls, 3);
  EXPECT_EQ(function->firstChild->probe, 2);
  profile.leave(context, again);
  profile.leave(context, one);
  profile.leave(context, root);
  EXPECT_EQ(context.node, &profile.root());
}

} // namespace

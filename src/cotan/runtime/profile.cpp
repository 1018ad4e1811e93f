#include "cotan/runtime/profile.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"

#include <algorithm>
#include <new>
#include <utility>

namespace cotan::runtime {

//--- nodes

ProfileNode::~ProfileNode() {
  while (ProfileNode *child = firstChild) { // not deeper than functions and loops nest
    firstChild = child->next;
    delete child;
  }
}

ProfileNode *ProfileNode::child(int64_t of, bool isOfFunction) {
  if (isOfFunction)
    for (ProfileNode *around = this; around; around = around->parent)
      if (around->isFunction && around->probe == of)
        return around;
  ProfileNode **end = &firstChild;
  for (; *end; end = &(*end)->next)
    if ((*end)->probe == of)
      return *end;
  auto *made = new (std::nothrow) ProfileNode;
  if (made) {
    made->probe = of;
    made->isFunction = isOfFunction;
    made->parent = this;
    *end = made;
  }
  return made;
}

//--- memory

void MemoryTimeline::halve() {
  for (int64_t i = 0; i < steps; ++i) {
    Step joined;
    for (int64_t k = 2 * i; k < std::min(2 * i + 2, steps); ++k)
      if (all[k].most >= 0)
        joined = {std::max(joined.most, all[k].most), all[k].last};
    all[i] = joined;
  }
  width *= 2;
}

void MemoryTimeline::add(int64_t nanoseconds, int64_t bytes) {
  while (nanoseconds / width >= steps)
    halve();
  Step &step = all[nanoseconds / width];
  step = {std::max(step.most, bytes), bytes};
}

void MemoryTimeline::add(const MemoryTimeline &other) {
  for (int64_t i = 0; i < steps; ++i)
    if (other.all[i].most >= 0)
      add(i * other.width, other.all[i].most);
}

std::vector<MemoryTimeline::Point> MemoryTimeline::points() const {
  std::vector<Point> points;
  int64_t before = 0;
  for (int64_t i = 0; i < steps; ++i) {
    if (all[i].most < 0)
      continue;
    points.push_back({i * width, std::max(all[i].most, before)});
    if (all[i].last < all[i].most)
      points.push_back({(i + 1) * width, all[i].last});
    before = all[i].last;
  }
  return points;
}

//--- the profile

/// Whose time the thread's is.
static thread_local Profile *profiled = nullptr;

Profile::Here::Here(Profile *profile, abi::Run &run)
    : profile(profile), outer(profile ? std::exchange(profiled, profile) : nullptr) {
  if (!profile)
    return;
  const int64_t time = now();
  if (outer)
    outer->charge(*outer->running, time);
  profile->running = &run;
  run.node = &profile->top;
  profile->begun = profile->last = time;
  profile->see(run, time);
}

Profile::Here::~Here() {
  if (!profile)
    return;
  profiled = outer;
  const int64_t time = now();
  profile->charge(*profile->running, time);
  profile->see(*profile->running, time);
  profile->ended = time;
  if (outer)
    outer->last = time;
}

ProfileNode &Profile::current(abi::Run &run) const { return static_cast<ProfileNode &>(*run.node); }

void Profile::charge(abi::Run &run, int64_t time) {
  current(run).nanoseconds += time - last;
  last = time;
}

void Profile::see(abi::Run &run, int64_t time) {
  const int64_t bytes = contextOf(&run).pool.inUse();
  timeline.add(time - origin, bytes);
  current(run).peakBytes = std::max(current(run).peakBytes, bytes);
  ++count;
}

ProfileNode *Profile::enter(abi::Run &run, int64_t probe, bool isFunction) {
  const int64_t time = now();
  charge(run, time);
  see(run, time);
  ProfileNode *before = &current(run);
  if (ProfileNode *next = before->child(probe, isFunction)) { // else it counts where it was
    next->calls += 1;
    run.node = next;
  }
  return before;
}

void Profile::leave(abi::Run &run, ProfileNode *before) {
  const int64_t time = now();
  charge(run, time);
  see(run, time);
  run.node = before;
}

void Profile::allocated(abi::Run &run, int64_t bytes) {
  current(run).bytes += bytes;
  see(run, now());
}

static void add(const ProfileNode &from, ProfileNode &to) {
  to.calls += from.calls;
  to.turns += from.turns;
  to.bytes += from.bytes;
  to.nanoseconds += from.nanoseconds;
  to.peakBytes = std::max(to.peakBytes, from.peakBytes);
  for (const ProfileNode *child = from.firstChild; child; child = child->next) {
    ProfileNode *same = to.child(child->probe, child->isFunction);
    add(*child, same ? *same : to);
  }
}

void Profile::merge(const Profile &task, ProfileNode &at) {
  add(task.top, at);
  timeline.add(task.timeline);
  count += task.count;
}

int64_t Profile::ownNanoseconds() const {
  constexpr int64_t tries = 256;
  MemoryTimeline unread;
  const int64_t start = now();
  for (int64_t i = 0; i < tries; ++i)
    unread.add(now() - start, i);
  return count * (now() - start) / tries;
}

} // namespace cotan::runtime

using namespace cotan;
using namespace cotan::runtime;

abi::ProbeNode *cotan_probe_enter(abi::Run *run, int64_t probe, int64_t isFunction) {
  Profile *profile = contextOf(run).profile;
  return profile ? profile->enter(*run, probe, isFunction) : nullptr;
}

void cotan_probe_leave(abi::Run *run, abi::ProbeNode *before) {
  if (Profile *profile = contextOf(run).profile)
    profile->leave(*run, static_cast<ProfileNode *>(before));
}

void cotan_probe_allocated(abi::Run *run, int64_t bytes) {
  if (Profile *profile = contextOf(run).profile)
    profile->allocated(*run, bytes);
}

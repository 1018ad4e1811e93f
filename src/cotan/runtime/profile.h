// Where the time of a run goes, and its memory: what code that is compiled with
// `cotan.profiled` fills (ir/profiling.h). Other code knows nothing of it.
#pragma once

#include "cotan/runtime/abi/run.h"

#include <array>
#include <chrono>
#include <memory>
#include <vector>

namespace cotan::runtime {

/// A place of a program (codegen/program/probes.h), reached on one way. Calls of a function from
/// within itself count where it was called first.
struct ProfileNode : abi::ProbeNode {
  int64_t probe = 0;
  bool isFunction = false;
  ProfileNode *parent = nullptr, *firstChild = nullptr, *next = nullptr;
  int64_t calls = 0, nanoseconds = 0; // its own, without those below it
  int64_t bytes = 0;                  // that it asked for
  int64_t peakBytes = 0;              // the most memory in use meanwhile, of the whole run

  ~ProfileNode();
  /// Null if there is no memory for it.
  ProfileNode *child(int64_t of, bool isOfFunction);
};

/// The most memory in use, in a fixed number of steps of time, which get longer with the run.
class MemoryTimeline {
public:
  void add(int64_t nanoseconds, int64_t bytes);
  void add(const MemoryTimeline &other);

  struct Point {
    int64_t nanoseconds, bytes;
  };
  std::vector<Point> points() const;

private:
  void halve();

  struct Step {
    int64_t most = -1, last = 0; // no memory was counted in it: -1
  };
  static constexpr int64_t steps = 1024;
  std::array<Step, steps> all;
  int64_t width = 256; // nanoseconds
};

/// Each moment of a thread that runs the program is counted at one node.
class Profile {
public:
  /// Of a run, which has one thread to begin with.
  Profile() : origin(now()) { top.calls = 1; }
  /// Of a task that `giver` offers to another thread; it is a run of its own until it is merged.
  explicit Profile(const Profile &giver) : origin(giver.origin) {}
  Profile &operator=(const Profile &) = delete;

  /// The thread's time is this profile's as long as it lives; null: it is nobody's. What the thread
  /// did for another profile goes on afterwards.
  class Here {
  public:
    Here(Profile *profile, abi::Run &run);
    ~Here();
    Here(const Here &) = delete;

  private:
    Profile *const profile, *const outer;
  };

  /// What is current from here on; gives what was.
  ProfileNode *enter(abi::Run &run, int64_t probe, bool isFunction);
  void leave(abi::Run &run, ProfileNode *before);
  void allocated(abi::Run &run, int64_t bytes);
  /// What a task did, at the node where it was offered.
  void merge(const Profile &task, ProfileNode &at);

  const ProfileNode &root() const { return top; }
  const MemoryTimeline &memory() const { return timeline; }
  /// From the first moment to the last one, of the thread that it began on.
  int64_t nanoseconds() const { return ended - begun; }
  /// About how much of the time went into the profile itself.
  int64_t ownNanoseconds() const;
  int64_t marks() const { return count; }

private:
  static int64_t now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  ProfileNode &current(abi::Run &run) const;
  void charge(abi::Run &run, int64_t time);
  void see(abi::Run &run, int64_t time);

  ProfileNode top;
  MemoryTimeline timeline;
  abi::Run *running = nullptr; // whose node time is counted at
  const int64_t origin;
  int64_t begun = 0, last = 0, ended = 0, count = 0;
};

} // namespace cotan::runtime

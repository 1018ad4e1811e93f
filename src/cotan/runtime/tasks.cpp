#include "cotan/runtime/tasks.h"

#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/abi/generated_code.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/crew.h"
#include "cotan/runtime/error.h"
#include "cotan/runtime/parallel.h"
#include "cotan/runtime/profile.h"
#include "cotan/support/interruption.h"

#include <algorithm>
#include <memory>
#include <new>
#include <span>

namespace cotan::runtime {

/// A task that another thread does. It has a run of its own, with the memory of the whole one.
struct GivenTask final : Job, Cancellation {
  GivenTask(Context &giver, abi::Task &task, Pool::Owner *owner);
  ~GivenTask();
  void run(int64_t leastStackAddress) override;
  void stop() override;
  /// Also where it is part of another task that is to end, or of a run.
  bool isRequested() const override;
  void request() override { context.root->isInterrupted = true; }
  /// Nobody does it from here on: it is done, or not begun.
  void end();
  /// What it has made goes.
  void undo();
  /// How many it took.
  int64_t steps() const { return context.givenSteps - context.stepsLeft; }
  bool wasBegun() const { return state != State::given; }
  /// It has come to its end, but not to its results.
  bool hasFailed() const { return state == State::failed; }
  /// One before it has failed, so nobody wants it.
  bool isOvertaken() const;
  bool doesPop() const { return task.stackUse == int64_t(abi::StackUse::pops); }

  abi::Task &task;
  Context &giver;
  const std::unique_ptr<Profile> profile; // null: nobody wants one
  ProfileNode *const node;                // where it was offered
  Context context;
  ThreadRecord *const record;
  GivenTask *before;       // of the same giver
  Stack *shared = nullptr; // with the giver; null: none
  Stack part;              // what it has in its place
  ErrorMessage problem = {};
  const void *const place = __builtin_frame_address(0); // where the giver's stack was
  std::atomic<bool> isUnwanted = false;
  bool isOver = false;
  enum class State : uint8_t { given, begun, failed, succeeded };
  std::atomic<State> state = State::given;
  std::span<const abi::Task> ahead; // others on other threads, while the giver does it
};

namespace {

Stack *stackOf(const abi::Task &task) {
  if (task.stackUse == int64_t(abi::StackUse::none))
    return nullptr;
  return static_cast<Stack *>(reinterpret_cast<abi::Stack *>(task.slots[task.stackSlot]));
}

void setStack(abi::Task &task, Stack &stack) {
  task.slots[task.stackSlot] = reinterpret_cast<int64_t>(static_cast<abi::Stack *>(&stack));
}

} // namespace

GivenTask::GivenTask(Context &giver, abi::Task &task, Pool::Owner *owner)
    : Job(giver.task), task(task), giver(giver),
      profile(giver.profile ? std::make_unique<Profile>(*giver.profile) : nullptr),
      node(static_cast<ProfileNode *>(giver.node)), context(giver, owner, *this),
      record(newThreadRecord()), before(giver.givenLast), shared(stackOf(task)) {
  context.profile = profile.get();
  giver.givenLast = this;
  record->cancellation = this;
  if (shared)
    setStack(task, part);
}

GivenTask::~GivenTask() {
  GivenTask **link = &giver.givenLast;
  while (*link != this)
    link = &(*link)->before;
  *link = before;
  giver.peakBytes = std::max(giver.peakBytes, context.peakBytes);
  giver.pool.drop(context.owner);
  giveBack(record);
}

COTAN_CALLS_GENERATED_CODE
static bool enter(abi::Task &task, Context &context) {
  if (setjmp(context.start) != 0) // cotan_leave was called
    return false;
  context.startAt(__builtin_frame_address(0));
  task.function(&context, task.slots);
  return true;
}

void GivenTask::run(int64_t leastStackAddress) {
  const detail::Here here = detail::here;
  adopt(record);
  {
    During running(Work::running);
    record->isStopped = isRequested(); // since before it came in
    context.attention = &record->attention;
    context.leastStackAddress = leastStackAddress;
    state = State::begun;
    const Profile::Here counted(profile.get(), context);
    const bool isDone = enter(task, context);
    if (!isDone)
      problem = lastMessage();
    state = isDone ? State::succeeded : State::failed;
  }
  detail::here = here;
  if (context.root->isInterrupted) // what this thread waits for meanwhile is to end, too
    stopHere();
  if (hasFailed())
    callAttention();
}

void GivenTask::stop() {
  isUnwanted = true;
  callAttention();
}

bool GivenTask::isRequested() const {
  for (const GivenTask *each = this; each; each = each->giver.task)
    if (each->isUnwanted || each->isOvertaken())
      return true;
  return context.root->isInterrupted;
}

bool GivenTask::isOvertaken() const {
  return std::ranges::any_of(ahead, [](const abi::Task &other) {
    auto *given = static_cast<const GivenTask *>(other.given);
    return given && given->hasFailed();
  });
}

void GivenTask::end() {
  if (!isOver && !Crew::takeBack(*this))
    Crew::waitFor(*this, giver.leastStackAddress);
  isOver = true;
}

void GivenTask::undo() {
  giver.pool.releaseOf(context.owner);
  state = State::given;
}

namespace {

//--- offering

/// Null if nobody takes it.
GivenTask *newTask(Context &context, abi::Task &task) {
  Pool::Owner *owner = context.pool.newOwner(context.owner);
  if (!owner)
    return nullptr;
  try {
    return new GivenTask(context, task, owner);
  } catch (const std::bad_alloc &) { // which generated code cannot pass on
    context.pool.drop(owner);
    return nullptr;
  }
}

/// Its stack is the giver's again.
void forget(GivenTask *given) {
  if (given->shared)
    setStack(given->task, *given->shared);
  delete given;
}

GivenTask *give(Context &context, abi::Task &task) {
  if (!Crew::isIdle(context.task))
    return nullptr;
  GivenTask *made = newTask(context, task);
  if (!made)
    return nullptr;
  context.pool.share();
  const bool canBegin = !made->doesPop() || cut(&context, *made->shared, made->part);
  if (canBegin && Crew::give(*made))
    return made;
  if (made->doesPop() && canBegin)
    putBack(&context, *made->shared, made->part);
  forget(made);
  return nullptr;
}

//--- collecting

/// On this thread, as the giver's own. What it pushes gets a border: its derivative may run on
/// several threads.
void doHere(Context &context, abi::Task &task) {
  Stack *shared = stackOf(task);
  if (task.stackUse != int64_t(abi::StackUse::pushes))
    return task.function(&context, task.slots);
  Stack part;
  setStack(task, part);
  task.function(&context, task.slots);
  append(&context, *shared, part);
}

/// Those that nobody took, as long as others must be waited for.
void helpWith(Context &context, std::span<abi::Task> tasks) {
  bool waits = false;
  for (size_t i = 0; i < tasks.size(); ++i) {
    abi::Task &task = tasks[i];
    auto *given = static_cast<GivenTask *>(task.given);
    if (given && !given->isOver && Crew::takeBack(*given))
      given->isOver = true;
    if (given && !given->isOver) {
      waits |= !Crew::isDone(*given);
    } else if (waits && (given || (given = newTask(context, task)))) {
      task.given = given;
      given->isOver = true;
      if (!given->doesPop()) // which ends soon, and cannot be done again
        given->ahead = tasks.first(i);
      given->run(context.leastStackAddress);
      given->ahead = {};
    }
  }
}

/// Calls that are nested as deeply take about as long: where tasks are too short to be worth it,
/// they are offered less deep.
void learnFrom(Context &context, const GivenTask &given) {
  constexpr int64_t fewSteps = 1 << 15, manySteps = 1 << 18, least = 256;
  const int64_t depth = context.stackStart - reinterpret_cast<int64_t>(given.place);
  if (given.steps() < fewSteps)
    context.offerDepth = std::max(least, std::min(context.offerDepth, depth - depth / 4));
  else if (given.steps() > manySteps)
    context.offerDepth = std::max(context.offerDepth, 2 * depth + 64);
  context.startAt(reinterpret_cast<const void *>(context.stackStart));
}

void takeOver(Context &context, GivenTask &given) {
  context.stepsLeft -= given.steps();
  context.lastOffer -= given.steps();
  learnFrom(context, given);
  if (given.profile)
    context.profile->merge(*given.profile, *given.node);
  while (Stack *stack = given.context.stacks) {
    given.context.stacks = stack->next;
    stack->next = context.stacks;
    context.stacks = stack;
  }
}

/// The giver fails as the task did, which cannot be done again.
[[noreturn]] void failWith(Context &context, GivenTask &given) {
  context.site = given.context.site;
  context.problem = std::move(given.context.problem);
  context.refusal = given.context.refusal;
  setError(given.problem.text, given.problem.isOfMemory);
  cotan_leave(&context);
}

void collectPop(Context &context, GivenTask &given) {
  if (!given.wasBegun())
    given.task.function(&context, given.task.slots);
  else if (given.hasFailed())
    failWith(context, given);
  else
    takeOver(context, given);
  putBack(&context, *given.shared, given.part);
  forget(&given);
}

void collect(Context &context, abi::Task &task) {
  auto *given = static_cast<GivenTask *>(task.given);
  if (!given)
    return doHere(context, task);
  given->end();
  if (given->doesPop())
    return collectPop(context, *given);
  if (given->state == GivenTask::State::succeeded && given->steps() <= context.stepsLeft) {
    takeOver(context, *given);
    if (given->shared)
      append(&context, *given->shared, given->part);
    return forget(given);
  }
  if (given->wasBegun())
    given->undo();
  forget(given);
  doHere(context, task);
}

} // namespace

bool takeTasksBack(Context &context) {
  bool isMore = false;
  for (GivenTask *given = context.givenLast; given; given = given->before) {
    const bool hasMemory = !given->isOver || (given->wasBegun() && !given->doesPop());
    if (!hasMemory)
      continue;
    isMore = true;
    if (!given->doesPop())
      given->stop();
    given->end();
    if (!given->doesPop())
      given->undo();
  }
  return isMore;
}

void forgetTasks(Context &context) {
  while (GivenTask *given = context.givenLast) {
    given->stop();
    given->end();
    if (given->wasBegun())
      given->undo();
    delete given;
  }
}

} // namespace cotan::runtime

using namespace cotan;
using namespace cotan::runtime;

int32_t cotan_offer(abi::Run *run, int64_t count, abi::Task *tasks) {
  Context &context = contextOf(run);
  context.lastOffer = context.stepsLeft;
  if (threadCount() == 1)
    return 0;
  bool isOffered = false;
  for (abi::Task &task : std::span(tasks, count)) {
    task.given = give(context, task);
    isOffered |= task.given || task.stackUse == int64_t(abi::StackUse::pushes);
  }
  return isOffered;
}

void cotan_collect(abi::Run *run, int64_t count, abi::Task *tasks) {
  Context &context = contextOf(run);
  const std::span<abi::Task> all(tasks, count);
  if (count > 1)
    helpWith(context, all);
  for (abi::Task &task : all)
    collect(context, task);
}

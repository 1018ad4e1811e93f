#include "cotan/trace/room.h"

#include "cotan/support/output_sink.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

namespace cotan::trace {

static thread_local std::optional<FunctionLimits> current;

FunctionLimits Room::here() { return current.value_or(FunctionLimits()); }

bool Room::isMade() { return current.has_value(); }

void Room::raiseTo(const FunctionLimits &known) {
  const FunctionLimits room = here();
  current = {std::max(room.rows, known.rows), std::max(room.orders, known.orders)};
}

std::optional<FunctionLimits> Room::swap(std::optional<FunctionLimits> room) {
  return std::exchange(current, room);
}

Room::Room() : before(swap(FunctionLimits())) {}
Room::~Room() { current = before; }

FunctionLimits Room::raised(const FunctionLimits &room, const ct::NeedsRoom &problem) {
  std::optional<FunctionLimits> more = room.raised(problem.what_more);
  if (!more)
    throw ct::Error(std::string(problem.what()) +
                    "; let the loop carry the tensors that they are made of");
  return *more;
}

void Room::raise(const ct::NeedsRoom &problem) {
  current = raised(here(), problem);
  repeatRun();
}

void Room::refuse(const TooDeep &problem) {
  throw ct::Error(currentPlace() + problem.problem +
                  " on every way through it, so that it would never end; let it return on one way "
                  "without");
}

void requireRoom(const TensorRef &holds, llvm::StringRef what, const std::string &problem) {
  if (Scope::innermost())
    return traceAssert(holds, problem, {}, what);
  if (*holds->asArray().data() == std::byte(0))
    throw ct::NeedsRoom(currentPlace() + problem, what.str());
}

} // namespace cotan::trace

#include "cotan/trace/room.h"

#include "cotan/support/output_sink.h"
#include "cotan/trace/context.h"
#include "cotan/trace/custom_call.h"

namespace cotan::trace {

static thread_local FunctionLimits current;

const FunctionLimits &Room::here() { return current; }

void Room::raiseTo(const FunctionLimits &known) {
  current.rows = std::max(current.rows, known.rows);
  current.orders = std::max(current.orders, known.orders);
}

Room::Room() : before(std::exchange(current, FunctionLimits())) {}
Room::~Room() { current = before; }

void Room::raise(const ct::NeedsRoom &problem) {
  std::optional<FunctionLimits> more = current.raised(problem.what_more);
  if (!more)
    throw ct::Error(std::string(problem.what()) +
                    "; let the loop carry the tensors that they are made of");
  current = *more;
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

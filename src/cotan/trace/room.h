// How much room there is, in what this thread traces, for functions of which only the run says how
// many there are: a run that needs more ends, and what it is of is traced again with more.
#pragma once

#include "cotan/ir/function_limits.h"
#include "cotan/trace/error.h"
#include "cotan/trace/scope.h"

namespace cotan::trace {

/// Thrown where a function is part of its own derivative more often than there is room for. The
/// branch that it comes from is not taken. It is no std::exception: users do not mean it.
struct TooDeep {
  std::string problem;
};

class Room {
public:
  /// Of this thread; the least if none is made.
  static FunctionLimits here();
  /// What is known to be needed.
  static void raiseTo(const FunctionLimits &known);
  /// Whether what is traced and run here is begun again, by whoever made the room, as it needs
  /// more.
  static bool isMade();
  /// For who begins again in another language; none where nobody does. Answers what it was.
  static std::optional<FunctionLimits> swap(std::optional<FunctionLimits> room);
  /// More of what a run needs; throws the problem if there cannot be.
  static FunctionLimits raised(const FunctionLimits &room, const ct::NeedsRoom &problem);

  /// The least, until its end.
  Room();
  ~Room();
  Room(const Room &) = delete;
  /// More of what a run needs, which is to be begun again.
  void raise(const ct::NeedsRoom &problem);
  [[noreturn]] static void refuse(const TooDeep &problem);

private:
  const std::optional<FunctionLimits> before;
};

/// What `attempt` returns, which traces and runs. It is called once in what is being traced, and in
/// a part of another attempt, which begins again as a whole.
template <typename F> auto untilItFits(const F &attempt) {
  if (Scope::innermost() || Room::isMade())
    return attempt();
  for (Room room;;)
    try {
      return attempt();
    } catch (const ct::NeedsRoom &problem) {
      room.raise(problem);
    } catch (const TooDeep &problem) {
      Room::refuse(problem);
    }
}

/// The run needs more room, "rows" or "orders", where this does not hold.
void requireRoom(const TensorRef &holds, llvm::StringRef what, const std::string &problem);

} // namespace cotan::trace

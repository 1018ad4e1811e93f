// What is known of nests before the program runs: which functions they may hold, and which tensors
// are the same in any case. A form is a nest whose other tensors are examples of their types. Not
// installed.
#pragma once

#include "cotan/tensor/function.h"

#include <optional>

namespace ct {

/// Whether both have the same parts, may be the same functions, and have the same fixed tensors.
bool isSameForm(const Nest &x, const Nest &y);
bool holdsFunctions(const Nest &nest);
/// The form of what may be one or the other; none if their parts differ.
std::optional<Nest> joined(const Nest &x, const Nest &y);
/// The value as one of this form, which has been joined with its own: with zeros for what functions
/// have captured that it is not.
Nest fitted(const Nest &form, const Nest &value);

/// Thrown where a nest turns out to be more than was known when the program was traced that is
/// being traced: it is to be traced again. It is no std::exception: users do not mean it.
struct Again {
  const class Form *of;
};

/// The form of what a number of ways lead to: what branches return, or what loops carry.
class Form {
public:
  /// What tensors go where the value goes: all, or of those that functions have captured those that
  /// are not the same in any case.
  enum class Moves : uint8_t { all, others };

  /// `name`: of the function that the user has called.
  explicit Form(const char *name, Moves moves = Moves::others) : name(name), moves(moves) {}
  /// One that a value has that comes in from outside.
  Form(const char *name, Moves moves, const Nest &initial);

  /// Leaves of a value, which another way leads to. If it is not of the form that was known, that
  /// grows.
  Tensors add(const Nest &value);
  /// The same; if it has grown, what was traced so far is of no use.
  Tensors addOrAgain(const Nest &value);
  /// Throws if it has grown after `add` has given leaves.
  void checkAll();

  Tensors leavesOf(const Nest &value) const { return leaves(fitted(*known, value)); }
  Nest filled(const Tensors &tensors) const { return ct::filled(*known, tensors); }

  /// What `attempt` returns in the end.
  template <typename F> auto untilKnown(const F &attempt) {
    for (;;)
      try {
        return attempt();
      } catch (const Again &again) {
        if (again.of != this)
          throw;
        hasGrown = false;
      }
  }

private:
  void grow(Nest both);

  const char *const name;
  const Moves moves;
  std::optional<Nest> known;
  bool hasGrown = false;
  unsigned deepened = 0;
};

} // namespace ct

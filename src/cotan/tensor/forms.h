// What is known of nests before the program runs: which functions they may hold, and which tensors
// are the same in any case. A form is a nest whose other tensors are examples of their types. Not
// installed.
#pragma once

#include "cotan/tensor/folding.h"
#include "cotan/tensor/function.h"

#include <optional>

namespace ct::detail {

/// Whether both have the same parts, may be the same functions, and have the same fixed tensors.
bool isSameForm(const Nest &x, const Nest &y);
bool holdsFunctions(const Nest &nest);
/// The form of what may be one or the other; throws if a list has more elements in one.
Nest joined(const Nest &x, const Nest &y);
/// The same; none if they do not go together, which is no error.
std::optional<Nest> joinedIfOne(const Nest &x, const Nest &y);
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

  /// A value that another way leads to; the form grows to be that of this one, too. Returns the
  /// value, of which the leaves can be taken from now on.
  Nest add(const Nest &value);
  /// Its leaves; throws if the form was another one when what is being traced began.
  Tensors addOrAgain(const Nest &value);
  /// At the beginning of a turn that may be traced several times. A function that is made in it
  /// each time is one, although its bytes differ.
  void begin();
  /// What the turn gets; a function of it is another one each time.
  const Nest &given(const Nest &nest);
  /// Throws if a function in what the turn makes holds one that was given and does not name it.
  void checkNamed(const Nest &returned) const;

  /// Traces what it takes to make the value one of this form.
  Tensors leavesOf(const Nest &value) const;
  Nest filled(const Tensors &tensors);
  /// Zeros, in the place of a value.
  Tensors zeros() const;
  bool isKnown() const { return form.has_value(); }

  /// What `attempt` returns in the end.
  template <typename F> auto untilKnown(const F &attempt) {
    for (;;)
      try {
        return attempt();
      } catch (const Again &again) {
        if (again.of != this)
          throw;
      }
  }

private:
  Nest marked(const Nest &value);
  Nest withCodeOfBefore(const Nest &value);
  bool grow(const Nest &value);

  const char *const name;
  const Moves moves;
  std::optional<Nest> form;
  Folding folding; // of the functions that the links in the form are to
  unsigned rounds = 0;
  std::optional<uint64_t> codesBefore;
  std::vector<std::shared_ptr<const Code>> madeBefore, made; // since codesBefore
  std::vector<std::weak_ptr<const FunctionValue>> functionsGiven;
};

} // namespace ct::detail

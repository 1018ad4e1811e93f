// Functions as values: which one it is, which may be known only when the program runs, and what it
// has captured.
#pragma once

#include "cotan/tensor/nest.h"

#include <typeinfo>

namespace ct::detail {

/// What a function does, without what it has captured.
class Code {
public:
  Code();
  Code(const Code &) = delete;
  virtual ~Code();
  /// How many have been made; they are numbered as they are made, from 1.
  static uint64_t count();
  const uint64_t serial;

  virtual Nest call(const Nest::Parts &captured, const Nest::Parts &arguments) const = 0;
  /// Whether it is no user's function, but made of such.
  virtual bool isMade() const { return false; }
  bool hasTypeOf(const Code &other) const { return typeid(*this) == typeid(other); }
  /// Whether both do the same, so that functions of them differ in what they have captured only.
  bool isSame(const Code &other) const {
    return this == &other || (hasTypeOf(other) && hasStateOf(other));
  }

private:
  virtual bool hasStateOf(const Code &other) const = 0; // which is of the same type
};

struct KnownFunction {
  std::shared_ptr<const Code> code;
  Nest::Parts captured;
};

/// One of these functions. Of several it is the one of this number.
struct FunctionValue {
  std::vector<KnownFunction> functions;
  Tensor number = Tensor(0);
};

/// What the function returns; a branch on its number, if that is traced.
Nest call(const FunctionValue &function, const Nest::Parts &arguments);

} // namespace ct::detail

// Functions that call themselves while they are being traced: each becomes a function beside the
// one under construction, and its calls stay calls.
#pragma once

#include "cotan/trace/scope.h"
#include "cotan/trace/traced_function.h"

namespace cotan::trace {

/// Thrown by a call of a function whose results are not known yet. A branch that it comes from says
/// nothing of what the branches return, and is set aside; where every way ends so, it reaches
/// `define`, which throws ct::Error. It is no std::exception: users do not mean it.
struct ResultsUnknown {
  const class Recursion *of;
};
/// Thrown by a call whose arguments give a parameter another type than it had: what was traced so
/// far is of no use. It reaches `define`, which begins once more.
struct ParametersChanged {
  const class Recursion *of;
};

/// A function that calls itself, directly or by way of others. The types of what it returns are
/// found by following the ways that end; then it is traced once more, with calls.
class Recursion {
public:
  /// `name`: for errors; empty if there is none.
  explicit Recursion(std::string name = "");

  /// Traces the function, whose `body` may be called several times, and calls it. There must be an
  /// open scope.
  Tensors define(llvm::ArrayRef<TensorRef> arguments, Callback body);
  /// A call, inside of the body or behind `define`. Elements that give way do; else the arguments
  /// have the types of the first call.
  Tensors call(llvm::ArrayRef<TensorRef> arguments);

private:
  bool attempt(Callback body);
  Tensors trace(Callback body);
  bool settle(llvm::ArrayRef<TensorRef> found);
  void finish(llvm::ArrayRef<TensorRef> found);
  llvm::SmallVector<mlir::Value> operands(Scope &here, llvm::ArrayRef<TensorRef> arguments);

  const std::string name, shown;
  llvm::SmallVector<TensorType> parameters;
  std::optional<llvm::SmallVector<TensorType>> results; // none: not known yet
  std::shared_ptr<FunctionScope> scope;
  bool isDefined = false, wasUnknown = false;
};

/// Adds to every call of functions that were traced beside the one under construction what those
/// have captured since.
void passCaptures(FunctionScope &main);

/// The end of a block that is being filled, to go back to.
class Mark {
public:
  Mark();
  /// Takes out what was traced since. None of it may be used.
  void goBack();

private:
  Scope &scope;
  mlir::Operation *last;
};

} // namespace cotan::trace

// The MLIR contexts of a process, the place in the user's program, and diagnostics as exceptions.
#pragma once

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace cotan::trace {

/// Has all dialects. Types and attributes may be made there by several threads at once. They stay
/// until the context ends, as do the constants of all functions; so after some thousand functions
/// the next ones are written in another context, and one ends with the last of its functions.
struct Context : mlir::MLIRContext {
  static std::shared_ptr<Context> make(size_t number);

  const size_t number; // of those before it

private:
  explicit Context(size_t number);
};
using ContextRef = std::shared_ptr<Context>;
inline constexpr size_t functionsPerContext = 4096;

/// The context that this thread keeps to; else the newest, for one function more.
ContextRef contextHere();
/// The context of what this thread traces.
mlir::MLIRContext &context();

/// Keeps this thread to one context: what belongs to different ones does not mix.
class InContext {
public:
  explicit InContext(ContextRef context);
  ~InContext();
  InContext(const InContext &) = delete;

private:
  ContextRef before;
};

/// A line of the user's program.
struct Place {
  std::string file;
  unsigned line;
};

/// How the user's place is found: by the Python module, for one. Null: no place is known.
using PlaceFinder = std::optional<Place> (*)();
void setPlaceFinder(PlaceFinder finder);

/// Where the user is now.
mlir::Location currentLocation();
/// The first line in a location, of what is called before who calls; null if there is none.
mlir::FileLineColLoc lineIn(mlir::Location location);
/// While it lives, what is built has no place: the code serves calls from anywhere, and what it
/// says when it runs is of the call.
class FromAnywhere {
public:
  FromAnywhere();
  ~FromAnywhere();
  FromAnywhere(const FromAnywhere &) = delete;
  FromAnywhere &operator=(const FromAnywhere &) = delete;

private:
  const bool before;
};
/// While it lives, errors name the function that the user has called, whichever of those that it is
/// made of finds them: the outermost counts. Null: what follows is the user's again.
class Called {
public:
  explicit Called(const char *name); // "ct.roll", which lives as long
  ~Called();
  Called(const Called &) = delete;
  Called &operator=(const Called &) = delete;

  static bool isKnown();

private:
  const char *before;
};

/// "model.py:12: ct.roll: ", as far as both are known: errors begin so.
std::string currentPlace();

/// Throws ct::Error with the diagnostics of `work` if it fails, ct::Interrupted if it was told to
/// end (support/interruption.h).
void orThrow(llvm::function_ref<llvm::LogicalResult()> work);
/// The same of an operation that is built: what it says of its operands and attributes is said of
/// the user's arguments, by ct::ValueError and without the operation's name.
void buildOrThrow(llvm::function_ref<llvm::LogicalResult()> work);
/// The same on a big stack: for what recurses over a program (support/big_stack.h).
void orThrowOnBigStack(llvm::function_ref<llvm::LogicalResult()> work);
/// The same, and an interrupted thread does not wait: `work` ends on its own, and must own what it
/// uses.
void orThrowInBackground(std::function<llvm::LogicalResult()> work);
void throwIfStopped();

} // namespace cotan::trace

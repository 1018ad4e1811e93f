// The one MLIR context of a process, the place in the user's program, and diagnostics as
// exceptions.
#pragma once

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <optional>
#include <string>

namespace cotan::trace {

/// Every dialect is loaded; types and attributes may be made by several threads at once.
mlir::MLIRContext &context();

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
/// "model.py:12: " or nothing.
std::string currentPlace();

/// Throws ct::Error with the diagnostics of `work` if it fails, ct::Interrupted if it was told to
/// end (support/interruption.h).
void orThrow(llvm::function_ref<llvm::LogicalResult()> work);
/// The same on a big stack: for what recurses over a program (support/big_stack.h).
void orThrowOnBigStack(llvm::function_ref<llvm::LogicalResult()> work);
/// The same, and an interrupted thread does not wait: `work` ends on its own, and must own what it
/// uses.
void orThrowInBackground(std::function<llvm::LogicalResult()> work);
void throwIfStopped();

} // namespace cotan::trace

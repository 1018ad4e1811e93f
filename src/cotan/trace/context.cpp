#include "cotan/trace/context.h"

#include "cotan/driver/registry.h"
#include "cotan/support/big_stack.h"
#include "cotan/trace/error.h"

#include "llvm/Support/ThreadPool.h"

#include <atomic>

using namespace mlir;

namespace cotan::trace {
namespace {

std::atomic<PlaceFinder> placeFinder = nullptr;

/// The diagnostics of this thread; null: nobody asked for them.
thread_local std::string *diagnostics = nullptr;

std::string placeOf(Location location) {
  std::string place;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    place = file.getFilename().str() + ":" + std::to_string(file.getLine()) + ": ";
    return WalkResult::interrupt();
  });
  return place;
}

LogicalResult keep(Diagnostic &diagnostic) {
  if (!diagnostics)
    return failure(); // MLIR prints it
  std::string &text = *diagnostics;
  if (!text.empty())
    text += '\n';
  std::string place = placeOf(diagnostic.getLocation());
  text += (place.empty() && text.empty() ? currentPlace() : place) + diagnostic.str();
  for (Diagnostic &note : diagnostic.getNotes())
    text += "\n  note: " + placeOf(note.getLocation()) + note.str();
  return success();
}

/// The context, and the threads it may use: none but the caller's, whose stack is as large as the
/// caller made it. With a pool given, MLIR locks what threads share.
struct Everything {
  Everything() : context(withEverything(), MLIRContext::Threading::DISABLED) {
    context.setThreadPool(pool);
    context.loadAllAvailableDialects();
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler(keep);
  }
  static DialectRegistry withEverything() {
    DialectRegistry registry;
    registerEverything(registry);
    return registry;
  }

  llvm::SingleThreadExecutor pool{llvm::hardware_concurrency(1)};
  MLIRContext context;
};

/// Diagnostics of this thread go to `text` as long as this lives.
class Collecting {
public:
  explicit Collecting(std::string &text) : before(std::exchange(diagnostics, &text)) {}
  ~Collecting() { diagnostics = before; }

private:
  std::string *before;
};

[[noreturn]] void fail(std::string text) {
  throw ct::Error(text.empty() ? currentPlace() + "the operation failed" : std::move(text));
}

} // namespace

MLIRContext &context() {
  // Never destroyed: tensors of static lifetime may outlive any order of destruction.
  static auto *everything = new Everything;
  return everything->context;
}

void setPlaceFinder(PlaceFinder finder) { placeFinder = finder; }

Location currentLocation() {
  PlaceFinder find = placeFinder;
  std::optional<Place> place = find ? find() : std::nullopt;
  if (!place)
    return UnknownLoc::get(&context());
  return FileLineColLoc::get(&context(), place->file, place->line, 1);
}

std::string currentPlace() {
  PlaceFinder find = placeFinder;
  std::optional<Place> place = find ? find() : std::nullopt;
  return place ? place->file + ":" + std::to_string(place->line) + ": " : "";
}

void orThrow(llvm::function_ref<LogicalResult()> work) {
  std::string text;
  bool isDone;
  {
    Collecting collecting(text);
    isDone = succeeded(work());
  }
  if (!isDone)
    fail(std::move(text));
}

void orThrowOnBigStack(llvm::function_ref<LogicalResult()> work) {
  std::string text;
  bool isDone = false;
  runOnBigStack([&] {
    Collecting collecting(text);
    isDone = succeeded(work());
  });
  if (!isDone)
    fail(std::move(text));
}

} // namespace cotan::trace

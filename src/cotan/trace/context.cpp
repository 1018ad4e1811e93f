#include "cotan/trace/context.h"

#include "cotan/driver/no_memory.h"
#include "cotan/driver/registry.h"
#include "cotan/ir/function_limits.h"
#include "cotan/ir/out_of_memory.h"
#include "cotan/ir/types.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/interruption.h"
#include "cotan/support/work.h"
#include "cotan/trace/error.h"
#include "cotan/trace/tensor_body.h"

#include "llvm/Support/Regex.h"
#include "llvm/Support/ThreadPool.h"

#include <atomic>
#include <mutex>
#include <new>
#include <utility>

using namespace mlir;

namespace cotan::trace {

// MLIR's walk takes memory, without which it ends the process.
FileLineColLoc lineIn(Location location) {
  if (auto line = dyn_cast<FileLineColLoc>(location))
    return line;
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    FileLineColLoc line = lineIn(call.getCallee());
    return line ? line : lineIn(call.getCaller());
  }
  if (auto named = dyn_cast<NameLoc>(location))
    return lineIn(named.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (FileLineColLoc line = lineIn(part))
        return line;
  return {};
}

static std::atomic<PlaceFinder> placeFinder = nullptr;
static thread_local const char *called = nullptr;

Called::Called(const char *name) : before(called) { called = name && before ? before : name; }
Called::~Called() { called = before; }
bool Called::isKnown() { return called; }

static std::optional<Place> findPlace() {
  PlaceFinder find = placeFinder;
  return find ? find() : std::nullopt;
}

static std::string line() {
  std::optional<Place> place = findPlace();
  return place ? place->file + ":" + std::to_string(place->line) + ": " : "";
}

static std::string nameOfCalled() { return called ? std::string(called) + ": " : ""; }

std::string currentPlace() { return line() + nameOfCalled(); }

/// What an operation says of itself, of the line that is the user's now.
static std::string named(const std::string &text) {
  const std::string place = line();
  return text.starts_with(place) ? place + nameOfCalled() + text.substr(place.size()) : text;
}

namespace {

/// What failing work says.
struct Diagnostics {
  std::string text;
  bool hasPlace = false; // at its front
  bool isLost = false;   // for want of memory
  bool isOfMemory = false;
  std::string beyond; // what a program needs more of
};

/// The diagnostics of this thread; null: nobody asked for them.
thread_local Diagnostics *diagnostics = nullptr;

std::string placeOf(Location location) {
  FileLineColLoc line = lineIn(location);
  return line ? line.getFilename().str() + ":" + std::to_string(line.getLine()) + ": " : "";
}

/// What is said, with types as users know them.
std::string textOf(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const DiagnosticArgument &argument : diagnostic.getArguments()) {
    const bool isType = argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Type;
    auto type = isType ? dyn_cast<RankedTensorType>(argument.getAsType()) : RankedTensorType();
    if (type && dtypeOf(type.getElementType()))
      stream << describe(cotan::trace::TensorType::of(type));
    else
      argument.print(stream);
  }
  return text;
}

void append(Diagnostic &diagnostic) {
  std::string &text = diagnostics->text, place = placeOf(diagnostic.getLocation());
  if (text.empty())
    diagnostics->hasPlace = !place.empty();
  else
    text += '\n';
  diagnostics->isOfMemory |= isOutOfMemory(diagnostic);
  if (StringRef limit = limitBeyond(diagnostic); !limit.empty())
    diagnostics->beyond = limit;
  text += place + textOf(diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    text += "\n  note: " + placeOf(note.getLocation()) + textOf(note);
}

/// Called with a lock of MLIR's held: nothing here may wait for another thread, or throw.
LogicalResult keep(Diagnostic &diagnostic) {
  if (!diagnostics)
    return failure(); // MLIR prints it
  try {
    append(diagnostic);
  } catch (const std::bad_alloc &) {
    diagnostics->isLost = true;
  }
  return success();
}

/// The caller's thread, at once: its stack is as large as the caller made it. Any number of threads
/// may use it, as it keeps nothing.
class CallersThread : public llvm::ThreadPoolInterface {
public:
  void wait() override {}
  void wait(llvm::ThreadPoolTaskGroup &) override {}
  unsigned getMaxConcurrency() const override { return 1; }

private:
  void asyncEnqueue(llvm::unique_function<void()> task, llvm::ThreadPoolTaskGroup *) override {
    task();
  }
};

DialectRegistry withEverything() {
  DialectRegistry registry;
  registerEverything(registry);
  return registry;
}

/// The context of functions to come.
class Newest {
public:
  ContextRef forOneMore() {
    std::lock_guard lock(mutex);
    if (functions++ % functionsPerContext == 0)
      context = Context::make(functions / functionsPerContext);
    return context;
  }

private:
  std::mutex mutex;
  ContextRef context;
  size_t functions = 0;
};

/// Null: this thread keeps to none.
ContextRef &keptTo() {
  thread_local ContextRef context;
  return context;
}

/// Makes the thread's caches of types and attributes, which take locks when the thread ends: a
/// thread has one of each kind for all contexts, also for a uniquer that does not live long.
void makeCaches() {
  struct Storage : StorageUniquer::BaseStorage {
    using KeyTy = int;
    bool operator==(KeyTy) const { return true; }
    static Storage *construct(StorageUniquer::StorageAllocator &allocator, KeyTy) {
      return new (allocator.allocate<Storage>()) Storage;
    }
  };
  const TypeID kind = TypeID::get<Storage>();
  StorageUniquer uniquer;
  uniquer.registerParametricStorageType<Storage>(kind);
  (void)uniquer.get<Storage>({}, kind, 0);
}

/// Diagnostics of this thread go to `text` as long as this lives.
class Collecting {
public:
  explicit Collecting(Diagnostics &all) : before(std::exchange(diagnostics, &all)) {}
  ~Collecting() { diagnostics = before; }

private:
  Diagnostics *before;
};

/// Without "'prim.argmax': " or "'composite.dropout' op ", which is behind the place: users have
/// called something else.
std::string withoutOp(StringRef text) {
  const llvm::Regex behindPlace(R"(^(.*:[0-9]+: )?'[a-z]+\.[a-z0-9_]+'( op|:) )");
  SmallVector<StringRef> found;
  if (!behindPlace.match(text, &found))
    return text.str();
  return (found[1] + text.substr(found[0].size())).str();
}

std::string textOf(const Diagnostics &said) {
  const std::string what = said.text.empty()   ? "the operation failed"
                           : Called::isKnown() ? withoutOp(said.text)
                                               : said.text;
  return said.hasPlace ? named(what) : currentPlace() + what;
}

[[noreturn]] void fail(const Diagnostics &said) {
  if (said.isLost)
    throw std::bad_alloc();
  if (said.isOfMemory)
    throw ct::MemoryError(textOf(said));
  if (!said.beyond.empty())
    throw ct::NeedsRoom(textOf(said), said.beyond);
  throw ct::Error(textOf(said));
}

[[noreturn]] void failToBuild(const Diagnostics &said) {
  if (said.isLost || said.isOfMemory)
    fail(said);
  throw ct::ValueError(textOf(said));
}

/// Whether the work is done; what it says is in `said`.
bool isDone(llvm::function_ref<LogicalResult()> work, Diagnostics &said) {
  bool done;
  {
    Collecting collecting(said);
    done = succeeded(work());
  }
  throwIfStopped();
  return done;
}

} // namespace

Context::Context(size_t number)
    : MLIRContext(withEverything(), Threading::DISABLED), number(number) {
  throwWithoutMemory();
  [[maybe_unused]] static const bool once = (endAllWorkFirst(), true); // MLIR is used
  static CallersThread pool;
  setThreadPool(pool); // with one given, MLIR locks what threads share
  loadAllAvailableDialects();
  printOpOnDiagnostic(false);
  getDiagEngine().registerHandler(keep);
}

ContextRef Context::make(size_t number) {
  return ContextRef(new Context(number), [](Context *context) {
    During inside(Work::compiling); // on whatever thread lets go of it
    delete context;
  });
}

ContextRef contextHere() {
  [[maybe_unused]] thread_local const bool once = (makeCaches(), endThreadCompiling(), true);
  if (const ContextRef &kept = keptTo())
    return kept;
  // Never destroyed: tensors of static lifetime may outlive any order of destruction.
  static auto *newest = new Newest;
  return newest->forOneMore();
}

MLIRContext &context() { return *keptTo(); }

InContext::InContext(ContextRef context) : before(std::exchange(keptTo(), std::move(context))) {}

InContext::~InContext() { keptTo() = std::move(before); }

void setPlaceFinder(PlaceFinder finder) { placeFinder = finder; }

static thread_local bool isFromAnywhere = false;

FromAnywhere::FromAnywhere() : before(std::exchange(isFromAnywhere, true)) {}
FromAnywhere::~FromAnywhere() { isFromAnywhere = before; }

Location currentLocation() {
  std::optional<Place> place = isFromAnywhere ? std::nullopt : findPlace();
  if (!place)
    return UnknownLoc::get(&context());
  return FileLineColLoc::get(&context(), place->file, place->line, 1);
}

void orThrow(llvm::function_ref<LogicalResult()> work) {
  Diagnostics said;
  if (!isDone(work, said))
    fail(said);
}

void buildOrThrow(llvm::function_ref<LogicalResult()> work) {
  Diagnostics said;
  if (!isDone(work, said))
    failToBuild(said);
}

void orThrowOnBigStack(llvm::function_ref<LogicalResult()> work) {
  During compiling(Work::compiling);
  Diagnostics said;
  bool isDone = false;
  runOnBigStack([&] {
    Collecting collecting(said);
    isDone = succeeded(work());
  });
  throwIfStopped();
  if (!isDone)
    fail(said);
}

void orThrowInBackground(std::function<LogicalResult()> work) {
  During compiling(Work::compiling);
  struct Outcome {
    Diagnostics said;
    bool isDone = false;
  };
  auto outcome = std::make_shared<Outcome>();
  (void)runOrLeaveOnBigStack([outcome, work = std::move(work)] {
    Collecting collecting(outcome->said);
    try {
      outcome->isDone = succeeded(work());
    } catch (const std::bad_alloc &) {
      outcome->said.isLost = true;
    }
  });
  throwIfStopped();
  if (!outcome->isDone)
    fail(outcome->said);
}

void throwIfStopped() {
  if (isStoppedHere())
    throw ct::Interrupted("interrupted");
}

} // namespace cotan::trace

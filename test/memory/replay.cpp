// Every allocation of a run fails once, one after the other; then all from each one on. A run that
// fails says so, loses nothing, and the next one gives the right answer.
#include "failing_memory.h"

#include "printed.h"
#include "sample.h"
#include "source_file.h"

#include "cotan/driver/executable.h"
#include "cotan/driver/no_memory.h"
#include "cotan/driver/resolve_functions.h"
#include "cotan/ir/fn/fn.h"
#include "cotan/runtime/parallel.h"
#include "cotan/support/stopwatch.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <climits>
#include <functional>
#include <mutex>
#include <new>
#include <set>
#include <thread>

namespace cl = llvm::cl;
using namespace cotan;
using namespace cotan::check;
using namespace mlir;

namespace {

/// What is said of failures; needs memory only for the text.
class Heard {
public:
  explicit Heard(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          anything = true;
          try {
            text += diagnostic.str() + "\n";
          } catch (const std::bad_alloc &) {
          }
        }) {}
  std::string take() {
    anything = false;
    return std::exchange(text, "");
  }
  bool anything = false;

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

/// A program that is run in one way.
struct Trial {
  std::string name;
  std::function<FailureOr<Arrays>()> run;
  std::function<bool(ArrayRef<Array>)> isRight;
  bool reports = false; // each time: MLIR loses some bytes if a report cannot be made
};

enum class Outcome { right, wrong, failed, silent };

class Replay {
public:
  explicit Replay(Heard &heard) : heard(heard) {}

  /// The problem, if there is one.
  std::string tryAll(const Trial &trial) {
    const Stopwatch watch;
    for (int turn = 0; turn < 3; ++turn) // caches and threads are there
      if (runOnce(trial) != Outcome::right)
        return "the program does not run: " + heard.take();
    if (watch.seconds() > longest)
      return ""; // small ones allocate as well
    if (std::string problem = failEach(trial, /*forEver=*/true); !problem.empty())
      return problem;
    // Caches come and go; what is lost is lost in every round.
    long lost = 0;
    for (int round = 0; round < 5; ++round) {
      const long before = failing_memory_living();
      if (std::string problem = failEach(trial, /*forEver=*/false); !problem.empty())
        return problem;
      lost = failing_memory_living() - before;
      if (lost <= 0 || trial.reports)
        return "";
    }
    return std::to_string(lost) + " blocks of memory are lost";
  }
  size_t runs = 0;

private:
  std::string failEach(const Trial &trial, bool forEver) {
    for (long n = 0;; n += 1 + n / 64) { // of those behind, which are much alike, one of some
      failing_memory_arm(n, forEver ? LONG_MAX : 1, /*all_threads=*/1);
      Outcome outcome = runArmed(trial);
      const long seen = failing_memory_disarm();
      ++runs;
      if (outcome == Outcome::right && !results.empty() && !trial.isRight(results))
        outcome = Outcome::wrong;
      results.clear();
      const std::string said = heard.take();
      const std::string what =
          "allocation " + std::to_string(n) + (forEver ? " and all after it" : "");
      if (outcome == Outcome::wrong || outcome == Outcome::silent)
        return what +
               (outcome == Outcome::wrong ? ": a wrong answer " : ": a failure without a word ") +
               said;
      takePrinted();
      if (runOnce(trial) != Outcome::right)
        return what + ": the next run fails: " + heard.take();
      if (seen <= n)
        return "";
    }
  }

  /// Nothing here needs memory of its own.
  Outcome runArmed(const Trial &trial) {
    try {
      FailureOr<Arrays> made = trial.run();
      if (failed(made))
        return heard.anything ? Outcome::failed : Outcome::silent;
      results = std::move(*made);
      return Outcome::right;
    } catch (const std::bad_alloc &) {
      return Outcome::failed;
    }
  }

  Outcome runOnce(const Trial &trial) {
    takePrinted();
    heard.take();
    FailureOr<Arrays> made = trial.run();
    return succeeded(made) && trial.isRight(*made) ? Outcome::right : Outcome::wrong;
  }

  static constexpr double longest = 0.1; // seconds, of three runs
  Heard &heard;
  Arrays results;
};

/// What trials run, as long as they do.
struct Kept {
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<std::unique_ptr<Executable>> executables;
};

/// Whether derivatives of function values are made where it runs.
bool takesDerivatives(const Program &program) {
  return program.module()
      ->walk([](Operation *op) {
        return isa<fn::GradOp, fn::VjpOp, fn::JvpOp>(op) ? WalkResult::interrupt()
                                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The function, by machine code and by the interpreter, and its gradient. Quick code asks for the
/// same memory.
std::vector<Trial> trialsOf(const Sample &sample, Kept &kept) {
  std::vector<Trial> trials;
  auto compiled = [&](StringRef name, const Program &program, Arrays inputs, auto isRight) {
    auto executable = Executable::compile(program.function(), nullptr, {.effort = Effort::quick});
    if (failed(executable))
      return;
    const Executable *code = kept.executables.emplace_back(std::move(*executable)).get();
    trials.push_back({name.str(), [=] { return code->run(inputs); }, isRight});
  };
  auto isClose = [&](const Arrays &expected) {
    return [&](ArrayRef<Array> found) {
      return succeeded(
          expectClose(sample.function().getLoc(), found, expected, sample.tolerance(), "a run"));
    };
  };
  Program &plain = *kept.programs.emplace_back(std::make_unique<Program>(sample.program().clone()));
  plain.eraseChecks();
  compiled("compiled", plain, sample.inputs(), isClose(sample.outputs()));
  if (auto runnable = plain.runnable(); succeeded(runnable)) {
    Program &copy = *kept.programs.emplace_back(std::make_unique<Program>(std::move(*runnable)));
    if (takesDerivatives(copy)) // what makes them is MLIR, which ends without memory
      (void)resolveForInterpreter(copy.function());
    trials.push_back({"interpreted", [&] { return interpret(copy.function(), sample.inputs()); },
                      isClose(sample.outputs())});
  }
  if (const FirstOrder *first = sample.derivative())
    compiled("gradient", first->reverse.program, concat(sample.inputs(), first->seeds),
             [&sample, first](ArrayRef<Array> found) {
               return succeeded(expectClose(sample.function().getLoc(),
                                            pick(found, first->reverse.results), first->gradient,
                                            std::max(1e-10, sample.tolerance()), "a run"));
             });
  return trials;
}

/// A program that fails by itself, and says why also then. By machine code alone: the interpreter
/// lets MLIR print types for that.
std::vector<Trial> trialsOf(func::FuncOp function, Heard &heard, Kept &kept) {
  Random random(1, function.getName());
  FailureOr<Arrays> inputs = makeInputs(function, random);
  Program &program =
      *kept.programs.emplace_back(std::make_unique<Program>(Program::isolate(function)));
  auto made = Executable::compile(program.function());
  if (failed(inputs) || failed(made))
    return {};
  const Executable *code = kept.executables.emplace_back(std::move(*made)).get();
  auto fails = [&heard](const FailureOr<Arrays> &results) -> FailureOr<Arrays> {
    if (succeeded(results) || !heard.anything)
      return failure();
    return Arrays();
  };
  static const Limits limits{.maxSteps = 1000};
  auto always = [](ArrayRef<Array>) { return true; };
  return {{"compiled", [=, given = *inputs] { return fails(code->run(given, limits)); }, always,
           /*reports=*/true}};
}

/// Whether all is well with the functions of a file.
bool tryFile(const std::string &path, StringRef filter, size_t &runs) {
  std::string error;
  auto file = SourceFile::read(path, error);
  if (!file) {
    llvm::errs() << error;
    return false;
  }
  bool isWell = true;
  for (func::FuncOp function : file->functions()) {
    if (!function.getName().contains(filter))
      continue;
    Heard heard(file->context());
    static const Options options;
    auto sample = Sample::make(function, options);
    if (succeeded(sample) && (*sample)->wantsDerivative())
      (void)(*sample)->differentiate();
    Kept kept;
    const auto trials =
        succeeded(sample) ? trialsOf(**sample, kept) : trialsOf(function, heard, kept);
    heard.take();
    for (const Trial &trial : trials) {
      llvm::PrettyStackTraceFormat trying("memory fails in @%s, %s",
                                          function.getName().str().c_str(), trial.name.c_str());
      Replay replay(heard);
      const std::string problem = replay.tryAll(trial);
      runs += replay.runs;
      if (problem.empty())
        continue;
      isWell = false;
      llvm::outs() << path << ": " << trial.name << " @" << function.getName() << ": " << problem
                   << "\n";
    }
  }
  return isWell;
}

} // namespace

/// TBB ends the process where one of its threads starts without memory: all are there before.
/// False if they do not come.
static bool startThreads() {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  for (const Stopwatch watch; watch.seconds() < 60;) {
    runtime::parallelFor(64, 1, [&](int64_t, int64_t) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    if (int(seen.size()) >= runtime::threadCount())
      return true;
  }
  return false;
}

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]); // and nothing else: it changes operator new
  cl::list<std::string> files(cl::Positional, cl::OneOrMore, cl::desc("FILE..."));
  cl::opt<std::string> filter("filter", cl::desc("only functions with this in their names"));
  cl::ParseCommandLineOptions(argc, argv, "Runs programs while memory runs out.\n");
  if (!startThreads()) {
    llvm::errs() << "the threads do not start\n";
    return 1;
  }
  throwWithoutMemory();
  collectPrinted();
  size_t runs = 0, failures = 0;
  for (const std::string &path : files)
    failures += !tryFile(path, filter, runs);
  llvm::outs() << runs << " runs without memory; " << failures << " files failed\n";
  return failures != 0;
}

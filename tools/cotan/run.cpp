// `cotan run`: evaluates a function of a program on given inputs.
#include "command.h"

#include "cotan/driver/executable.h"
#include "cotan/driver/inputs.h"
#include "cotan/driver/resolve_functions.h"
#include "cotan/driver/session.h"
#include "cotan/support/array_text.h"
#include "cotan/support/memory.h"
#include "cotan/support/npy.h"
#include "cotan/support/output_folder.h"
#include "cotan/support/stopwatch.h"
#include "cotan/transforms/decompose.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {
namespace {

struct RunOptions {
  std::string file, entry, output, backend = "jit";
  std::vector<std::string> inputs;
  uint64_t maxSteps = ~uint64_t{0};
  uint64_t maxMemory = systemMemory();
  bool stats = false, reportMemory = false, timing = false;
  FormOptions form;
};

using NamedArrays = std::vector<std::pair<std::string, Array>>;

bool isFileName(StringRef name) {
  return !name.empty() && !name.starts_with(".") && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.';
  });
}

/// The results with their names: `cotan.name` where that is a name of its own, else result0, ...
NamedArrays nameResults(func::FuncOp function, const Arrays &results) {
  NamedArrays named;
  for (auto [i, array] : llvm::enumerate(results)) {
    std::string name = resultName(function, i).str();
    bool taken = llvm::any_of(named, [&](auto &other) { return other.first == name; });
    if (!isFileName(name) || taken)
      name = "result" + std::to_string(i);
    named.emplace_back(name, array);
  }
  return named;
}

llvm::Error writeResults(StringRef path, const NamedArrays &results) {
  if (path.ends_with(".npz"))
    return writeNpz(path, results);
  return writeFolder(path, results.size(), [&](size_t i) -> llvm::Expected<NamedContent> {
    auto &[name, array] = results[i];
    auto bytes = encodeNpy(array);
    if (!bytes)
      return llvm::createFileError(path + "/" + name + ".npy", bytes.takeError());
    return NamedContent{name + ".npy", std::move(*bytes)};
  });
}

void printResults(const NamedArrays &results) {
  for (auto &[name, array] : results) {
    std::string text = printArray(array);
    bool hasLines = StringRef(text).contains('\n');
    llvm::outs() << name << ": " << describe(array) << " =" << (hasLines ? '\n' : ' ') << text
                 << '\n';
  }
}

/// The interpreter plans nothing.
void printMemory(const std::optional<MemoryPlan> &plan, const RunStatistics &statistics) {
  if (plan)
    llvm::errs() << "planned: " << plan->peakBytes << " bytes"
                 << (plan->isOpen ? ", and tensors of open sizes" : "")
                 << (plan->hasStacks ? ", and what is pushed on stacks" : "") << "; ";
  llvm::errs() << "measured: " << statistics.peakBytes << " bytes\n";
}

/// The runtime takes what it cannot read for "all cores"; here there is somebody to tell.
LogicalResult checkThreads(Session &session) {
  const char *given = std::getenv("COTAN_NUM_THREADS");
  int count = 0;
  if (!given || (!StringRef(given).getAsInteger(10, count) && count > 0))
    return success();
  return session.fail("COTAN_NUM_THREADS is '" + Twine(given) +
                      "'; set it to a whole number above 0, or unset it to use all cores");
}

MemoryLimit limitOf(const RunOptions &options) {
  return {options.maxMemory, "; raise the limit with --max-memory"};
}

/// By machine code, or by the interpreter.
FailureOr<Arrays> execute(func::FuncOp entry, ArrayRef<Array> inputs, const RunOptions &options,
                          CompileReport &report, TimingScope &timing) {
  Limits limits;
  limits.maxSteps = options.maxSteps;
  limits.maxMemory = options.maxMemory;
  RunStatistics statistics;
  Stopwatch compiling;
  report.timing = timing.nest("compile");
  std::unique_ptr<Executable> executable;
  if (options.backend == "jit") {
    auto compiled = Executable::compile(entry, &report, {.limit = limitOf(options)});
    if (failed(compiled))
      return failure();
    executable = std::move(*compiled);
  } else if (failed(decompose(entry->getParentOfType<ModuleOp>()))) { // it knows primitives only
    return failure();
  }
  double compileTime = compiling.seconds();
  report.timing.stop();
  TimingScope runTiming = timing.nest("run");
  Stopwatch running;
  auto results = executable ? executable->run(Arrays(inputs), limits, &statistics)
                            : interpret(entry, inputs, limits, &statistics, resolveForInterpreter);
  if (options.stats)
    llvm::errs() << statistics.steps << " steps, at most " << statistics.peakBytes << " bytes, "
                 << llvm::format("%.3f s to compile, %.3f s to run\n", compileTime,
                                 running.seconds());
  if (options.reportMemory)
    printMemory(executable ? std::optional(executable->memory()) : std::nullopt, statistics);
  return results;
}

/// The inputs count against the memory limit while they are made.
FailureOr<Arrays> readInputs(Session &session, func::FuncOp entry, const RunOptions &options) {
  auto previous =
      std::exchange(MemoryMeter::current(), std::make_shared<MemoryMeter>(options.maxMemory));
  auto inputs = bindInputs(entry, options.inputs);
  MemoryMeter::current() = previous;
  if (!inputs)
    return session.fail(inputs.takeError());
  return std::move(*inputs);
}

int run(const RunOptions &options, CompileReport &report, TimingScope &timing) {
  Session session(llvm::errs());
  TimingScope parsing = timing.nest("parse");
  if (failed(checkThreads(session)) || failed(session.load(options.file)))
    return exitFailed;
  parsing.stop();
  auto entry = session.findEntry(options.entry);
  if (failed(entry))
    return exitFailed;
  options.form.apply(session, *entry);
  auto inputs = readInputs(session, *entry, options);
  if (failed(inputs) || failed(checkMemory(*entry, limitOf(options))))
    return exitFailed;
  auto results = execute(*entry, *inputs, options, report, timing);
  if (failed(results))
    return exitFailed;

  NamedArrays named = nameResults(*entry, *results);
  if (!options.output.empty())
    if (llvm::Error error = writeResults(options.output, named)) {
      (void)session.fail(std::move(error));
      return exitFailed;
    }
  printResults(named);
  return exitSucceeded;
}

/// What the code generator was given; its time is about proportional to the instructions.
void printFunctions(ArrayRef<CompileReport::Function> functions) {
  if (functions.empty())
    return;
  size_t all = 0;
  for (auto &function : functions)
    all += function.instructions;
  llvm::errs() << "  ----Share----  ---Ops---  ---LLVM---  ----Function----\n";
  for (auto &function : functions)
    llvm::errs() << llvm::format("  %12.1f%%  %9s  %10zu  ", 100.0 * function.instructions / all,
                                 function.ops ? std::to_string(function.ops).c_str() : "",
                                 function.instructions)
                 << function.name << '\n';
}

int runTimed(const RunOptions &options) {
  CompileReport report;
  int status;
  {
    DefaultTimingManager timing; // prints when it is destroyed
    timing.setEnabled(options.timing);
    TimingScope root = timing.getRootScope();
    status = run(options, report, root);
  }
  if (options.timing)
    printFunctions(report.functions);
  return status;
}

constexpr const char *aboutRun =
    R"(Inputs are given in the order of the arguments, or by name: --input NAME=VALUE, where NAME is the
argument's position (from 0) or its attribute cotan.name. A VALUE is one of
  a.npy   b.npz:key   b.npz (without NAME: all its arrays, by name)
  uniform[:TYPE][:SEED[:LOW:HIGH]]   normal[:TYPE][:SEED]   zeros[:TYPE]   ones[:TYPE]
  3.5   [1, 2, 3]   [[true, false]]
with TYPE as f32[8,3]; it may be left out where the argument's type says all sizes.

Compiled programs are kept in $COTAN_CACHE_DIR (default: $XDG_CACHE_HOME/cotan or ~/.cache/cotan), at
most $COTAN_CACHE_SIZE (default: 256MiB) of them; COTAN_CACHE=off keeps and looks up none.
They run on $COTAN_NUM_THREADS threads (default: all cores), on this processor or, with
COTAN_CPU=x86-64, x86-64-v3 or x86-64-v4, on a lesser one.)";

/// CLI11 lets numbers wrap around.
std::string refuseBeyond64Bits(const std::string &text) {
  const StringRef digits = StringRef(text).take_while(llvm::isDigit);
  uint64_t number;
  if (!digits.getAsInteger(10, number))
    return "";
  return "'" + text + "' is no whole number from 0 to 2^64 - 1";
}

} // namespace

void addRun(CLI::App &app, Action &action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = app.add_subcommand("run", "Evaluate a function and print its results");
  command->footer(std::string(aboutRun) + "\n\n" + exitCodes);
  command
      ->add_option("FILE", options->file,
                   "MLIR text, or bytecode of cotan opt --emit-bytecode; - is standard input")
      ->required();
  command->add_option("--entry", options->entry,
                      "The function to run (default: the only public one, or main)");
  command->add_option("--input", options->inputs, "An input, see above; repeat for each argument")
      ->allow_extra_args(false);
  command->add_option(
      "--output", options->output,
      "Also write the results, all at once: a folder for one .npy each, or a name ending in "
      ".npz");
  command
      ->add_option("--backend", options->backend,
                   "How to evaluate: machine code, or the reference interpreter")
      ->check(CLI::IsMember({"jit", "reference"}))
      ->option_text("jit|reference")
      ->capture_default_str();
  command->add_option("--max-steps", options->maxSteps, "End with an error after this many ops")
      ->check(refuseBeyond64Bits);
  command
      ->add_option("--max-memory", options->maxMemory,
                   "End with an error beyond this much memory, as 64MiB (default: the machine's)")
      ->transform(CLI::AsSizeValue(true))
      ->transform(
          CLI::Validator([](std::string &text) { return refuseBeyond64Bits(text); }, "", ""));
  command->add_flag(
      "--report-memory", options->reportMemory,
      "Print how much memory was planned for what the program computes, and what it took");
  options->form.addTo(*command);
  command->add_flag("--stats", options->stats,
                    "Print steps, peak memory, and how long compiling and running took");
  command->add_flag(
      "--timing", options->timing,
      "Print how long each step took, and how large each kernel is for the code generator");
  command->callback([options, &action] { action = [options] { return runTimed(*options); }; });
}

} // namespace cotan::tool

#include "runner.h"

#include "checks.h"
#include "printed.h"
#include "source_file.h"

#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <thread>

using namespace mlir;

namespace cotan::check {
namespace {

/// One function of one file.
struct Task {
  unsigned file, function;
  std::string failures = {};
  unsigned passed = 0, failed = 0;
};

Checks checksOf(const Request &request) {
  Checks checks;
  addValueChecks(checks);
  addMachineCodeChecks(checks);
  addSizeChecks(checks);
  addPassChecks(checks);
  addGradientChecks(checks); // first of those that need the derivative: it computes it
  addExpectedDerivatives(checks);
  addGradientPassChecks(checks);
  addForwardChecks(checks);
  addTaylorChecks(checks);
  if (request.options.specialPoints)
    addSpecialPointChecks(checks);
  addFunctionValueChecks(checks);
  addStackChecks(checks);
  addCallChecks(checks);
  addBatchChecks(checks);
  if (request.options.elementTypes)
    addElementTypeChecks(checks);
  if (request.options.leaveOutSteps)
    addLeftOutStepChecks(checks);
  llvm::erase_if(checks, [&](const Check &check) { // what others build on stays
    return check.name != "gradient" && !StringRef(check.name).starts_with(request.onlyCheck);
  });
  return checks;
}

/// All functions that pass the filter; files that cannot be read are told and counted.
std::vector<Task> collectTasks(const Request &request, unsigned &unreadable) {
  std::vector<Task> tasks;
  for (auto [i, path] : llvm::enumerate(request.files)) {
    std::string error;
    std::unique_ptr<SourceFile> file = SourceFile::read(path, error);
    if (!file) {
      llvm::errs() << error;
      ++unreadable;
      continue;
    }
    for (unsigned j = 0; j < file->functions().size(); ++j)
      if (func::FuncOp(file->functions()[j]).getName().contains(request.filter))
        tasks.push_back({unsigned(i), j});
  }
  return tasks;
}

/// Lines of a failure, each with the check and function it belongs to.
std::string describe(StringRef check, func::FuncOp function, StringRef diagnostics) {
  StringRef text = diagnostics.rtrim();
  if (text.empty())
    text = "fails without saying why";
  return (printPlace(function.getLoc()) + ": " + check + " @" + function.getName() + ": " + text +
          "\n")
      .str();
}

void runTask(Task &task, func::FuncOp function, DiagnosticText &diagnostics, const Checks &checks,
             const Options &options) {
  std::string name = function.getName().str();
  auto record = [&](StringRef check, bool holds) {
    std::string text = diagnostics.take();
    if (holds)
      return void(++task.passed);
    ++task.failed;
    task.failures += describe(check, function, text);
  };
  llvm::PrettyStackTraceFormat making("running @%s", name.c_str());
  auto sample = Sample::make(function, options);
  record("value", succeeded(sample));
  if (failed(sample))
    return;
  for (const Check &check : checks) {
    llvm::PrettyStackTraceFormat checking("checking %s of @%s", check.name.c_str(), name.c_str());
    if (check.applies(**sample))
      record(check.name, succeeded(check.holds(**sample)));
  }
}

void work(std::vector<Task> &tasks, std::atomic<size_t> &next, const Request &request,
          const Checks &checks) {
  std::unique_ptr<SourceFile> file;
  unsigned loaded = ~0u;
  for (size_t i = next++; i < tasks.size(); i = next++) {
    Task &task = tasks[i];
    if (task.file != loaded) {
      std::string error;
      file = SourceFile::read(request.files[task.file], error);
      loaded = task.file;
    }
    DiagnosticText diagnostics(file->context());
    runTask(task, file->functions()[task.function], diagnostics, checks, request.options);
  }
}

} // namespace

int runChecks(const Request &request) {
  collectPrinted();
  unsigned passed = 0, failed = 0;
  std::vector<Task> tasks = collectTasks(request, failed);
  const Checks checks = checksOf(request);
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, request.jobs); ++i)
    threads.emplace_back([&] { work(tasks, next, request, checks); });
  for (std::thread &thread : threads)
    thread.join();
  for (const Task &task : tasks) {
    llvm::outs() << task.failures;
    passed += task.passed;
    failed += task.failed;
  }
  if (passed + failed == 0)
    llvm::errs() << "error: no public function with a body passes the filter\n";
  llvm::outs() << passed << " passed, " << failed << " failed\n";
  return failed != 0 || passed == 0;
}

int listSamples(const Request &request) {
  for (const std::string &path : request.files) {
    std::string error;
    std::unique_ptr<SourceFile> file = SourceFile::read(path, error);
    if (!file) {
      llvm::errs() << error;
      return 1;
    }
    for (func::FuncOp function : file->functions())
      if (function.getName().contains(request.filter))
        llvm::outs() << printPlace(function.getLoc()) << ": @" << function.getName() << "\n";
  }
  llvm::outs() << "checks: value";
  for (const Check &check : checksOf(request))
    llvm::outs() << ' ' << check.name;
  llvm::outs() << "\n";
  return 0;
}

} // namespace cotan::check

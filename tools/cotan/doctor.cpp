// `cotan doctor`: what this build and this machine are, and whether they work together.
#include "command.h"

#include "cotan/driver/op_reference.h"
#include "cotan/driver/session.h"
#include "cotan/support/big_stack.h"
#include "cotan/support/nesting.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"

#include <CLI/CLI.hpp>

#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;

namespace cotan::tool {
namespace {

void line(StringRef what, const llvm::Twine &text) {
  llvm::outs() << llvm::left_justify(what, 17) << text << '\n';
}

std::string size(double bytes) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f GiB", bytes / (1 << 30));
  return text;
}

/// The LLVM the program was loaded with; another major version than it was built with is an error.
bool checkLlvm() {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  line("LLVM/MLIR", llvm::Twine(major) + "." + llvm::Twine(minor) + "." + llvm::Twine(patch) +
                        " (built with " + LLVM_VERSION_STRING + ")");
  if (major == LLVM_VERSION_MAJOR)
    return true;
  line("", "error: another major version; rebuild with `make`");
  return false;
}

void reportMachine() {
  SmallVector<StringRef> features;
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  for (StringRef name :
       {"sse4.2", "avx", "avx2", "fma", "avx512f", "avx512bf16", "amx-tile", "neon", "sve"})
    if (host.lookup(name))
      features.push_back(name);
  line("processor", llvm::sys::getHostCPUName() + " (" + llvm::join(features, " ") + ")");
  line("cores", llvm::Twine(llvm::hardware_concurrency().compute_thread_count()));
  double page = sysconf(_SC_PAGE_SIZE);
  line("memory", size(sysconf(_SC_PHYS_PAGES) * page) + ", " +
                     size(sysconf(_SC_AVPHYS_PAGES) * page) + " free");
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    line("limits",
         "address space " + size(limit.rlim_cur) +
             (limit.rlim_cur < 2 * bigStackBytes ? ": deep programs may not fit (ulimit -v)" : ""));
  line("nesting",
       "up to " + llvm::Twine(maxNesting) + " deep, on a stack of " + size(bigStackBytes));
}

/// Optional tools: what they are for, and whether they are there.
void reportTools() {
  const std::pair<const char *, const char *> tools[] = {{"python3", "tests compare with NumPy"},
                                                         {"clang-format-22", "`make format`"},
                                                         {"ccache", "faster rebuilds"}};
  for (auto [name, use] : tools) {
    auto path = llvm::sys::findProgramByName(name, {"/usr/bin"}); // not a Python of pyenv
    if (!path)
      path = llvm::sys::findProgramByName(name);
    line(name, (path ? *path : "not found") + " (" + use + ")");
  }
}

/// Runs a program that has to work if anything does: a loop that squares until 1000 is passed.
bool checkRun() {
  Session session(llvm::errs());
  constexpr StringRef program = R"(func.func @main(%x: tensor<f64>) -> tensor<f64> {
    %limit = prim.constant dense<1000.0> : tensor<f64>
    %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
    cond(%a: tensor<f64>) {
      %more = prim.lt %a, %limit : tensor<f64>
      flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
    } body(%a: tensor<f64>) {
      %b = prim.mul %a, %a : tensor<f64>
      flow.yield %b : tensor<f64>
    }
    return %y : tensor<f64>
  })";
  if (failed(session.loadText(program, "doctor.mlir")))
    return false;
  auto results = interpret(*session.findEntry(), {Array::scalar(DType::f64, 6.0)});
  bool works = succeeded(results) && results->front().asDouble() == 1296.0;
  line("self-test",
       works ? "a loop runs and gives the right number" : "error: a loop gives a wrong number");
  std::vector<OpEntry> entries = opReference(session.context());
  line("ops", llvm::Twine(entries.size()));
  return works;
}

int examine() {
  line("cotan", COTAN_VERSION " (" COTAN_BUILD_TYPE ")");
  bool isFine = checkLlvm();
  reportMachine();
  reportTools();
  isFine = checkRun() && isFine;
  llvm::outs() << (isFine ? "all is well\n" : "something is wrong, see above\n");
  return isFine ? exitSucceeded : exitFailed;
}

} // namespace

void addDoctor(CLI::App &app, Action &action) {
  CLI::App *command = app.add_subcommand(
      "doctor",
      "Report versions, processor, memory, limits and optional tools, and run a self-test");
  command->footer(exitCodes);
  command->callback([&action] { action = examine; });
}

} // namespace cotan::tool

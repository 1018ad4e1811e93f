// Checks every function of the files: value, text, passes, element types, derivatives.
#include "checks.h"
#include "runner.h"

#include "cotan/driver/passes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace cotan::check;
namespace cl = llvm::cl;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("cotan-check");
  cl::list<std::string> files(cl::Positional, cl::OneOrMore, cl::desc("FILE..."),
                              cl::cat(category));
  cl::opt<std::string> filter("filter", cl::cat(category),
                              cl::desc("only functions whose name contains this"));
  cl::opt<std::string> only("check", cl::cat(category),
                            cl::desc("only checks whose name begins with this"));
  cl::opt<uint64_t> seed("seed", cl::init(1), cl::cat(category), cl::desc("of the random inputs"));
  cl::opt<unsigned> jobs("jobs", cl::init(2), cl::cat(category), cl::desc("threads"));
  cl::opt<unsigned> order("order", cl::cat(category),
                          cl::desc("highest order of derivative, instead of check.order"));
  cl::opt<bool> noElementTypes("no-element-types", cl::cat(category),
                               cl::desc("leave out f32, bf16 and f16"));
  cl::opt<bool> noSpecialPoints("no-special-points", cl::cat(category),
                                cl::desc("leave out zeros, ties and thresholds"));
  cl::opt<bool> keepCalls("keep-calls", cl::cat(category),
                          cl::desc("let every function that is called stay a function"));
  cl::opt<bool> leaveOutSteps("leave-out-steps", cl::cat(category),
                              cl::desc("compile also without each step that can be left out"));
  cl::opt<bool> thorough("thorough", cl::init(std::getenv("COTAN_THOROUGH") != nullptr),
                         cl::cat(category),
                         cl::desc("machine code of every choice of lanes, not of one for each "
                                  "function, and every special point, however long the derivative "
                                  "is; also where COTAN_THOROUGH is set"));
  cl::opt<bool> list("list", cl::cat(category), cl::desc("list the functions and checks only"));
  cl::opt<std::string> dump("dump", cl::value_desc("folder"), cl::cat(category),
                            cl::desc("write inputs and outputs of functions with check.numpy"));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Checks every function of the files.\n");

  cotan::registerPasses();
  Request request{.files = files, .filter = filter, .onlyCheck = only, .jobs = jobs};
  request.options = {.seed = seed,
                     .elementTypes = !noElementTypes,
                     .specialPoints = !noSpecialPoints,
                     .keepCalls = keepCalls,
                     .leaveOutSteps = leaveOutSteps,
                     .thorough = thorough};
  if (order.getNumOccurrences())
    request.options.order = order;
  if (list)
    return listSamples(request);
  if (!dump.empty())
    return dumpSamples(request, dump);
  return runChecks(request);
}

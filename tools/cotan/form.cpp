// What is said of a program's form on the command line.
#include "command.h"

#include "cotan/driver/session.h"
#include "cotan/transforms/decomposition.h"
#include "cotan/transforms/inline_calls.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {

void FormOptions::addTo(CLI::App &command) {
  command
      .add_option("--calls", calls,
                  "Let every function stay a function, or none but those that call themselves "
                  "(default: where it makes the program much shorter)")
      ->check(CLI::IsMember({"keep", "inline"}))
      ->option_text("keep|inline");
  command.add_flag("--remarks", remarks, "Print which functions stay functions, and which do not");
  command.add_flag("--no-forward-decomposition", keepForward,
                   "Replace no composite operator before it runs: each needs a kernel of its own");
  command.add_flag("--no-reverse-decomposition", keepReverse,
                   "Replace none before a derivative is taken: each needs a rule of its own");
  command
      .add_option("--skip-decomposition", skip,
                  "Composite operators that stay whole in both (default: those in the environment "
                  "variable COTAN_SKIP_DECOMPOSITION)")
      ->delimiter(',')
      ->option_text("NAME,...");
  command
      .add_option("--only-decompose", only,
                  "Let all others stay whole (default: those in COTAN_ONLY_DECOMPOSE)")
      ->delimiter(',')
      ->option_text("NAME,...");
}

void FormOptions::apply(Session &session, func::FuncOp entry) const {
  if (!calls.empty())
    entry->setAttr(callsName, StringAttr::get(&session.context(), calls));
  Decomposition decomposition{!keepForward, !keepReverse, skip, only};
  std::optional<Decomposition> around = Decomposition::ofEnvironment();
  if (around && skip.empty())
    decomposition.skip = around->skip;
  if (around && only.empty())
    decomposition.only = around->only;
  decomposition.attachTo(entry);
  if (remarks)
    session.showRemarks();
}

} // namespace cotan::tool

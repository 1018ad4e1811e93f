// What is said of calls on the command line.
#include "command.h"

#include "cotan/driver/session.h"
#include "cotan/transforms/inline_calls.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {

void CallOptions::addTo(CLI::App &command) {
  command
      .add_option("--calls", calls,
                  "Let every function stay a function, or none but those that call themselves "
                  "(default: where it makes the program much shorter)")
      ->check(CLI::IsMember({"keep", "inline"}))
      ->option_text("keep|inline");
  command.add_flag("--remarks", remarks, "Print which functions stay functions, and which do not");
}

void CallOptions::apply(Session &session, func::FuncOp entry) const {
  if (!calls.empty())
    entry->setAttr(callsName, StringAttr::get(&session.context(), calls));
  if (remarks)
    session.showRemarks();
}

} // namespace cotan::tool

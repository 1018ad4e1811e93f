// The subcommands of `cotan`, one file each.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cotan {
class Session;
}

namespace cotan::tool {

/// What the program answers to the shell.
enum ExitCode {
  exitSucceeded = 0,
  exitFailed = 1, // a file or the program in it is wrong, or running it failed
  exitUsage = 2,  // the command line cannot be understood
};

/// The same in words, for --help.
inline constexpr const char *exitCodes =
    "Exit status: 0 when all went well, 1 when a file or the program in it is wrong or running it\n"
    "failed, 2 when the command line cannot be understood. Errors go to standard error.\n";

/// What becomes of calls and of composite operators, of commands that bring a program into another
/// form.
struct FormOptions {
  std::string calls;
  bool remarks = false, keepForward = false, keepReverse = false;
  std::vector<std::string> skip, only;

  void addTo(CLI::App &command);
  /// For the program that begins with `entry`.
  void apply(Session &session, mlir::func::FuncOp entry) const;
};

/// What to do once the command line is read; answers an ExitCode.
using Action = std::function<int()>;

// Each adds its subcommand, which sets the action when it is the one chosen.
void addRun(CLI::App &app, Action &action);
void addGrad(CLI::App &app, Action &action);
void addTranslate(CLI::App &app, Action &action);
void addOps(CLI::App &app, Action &action);
void addDoctor(CLI::App &app, Action &action);

/// MLIR's optimizer driver on these arguments; `name` is what --help calls the program.
int optimizerMain(int argc, char **argv, const char *name);

} // namespace cotan::tool

// `cotan`: runs, differentiates and transforms tensor programs. See command.h for the subcommands.
#include "command.h"

#include "cotan/support/big_stack.h"
#include "cotan/support/nearest.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <new>
#include <optional>

using namespace cotan::tool;

namespace {

/// CLI11 says only that an argument was not expected; a mistyped command deserves better.
std::optional<std::string> unknownCommand(const CLI::App &app, const std::string &word) {
  std::vector<std::string> names = {"opt"};
  for (const CLI::App *command : app.get_subcommands(nullptr))
    names.push_back(command->get_name());
  if (word.starts_with("-") || llvm::is_contained(names, word))
    return std::nullopt;
  std::vector<llvm::StringRef> candidates(names.begin(), names.end());
  return "there is no command '" + word + "'" + cotan::didYouMean(word, candidates);
}

/// What a command does not take: an option, or one file more.
std::string unexpected(const CLI::App &app) {
  const auto parsed = app.get_subcommands();
  const CLI::App &command = parsed.empty() ? app : *parsed.front();
  const std::string word = command.remaining().front(), name = word.substr(0, word.find('='));
  const std::string who = "'" + app.get_name() + " " + command.get_name() + "'";
  if (!word.starts_with("-"))
    return who + " does not know what to do with '" + word + "'";
  std::vector<std::string> names;
  for (const CLI::Option *option : command.get_options())
    for (const std::string &each : option->get_lnames())
      names.push_back("--" + each);
  std::vector<llvm::StringRef> candidates(names.begin(), names.end());
  return who + " has no option '" + name + "'" + cotan::didYouMean(name, candidates);
}

int refuse(const std::string &message) {
  std::cerr << "error: " << message << "\nRun with --help for more information.\n";
  return exitUsage;
}

int parseAndRun(int argc, char **argv) {
  CLI::App app("Runs, differentiates and transforms tensor programs.", "cotan");
  app.set_version_flag("--version", "cotan " COTAN_VERSION);
  app.require_subcommand(1);
  app.footer(std::string("`cotan COMMAND --help` explains a command.\n\n") + exitCodes);
  Action action;
  addRun(app, action);
  addGrad(app, action);
  addTranslate(app, action);
  addOps(app, action);
  addDoctor(app, action);
  // Only named here: MLIR reads its arguments, --help too.
  app.add_subcommand("opt", "Apply passes, with mlir-opt's options");

  if (argc > 1)
    if (auto message = unknownCommand(app, argv[1]))
      return refuse(*message);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError &) {
    return refuse(unexpected(app));
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? exitSucceeded : exitUsage;
  }
  return action();
}

} // namespace

int main(int argc, char **argv) try {
  int status = exitSucceeded;
  cotan::runOnBigStack([&] {
    if (argc > 1 && std::string(argv[1]) == "opt")
      status = optimizerMain(argc - 1, argv + 1, "cotan opt");
    else
      status = parseAndRun(argc, argv);
  });
  return status;
} catch (const std::bad_alloc &) { // not even for a diagnostic
  std::fputs("error: the system has no memory left\n", stderr);
  return exitFailed;
}

// `cotan translate`: a function in the forms that compilers know.
#include "command.h"

#include "cotan/driver/resolve_functions.h"
#include "cotan/driver/session.h"
#include "cotan/support/output_file.h"
#include "cotan/translate/forms.h"

#include <CLI/CLI.hpp>

using namespace mlir;

namespace cotan::tool {
namespace {

struct TranslateOptions {
  std::string file, function, form, output = "-";
};

int translate(const TranslateOptions &options) {
  Session session(llvm::errs());
  if (failed(session.load(options.file)))
    return exitFailed;
  auto function = session.findEntry(options.function);
  if (failed(function) || failed(resolveFunctions(*function)))
    return exitFailed;
  auto text = cotan::translate(*function, *formNamed(options.form), session.sourceText());
  if (failed(text))
    return exitFailed;
  if (llvm::Error error = writeFile(options.output, *text)) {
    (void)session.fail(std::move(error));
    return exitFailed;
  }
  return exitSucceeded;
}

constexpr const char *aboutTranslate =
    R"(Prints a function, and all that it calls, as
  anf    A-normal form: let-bindings; branches and loops are functions that are chosen, then applied
  cps    continuation-passing style: every call is the last thing that a function does
  cfg    basic blocks with arguments and branches
  stack  code for a stack machine
  graph  nodes tied by what they read alone, a graph for each function, branch and loop
  dot    the same graph for Graphviz: cotan translate FILE --to=dot | dot -Tsvg > graph.svg
Function values become calls and branches first, as by cotan opt --resolve-functions.)";

} // namespace

void addTranslate(CLI::App &app, Action &action) {
  auto options = std::make_shared<TranslateOptions>();
  CLI::App *command = app.add_subcommand(
      "translate", "Print a function as functions, blocks, stack code or a graph");
  command->footer(std::string(aboutTranslate) + "\n\n" + exitCodes);
  command
      ->add_option("FILE", options->file,
                   "MLIR text, or bytecode of cotan opt --emit-bytecode; - is standard input")
      ->required();
  std::vector<std::string> names;
  for (StringRef name : formNames())
    names.push_back(name.str());
  command->add_option("--to", options->form, "The form to print, see below")
      ->required()
      ->check(CLI::IsMember(names))
      ->option_text("anf|cps|cfg|stack|graph|dot REQUIRED");
  command->add_option("--function,--entry", options->function,
                      "The function to print (default: the only public one, or main)");
  command->add_option("-o", options->output, "Where to write the text (default: standard output)");
  command->callback([options, &action] { action = [options] { return translate(*options); }; });
}

} // namespace cotan::tool
